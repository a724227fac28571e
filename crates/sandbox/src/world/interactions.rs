//! Interactions: users' actions, the payloads that the bot receives, and tokens. `callbacks` handles the
//! bot's responses.

use serde_json::{Value, json};

use super::guilds::Guild;
use super::{MAX_FILE_BYTES, World};
use crate::api_error::ApiError;
use crate::id::Id;

/// The deadline for the first response to an interaction, in milliseconds.
pub(crate) const RESPONSE_DEADLINE_MS: u64 = 3000;
const TOKEN_LIFETIME_MS: u64 = 15 * 60 * 1000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InteractionKind {
    Command = 2,
    Component = 3,
    Autocomplete = 4,
    Modal = 5,
}

impl InteractionKind {
    pub(crate) fn number(self) -> u8 {
        self as u8
    }

    /// Returns the supported callback types for this kind of interaction.
    pub(crate) fn callbacks(self) -> &'static [u64] {
        match self {
            Self::Command => &[4, 5, 9],
            Self::Component => &[4, 5, 6, 7, 9],
            Self::Modal => &[4, 5, 6, 7],
            Self::Autocomplete => &[8],
        }
    }
}

#[derive(Debug)]
pub(crate) struct UserAction {
    pub(crate) kind: InteractionKind,
    pub(crate) user: Id,
    pub(crate) channel: Id,
    /// The `data` field of the payload the bot receives.
    pub(crate) data: Value,
    /// The message whose component was used. For a modal, the message whose component opened it, if any.
    pub(crate) source: Option<Id>,
}

#[derive(Debug)]
pub(crate) struct Interaction {
    pub(crate) id: Id,
    pub(crate) token: String,
    pub(crate) action: UserAction,
    pub(crate) created_ms: u64,
    /// When the token expires, in milliseconds since 1970.
    pub(crate) expires_ms: u64,
    pub(crate) response: Option<InteractionResponse>,
}

#[derive(Clone, Debug)]
pub(crate) struct InteractionResponse {
    pub(crate) callback: u64,
    pub(crate) responded_ms: u64,
    /// The message that `@original` refers to.
    pub(crate) original: Option<Id>,
    /// A snapshot of `original` as JSON, taken right after the response; `None` unless outputs are kept.
    pub(crate) message: Option<Value>,
    pub(crate) choices: Option<Value>,
    pub(crate) modal: Option<Value>,
}

impl Interaction {
    pub(crate) fn is_late(&self, now: u64) -> bool {
        self.response.is_none() && now >= self.created_ms + RESPONSE_DEADLINE_MS
    }

    pub(crate) fn response_time_ms(&self) -> Option<u64> {
        let response = self.response.as_ref()?;
        Some(response.responded_ms - self.created_ms)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartedInteraction {
    pub id: Id,
    pub token: String,
}

impl World {
    pub(crate) fn start_interaction(&mut self, action: UserAction) -> StartedInteraction {
        let id = self.new_id();
        let token = format!("interaction-{id}-{}", self.new_id());
        let guild = self.guild_of(action.channel);
        let interaction = Interaction {
            id,
            token: token.clone(),
            action,
            created_ms: self.now(),
            expires_ms: self.now() + TOKEN_LIFETIME_MS,
            response: None,
        };
        self.interactions.insert(id, interaction);
        self.emit("INTERACTION_CREATE", guild, |world| {
            world.interaction_payload(id).unwrap_or_default()
        });
        StartedInteraction { id, token }
    }

    /// Returns the data of INTERACTION_CREATE for an interaction; `None` for an unknown id. Users, channel and message
    /// appear in their current state, so call this when the interaction starts.
    pub fn interaction_payload(&self, id: Id) -> Option<Value> {
        self.interaction(id)
            .map(|interaction| self.interaction_json(interaction))
    }

    /// Iterates over all interactions, oldest first.
    pub(crate) fn interactions(&self) -> impl DoubleEndedIterator<Item = &Interaction> {
        self.interactions.values()
    }

    pub(crate) fn interaction(&self, id: Id) -> Option<&Interaction> {
        self.interactions.get(&id)
    }

    fn with_token(&self, token: &str) -> Option<&Interaction> {
        let id = token.split('-').nth(1)?.parse().ok()?;
        self.interaction(id)
            .filter(|interaction| interaction.token == token)
    }

    pub(crate) fn channel_of_token(&self, token: &str) -> Option<Id> {
        Some(self.with_token(token)?.action.channel)
    }

    /// Returns the channel and the id of the message that `@original` refers to with this token.
    ///
    /// # Errors
    /// Returns 50027 for an unknown or expired token, 10015 before the first response, and 10008 if
    /// there is no message.
    pub(crate) fn original_message(&self, token: &str) -> Result<(Id, Id), ApiError> {
        let (interaction, response) = self.answered_interaction(token)?;
        let id = response.original.ok_or(ApiError::UNKNOWN_MESSAGE)?;
        self.message(interaction.action.channel, id)?;
        Ok((interaction.action.channel, id))
    }

    /// Returns the channel of a follow-up message sent with a token.
    ///
    /// # Errors
    /// Same as [`Self::original_message`]; also returns 10008 for a message that was not sent with this token.
    pub(crate) fn channel_of_follow_up(&self, token: &str, id: Id) -> Result<Id, ApiError> {
        let (interaction, _) = self.answered_interaction(token)?;
        let channel = interaction.action.channel;
        let message = self.message(channel, id)?;
        let answers = message.interaction.as_ref().map(|one| &one["id"]);
        if answers == Some(&json!(interaction.id)) {
            Ok(channel)
        } else {
            Err(ApiError::UNKNOWN_MESSAGE)
        }
    }

    pub(super) fn answered_interaction(
        &self,
        token: &str,
    ) -> Result<(&Interaction, &InteractionResponse), ApiError> {
        let interaction = self
            .with_token(token)
            .filter(|one| self.now() < one.expires_ms)
            .ok_or(ApiError::INVALID_TOKEN)?;
        let response = interaction.response.as_ref();
        Ok((interaction, response.ok_or(ApiError::UNKNOWN_WEBHOOK)?))
    }

    fn interaction_json(&self, interaction: &Interaction) -> Value {
        let action = &interaction.action;
        let mut json = json!({
            "id": interaction.id,
            "application_id": self.bot.id,
            "type": action.kind.number(),
            "token": interaction.token,
            "version": 1,
            "data": action.data,
            "channel_id": action.channel,
            "locale": self.user(action.user).map(|user| &user.locale),
            "entitlements": [],
            "attachment_size_limit": MAX_FILE_BYTES,
        });
        if let Some(channel) = self.channel(action.channel) {
            json["channel"] = self.channel_json(channel);
            json["app_permissions"] = json!(self.bot_permissions(channel).0.to_string());
            match channel.guild().and_then(|guild| self.guild(guild)) {
                Some(guild) => self.add_guild_fields(guild, action.user, &mut json),
                None => {
                    json["user"] = self.user_json(action.user);
                    json["context"] = json!(1);
                    json["authorizing_integration_owners"] = json!({"0": "0"});
                }
            }
        }
        let source = action
            .source
            .and_then(|source| self.any_message(action.channel, source));
        if let Some(message) = source {
            json["message"] = self.message_json(message);
        }
        json
    }

    fn add_guild_fields(&self, guild: &Guild, user: Id, json: &mut Value) {
        let permissions = json!(self.member_permissions(user).0.to_string());
        let mut member = self.member_json(guild, user);
        member["permissions"] = permissions.clone();
        json["channel"]["permissions"] = permissions;
        json["guild_id"] = json!(guild.id);
        json["guild"] = json!({"id": guild.id, "locale": guild.preferred_locale, "features": []});
        json["guild_locale"] = json!(guild.preferred_locale);
        json["member"] = member;
        json["context"] = json!(0);
        json["authorizing_integration_owners"] = guild.installation_owners(user);
    }
}

#[cfg(test)]
mod tests {
    use twilight_model::application::interaction::Interaction as TwilightInteraction;
    use twilight_model::channel::Message as TwilightMessage;

    use super::*;
    use crate::config::UserConfig;
    use crate::world::WorldConfig;

    const START: u64 = 1_800_000_000_000;

    #[test]
    fn twilight_can_read_every_kind_of_interaction_and_its_message() {
        let mut world = World::new(WorldConfig::default(), START);
        let guild = world.add_guild(START, "Home", "en-US");
        let channel = world.add_channel(START, guild, "table");
        let user = world.add_user(START, &UserConfig::new("ada", "de"));
        let start = |world: &mut World, kind, data, source| {
            let action = UserAction {
                kind,
                user,
                channel,
                data,
                source,
            };
            let started = world.start_interaction(action);
            let payload = world.interaction_payload(started.id).unwrap_or_default();
            serde_json::from_value::<TwilightInteraction>(payload).expect("twilight reads it");
            started
        };
        let data = json!({"id": user, "name": "play", "type": 1, "options": [], "resolved": {}});
        let command = start(&mut world, InteractionKind::Command, data, None);
        let body = json!({"type": 4, "data": {"flags": 1 << 15, "components": [
            {"type": 17, "components": [{"type": 10, "content": "hello"}]}]}});
        world
            .answer_interaction(command.id, &command.token, &body, &[])
            .expect("the answer fits");
        let response = world.callback_response_json(command.id);
        let message = response["resource"]["message"].clone();
        serde_json::from_value::<TwilightMessage>(message).expect("twilight reads it");

        let (_, source) = world.original_message(&command.token).expect("an original");
        let data = json!({"component_type": 2, "custom_id": "a", "id": 1});
        start(&mut world, InteractionKind::Component, data, Some(source));
    }
}
