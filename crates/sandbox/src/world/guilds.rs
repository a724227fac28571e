//! Servers (Discord's guilds), their JSON, and the bot's membership in them.

use serde_json::{Value, json};

use super::{Permissions, World};
use crate::api_error::ApiError;
use crate::format::iso_8601;
use crate::id::Id;

/// A server. Every user is a member of every server.
#[derive(Clone, Debug)]
pub(crate) struct Guild {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) preferred_locale: String,
    pub(crate) created_ms: u64,
    pub(crate) bot_membership: BotMembership,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BotMembership {
    Member,
    /// The bot is a member, but the server is in an outage.
    Unavailable,
    /// The bot was removed, or has left. Its commands work only for users who have installed the application
    /// themselves; in the sandbox, all users have done so.
    Removed,
    /// The link that added the application had no `bot` scope, so its commands work, but the bot is not a member.
    CommandsOnly,
}

impl Guild {
    /// Returns Discord's `authorizing_integration_owners` for an interaction of this user.
    pub(crate) fn installation_owners(&self, user: Id) -> Value {
        match self.bot_membership {
            BotMembership::Removed => json!({ "1": user }),
            BotMembership::Member | BotMembership::Unavailable | BotMembership::CommandsOnly => {
                json!({ "0": self.id })
            }
        }
    }

    /// Returns true if the bot is a member, even during an outage.
    pub(crate) fn has_bot(&self) -> bool {
        match self.bot_membership {
            BotMembership::Member | BotMembership::Unavailable => true,
            BotMembership::Removed | BotMembership::CommandsOnly => false,
        }
    }
}

impl World {
    pub fn add_guild(
        &mut self,
        now: u64,
        name: impl Into<String>,
        preferred_locale: impl Into<String>,
    ) -> Id {
        self.advance_to(now);
        let id = self.new_id();
        let guild = Guild {
            id,
            name: name.into(),
            preferred_locale: preferred_locale.into(),
            created_ms: self.now(),
            bot_membership: BotMembership::Member,
        };
        self.guilds.insert(id, guild);
        self.announce_guild(id);
        id
    }

    /// Iterates over all servers, oldest first, including those without the bot.
    pub(crate) fn guilds(&self) -> impl Iterator<Item = &Guild> {
        self.guilds.values()
    }

    pub(crate) fn guild(&self, id: Id) -> Option<&Guild> {
        self.guilds.get(&id)
    }

    /// Returns Discord's guild object, without the fields that only GUILD_CREATE has.
    pub(crate) fn guild_json(&self, guild: &Guild) -> Value {
        json!({
            "id": guild.id,
            "name": guild.name,
            "icon": null,
            "splash": null,
            "discovery_splash": null,
            "description": null,
            "banner": null,
            "owner_id": self.owner(),
            "afk_channel_id": null,
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 1,
            "explicit_content_filter": 0,
            "roles": [self.everyone_role(guild.id)],
            "emojis": [],
            "stickers": [],
            "features": [],
            "mfa_level": 0,
            "application_id": null,
            "system_channel_id": self.system_channel(guild.id),
            "system_channel_flags": 0,
            "rules_channel_id": null,
            "public_updates_channel_id": null,
            "safety_alerts_channel_id": null,
            "vanity_url_code": null,
            "premium_tier": 0,
            "premium_subscription_count": 0,
            "premium_progress_bar_enabled": false,
            "preferred_locale": guild.preferred_locale,
            "nsfw_level": 0,
            "nsfw": false,
            "max_members": 500_000,
            "max_video_channel_users": 25,
            "max_stage_video_channel_users": 50,
        })
    }

    pub(crate) fn set_bot_membership(
        &mut self,
        id: Id,
        membership: BotMembership,
    ) -> Result<(), ApiError> {
        let guild = self.guilds.get_mut(&id).ok_or(ApiError::UNKNOWN_GUILD)?;
        guild.bot_membership = membership;
        self.announce_guild(id);
        Ok(())
    }

    /// Sends GUILD_CREATE or GUILD_DELETE, whichever matches the bot's membership.
    fn announce_guild(&mut self, id: Id) {
        let is_member = |guild: &Guild| guild.bot_membership == BotMembership::Member;
        let event = if self.guild(id).is_some_and(is_member) {
            "GUILD_CREATE"
        } else {
            "GUILD_DELETE"
        };
        self.emit(event, Some(id), |world| {
            match world.guild(id) {
                Some(guild) if is_member(guild) => world.guild_create_json(guild),
                Some(guild) if guild.bot_membership == BotMembership::Unavailable => {
                    json!({"id": id, "unavailable": true})
                }
                // Without `unavailable`, the event means that the bot was removed.
                _ => json!({"id": id}),
            }
        });
        self.notify_change(None);
    }

    pub(crate) fn guild_create_json(&self, guild: &Guild) -> Value {
        let mut json = self.guild_json(guild);
        let of_guild = |is_thread: bool| -> Value {
            self.channels
                .values()
                .filter(|channel| channel.guild() == Some(guild.id))
                .filter(|channel| channel.thread().is_some() == is_thread)
                .filter(|channel| !channel.thread().is_some_and(|thread| thread.archived))
                .map(|channel| channel.to_json(self.bot.id))
                .collect()
        };
        json["channels"] = of_guild(false);
        json["threads"] = of_guild(true);
        json["members"] = json!([self.member_json(guild, self.bot.id)]);
        json["member_count"] = json!(self.users.len() + 1);
        json["joined_at"] = json!(iso_8601(guild.created_ms));
        json["large"] = json!(false);
        json["unavailable"] = json!(false);
        for empty in [
            "voice_states",
            "presences",
            "stage_instances",
            "guild_scheduled_events",
            "soundboard_sounds",
        ] {
            json[empty] = json!([]);
        }
        json
    }

    pub(crate) fn member_json(&self, guild: &Guild, user: Id) -> Value {
        json!({
            "user": self.user_json(user),
            "nick": null,
            "avatar": null,
            "banner": null,
            "roles": [],
            "joined_at": iso_8601(guild.created_ms),
            "premium_since": null,
            "deaf": false,
            "mute": false,
            "pending": false,
            "flags": 0,
            "communication_disabled_until": null,
        })
    }

    pub(crate) fn everyone_role(&self, guild: Id) -> Value {
        json!({
            "id": guild,
            "name": "@everyone",
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null},
            "hoist": false,
            "icon": null,
            "unicode_emoji": null,
            "position": 0,
            "permissions": Permissions::EVERYONE.0.to_string(),
            "managed": false,
            "mentionable": false,
            "flags": 0,
        })
    }
}
