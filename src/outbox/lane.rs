//! The lanes in which requests wait for the pace over all routes: one for each server and one for the
//! bot's own requests. `fair_queue` decides whose turn it is.

use serenity::model::id::GuildId;
use table::effect::Urgency;

/// The lane of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lane {
    /// The server on whose behalf the request is sent; `None` for the bot's own requests.
    pub(crate) guild: Option<GuildId>,
    pub(crate) urgency: Urgency,
}

impl Lane {
    /// The lane of requests that no server causes.
    pub(crate) const OWN: Self = Self {
        guild: None,
        urgency: Urgency::Urgent,
    };

    /// Returns the lane of a server.
    pub(crate) fn of(guild: GuildId, urgency: Urgency) -> Self {
        Self {
            guild: Some(guild),
            urgency,
        }
    }
}
