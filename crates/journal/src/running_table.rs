//! A table's channel and messages, as recorded in the journal.

use table::ids::{ChannelId, GuildId, Millis, TableId};

/// A table's channel and messages. Usually the table is running;
/// [`Journal::closed_with_messages`](crate::Journal::closed_with_messages) returns closed ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunningTable {
    /// The table's id, unique across all servers.
    pub table: TableId,
    /// The server of the table's channel.
    pub guild: GuildId,
    /// The channel in which the table is played.
    pub channel: ChannelId,
    /// The table's public messages, as last recorded.
    pub posted: PostedMessages,
    /// The time of the table's newest entry.
    pub written_at: Millis,
}

/// The public messages that a table has in its channel, as Discord's message ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PostedMessages {
    /// The message that shows the table, once its id is known.
    pub message: Option<u64>,
    /// Earlier messages that should have been deleted but may still exist, oldest first.
    pub replaced: Vec<u64>,
}
