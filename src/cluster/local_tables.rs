//! The tables of this process, as the cluster needs them. Implemented by the registry.

use journal::RunningTable;
use serenity::model::id::ChannelId;
use table::ids::Millis;

use crate::mailbox::{NotSent, SendError};
use crate::table_message::TableMessage;

/// The tables of this process by channel. Clones are handles to the same tables.
pub(crate) trait LocalTables: Clone + Send + Sync + 'static {
    /// Returns true if this process owns or visits a table in this channel.
    fn has(&self, channel: ChannelId) -> bool;

    /// Puts a message into the mailbox of this process's table in the channel, and loads it if it
    /// is not in memory.
    ///
    /// # Errors
    /// If the message cannot be delivered.
    fn send_here(&self, channel: ChannelId, message: TableMessage) -> Result<(), NotSent>;

    /// Takes in that this process owns a table that no process has run since `since`.
    fn taken_over(&self, running: RunningTable, since: Millis);

    /// Takes in that this process owns a table, unless the channel has one already.
    fn insert_if_absent(&self, running: RunningTable);

    fn count_takeovers(&self, tables: usize);

    /// Loads another process's table to serve this message. If the channel has a table here by now,
    /// that one gets it.
    ///
    /// # Errors
    /// If the message cannot be delivered.
    fn visit(&self, running: RunningTable, message: TableMessage) -> Result<(), SendError>;
}
