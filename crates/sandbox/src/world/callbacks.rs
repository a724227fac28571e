//! The bot's first responses to interactions.

use serde_json::{Value, json};

use super::messages::NewMessage;
use super::state::World;
use crate::api_error::ApiError;
use crate::forms::command_validation;
use crate::forms::form_errors::{FieldPath, FormErrors};
use crate::model::attachments::Upload;
use crate::model::ids::Id;
use crate::model::interactions::{
    Interaction, InteractionKind, InteractionResponse, ResponseState,
};
use crate::model::messages::{Visibility, flags, kinds};
use crate::model::outputs::Output;

impl World {
    /// Takes the first response to an interaction.
    ///
    /// # Errors
    /// 10062 for an unknown interaction or a missed deadline, 40060 for a second response, 50035
    /// for an invalid body, 10003 if the channel was deleted meanwhile.
    pub(crate) fn answer_interaction(
        &mut self,
        id: Id,
        token: &str,
        body: &Value,
        files: &[Upload],
    ) -> Result<(), ApiError> {
        let now = self.now();
        let interaction = self.interactions.get(id);
        let interaction = interaction
            .filter(|one| one.token == token && !one.is_late(now) && now < one.expires_ms)
            .ok_or(ApiError::UNKNOWN_INTERACTION)?;
        if interaction.response().is_some() {
            return Err(ApiError::ALREADY_ACKNOWLEDGED);
        }
        let callback = read_callback(body, interaction)?;
        if self.channel(interaction.channel).is_none() {
            return Err(ApiError::UNKNOWN_CHANNEL);
        }
        let mut response = InteractionResponse {
            callback,
            responded_ms: now,
            original: None,
            message: None,
            choices: None,
        };
        self.apply_callback(id, body, files, &mut response)?;
        if self.keeps_outputs() {
            response.message = self.original_message_json(id, &response);
        }
        let channel = self.mark_answered(id, response);
        self.notify_change(channel);
        Ok(())
    }

    fn apply_callback(
        &mut self,
        id: Id,
        body: &Value,
        files: &[Upload],
        response: &mut InteractionResponse,
    ) -> Result<(), ApiError> {
        let interaction = self
            .interactions
            .get(id)
            .ok_or(ApiError::UNKNOWN_INTERACTION)?;
        let (channel, source) = (interaction.channel, interaction.source);
        let data = &body["data"];
        match response.callback {
            4 | 5 => {
                response.original =
                    Some(self.answer_with_message(id, response.callback, data, files)?)
            }
            6 => response.original = source,
            7 => {
                let source = source.ok_or(ApiError::UNKNOWN_MESSAGE)?;
                self.update_message(channel, source, data, files, FieldPath::root().key("data"))?;
                response.original = Some(source);
            }
            _ => response.choices = Some(read_choices(data)?),
        }
        Ok(())
    }

    fn mark_answered(&mut self, id: Id, response: InteractionResponse) -> Option<Id> {
        let interaction = self.interactions.get_mut(id)?;
        interaction.response = ResponseState::Responded(response);
        let channel = interaction.channel;
        self.report(|_| Output::Answered(id));
        Some(channel)
    }

    fn answer_with_message(
        &mut self,
        id: Id,
        callback: i64,
        data: &Value,
        files: &[Upload],
    ) -> Result<Id, ApiError> {
        let form = self.read_form(data, files, None, FieldPath::root().key("data"))?;
        let mut initial_flags = form.flags.unwrap_or_default() & flags::EPHEMERAL;
        if callback == 5 {
            check_deferred(data)?;
            initial_flags |= flags::LOADING;
        }
        let new = self.new_response_message(id, initial_flags)?;
        self.create_message(new, form, files)
    }

    /// Returns a message without content in response to an interaction. `initial_flags` decide if
    /// it is ephemeral.
    fn new_response_message(&self, id: Id, initial_flags: u64) -> Result<NewMessage, ApiError> {
        let interaction = self
            .interactions
            .get(id)
            .ok_or(ApiError::UNKNOWN_INTERACTION)?;
        let is_ephemeral = initial_flags & flags::EPHEMERAL != 0;
        let (kind, reply_to) = match interaction.source {
            Some(source) => (kinds::REPLY, Some(source)),
            None => (kinds::COMMAND, None),
        };
        Ok(NewMessage {
            channel: interaction.channel,
            author: self.bot.id,
            kind,
            flags: initial_flags,
            interaction: Some(self.interaction_metadata(interaction)),
            visibility: if is_ephemeral {
                Visibility::Ephemeral {
                    viewer: interaction.user,
                }
            } else {
                Visibility::Public
            },
            reply_to,
        })
    }

    fn interaction_metadata(&self, interaction: &Interaction) -> Value {
        let guild = self.guild_of(interaction.channel);
        let owner = guild.map_or_else(|| "0".to_owned(), |guild| guild.to_string());
        let mut metadata = json!({
            "id": interaction.id,
            "type": interaction.kind.number(),
            "user": self.user_json(interaction.user),
            "authorizing_integration_owners": {"0": owner},
        });
        if interaction.kind == InteractionKind::Command {
            metadata["name"] = interaction.data["name"].clone();
            metadata["command_type"] = json!(1);
        }
        if let (InteractionKind::Component, Some(source)) = (interaction.kind, interaction.source) {
            metadata["interacted_message_id"] = json!(source);
        }
        metadata
    }

    /// Takes the message of the first response out of an interaction. It is then not kept any longer.
    pub(crate) fn take_response_message(&mut self, id: Id) -> Option<Value> {
        match &mut self.interactions.get_mut(id)?.response {
            ResponseState::Responded(response) => response.message.take(),
            ResponseState::Pending => None,
        }
    }

    fn original_message_json(&self, id: Id, response: &InteractionResponse) -> Option<Value> {
        let channel = self.interactions.get(id)?.channel;
        let message = self.message(channel, response.original?).ok()?;
        Some(self.message_json(message))
    }

    /// Returns the body of a callback's reply, for calls with `with_response`.
    pub(crate) fn callback_response_json(&self, id: Id) -> Value {
        let Some(interaction) = self.interactions.get(id) else {
            return Value::Null;
        };
        let Some(response) = interaction.response() else {
            return Value::Null;
        };
        let mut json = json!({"interaction": {
            "id": id,
            "type": interaction.kind.number(),
        }});
        let message = response
            .original
            .and_then(|id| self.message(interaction.channel, id).ok());
        if let Some(message) = message {
            let details = &mut json["interaction"];
            details["response_message_id"] = json!(message.id);
            details["response_message_loading"] = json!(message.flags & flags::LOADING != 0);
            details["response_message_ephemeral"] = json!(message.flags & flags::EPHEMERAL != 0);
            json["resource"] = json!({"type": response.callback});
            if matches!(response.callback, 4 | 5 | 7) {
                json["resource"]["message"] = self.message_json(message);
            }
        }
        json
    }
}

fn read_callback(body: &Value, interaction: &Interaction) -> Result<i64, ApiError> {
    let mut errors = FormErrors::default();
    let callback = errors.read_integer(&FieldPath::root(), body, "type");
    let path = FieldPath::root().key("type");
    let allowed = interaction.kind.callbacks();
    match callback {
        None => errors.add_missing(&path),
        Some(callback) if !allowed.contains(&callback) => {
            let allowed: Vec<_> = allowed.iter().map(i64::to_string).collect();
            errors.add_bad_choice(&path, &allowed.join(", "));
        }
        Some(4 | 7 | 8) if !body["data"].is_object() => {
            errors.add_missing(&FieldPath::root().key("data"));
        }
        Some(_) => {}
    }
    errors.into_result()?;
    callback.ok_or(ApiError::INVALID_JSON)
}

/// Checks the flags of a deferred response: only EPHEMERAL is allowed.
fn check_deferred(data: &Value) -> Result<(), ApiError> {
    let bits = data["flags"].as_u64().unwrap_or_default();
    let mut errors = FormErrors::default();
    if bits & !flags::EPHEMERAL != 0 {
        errors.add(
            &FieldPath::root().key("data").key("flags"),
            "INTERACTION_DEFERRED_FLAGS_INVALID",
            "Only the EPHEMERAL flag can be set on a deferred response.",
        );
    }
    errors.into_result()
}

fn read_choices(data: &Value) -> Result<Value, ApiError> {
    let mut errors = FormErrors::default();
    let path = FieldPath::root().key("data");
    let choices = errors.read_list(&path, data, "choices").unwrap_or_default();
    command_validation::check_choices(choices, None, &path.key("choices"), &mut errors);
    errors.into_result()?;
    Ok(json!(choices))
}
