//! Servers (Discord's guilds) and the bot's membership in them.

use serde_json::{Value, json};

use crate::model::ids::Id;
use crate::model::timestamp::iso_8601;

/// A server. Every user is a member of every server.
#[derive(Clone, Debug)]
pub(crate) struct Guild {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) preferred_locale: String,
    pub(crate) created_ms: u64,
    pub(crate) bot_membership: BotMembership,
}

/// The bot's membership in a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BotMembership {
    /// The bot is a member.
    Member,
    /// The bot is a member, but the server is in an outage.
    Unavailable,
    /// The bot was removed, or has left.
    Removed,
}

impl Guild {
    /// Returns true if the bot is a member, also during an outage.
    pub(crate) fn has_bot(&self) -> bool {
        self.bot_membership != BotMembership::Removed
    }
}

/// Returns Discord's member object without its user, as messages carry it.
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
