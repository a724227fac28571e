//! The tables of this process, as the cluster needs them. Implemented by the registry.

use journal::RunningTable;
use serenity::model::id::ChannelId;
use table::ids::Millis;

use crate::mailbox::{Mailbox, SendError};
use crate::table_message::TableMessage;

/// The tables of this process by channel. Clones are handles to the same tables.
pub(crate) trait LocalTables: Clone + Send + Sync + 'static {
    /// Returns the mailbox of a table that is being loaded or runs. Wakes nothing.
    fn mailbox(&self, channel: ChannelId) -> Option<Mailbox>;

    /// Returns the mailbox of a channel's table. Starts loading the table if it is dormant.
    fn wake_or_get(&self, channel: ChannelId) -> Option<Mailbox>;

    /// Puts a table to the dormant ones; no process has run it since `since`.
    fn insert_dormant(&self, running: RunningTable, since: Millis);

    /// Puts a table to the dormant ones, as of now, unless the channel has one already.
    fn insert_dormant_if_absent(&self, running: RunningTable);

    /// Counts tables that were taken over, for the operator.
    fn count_takeovers(&self, tables: usize);

    /// Runs a task that a shutdown waits for.
    fn spawn(&self, task: impl Future<Output = ()> + Send + 'static);

    /// Loads another process's table to serve this message. If the channel has a table here by now,
    /// that one gets it.
    ///
    /// # Errors
    /// If the message cannot be delivered.
    fn visit(&self, running: RunningTable, message: TableMessage) -> Result<(), SendError>;
}
