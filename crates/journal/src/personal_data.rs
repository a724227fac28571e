//! The port for personal data: finds stored tables, erases people, deletes expired data, and records which servers the
//! bot has left. `tests/main/personal_data.rs` tests its guarantees for every implementation.
//!
//! `table::personal_data` separates people from entries; the bot decides when data expires and how long to pause
//! between batches.

use async_trait::async_trait;
use table::ids::{ChannelId, GuildId, Millis, TableId, UserId};

use crate::port::{Journal, JournalError};

/// The cut-off times and the batch size for deleting data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expiry {
    /// The cut-off for tables that are no longer played (by their newest entry), for practices (by when they were last
    /// shown), and for the preferences, recipes, reviews and call requests of people who are not recorded at any table.
    /// The choice to hide is kept while the person has results. Daily games are kept two days longer, because streaks
    /// need them.
    pub ended_before: Millis,
    /// The cut-off for servers that the bot has left. Their tables that are not running, results, settings, call
    /// requests, weekly boards and greetings are deleted.
    pub left_before: Millis,
    /// The maximum number of entries, and of rows of most other kinds, to delete at once.
    pub batch: u32,
}

/// The stored tables, running or not, most recently written first. All errors are those of [`Journal`].
#[async_trait]
pub trait StoredTables: Journal {
    /// Returns the tables at which this person is recorded.
    async fn tables_of(&self, user: UserId) -> Result<Vec<TableId>, JournalError>;

    /// Returns up to `limit` of a channel's tables.
    async fn tables_in(
        &self,
        guild: GuildId,
        channel: ChannelId,
        limit: u32,
    ) -> Result<Vec<TableId>, JournalError>;
}

/// Stored personal data. All errors are those of [`Journal`].
#[async_trait]
pub trait PersonalData: StoredTables {
    /// Erases a person from results, daily games, practices, reviews, call requests and tables that are not running,
    /// and records the request at running tables. After a running table closes, the next [`Self::delete_expired`]
    /// erases the person from it.
    async fn request_erasure(&self, user: UserId) -> Result<(), JournalError>;

    /// Deletes a batch of expired rows. Also erases people from closed tables if they asked for it while the table was
    /// running. Returns the number of deleted rows; 0 once there is nothing left to delete.
    async fn delete_expired(&self, expiry: Expiry) -> Result<u64, JournalError>;

    /// Records that the bot left a server at this time, unless a time is already recorded.
    async fn record_guild_left(&self, guild: GuildId, at: Millis) -> Result<(), JournalError>;

    /// Records that the bot is in these servers: removes the times when it left them.
    async fn record_guilds_present(&self, guilds: &[GuildId]) -> Result<(), JournalError>;

    /// Returns the servers that have any stored data, each once.
    async fn guilds(&self) -> Result<Vec<GuildId>, JournalError>;
}
