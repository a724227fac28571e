//! Interactions: users' actions, the response deadline, tokens and follow-ups.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Value, json};
use tokio::sync::oneshot;

use crate::api_error::ApiError;
use crate::attachments::Upload;
use crate::form_errors::{FieldPath, FormErrors};
use crate::guilds::Guild;
use crate::ids::Id;
use crate::message_form::{FormContext, MessageForm, flags};
use crate::messages::{NewMessage, Visibility, kinds};
use crate::modals;
use crate::sessions::Intent;
use crate::world::World;

/// Deadline for the first response to an interaction, in milliseconds.
pub(crate) const RESPONSE_DEADLINE_MS: u64 = 3000;
/// Lifetime of an interaction token, in milliseconds.
const TOKEN_LIFETIME_MS: u64 = 15 * 60 * 1000;

/// The type of an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InteractionKind {
    Command,
    Component,
    Autocomplete,
    Modal,
}

impl InteractionKind {
    /// Returns Discord's interaction type.
    fn number(self) -> u8 {
        match self {
            Self::Command => 2,
            Self::Component => 3,
            Self::Autocomplete => 4,
            Self::Modal => 5,
        }
    }

    /// Returns the callback types that may answer it; some need a message to edit.
    fn callbacks(self, has_message: bool) -> &'static [i64] {
        match self {
            Self::Command => &[4, 5, 9],
            Self::Component => &[4, 5, 6, 7, 9],
            Self::Autocomplete => &[8],
            Self::Modal if has_message => &[4, 5, 6, 7],
            Self::Modal => &[4, 5],
        }
    }
}

/// An interaction that was sent to the bot.
#[derive(Debug)]
pub(crate) struct Interaction {
    pub(crate) id: Id,
    pub(crate) token: String,
    pub(crate) kind: InteractionKind,
    pub(crate) user: Id,
    pub(crate) channel: Id,
    pub(crate) created_ms: u64,
    /// The expiry of its token, in milliseconds since 1970.
    expires_ms: u64,
    /// The command's name, for the metadata of the response message.
    name: Option<String>,
    /// The message with the component that was used, or that led to the modal.
    pub(crate) source: Option<Id>,
    pub(crate) response: ResponseState,
    /// Follow-up messages, which the token may edit.
    followups: Vec<Id>,
    answered: Option<oneshot::Sender<()>>,
}

/// The bot's first response to an interaction, or its absence.
#[derive(Clone, Debug)]
pub(crate) enum ResponseState {
    Pending,
    Responded(InteractionResponse),
}

/// The bot's first response to an interaction.
#[derive(Clone, Debug)]
pub(crate) struct InteractionResponse {
    pub(crate) callback: i64,
    pub(crate) responded_ms: u64,
    /// The message that `@original` refers to.
    pub(crate) original: Option<Id>,
    /// The JSON of `original` right after the response; later edits do not change it.
    pub(crate) message: Option<Value>,
    pub(crate) modal: Option<Value>,
    pub(crate) choices: Option<Value>,
}

impl Interaction {
    /// Returns true if the deadline has passed without a response.
    pub(crate) fn is_late(&self, now: u64) -> bool {
        matches!(self.response, ResponseState::Pending)
            && now >= self.created_ms + RESPONSE_DEADLINE_MS
    }

    /// Returns the first response, if there is one.
    pub(crate) fn response(&self) -> Option<&InteractionResponse> {
        match &self.response {
            ResponseState::Responded(response) => Some(response),
            ResponseState::Pending => None,
        }
    }

    /// Returns the time between interaction and first response, in milliseconds.
    pub(crate) fn response_time_ms(&self) -> Option<u64> {
        self.response()
            .map(|response| response.responded_ms - self.created_ms)
    }
}

/// All interactions, by id and by token.
#[derive(Debug, Default)]
pub(crate) struct Interactions {
    by_id: BTreeMap<Id, Interaction>,
    by_token: HashMap<String, Id>,
}

impl Interactions {
    /// Iterates over all interactions, oldest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Interaction> {
        self.by_id.values()
    }

    /// Returns the channel of the interaction with this token.
    pub(crate) fn channel_of_token(&self, token: &str) -> Option<Id> {
        let id = self.by_token.get(token)?;
        Some(self.by_id.get(id)?.channel)
    }

    /// Expires the tokens of all interactions in a channel.
    pub(crate) fn expire_tokens(&mut self, channel: Id, now: u64) {
        let all = self.by_id.values_mut();
        for interaction in all.filter(|interaction| interaction.channel == channel) {
            interaction.expires_ms = interaction.expires_ms.min(now);
        }
    }

    /// Returns an interaction by its id.
    pub(crate) fn get(&self, id: Id) -> Option<&Interaction> {
        self.by_id.get(&id)
    }
}

/// A user's action, from which an interaction is created.
#[derive(Debug)]
pub(crate) struct UserAction {
    pub(crate) kind: InteractionKind,
    pub(crate) user: Id,
    pub(crate) channel: Id,
    pub(crate) data: Value,
    pub(crate) source: Option<Id>,
}

impl World {
    /// Creates an interaction from a user's action and sends it to the bot.
    ///
    /// The receiver completes when the bot has responded.
    pub(crate) fn start_interaction(&mut self, action: UserAction) -> (Id, oneshot::Receiver<()>) {
        let id = self.new_id();
        let token = format!("interaction-{id}-{}", self.new_id());
        let event = self.interaction_json(id, &token, &action);
        let (answered, receiver) = oneshot::channel();
        let name = action.data["name"].as_str().map(str::to_owned);
        let interaction = Interaction {
            id,
            token: token.clone(),
            kind: action.kind,
            user: action.user,
            channel: action.channel,
            created_ms: self.now(),
            expires_ms: self.now() + TOKEN_LIFETIME_MS,
            name,
            source: action.source,
            response: ResponseState::Pending,
            followups: Vec::new(),
            answered: Some(answered),
        };
        self.interactions.by_token.insert(token, id);
        self.interactions.by_id.insert(id, interaction);
        let guild = self
            .channels
            .get(&action.channel)
            .and_then(crate::channels::Channel::guild);
        self.dispatch("INTERACTION_CREATE", guild, Intent::None, event);
        (id, receiver)
    }

    fn interaction_json(&self, id: Id, token: &str, action: &UserAction) -> Value {
        let mut json = json!({
            "id": id,
            "application_id": self.bot.id,
            "type": action.kind.number(),
            "token": token,
            "version": 1,
            "data": action.data,
            "channel_id": action.channel,
            "locale": self.user(action.user).map(|user| user.locale.clone()),
            "entitlements": [],
            "attachment_size_limit": crate::attachments::MAX_FILE_BYTES,
        });
        let channel = self.channels.get(&action.channel);
        if let Some(channel) = channel {
            json["channel"] = self.channel_json(channel);
            json["app_permissions"] = json!(self.bot_permissions(channel).0.to_string());
            let guild = channel.guild().and_then(|guild| self.guilds.get(&guild));
            match guild {
                Some(guild) => {
                    json["channel"]["permissions"] =
                        json!(self.member_permissions(channel, action.user).0.to_string());
                    self.add_guild_fields(guild, channel, action.user, &mut json);
                }
                None => {
                    json["user"] = self.user_json(action.user);
                    json["context"] = json!(1);
                    json["authorizing_integration_owners"] = json!({"0": "0"});
                }
            }
        }
        let source = action
            .source
            .and_then(|source| self.messages.get(&action.channel)?.get(&source));
        if let Some(message) = source {
            json["message"] = self.message_json(message);
        }
        json
    }

    fn add_guild_fields(
        &self,
        guild: &Guild,
        channel: &crate::channels::Channel,
        user: Id,
        json: &mut Value,
    ) {
        let mut member = self.member_json(guild, user);
        member["permissions"] = json!(self.member_permissions(channel, user).0.to_string());
        json["guild_id"] = json!(guild.id);
        json["guild"] = json!({
            "id": guild.id,
            "locale": guild.preferred_locale,
            "features": [],
        });
        json["guild_locale"] = json!(guild.preferred_locale);
        json["member"] = member;
        json["context"] = json!(0);
        json["authorizing_integration_owners"] = json!({"0": guild.id});
    }

    /// Takes the first response to an interaction. Returns the body for `with_response`.
    ///
    /// # Errors
    /// 10062 for an unknown interaction or a missed deadline, 40060 for a second response, 50035
    /// for an invalid body.
    pub(crate) fn answer_interaction(
        &mut self,
        id: Id,
        token: &str,
        body: &Value,
        files: &[Upload],
    ) -> Result<Value, ApiError> {
        let now = self.now();
        let interaction = self.interactions.by_id.get(&id);
        let interaction = interaction
            .filter(|one| one.token == token && !one.is_late(now) && now < one.expires_ms)
            .ok_or(ApiError::UNKNOWN_INTERACTION)?;
        if interaction.response().is_some() {
            return Err(ApiError::ALREADY_ACKNOWLEDGED);
        }
        let callback = read_callback(body, interaction)?;
        let mut response = InteractionResponse {
            callback,
            responded_ms: now,
            original: None,
            message: None,
            modal: None,
            choices: None,
        };
        self.apply_callback(id, body, files, &mut response)?;
        response.message = self.original_message_json(id, &response);
        let callback_json = self.callback_response_json(id, &response);
        let channel = self.mark_answered(id, response);
        self.notify_change(channel);
        Ok(callback_json)
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
            8 => response.choices = Some(read_choices(data)?),
            _ => {
                modals::check(data, &self.emojis.keys().copied().collect())?;
                response.modal = Some(data.clone());
            }
        }
        Ok(())
    }

    fn mark_answered(&mut self, id: Id, response: InteractionResponse) -> Option<Id> {
        let interaction = self.interactions.by_id.get_mut(&id)?;
        interaction.response = ResponseState::Responded(response);
        if let Some(answered) = interaction.answered.take() {
            // The control call may have timed out.
            let _ = answered.send(());
        }
        Some(interaction.channel)
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
        self.create_message(new, &form, files)
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
        let guild = self
            .channels
            .get(&interaction.channel)
            .and_then(crate::channels::Channel::guild);
        let owner = guild.map_or_else(|| "0".to_owned(), |guild| guild.to_string());
        let mut metadata = json!({
            "id": interaction.id,
            "type": interaction.kind.number(),
            "user": self.user_json(interaction.user),
            "authorizing_integration_owners": {"0": owner},
        });
        if interaction.kind == InteractionKind::Command {
            metadata["name"] = json!(interaction.name);
            metadata["command_type"] = json!(1);
        }
        if let (InteractionKind::Component, Some(source)) = (interaction.kind, interaction.source) {
            metadata["interacted_message_id"] = json!(source);
        }
        if interaction.kind == InteractionKind::Modal {
            metadata["triggering_interaction_metadata"] = json!({
                "id": interaction.id,
                "type": 3,
                "user": self.user_json(interaction.user),
                "authorizing_integration_owners": {"0": owner},
                "interacted_message_id": interaction.source.unwrap_or(interaction.id),
            });
        }
        metadata
    }

    fn original_message_json(&self, id: Id, response: &InteractionResponse) -> Option<Value> {
        let channel = self.interactions.get(id)?.channel;
        let message = self.message(channel, response.original?).ok()?;
        Some(self.message_json(message))
    }

    fn callback_response_json(&self, id: Id, response: &InteractionResponse) -> Value {
        let Some(interaction) = self.interactions.get(id) else {
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

    /// Validates a message body and edits the message with it.
    ///
    /// # Errors
    /// As [`World::read_form`] and [`World::edit_message`].
    pub(crate) fn update_message(
        &mut self,
        channel: Id,
        message: Id,
        body: &Value,
        files: &[Upload],
        path: FieldPath,
    ) -> Result<(), ApiError> {
        self.message(channel, message)?;
        let form = self.read_form(body, files, Some((channel, message)), path)?;
        self.edit_message(channel, message, &form, files)
    }

    /// Validates a message body. `existing` is the message to be edited, if it is not a new one.
    ///
    /// # Errors
    /// As [`MessageForm::read`].
    pub(crate) fn read_form(
        &self,
        body: &Value,
        files: &[Upload],
        existing: Option<(Id, Id)>,
        path: FieldPath,
    ) -> Result<MessageForm, ApiError> {
        let existing = existing.and_then(|(channel, id)| self.message(channel, id).ok());
        let emojis = self.emojis.keys().copied().collect();
        let context = FormContext {
            path,
            files,
            existing,
            emojis: &emojis,
        };
        MessageForm::read(body, &context)
    }

    /// Returns the interaction of a valid token that has had its first response.
    ///
    /// # Errors
    /// 50027 for an unknown or expired token, 10015 before the first response.
    pub(crate) fn interaction_by_token(&self, token: &str) -> Result<&Interaction, ApiError> {
        let id = self.interactions.by_token.get(token);
        let interaction = id.and_then(|id| self.interactions.get(*id));
        let interaction = interaction
            .filter(|one| self.now() < one.expires_ms)
            .ok_or(ApiError::INVALID_TOKEN)?;
        match interaction.response() {
            Some(_) => Ok(interaction),
            None => Err(ApiError::UNKNOWN_WEBHOOK),
        }
    }

    /// Returns channel and id of a message that a token may edit: `@original` (`None`), or one by
    /// its id.
    ///
    /// # Errors
    /// As [`World::interaction_by_token`]; 10008 if the token has no such message.
    pub(crate) fn message_by_token(
        &self,
        token: &str,
        id: Option<Id>,
    ) -> Result<(Id, Id), ApiError> {
        let interaction = self.interaction_by_token(token)?;
        let original = interaction
            .response()
            .and_then(|response| response.original);
        let id = match id {
            None => original,
            Some(id) if original == Some(id) || interaction.followups.contains(&id) => Some(id),
            Some(_) => None,
        };
        let id = id.ok_or(ApiError::UNKNOWN_MESSAGE)?;
        self.message(interaction.channel, id)?;
        Ok((interaction.channel, id))
    }

    /// Creates a follow-up message, or fills in the deferred response. Returns the message's id.
    ///
    /// # Errors
    /// As [`World::interaction_by_token`] and [`World::create_message`].
    pub(crate) fn create_follow_up(
        &mut self,
        token: &str,
        body: &Value,
        files: &[Upload],
    ) -> Result<Id, ApiError> {
        let interaction = self.interaction_by_token(token)?;
        let (id, channel) = (interaction.id, interaction.channel);
        let original = interaction
            .response()
            .and_then(|response| response.original);
        let deferred = original.filter(|original| {
            let message = self.message(channel, *original);
            message.is_ok_and(|message| message.flags & flags::LOADING != 0)
        });
        if let Some(deferred) = deferred {
            self.update_message(channel, deferred, body, files, FieldPath::root())?;
            return Ok(deferred);
        }
        let form = self.read_form(body, files, None, FieldPath::root())?;
        let initial_flags = form.flags.unwrap_or_default() & flags::EPHEMERAL;
        let mut new = self.new_response_message(id, initial_flags)?;
        new.kind = kinds::REPLY;
        new.reply_to = new.reply_to.or(original);
        let message = self.create_message(new, &form, files)?;
        if let Some(interaction) = self.interactions.by_id.get_mut(&id) {
            interaction.followups.push(message);
        }
        Ok(message)
    }
}

fn read_callback(body: &Value, interaction: &Interaction) -> Result<i64, ApiError> {
    let mut errors = FormErrors::default();
    let callback = errors.read_integer(&FieldPath::root(), body, "type");
    let path = FieldPath::root().key("type");
    let allowed = interaction.kind.callbacks(interaction.source.is_some());
    match callback {
        None => errors.add_missing(&path),
        Some(callback) if !allowed.contains(&callback) => {
            let allowed: Vec<_> = allowed.iter().map(i64::to_string).collect();
            errors.add_bad_choice(&path, &allowed.join(", "));
        }
        Some(4 | 7 | 8 | 9) if !body["data"].is_object() => {
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
    crate::command_validation::check_choices(choices, None, &path.key("choices"), &mut errors);
    errors.into_result()?;
    Ok(json!(choices))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::SandboxConfig;
    use crate::recorder::Recorder;

    fn world() -> (World, Id, Id) {
        let base = "http://127.0.0.1:1".to_owned();
        let world = World::new(&SandboxConfig::default(), base, Recorder::default());
        let user = *world.users.keys().next().expect("a person");
        let channel = *world.channels.keys().next().expect("a channel");
        (world, user, channel)
    }

    fn action(
        kind: InteractionKind,
        user: Id,
        channel: Id,
        data: Value,
        source: Option<Id>,
    ) -> UserAction {
        UserAction {
            kind,
            user,
            channel,
            data,
            source,
        }
    }

    #[test]
    fn twilight_can_read_every_kind_of_interaction_and_its_message() {
        use twilight_model::application::interaction::Interaction as TwilightInteraction;
        let (mut world, user, channel) = world();
        let data = json!({"id": user, "name": "play", "type": 1, "options": [], "resolved": {}});
        let command = action(InteractionKind::Command, user, channel, data, None);
        let event = world.interaction_json(user, "token", &command);
        serde_json::from_value::<TwilightInteraction>(event)
            .expect("a command that twilight reads");

        let (id, _answered) = world.start_interaction(command);
        let token = world
            .interactions
            .get(id)
            .expect("it is there")
            .token
            .clone();
        let body = json!({"type": 4, "data": {"flags": 1 << 15, "components": [
            {"type": 17, "components": [{"type": 10, "content": "hello"}]}]}});
        let response = world
            .answer_interaction(id, &token, &body, &[])
            .expect("the answer fits");
        let message = response["resource"]["message"].clone();
        serde_json::from_value::<twilight_model::channel::Message>(message)
            .expect("a message that twilight reads");

        let source = world.interactions.get(id).and_then(Interaction::response);
        let source = source.and_then(|response| response.original);
        let data = json!({"component_type": 2, "custom_id": "a", "id": 1});
        let click = action(InteractionKind::Component, user, channel, data, source);
        let event = world.interaction_json(user, "token", &click);
        serde_json::from_value::<TwilightInteraction>(event).expect("a click that twilight reads");

        let data = json!({"custom_id": "m", "components": [], "resolved": {}});
        let modal = action(InteractionKind::Modal, user, channel, data, source);
        let event = world.interaction_json(user, "token", &modal);
        serde_json::from_value::<TwilightInteraction>(event).expect("a modal that twilight reads");
    }

    #[test]
    fn an_ephemeral_message_is_visible_to_one_user() {
        let (mut world, user, channel) = world();
        let data = json!({"id": user, "name": "play", "type": 1});
        let (id, _answered) =
            world.start_interaction(action(InteractionKind::Command, user, channel, data, None));
        let token = world
            .interactions
            .get(id)
            .expect("it is there")
            .token
            .clone();
        let body = json!({"type": 4, "data": {"content": "secret", "flags": 64}});
        world
            .answer_interaction(id, &token, &body, &[])
            .expect("the answer fits");
        let (_, message) = world.message_by_token(&token, None).expect("an original");
        let message = world.message(channel, message).expect("a message");
        let other = *world.users.keys().nth(1).expect("another person");
        assert!(message.is_seen_by(Some(user)));
        assert!(!message.is_seen_by(Some(other)));
        assert!(!message.is_seen_by(None));
    }
}
