//! Interactions: people's actions, the payloads that the bot receives, and tokens.

use serde_json::{Value, json};

use super::state::World;
use crate::api_error::ApiError;
use crate::model::attachments::MAX_FILE_BYTES;
use crate::model::channels::Channel;
use crate::model::guilds::Guild;
use crate::model::ids::Id;
use crate::model::interactions::{Interaction, InteractionKind, ResponseState, TOKEN_LIFETIME_MS};
use crate::model::outputs::Intent;

/// A user's action, from which an interaction is created.
#[derive(Debug)]
pub(crate) struct UserAction {
    pub(crate) kind: InteractionKind,
    pub(crate) user: Id,
    pub(crate) channel: Id,
    pub(crate) data: Value,
    pub(crate) source: Option<Id>,
}

/// An interaction that a person has started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartedInteraction {
    /// The interaction's id.
    pub id: Id,
    /// The secret with which the bot answers.
    pub token: String,
}

impl World {
    /// Creates an interaction from a user's action and sends it to the bot.
    pub(crate) fn start_interaction(&mut self, action: UserAction) -> StartedInteraction {
        let id = self.new_id();
        let token = format!("interaction-{id}-{}", self.new_id());
        let channel = action.channel;
        self.interactions.insert(Interaction {
            id,
            token: token.clone(),
            kind: action.kind,
            user: action.user,
            channel,
            created_ms: self.now(),
            expires_ms: self.now() + TOKEN_LIFETIME_MS,
            source: action.source,
            response: ResponseState::Pending,
            data: action.data,
        });
        let guild = self.guild_of(channel);
        self.emit("INTERACTION_CREATE", guild, Intent::None, |world| {
            world.interaction_payload(id).unwrap_or_default()
        });
        StartedInteraction { id, token }
    }

    /// Returns the data of INTERACTION_CREATE for an interaction. It shows users, channel and message
    /// as they are now: call it when the interaction starts. `None` for an unknown id.
    #[must_use]
    pub fn interaction_payload(&self, id: Id) -> Option<Value> {
        let interaction = self.interactions.get(id)?;
        Some(self.interaction_json(interaction))
    }

    /// Expires the tokens of all interactions in a channel.
    pub fn expire_tokens(&mut self, now: u64, channel: Id) {
        self.advance_to(now);
        self.interactions.expire_tokens(channel, now);
    }

    fn interaction_json(&self, interaction: &Interaction) -> Value {
        let mut json = json!({
            "id": interaction.id,
            "application_id": self.bot.id,
            "type": interaction.kind.number(),
            "token": interaction.token,
            "version": 1,
            "data": interaction.data,
            "channel_id": interaction.channel,
            "locale": self.user(interaction.user).map(|user| user.locale.clone()),
            "entitlements": [],
            "attachment_size_limit": MAX_FILE_BYTES,
        });
        let channel = self.channels.get(&interaction.channel);
        if let Some(channel) = channel {
            json["channel"] = self.channel_json(channel);
            json["app_permissions"] = json!(self.bot_permissions(channel).0.to_string());
            let guild = channel.guild().and_then(|guild| self.guilds.get(&guild));
            match guild {
                Some(guild) => {
                    json["channel"]["permissions"] = json!(
                        self.member_permissions(channel, interaction.user)
                            .0
                            .to_string()
                    );
                    self.add_guild_fields(guild, channel, interaction.user, &mut json);
                }
                None => {
                    json["user"] = self.user_json(interaction.user);
                    json["context"] = json!(1);
                    json["authorizing_integration_owners"] = json!({"0": "0"});
                }
            }
        }
        let source = interaction
            .source
            .and_then(|source| self.messages.get(&interaction.channel)?.get(&source));
        if let Some(message) = source {
            json["message"] = self.message_json(message);
        }
        json
    }

    fn add_guild_fields(&self, guild: &Guild, channel: &Channel, user: Id, json: &mut Value) {
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

    /// Returns the interaction of a valid token that has had its first response.
    ///
    /// # Errors
    /// 50027 for an unknown or expired token, 10015 before the first response.
    pub(crate) fn interaction_by_token(&self, token: &str) -> Result<&Interaction, ApiError> {
        let interaction = self.interactions.with_token(token);
        let interaction = interaction
            .filter(|one| self.now() < one.expires_ms)
            .ok_or(ApiError::INVALID_TOKEN)?;
        match interaction.response() {
            Some(_) => Ok(interaction),
            None => Err(ApiError::UNKNOWN_WEBHOOK),
        }
    }

    /// Returns channel and id of the message with which the interaction of a token was answered.
    pub(crate) fn original_message(&self, token: &str) -> Result<(Id, Id), ApiError> {
        let interaction = self.interaction_by_token(token)?;
        let response = interaction.response();
        let id = response.and_then(|response| response.original);
        let id = id.ok_or(ApiError::UNKNOWN_MESSAGE)?;
        self.message(interaction.channel, id)?;
        Ok((interaction.channel, id))
    }
}

#[cfg(test)]
mod tests {
    use twilight_model::application::interaction::Interaction as TwilightInteraction;

    use super::*;
    use crate::config::UserConfig;
    use crate::world::WorldConfig;

    const START: u64 = 1_800_000_000_000;

    fn world() -> (World, Id, Id) {
        let mut world = World::new(WorldConfig::default(), START);
        let guild = world.add_guild(START, "Home", "en-US");
        let channel = world.add_channel(START, guild, "table");
        let user = add_user(&mut world, "ada");
        (world, user, channel)
    }

    fn add_user(world: &mut World, name: &str) -> Id {
        let config = UserConfig {
            username: name.to_owned(),
            global_name: None,
            locale: "de".to_owned(),
        };
        world.add_user(START, &config)
    }

    fn payload(world: &World, started: &StartedInteraction) -> Value {
        let payload = world.interaction_payload(started.id);
        payload.expect("the interaction was started")
    }

    #[test]
    fn twilight_can_read_every_kind_of_interaction_and_its_message() {
        let (mut world, user, channel) = world();
        let start = |world: &mut World, kind, data, source| {
            let action = UserAction {
                kind,
                user,
                channel,
                data,
                source,
            };
            world.start_interaction(action)
        };
        let data = json!({"id": user, "name": "play", "type": 1, "options": [], "resolved": {}});
        let command = start(&mut world, InteractionKind::Command, data, None);
        serde_json::from_value::<TwilightInteraction>(payload(&world, &command))
            .expect("a command that twilight reads");

        let body = json!({"type": 4, "data": {"flags": 1 << 15, "components": [
            {"type": 17, "components": [{"type": 10, "content": "hello"}]}]}});
        world
            .answer_interaction(command.id, &command.token, &body, &[])
            .expect("the answer fits");
        let response = world.callback_response_json(command.id);
        let message = response["resource"]["message"].clone();
        serde_json::from_value::<twilight_model::channel::Message>(message)
            .expect("a message that twilight reads");

        let (_, source) = world.original_message(&command.token).expect("an original");
        let data = json!({"component_type": 2, "custom_id": "a", "id": 1});
        let click = start(&mut world, InteractionKind::Component, data, Some(source));
        serde_json::from_value::<TwilightInteraction>(payload(&world, &click))
            .expect("a click that twilight reads");
    }

    #[test]
    fn an_ephemeral_message_is_visible_to_one_user() {
        let (mut world, user, channel) = world();
        let other = add_user(&mut world, "bruno");
        let started = world.start_interaction(UserAction {
            kind: InteractionKind::Command,
            user,
            channel,
            data: json!({"id": user, "name": "play", "type": 1}),
            source: None,
        });
        let body = json!({"type": 4, "data": {"content": "secret", "flags": 64}});
        world
            .answer_interaction(started.id, &started.token, &body, &[])
            .expect("the answer fits");
        let seen_by = |person| world.messages_seen_by(channel, person).count();
        assert_eq!(seen_by(Some(user)), 1);
        assert_eq!(seen_by(Some(other)), 0);
        assert_eq!(seen_by(None), 0);
    }
}
