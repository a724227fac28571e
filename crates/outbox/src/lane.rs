//! The lanes in which requests wait for the pace over all routes: one for each server and one for the
//! bot's own requests. `fair_queue` decides whose turn it is.

use serenity::model::id::GuildId;
use table::effect::Urgency;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    /// The server on whose behalf the request is sent; `None` for the bot's own requests.
    pub(crate) guild: Option<GuildId>,
    pub(crate) urgency: Urgency,
    /// True for direct messages. A person who refuses them says nothing about the server.
    pub(crate) to_person: bool,
}

impl Lane {
    /// The bot's own requests that come behind those of people.
    pub const BACKGROUND: Self = Self {
        urgency: Urgency::Routine,
        ..Self::OWN
    };
    /// The lane of requests that no server causes.
    pub const OWN: Self = Self {
        guild: None,
        urgency: Urgency::Urgent,
        to_person: false,
    };

    pub fn of(guild: GuildId, urgency: Urgency) -> Self {
        Self {
            guild: Some(guild),
            urgency,
            to_person: false,
        }
    }

    /// Returns the lane of direct messages that a table of this server sends.
    pub fn to_person(guild: GuildId, urgency: Urgency) -> Self {
        Self {
            to_person: true,
            ..Self::of(guild, urgency)
        }
    }

    /// Returns the server that a refusal counts against.
    pub fn refusing_guild(self) -> Option<GuildId> {
        self.guild.filter(|_| !self.to_person)
    }
}
