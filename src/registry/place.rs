//! The place of a table: its server and channel, and its handle among those of the process.

use journal::RunningTable;
use serenity::model::id::{ChannelId, GuildId};
use table::ids::TableId;

/// A loaded table's place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) table: TableId,
    pub(super) guild: GuildId,
    pub(super) channel: ChannelId,
    /// Unique in this process: a channel's next handle has another, even for the same table.
    pub(super) serial: u64,
}

/// Discord's ids are never 0, and the journal holds only such; `max` satisfies the type.
pub(super) fn channel_of(running: &RunningTable) -> ChannelId {
    ChannelId::new(running.channel.0.max(1))
}

/// Returns the server of a table, with the same invariant as [`channel_of`].
pub(super) fn guild_of(running: &RunningTable) -> GuildId {
    GuildId::new(running.guild.0.max(1))
}
