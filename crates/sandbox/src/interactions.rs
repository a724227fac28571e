//! Interactions: what a person does, the token it carries, how it is answered.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Value, json};
use tokio::sync::oneshot;

use crate::attachments::Upload;
use crate::forms::{FormErrors, Place};
use crate::guilds::Guild;
use crate::ids::Id;
use crate::message_forms::{FormContext, MessageForm, flags};
use crate::messages::{NewMessage, Visibility, kinds};
use crate::modals;
use crate::refusal::Refusal;
use crate::sessions::Intent;
use crate::world::World;

/// How long the first answer may take, in milliseconds.
pub(crate) const FIRST_ANSWER_MS: u64 = 3000;
/// How long a token lives, in milliseconds.
const TOKEN_MS: u64 = 15 * 60 * 1000;

/// What a person did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Command,
    Component,
    Autocomplete,
    Modal,
}

impl Kind {
    /// Discord's number for it.
    fn number(self) -> u8 {
        match self {
            Self::Command => 2,
            Self::Component => 3,
            Self::Autocomplete => 4,
            Self::Modal => 5,
        }
    }

    /// The callbacks that answer it; some only if there is a message to change.
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

/// One interaction.
#[derive(Debug)]
pub(crate) struct Interaction {
    pub(crate) id: Id,
    pub(crate) token: String,
    pub(crate) kind: Kind,
    pub(crate) user: Id,
    pub(crate) channel: Id,
    pub(crate) created_ms: u64,
    /// When its token dies.
    expires_ms: u64,
    /// The command's name, for what a message tells of its origin.
    name: Option<String>,
    /// The message whose component was used, or led to the modal.
    pub(crate) source: Option<Id>,
    pub(crate) answer: Answer,
    /// Messages besides the original that the token may change.
    followups: Vec<Id>,
    answered: Option<oneshot::Sender<()>>,
}

/// How an interaction was answered.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    Awaited,
    Given(Given),
}

/// An answer.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    pub(crate) callback: i64,
    pub(crate) at_ms: u64,
    /// What `@original` is.
    pub(crate) original: Option<Id>,
    /// The same as the answer left it: it may be changed before anybody looks.
    pub(crate) message: Option<Value>,
    pub(crate) modal: Option<Value>,
    pub(crate) choices: Option<Value>,
}

impl Interaction {
    /// Whether the first answer did not come in time.
    pub(crate) fn is_late(&self, now: u64) -> bool {
        matches!(self.answer, Answer::Awaited) && now >= self.created_ms + FIRST_ANSWER_MS
    }

    /// The answer, if it has come.
    pub(crate) fn given(&self) -> Option<&Given> {
        match &self.answer {
            Answer::Given(given) => Some(given),
            Answer::Awaited => None,
        }
    }

    /// How long the answer took, in milliseconds.
    pub(crate) fn answered_after(&self) -> Option<u64> {
        self.given().map(|given| given.at_ms - self.created_ms)
    }
}

/// All interactions, by id and by token.
#[derive(Debug, Default)]
pub(crate) struct Interactions {
    by_id: BTreeMap<Id, Interaction>,
    by_token: HashMap<String, Id>,
}

impl Interactions {
    /// Every interaction, oldest first.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Interaction> {
        self.by_id.values()
    }

    /// The channel of the interaction with this token.
    pub(crate) fn channel_of_token(&self, token: &str) -> Option<Id> {
        let id = self.by_token.get(token)?;
        Some(self.by_id.get(id)?.channel)
    }

    /// Lets all tokens of a channel die at this time.
    pub(crate) fn expire(&mut self, channel: Id, now: u64) {
        let all = self.by_id.values_mut();
        for interaction in all.filter(|interaction| interaction.channel == channel) {
            interaction.expires_ms = interaction.expires_ms.min(now);
        }
    }

    /// An interaction by its id.
    pub(crate) fn get(&self, id: Id) -> Option<&Interaction> {
        self.by_id.get(&id)
    }
}

/// What a person does, before it is an interaction.
#[derive(Debug)]
pub(crate) struct Deed {
    pub(crate) kind: Kind,
    pub(crate) user: Id,
    pub(crate) channel: Id,
    pub(crate) data: Value,
    pub(crate) source: Option<Id>,
}

impl World {
    /// Makes an interaction of a deed and sends it to the bot.
    ///
    /// The receiver hears when the bot has answered.
    pub(crate) fn interact(&mut self, deed: Deed) -> (Id, oneshot::Receiver<()>) {
        let id = self.mint();
        let token = format!("interaction-{id}-{}", self.mint());
        let event = self.interaction_json(id, &token, &deed);
        let (answered, receiver) = oneshot::channel();
        let name = deed.data["name"].as_str().map(str::to_owned);
        let interaction = Interaction {
            id,
            token: token.clone(),
            kind: deed.kind,
            user: deed.user,
            channel: deed.channel,
            created_ms: self.now(),
            expires_ms: self.now() + TOKEN_MS,
            name,
            source: deed.source,
            answer: Answer::Awaited,
            followups: Vec::new(),
            answered: Some(answered),
        };
        self.interactions.by_token.insert(token, id);
        self.interactions.by_id.insert(id, interaction);
        let guild = self
            .channels
            .get(&deed.channel)
            .and_then(crate::channels::Channel::guild);
        self.dispatch("INTERACTION_CREATE", guild, Intent::None, event);
        (id, receiver)
    }

    fn interaction_json(&self, id: Id, token: &str, deed: &Deed) -> Value {
        let mut json = json!({
            "id": id,
            "application_id": self.bot.id,
            "type": deed.kind.number(),
            "token": token,
            "version": 1,
            "data": deed.data,
            "channel_id": deed.channel,
            "locale": self.user(deed.user).map(|user| user.locale.clone()),
            "entitlements": [],
            "attachment_size_limit": crate::attachments::LARGEST_FILE,
        });
        let channel = self.channels.get(&deed.channel);
        if let Some(channel) = channel {
            json["channel"] = self.channel_json(channel);
            json["app_permissions"] = json!(self.bot_permissions(channel).0.to_string());
            let guild = channel.guild().and_then(|guild| self.guilds.get(&guild));
            match guild {
                Some(guild) => {
                    json["channel"]["permissions"] =
                        json!(self.member_permissions(channel, deed.user).0.to_string());
                    self.add_guild_fields(guild, channel, deed.user, &mut json);
                }
                None => {
                    json["user"] = self.user_json(deed.user);
                    json["context"] = json!(1);
                    json["authorizing_integration_owners"] = json!({"0": "0"});
                }
            }
        }
        let source = deed
            .source
            .and_then(|source| self.messages.get(&deed.channel)?.get(&source));
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

    /// Takes the first answer to an interaction; what `with_response` asks for.
    ///
    /// # Errors
    /// 10062 for an unknown or late one, 40060 for a second answer, 50035 for
    /// a body that does not fit.
    pub(crate) fn answer(
        &mut self,
        id: Id,
        token: &str,
        body: &Value,
        files: &[Upload],
    ) -> Result<Value, Refusal> {
        let now = self.now();
        let interaction = self.interactions.by_id.get(&id);
        let interaction = interaction
            .filter(|one| one.token == token && !one.is_late(now) && now < one.expires_ms)
            .ok_or(Refusal::UNKNOWN_INTERACTION)?;
        if interaction.given().is_some() {
            return Err(Refusal::ALREADY_ACKNOWLEDGED);
        }
        let callback = read_callback(body, interaction)?;
        let mut given = Given {
            callback,
            at_ms: now,
            original: None,
            message: None,
            modal: None,
            choices: None,
        };
        self.carry_out(id, body, files, &mut given)?;
        given.message = self.original_of(id, &given);
        let response = self.callback_response(id, &given);
        let channel = self.close(id, given);
        self.touch(channel);
        Ok(response)
    }

    fn carry_out(
        &mut self,
        id: Id,
        body: &Value,
        files: &[Upload],
        given: &mut Given,
    ) -> Result<(), Refusal> {
        let interaction = self
            .interactions
            .get(id)
            .ok_or(Refusal::UNKNOWN_INTERACTION)?;
        let (channel, source) = (interaction.channel, interaction.source);
        let data = &body["data"];
        match given.callback {
            4 | 5 => {
                given.original = Some(self.answer_with_message(id, given.callback, data, files)?)
            }
            6 => given.original = source,
            7 => {
                let source = source.ok_or(Refusal::UNKNOWN_MESSAGE)?;
                self.change_message(channel, source, data, files, Place::root().key("data"))?;
                given.original = Some(source);
            }
            8 => given.choices = Some(read_choices(data)?),
            _ => {
                modals::check(data, &self.emojis.keys().copied().collect())?;
                given.modal = Some(data.clone());
            }
        }
        Ok(())
    }

    fn close(&mut self, id: Id, given: Given) -> Option<Id> {
        let interaction = self.interactions.by_id.get_mut(&id)?;
        interaction.answer = Answer::Given(given);
        if let Some(answered) = interaction.answered.take() {
            // The person may have stopped waiting.
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
    ) -> Result<Id, Refusal> {
        let form = self.read_form(data, files, None, Place::root().key("data"))?;
        let mut standing = form.flags.unwrap_or_default() & flags::EPHEMERAL;
        if callback == 5 {
            check_deferred(data)?;
            standing |= flags::LOADING;
        }
        let new = self.message_of(id, standing)?;
        self.create_message(new, &form, files)
    }

    /// A message that comes of an interaction, to be filled.
    fn message_of(&self, id: Id, standing: u64) -> Result<NewMessage, Refusal> {
        let interaction = self
            .interactions
            .get(id)
            .ok_or(Refusal::UNKNOWN_INTERACTION)?;
        let is_ephemeral = standing & flags::EPHEMERAL != 0;
        let (kind, reply_to) = match interaction.source {
            Some(source) => (kinds::REPLY, Some(source)),
            None => (kinds::COMMAND, None),
        };
        Ok(NewMessage {
            channel: interaction.channel,
            author: self.bot.id,
            kind,
            flags: standing,
            interaction: Some(self.metadata(interaction)),
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

    fn metadata(&self, interaction: &Interaction) -> Value {
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
        if interaction.kind == Kind::Command {
            metadata["name"] = json!(interaction.name);
            metadata["command_type"] = json!(1);
        }
        if let (Kind::Component, Some(source)) = (interaction.kind, interaction.source) {
            metadata["interacted_message_id"] = json!(source);
        }
        if interaction.kind == Kind::Modal {
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

    fn original_of(&self, id: Id, given: &Given) -> Option<Value> {
        let channel = self.interactions.get(id)?.channel;
        let message = self.message(channel, given.original?).ok()?;
        Some(self.message_json(message))
    }

    fn callback_response(&self, id: Id, given: &Given) -> Value {
        let Some(interaction) = self.interactions.get(id) else {
            return Value::Null;
        };
        let mut response = json!({"interaction": {
            "id": id,
            "type": interaction.kind.number(),
        }});
        let message = given
            .original
            .and_then(|id| self.message(interaction.channel, id).ok());
        if let Some(message) = message {
            let about = &mut response["interaction"];
            about["response_message_id"] = json!(message.id);
            about["response_message_loading"] = json!(message.flags & flags::LOADING != 0);
            about["response_message_ephemeral"] = json!(message.flags & flags::EPHEMERAL != 0);
            response["resource"] = json!({"type": given.callback});
            if matches!(given.callback, 4 | 5 | 7) {
                response["resource"]["message"] = self.message_json(message);
            }
        }
        response
    }

    /// Checks a message body and changes the message by it.
    ///
    /// # Errors
    /// As [`World::read_form`] and [`World::edit_message`].
    pub(crate) fn change_message(
        &mut self,
        channel: Id,
        message: Id,
        body: &Value,
        files: &[Upload],
        place: Place,
    ) -> Result<(), Refusal> {
        self.message(channel, message)?;
        let form = self.read_form(body, files, Some((channel, message)), place)?;
        self.edit_message(channel, message, &form, files)
    }

    /// Checks a message body, for a new message or an existing one.
    ///
    /// # Errors
    /// As [`MessageForm::read`].
    pub(crate) fn read_form(
        &self,
        body: &Value,
        files: &[Upload],
        existing: Option<(Id, Id)>,
        place: Place,
    ) -> Result<MessageForm, Refusal> {
        let existing = existing.and_then(|(channel, id)| self.message(channel, id).ok());
        let emojis = self.emojis.keys().copied().collect();
        let context = FormContext {
            place,
            files,
            existing,
            emojis: &emojis,
        };
        MessageForm::read(body, &context)
    }

    /// The interaction that a living token belongs to, once it is answered.
    ///
    /// # Errors
    /// 50027 for a token unknown or older than 15 minutes, 10015 before the
    /// first answer.
    pub(crate) fn interaction_of_token(&self, token: &str) -> Result<&Interaction, Refusal> {
        let id = self.interactions.by_token.get(token);
        let interaction = id.and_then(|id| self.interactions.get(*id));
        let interaction = interaction
            .filter(|one| self.now() < one.expires_ms)
            .ok_or(Refusal::INVALID_TOKEN)?;
        match interaction.given() {
            Some(_) => Ok(interaction),
            None => Err(Refusal::UNKNOWN_WEBHOOK),
        }
    }

    /// The message that a token may change: `@original`, or one by its id.
    ///
    /// # Errors
    /// As [`World::interaction_of_token`]; 10008 if the token has no such message.
    pub(crate) fn message_of_token(
        &self,
        token: &str,
        wanted: Option<Id>,
    ) -> Result<(Id, Id), Refusal> {
        let interaction = self.interaction_of_token(token)?;
        let original = interaction.given().and_then(|given| given.original);
        let id = match wanted {
            None => original,
            Some(id) if original == Some(id) || interaction.followups.contains(&id) => Some(id),
            Some(_) => None,
        };
        let id = id.ok_or(Refusal::UNKNOWN_MESSAGE)?;
        self.message(interaction.channel, id)?;
        Ok((interaction.channel, id))
    }

    /// A follow-up: a further message, or the text that a deferred one waits for.
    ///
    /// # Errors
    /// As [`World::interaction_of_token`] and [`World::create_message`].
    pub(crate) fn follow_up(
        &mut self,
        token: &str,
        body: &Value,
        files: &[Upload],
    ) -> Result<Id, Refusal> {
        let interaction = self.interaction_of_token(token)?;
        let (id, channel) = (interaction.id, interaction.channel);
        let original = interaction.given().and_then(|given| given.original);
        let waiting = original.filter(|original| {
            let message = self.message(channel, *original);
            message.is_ok_and(|message| message.flags & flags::LOADING != 0)
        });
        if let Some(waiting) = waiting {
            self.change_message(channel, waiting, body, files, Place::root())?;
            return Ok(waiting);
        }
        let form = self.read_form(body, files, None, Place::root())?;
        let standing = form.flags.unwrap_or_default() & flags::EPHEMERAL;
        let mut new = self.message_of(id, standing)?;
        new.kind = kinds::REPLY;
        new.reply_to = new.reply_to.or(original);
        let message = self.create_message(new, &form, files)?;
        if let Some(interaction) = self.interactions.by_id.get_mut(&id) {
            interaction.followups.push(message);
        }
        Ok(message)
    }
}

fn read_callback(body: &Value, interaction: &Interaction) -> Result<i64, Refusal> {
    let mut errors = FormErrors::default();
    let callback = errors.integer(&Place::root(), body, "type");
    let place = Place::root().key("type");
    let allowed = interaction.kind.callbacks(interaction.source.is_some());
    match callback {
        None => errors.required(&place),
        Some(callback) if !allowed.contains(&callback) => {
            let allowed: Vec<_> = allowed.iter().map(i64::to_string).collect();
            errors.choices(&place, &allowed.join(", "));
        }
        Some(4 | 7 | 8 | 9) if !body["data"].is_object() => {
            errors.required(&Place::root().key("data"));
        }
        Some(_) => {}
    }
    errors.finish()?;
    callback.ok_or(Refusal::INVALID_JSON)
}

/// A deferred answer may be ephemeral, and nothing else.
fn check_deferred(data: &Value) -> Result<(), Refusal> {
    let bits = data["flags"].as_u64().unwrap_or_default();
    let mut errors = FormErrors::default();
    if bits & !flags::EPHEMERAL != 0 {
        errors.add(
            &Place::root().key("data").key("flags"),
            "INTERACTION_DEFERRED_FLAGS_INVALID",
            "Only the EPHEMERAL flag can be set on a deferred response.",
        );
    }
    errors.finish()
}

fn read_choices(data: &Value) -> Result<Value, Refusal> {
    let mut errors = FormErrors::default();
    let place = Place::root().key("data");
    let choices = errors.list(&place, data, "choices").unwrap_or_default();
    crate::command_forms::check_choices(choices, None, &place.key("choices"), &mut errors);
    errors.finish()?;
    Ok(json!(choices))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::SandboxConfig;
    use crate::record::Recorder;

    fn world() -> (World, Id, Id) {
        let base = "http://127.0.0.1:1".to_owned();
        let world = World::new(&SandboxConfig::default(), base, Recorder::default());
        let user = *world.users.keys().next().expect("a person");
        let channel = *world.channels.keys().next().expect("a channel");
        (world, user, channel)
    }

    fn deed(kind: Kind, user: Id, channel: Id, data: Value, source: Option<Id>) -> Deed {
        Deed {
            kind,
            user,
            channel,
            data,
            source,
        }
    }

    #[test]
    fn twilight_reads_every_kind_of_interaction_and_its_message() {
        use twilight_model::application::interaction::Interaction as Read;
        let (mut world, user, channel) = world();
        let data = json!({"id": user, "name": "play", "type": 1, "options": [], "resolved": {}});
        let command = deed(Kind::Command, user, channel, data, None);
        let event = world.interaction_json(user, "token", &command);
        serde_json::from_value::<Read>(event).expect("a command that twilight reads");

        let (id, _answered) = world.interact(command);
        let token = world
            .interactions
            .get(id)
            .expect("it is there")
            .token
            .clone();
        let body = json!({"type": 4, "data": {"flags": 1 << 15, "components": [
            {"type": 17, "components": [{"type": 10, "content": "hello"}]}]}});
        let response = world
            .answer(id, &token, &body, &[])
            .expect("the answer fits");
        let message = response["resource"]["message"].clone();
        serde_json::from_value::<twilight_model::channel::Message>(message)
            .expect("a message that twilight reads");

        let source = world.interactions.get(id).and_then(Interaction::given);
        let source = source.and_then(|given| given.original);
        let data = json!({"component_type": 2, "custom_id": "a", "id": 1});
        let click = deed(Kind::Component, user, channel, data, source);
        let event = world.interaction_json(user, "token", &click);
        serde_json::from_value::<Read>(event).expect("a click that twilight reads");

        let data = json!({"custom_id": "m", "components": [], "resolved": {}});
        let modal = deed(Kind::Modal, user, channel, data, source);
        let event = world.interaction_json(user, "token", &modal);
        serde_json::from_value::<Read>(event).expect("a modal that twilight reads");
    }

    #[test]
    fn an_ephemeral_is_seen_by_one_person() {
        let (mut world, user, channel) = world();
        let data = json!({"id": user, "name": "play", "type": 1});
        let (id, _answered) = world.interact(deed(Kind::Command, user, channel, data, None));
        let token = world
            .interactions
            .get(id)
            .expect("it is there")
            .token
            .clone();
        let body = json!({"type": 4, "data": {"content": "secret", "flags": 64}});
        world
            .answer(id, &token, &body, &[])
            .expect("the answer fits");
        let (_, message) = world.message_of_token(&token, None).expect("an original");
        let message = world.message(channel, message).expect("a message");
        let other = *world.users.keys().nth(1).expect("another person");
        assert!(message.is_seen_by(Some(user)));
        assert!(!message.is_seen_by(Some(other)));
        assert!(!message.is_seen_by(None));
    }
}
