//! Servers.

use serde_json::{Value, json};

use crate::clock::iso_8601;
use crate::ids::Id;
use crate::permissions::Permissions;
use crate::refusal::Refusal;
use crate::sessions::Intent;
use crate::world::World;

/// A server; everybody is a member of every server here.
#[derive(Clone, Debug)]
pub(crate) struct Guild {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) preferred_locale: String,
    pub(crate) created_ms: u64,
    pub(crate) standing: Standing,
}

/// What a server is to the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Standing {
    /// The bot is in it.
    Member,
    /// The bot is in it, but Discord cannot serve it at the moment.
    Unavailable,
    /// The bot has been removed from it.
    Removed,
}

impl Guild {
    /// Whether the bot is a member.
    pub(crate) fn has_bot(&self) -> bool {
        self.standing != Standing::Removed
    }
}

impl World {
    /// Discord's guild object, without what only GUILD_CREATE adds.
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

    /// Changes what a server is to the bot, and tells it.
    ///
    /// # Errors
    /// 10004 if there is no such server.
    pub(crate) fn place_guild(&mut self, id: Id, standing: Standing) -> Result<(), Refusal> {
        let guild = self.guilds.get_mut(&id).ok_or(Refusal::UNKNOWN_GUILD)?;
        guild.standing = standing;
        self.announce_guild(id);
        Ok(())
    }

    /// Tells the bot what a server is to it now.
    pub(crate) fn announce_guild(&mut self, id: Id) {
        let Some(guild) = self.guilds.get(&id) else {
            return;
        };
        let (event, data) = match guild.standing {
            Standing::Member => ("GUILD_CREATE", self.guild_create_json(guild)),
            Standing::Unavailable => ("GUILD_DELETE", json!({"id": id, "unavailable": true})),
            // Discord leaves the field out where the bot itself has gone.
            Standing::Removed => ("GUILD_DELETE", json!({"id": id})),
        };
        self.dispatch(event, Some(id), Intent::Guilds, data);
        self.touch(None);
    }

    /// What GUILD_CREATE carries.
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

    /// Discord's member object, with its user.
    pub(crate) fn member_json(&self, guild: &Guild, user: Id) -> Value {
        let mut member = partial_member(guild);
        member["user"] = self.user_json(user);
        member
    }

    /// The role that everybody has; its id is the server's.
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

    fn owner(&self) -> Id {
        self.users.keys().next().copied().unwrap_or(self.bot.id)
    }
}

/// The member object as messages carry it, without its user.
pub(crate) fn partial_member(guild: &Guild) -> Value {
    json!({
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
