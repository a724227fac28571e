//! Servers: their JSON, and the bot's membership in them.

use serde_json::{Value, json};

use super::state::World;
use crate::api_error::ApiError;
use crate::model::guilds::{BotMembership, Guild, partial_member};
use crate::model::ids::Id;
use crate::model::outputs::Intent;
use crate::model::permissions::Permissions;
use crate::model::timestamp::iso_8601;

impl World {
    /// Adds a server with the bot as a member, and sends GUILD_CREATE.
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
            "system_channel_id": null,
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

    /// Changes the bot's membership in a server and sends the bot the matching event.
    pub(crate) fn change_bot_membership(
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
        let Some(guild) = self.guilds.get(&id) else {
            return;
        };
        let event = match guild.bot_membership {
            BotMembership::Member => "GUILD_CREATE",
            BotMembership::Unavailable | BotMembership::Removed => "GUILD_DELETE",
        };
        self.emit(event, Some(id), Intent::Guilds, |world| {
            world.membership_json(id)
        });
        self.notify_change(None);
    }

    fn membership_json(&self, id: Id) -> Value {
        match self.guilds.get(&id) {
            Some(guild) => match guild.bot_membership {
                BotMembership::Member => self.guild_create_json(guild),
                BotMembership::Unavailable => json!({"id": id, "unavailable": true}),
                // Without `unavailable`, the event means that the bot was removed.
                BotMembership::Removed => json!({"id": id}),
            },
            None => Value::Null,
        }
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
        json["voice_states"] = json!([]);
        json["presences"] = json!([]);
        json["stage_instances"] = json!([]);
        json["guild_scheduled_events"] = json!([]);
        json["soundboard_sounds"] = json!([]);
        json
    }

    pub(crate) fn member_json(&self, guild: &Guild, user: Id) -> Value {
        let mut member = partial_member(guild);
        member["user"] = self.user_json(user);
        member
    }

    /// Returns the role `@everyone`; its id is the server's.
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

    /// Returns the owner of every server: the first user, who may do everything there.
    pub(crate) fn owner(&self) -> Id {
        self.users.keys().next().copied().unwrap_or(self.bot.id)
    }
}
