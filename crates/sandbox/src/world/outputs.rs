//! Reports from the world to the layers above it: events for the bot's gateway sessions, changes for the page and other
//! observers, and answered interactions.

use serde_json::Value;

use crate::id::Id;

/// A report from the world to the layers above. Outputs are in chronological order.
#[derive(Clone, Debug)]
pub enum Output {
    Event(Event),
    Change(Change),
    /// The bot has given its first response to this interaction.
    Answered(Id),
}

#[derive(Clone, Debug)]
pub struct Event {
    /// Discord's name, such as `MESSAGE_CREATE`.
    pub name: &'static str,
    /// The server that the event belongs to; `None` for direct messages.
    pub guild: Option<Id>,
    /// The `d` field of the gateway's payload.
    pub data: Value,
}

/// A change, for example to a message, a server or the bot's sessions.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// The number of changes so far.
    pub revision: u64,
    /// The channel that changed; `None` for changes outside of channels.
    pub channel: Option<Id>,
}
