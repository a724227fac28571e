//! The port: the operations and errors of a journal. `tests/main/conformance.rs` tests its guarantees for every
//! implementation; `tests/main/leases.rs` tests the guarantees that involve several processes.
//!
//! Each of the processes that share a journal writes only the tables of its own cluster, while it holds the
//! cluster's lease.

use async_trait::async_trait;
use chacha20poly1305::aead;
use table::entry::Entry;
use table::ids::{ChannelId, GuildId, Millis, TableId};

use crate::lease::Acquired;
use crate::record_cipher::KeyId;

/// The maximum number of entries that [`Journal::load_page`] returns. Limits memory use for tables with a long history.
pub const LOAD_PAGE: usize = 128;

/// An error of a journal operation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// The entry was refused, for example because it does not follow the newest stored entry, or because this process
    /// does not hold the lease. The caller drops its copy of the table and loads it again.
    #[error(
        "version {version} of table {table} does not follow what is stored, or the lease is lost"
    )]
    Conflict {
        /// The table of the refused entry.
        table: TableId,
        /// The version of the refused entry.
        version: u64,
    },
    /// For example, the database refused the operation or did not answer. After an append, the outcome is unknown: the
    /// entry may be durable.
    #[error("the journal is not available: {0}")]
    Unavailable(String),
    /// Stored data cannot be read: for example, an entry has an unknown schema or is damaged, or the row of a person at
    /// a running table is missing. The text says where, but never quotes the content.
    #[error("the journal holds an entry that cannot be read: {0}")]
    Unreadable(String),
    /// An entry or a person's details are encrypted with a key that this process does not have.
    #[error("table {table} is encrypted with key {key}, which this process does not have")]
    MissingKey {
        /// The table of the entry.
        table: TableId,
        /// The public name of the key.
        key: KeyId,
    },
}

impl From<aead::Error> for JournalError {
    fn from(_: aead::Error) -> Self {
        Self::Unavailable("encryption".to_owned())
    }
}

/// A table's channel and messages. Usually the table is running; [`Journal::closed_with_messages`] returns
/// closed tables.
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

/// A durable, append-only list of entries for each table. Every operation fails with [`JournalError::Unavailable`] if
/// the database fails; other errors are documented where they can occur.
#[async_trait]
pub trait Journal: Send + Sync {
    /// Appends an entry and returns once it is durable.
    ///
    /// # Errors
    /// [`JournalError::Conflict`] if the table is not running, already has an entry of this version or lacks the
    /// previous one, if the interaction was already stored, if the channel of a new table already has a running table,
    /// or if this process does not hold the lease. [`JournalError::Unreadable`] and [`JournalError::MissingKey`] if the
    /// entry involves people and earlier entries of the table cannot be read. In all these cases nothing was written.
    /// [`JournalError::Unavailable`] if the outcome is unknown: the caller loads the table to find out whether the
    /// entry is durable.
    async fn append(&self, entry: &Entry) -> Result<(), JournalError>;

    /// Returns up to [`LOAD_PAGE`] entries of a table after this version, oldest first. If it returns fewer, there are
    /// no more.
    ///
    /// # Errors
    /// [`JournalError::Unavailable`], [`JournalError::Unreadable`] if an entry cannot be read or a person at a running
    /// table is missing, and [`JournalError::MissingKey`].
    async fn load_page(&self, table: TableId, after: u64) -> Result<Vec<Entry>, JournalError>;

    /// Returns all entries of a table, oldest first, or an empty list if there is no such table. The bot replays tables
    /// page by page instead.
    ///
    /// # Errors
    /// Those of [`Journal::load_page`].
    async fn load(&self, table: TableId) -> Result<Vec<Entry>, JournalError> {
        let mut entries: Vec<Entry> = Vec::new();
        loop {
            let last = entries.last().map_or(0, |entry| entry.version);
            let mut page = self.load_page(table, last).await?;
            let is_last = page.len() < LOAD_PAGE;
            entries.append(&mut page);
            if is_last {
                return Ok(entries);
            }
        }
    }

    /// Returns the running tables of this process's cluster. If the journal is not shared, these are all
    /// running tables.
    async fn running(&self) -> Result<Vec<RunningTable>, JournalError>;

    /// Quarantines a table whose entries cannot be read: it no longer counts as running, but its entries are kept. A
    /// closed table stays closed.
    async fn quarantine(&self, table: TableId) -> Result<(), JournalError>;

    /// Records which messages a table has in its channel.
    async fn record_posted(
        &self,
        table: TableId,
        posted: &PostedMessages,
    ) -> Result<(), JournalError>;

    /// Removes the record of a closed table's messages. Called once each message, including direct messages with hands,
    /// either shows that the table is closed or no longer exists.
    async fn clear_posted(&self, table: TableId) -> Result<(), JournalError>;

    /// Returns the closed tables of this process's cluster whose messages have not been cleared. Their messages,
    /// recorded or not, may not show yet that the table is closed.
    async fn closed_with_messages(&self) -> Result<Vec<RunningTable>, JournalError>;

    /// Returns the number of a channel's next table, counting from 1. Never returns a number twice for a channel, even
    /// to another process or after earlier tables were deleted.
    async fn next_table_number(&self, channel: ChannelId) -> Result<u32, JournalError>;

    /// Records that this cluster's process is running at this time.
    async fn record_alive(&self, at: Millis) -> Result<(), JournalError>;

    /// Returns the latest time recorded by [`Journal::record_alive`] for this cluster or, if the number of clusters has
    /// changed since, for any earlier cluster.
    async fn last_alive(&self) -> Result<Option<Millis>, JournalError>;

    /// Returns the running table of a channel.
    async fn find_in_channel(
        &self,
        channel: ChannelId,
    ) -> Result<Option<RunningTable>, JournalError> {
        let running = self.running().await?;
        Ok(running.into_iter().find(|one| one.channel == channel))
    }

    /// Returns a running table of any cluster by its id.
    async fn find_running(&self, table: TableId) -> Result<Option<RunningTable>, JournalError> {
        let running = self.running().await?;
        Ok(running.into_iter().find(|one| one.table == table))
    }

    /// Returns the running tables of a server, the least recently written first.
    async fn running_in_guild(&self, guild: GuildId) -> Result<Vec<RunningTable>, JournalError> {
        let mut running = self.running().await?;
        running.retain(|one| one.guild == guild);
        Ok(running)
    }

    /// Acquires the lease of this process's cluster if no process holds it. A journal that only one process can use
    /// always grants it.
    async fn acquire_lease(&self) -> Result<Acquired, JournalError> {
        Ok(Acquired::Held)
    }

    /// Renews the lease of this process's cluster for another [`TERM`](crate::TERM). Returns false if this process no
    /// longer holds the lease.
    async fn renew_lease(&self) -> Result<bool, JournalError> {
        Ok(true)
    }
}
