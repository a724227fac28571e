//! The port for the stored data of people: who is recorded at which table, replacing a person, and
//! deleting what is older than its retention. Its guarantees are tested for every implementation
//! in `tests/main/personal_data.rs`.
//!
//! The replacement of a person is decided in `table::personal_data`; the expiry of data and the pauses
//! between batches, by the bot.

use async_trait::async_trait;
use table::entry::Entry;
use table::ids::{ChannelId, GuildId, Millis, TableId, UserId};

use crate::port::{Journal, JournalError};

/// A person who asked to be forgotten and is still recorded at a table that is no longer played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Erasure {
    /// The person.
    pub user: UserId,
    /// The table.
    pub table: TableId,
    /// How often people have been replaced in its entries.
    pub replacements: u64,
}

impl Erasure {
    /// Returns the error of an erasure that somebody else's has overtaken.
    pub(crate) fn conflict(&self) -> JournalError {
        JournalError::Conflict {
            table: self.table,
            version: self.replacements,
        }
    }
}

/// The ages from which on data is deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expiry {
    /// Tables that are no longer played go if their newest entry is older than this. So do the
    /// preferences that people chose before this time and who are recorded at no table. Daily games go a few days
    /// later: they carry streaks.
    pub ended_before: Millis,
    /// The tables of servers that the bot left before this time go.
    pub left_before: Millis,
    /// The most entries to delete at once.
    pub batch: u32,
}

/// The stored data of people. All errors are those of [`Journal`].
#[async_trait]
pub trait PersonalData: Journal {
    /// Returns the tables at which a person is recorded, the newest first.
    async fn tables_of(&self, user: UserId) -> Result<Vec<TableId>, JournalError>;

    /// Returns the tables of a channel, running or not, the newest first: `limit` of them, or fewer if there are
    /// no more.
    async fn tables_in(
        &self,
        guild: GuildId,
        channel: ChannelId,
        limit: u32,
    ) -> Result<Vec<TableId>, JournalError>;

    /// Records that a person is to be replaced at all tables at which they are recorded now. It is
    /// durable once the future is ready. Running tables follow once they are closed.
    async fn request_erasure(&self, user: UserId) -> Result<(), JournalError>;

    /// Returns up to `limit` people to be replaced at tables that are no longer played, in a fixed order: those
    /// that follow this one, or the first.
    async fn pending_erasures(
        &self,
        after: Option<Erasure>,
        limit: u32,
    ) -> Result<Vec<Erasure>, JournalError>;

    /// Stores the entries in which a person was replaced, in one transaction; from then on they are not
    /// recorded at the table.
    ///
    /// [`JournalError::Conflict`] if somebody was replaced there meanwhile, or if the table is gone:
    /// nothing was written then.
    async fn erase(&self, erasure: Erasure, changed: Vec<Entry>) -> Result<(), JournalError>;

    /// Makes a table expire at once whose entries cannot be read, so that nobody can be replaced in them.
    async fn expire_unreadable(&self, erasure: Erasure) -> Result<(), JournalError>;

    /// Deletes a batch of what has expired. Returns how many rows went; 0 once nothing is left.
    async fn delete_expired(&self, expiry: Expiry) -> Result<u64, JournalError>;

    /// Records that the bot is not in a server. An earlier time that is recorded already stays.
    async fn record_guild_left(&self, guild: GuildId, at: Millis) -> Result<(), JournalError>;

    /// Records that the bot is in these servers.
    async fn record_guilds_present(&self, guilds: &[GuildId]) -> Result<(), JournalError>;

    /// Returns the servers about which anything is stored, each once.
    async fn guilds(&self) -> Result<Vec<GuildId>, JournalError>;
}
