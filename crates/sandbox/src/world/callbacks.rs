//! The bot's responses to interactions: the first response to each, and follow-up messages.

use serde_json::{Value, json};

use super::interactions::{Interaction, InteractionKind, InteractionResponse, UserAction};
use super::messages::{Message, Visibility, flags, message_kinds};
use super::{Output, Upload, World};
use crate::api_error::ApiError;
use crate::id::Id;
use crate::validation::{Form, command, component, elements, numbers};

/// The maximum number of follow-ups to an interaction that is authorized only by the user's own installation.
const MAX_FOLLOW_UPS_OF_USER_INSTALL: usize = 5;

impl World {
    /// Handles the first response to an interaction.
    ///
    /// # Errors
    /// Returns 10062 for an unknown interaction, a wrong token or a missed deadline, 40060 for a second response, 10003
    /// or 10008 for a deleted channel or message, or the error for an invalid body, such as 50035.
    pub(crate) fn answer_interaction(
        &mut self,
        id: Id,
        token: &str,
        body: &Value,
        files: &[Upload],
    ) -> Result<(), ApiError> {
        let now = self.now();
        let interaction = self
            .interaction(id)
            .filter(|one| one.token == token && !one.is_late(now) && now < one.expires_ms)
            .ok_or(ApiError::UNKNOWN_INTERACTION)?;
        if interaction.response.is_some() {
            return Err(ApiError::ALREADY_ACKNOWLEDGED);
        }
        let callback = read_callback(body, interaction.action.kind)?;
        let (channel, source) = (interaction.action.channel, interaction.action.source);
        if self.channel(channel).is_none() {
            return Err(ApiError::UNKNOWN_CHANNEL);
        }
        let data = &body["data"];
        let (mut original, mut choices, mut modal) = (source, None, None);
        match callback {
            4 | 5 => original = Some(self.answer_with_message(id, callback, data, files)?),
            6 => {}
            7 => {
                let source = source.ok_or(ApiError::UNKNOWN_MESSAGE)?;
                self.update_message(channel, source, data, files, Form::within("data"))?;
            }
            9 => modal = Some(read_modal(data)?),
            _ => choices = Some(read_choices(data)?),
        }
        let message = original
            .filter(|_| self.keeps_outputs())
            .and_then(|original| self.find_message(channel, original));
        let response = InteractionResponse {
            callback,
            responded_ms: now,
            original,
            message: message.map(|message| self.message_json(message)),
            choices,
            modal,
        };
        if let Some(interaction) = self.interactions.get_mut(&id) {
            interaction.response = Some(response);
        }
        self.report(|_| Output::Answered(id));
        self.notify_change(Some(channel));
        Ok(())
    }

    fn answer_with_message(
        &mut self,
        id: Id,
        callback: u64,
        data: &Value,
        files: &[Upload],
    ) -> Result<Id, ApiError> {
        let form = self.read_form(Form::within("data"), data, files, None)?;
        let bits = form.flags.unwrap_or_default();
        let mut message = self.new_response_message(id, bits & flags::EPHEMERAL)?;
        if callback == 5 {
            check_deferred(bits)?;
            message.flags |= flags::LOADING;
        }
        self.create_message(message, form, files)
    }

    /// Sends a follow-up message with the token of an answered interaction. Returns the message's channel and id.
    ///
    /// # Errors
    /// Returns 50027 for an unknown or expired token, 10015 before the first response, 40094 for too many follow-ups,
    /// or the error for an invalid body, such as 50035.
    pub(crate) fn follow_up(
        &mut self,
        token: &str,
        body: &Value,
        files: &[Upload],
    ) -> Result<(Id, Id), ApiError> {
        let (interaction, _) = self.answered_interaction(token)?;
        let (id, channel) = (interaction.id, interaction.action.channel);
        let is_for_user = self.installation_owners(&interaction.action)["0"].is_null();
        if is_for_user && self.follow_ups(channel, id) >= MAX_FOLLOW_UPS_OF_USER_INSTALL {
            return Err(ApiError::TOO_MANY_FOLLOW_UPS);
        }
        let form = self.read_form(Form::default(), body, files, None)?;
        let bits = form.flags.unwrap_or_default();
        let message = self.new_response_message(id, bits & flags::EPHEMERAL)?;
        Ok((channel, self.create_message(message, form, files)?))
    }

    /// Returns an empty message in response to an interaction. `flags` determines whether the message is ephemeral.
    fn new_response_message(&mut self, id: Id, flags: u64) -> Result<Message, ApiError> {
        let interaction = self.interaction(id).ok_or(ApiError::UNKNOWN_INTERACTION)?;
        let (channel, user) = (interaction.action.channel, interaction.action.user);
        let (source, metadata) = (
            interaction.action.source,
            self.interaction_metadata(interaction),
        );
        let mut message = self.new_message(channel, self.bot.id);
        message.kind = match source {
            Some(_) => message_kinds::REPLY,
            None => message_kinds::COMMAND,
        };
        message.reply_to = source;
        message.interaction = Some(metadata);
        message.flags = flags;
        if flags & flags::EPHEMERAL != 0 {
            message.visibility = Visibility::Ephemeral { viewer: user };
        }
        Ok(message)
    }

    fn follow_ups(&self, channel: Id, interaction: Id) -> usize {
        let answers = self.messages(channel).filter(|message| {
            let metadata = message.interaction.as_ref();
            metadata.is_some_and(|one| one["id"] == json!(interaction))
        });
        answers.count().saturating_sub(1)
    }

    fn installation_owners(&self, action: &UserAction) -> Value {
        let id = self.guild_of(action.channel);
        let guild = id.and_then(|guild| self.guild(guild));
        guild.map_or_else(
            || json!({ "0": "0" }),
            |guild| guild.installation_owners(action.user),
        )
    }

    fn interaction_metadata(&self, interaction: &Interaction) -> Value {
        let action = &interaction.action;
        let owners = self.installation_owners(action);
        let mut metadata = json!({
            "id": interaction.id,
            "type": action.kind.number(),
            "user": self.user_json(action.user),
            "authorizing_integration_owners": owners,
        });
        if action.kind == InteractionKind::Command {
            metadata["name"] = action.data["name"].clone();
            metadata["command_type"] = json!(1);
        }
        if let (InteractionKind::Component, Some(source)) = (action.kind, action.source) {
            metadata["interacted_message_id"] = json!(source);
        }
        metadata
    }

    pub(crate) fn take_response_message(&mut self, id: Id) -> Option<Value> {
        let interaction = self.interactions.get_mut(&id)?;
        interaction.response.as_mut()?.message.take()
    }

    /// Returns the body of a callback's reply, for calls with `with_response`.
    pub(crate) fn callback_response_json(&self, id: Id) -> Value {
        let Some(interaction) = self.interaction(id) else {
            return Value::Null;
        };
        let Some(response) = &interaction.response else {
            return Value::Null;
        };
        let action = &interaction.action;
        let mut json = json!({"interaction": {"id": id, "type": action.kind.number()}});
        let message = response
            .original
            .and_then(|id| self.find_message(action.channel, id));
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

fn read_callback(body: &Value, kind: InteractionKind) -> Result<u64, ApiError> {
    let mut form = Form::default();
    let callback = body["type"].as_u64().unwrap_or_default();
    let allowed = kind.callbacks();
    if !allowed.contains(&callback) {
        form.enter("type");
        form.add_bad_choice(&numbers(allowed));
    } else if matches!(callback, 4 | 7 | 8 | 9) && !body["data"].is_object() {
        form.enter("data");
        form.add_missing();
    }
    form.finish().map(|()| callback)
}

fn check_deferred(bits: u64) -> Result<(), ApiError> {
    let mut form = Form::within("data");
    if bits & !flags::EPHEMERAL != 0 {
        let message = "Only the EPHEMERAL flag can be set on a deferred response.";
        form.add_at("flags", "INTERACTION_DEFERRED_FLAGS_INVALID", message);
    }
    form.finish()
}

fn read_modal(data: &Value) -> Result<Value, ApiError> {
    let mut form = Form::within("data");
    form.check_fields(data, component::MODAL);
    form.finish().map(|()| data.clone())
}

fn read_choices(data: &Value) -> Result<Value, ApiError> {
    let mut form = Form::within("data");
    let choices = &data["choices"];
    form.enter("choices");
    form.check(choices, &command::CHOICES);
    command::check_choice_values(&mut form, elements(choices), None);
    form.finish().map(|()| choices.clone())
}
