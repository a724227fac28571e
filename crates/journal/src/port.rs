//! The port: the operations and errors of a journal. Its guarantees are tested for every
//! implementation in `tests/main/conformance.rs`, those about several processes
//! in `tests/main/shared_ownership.rs`.
//!
//! Any process may write a table: `append` accepts the next version from whoever appends it first,
//! and makes that process the table's owner. Only the owner may record its messages.

use async_trait::async_trait;
use table::entry::Entry;
use table::ids::{ChannelId, GuildId, InteractionId, Millis, TableId, UserId};

use crate::ownership::{
    CountedTable, GamesElsewhere, Orphaned, OwnedTable, Owner, PostedMessages, RunningTable,
};
use crate::record_cipher::KeyId;

/// The most entries that are read at once, so that memory does not depend on how many a table has.
pub const LOAD_PAGE: usize = 128;

/// An error of a journal operation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// Another process has written this version, this interaction, or a table in this channel. The
    /// caller drops its copy and loads the table again.
    #[error("another process has already written version {version} of table {table}")]
    Conflict {
        /// The table of the refused entry.
        table: TableId,
        /// The version of the refused entry.
        version: u64,
    },
    /// Another process owns this table now.
    #[error("table {0} is owned by another process")]
    NotOwner(TableId),
    /// The database refused or did not answer. After an append the outcome is unknown: the entry may
    /// be durable.
    #[error("the journal is not available: {0}")]
    Unavailable(String),
    /// An entry has an unknown schema or cannot be parsed. Says where, never what it holds.
    #[error("the journal holds an entry that cannot be read: {0}")]
    Unreadable(String),
    /// An entry is encrypted with a key that this process was not given. It is whole: with the key it
    /// can be read.
    #[error("table {table} is encrypted with key {key}, which this process does not have")]
    MissingKey {
        /// The table of the entry.
        table: TableId,
        /// The public name of the key.
        key: KeyId,
    },
}

/// A durable, append-only list of entries for each table. Every operation fails with
/// [`JournalError::Unavailable`] if the database does; those that can fail otherwise say so.
#[async_trait]
pub trait Journal: Send + Sync {
    /// Appends an entry and returns once it is durable.
    ///
    /// # Errors
    /// [`JournalError::Conflict`] if the table has an entry of this version or lacks the one before
    /// it, if the interaction has been written before, or if the channel of a new table has a
    /// running one: then nothing was written. [`JournalError::Unavailable`] if the outcome is unknown: the
    /// caller loads the table to find out whether the entry is durable.
    async fn append(&self, entry: &Entry) -> Result<(), JournalError>;

    /// Returns the entries of a table after this version, oldest first: [`LOAD_PAGE`] of them, or
    /// fewer if there are no more.
    ///
    /// # Errors
    /// [`JournalError::Unavailable`], [`JournalError::Unreadable`] for an unknown schema,
    /// and [`JournalError::MissingKey`].
    async fn load_page(&self, table: TableId, after: u64) -> Result<Vec<Entry>, JournalError>;

    /// Returns all entries of a table, oldest first; none if there is no such table. A table is replayed
    /// page by page instead.
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

    /// Returns the running tables that this process owns: all of them, in a journal that only one
    /// process uses.
    async fn running(&self) -> Result<Vec<RunningTable>, JournalError>;

    /// Quarantines a table whose entries cannot be read: it no longer counts as running. Its entries stay.
    async fn quarantine(&self, table: TableId) -> Result<(), JournalError>;

    /// Records which messages a table has in its channel.
    ///
    /// # Errors
    /// [`JournalError::NotOwner`] if another process owns the table, or if this one has taken it over and written
    /// nothing since: until then the previous owner may write on without noticing.
    async fn record_posted(
        &self,
        table: TableId,
        posted: &PostedMessages,
    ) -> Result<(), JournalError>;

    /// Removes the record of a closed table's messages, once they and the direct messages with hands say
    /// that it is closed or no longer exist.
    async fn clear_posted(&self, table: TableId) -> Result<(), JournalError>;

    /// Returns the closed tables whose messages have not been cleared since and whose owner is this process
    /// or has expired: the messages, of which none may be recorded, may not yet say that the table is closed.
    async fn closed_with_messages(&self) -> Result<Vec<RunningTable>, JournalError>;

    /// Returns the number of a channel's next table, from 1: each number once, whichever process asks, also
    /// after earlier tables were deleted.
    async fn next_table_number(&self, channel: ChannelId) -> Result<u32, JournalError>;

    /// Records that a process that writes here is running at this time.
    async fn record_alive(&self, at: Millis) -> Result<(), JournalError>;

    /// Returns the latest time given to [`Journal::record_alive`] by any process.
    async fn last_alive(&self) -> Result<Option<Millis>, JournalError>;

    /// Returns the running table of a channel, whichever process owns it.
    async fn find_in_channel(
        &self,
        channel: ChannelId,
    ) -> Result<Option<OwnedTable>, JournalError> {
        let running = self.running().await?;
        let here = running.into_iter().find(|one| one.channel == channel);
        Ok(here.map(|running| OwnedTable {
            running,
            owner: Owner::ThisProcess,
        }))
    }

    /// Returns a running table by its id, whichever process owns it.
    async fn find_running(&self, table: TableId) -> Result<Option<RunningTable>, JournalError> {
        let running = self.running().await?;
        Ok(running.into_iter().find(|one| one.table == table))
    }

    /// Returns the running tables of a server, whichever process owns them, the oldest first.
    async fn running_in_guild(&self, guild: GuildId) -> Result<Vec<RunningTable>, JournalError> {
        let mut running = self.running().await?;
        running.retain(|one| one.guild == guild);
        Ok(running)
    }

    /// Checks that no process has written to a table since this version. A journal that only one
    /// process uses always agrees.
    ///
    /// # Errors
    /// [`JournalError::Conflict`] if one has; [`JournalError::Unavailable`].
    async fn confirm_version(&self, _table: TableId, _version: u64) -> Result<(), JournalError> {
        Ok(())
    }

    /// Records this process's heartbeat for the processes that share the journal, if there are any. Returns
    /// how many have a recent one, this one among them.
    async fn record_heartbeat(&self, _at: Millis) -> Result<u32, JournalError> {
        Ok(1)
    }

    /// Records how a table of this process counts, for the processes that share the journal.
    async fn record_count(
        &self,
        _table: TableId,
        _counted: CountedTable,
    ) -> Result<(), JournalError> {
        Ok(())
    }

    /// Counts the running tables of a server and of a host that other processes own. Those that are opened
    /// at the same moment are not among them.
    async fn games_elsewhere(
        &self,
        _guild: GuildId,
        _host: Option<UserId>,
    ) -> Result<GamesElsewhere, JournalError> {
        Ok(GamesElsewhere::default())
    }

    /// Leaves a click, as text, for the process that owns a table. Returns false if there is no other process
    /// that could take it.
    async fn hand_over(
        &self,
        _table: TableId,
        _interaction: InteractionId,
        _click: &str,
    ) -> Result<bool, JournalError> {
        Ok(false)
    }

    /// Takes back a click that was left for another process. Returns false if that process has answered it, or
    /// has taken it and got it less than two seconds ago.
    async fn take_back(&self, _interaction: InteractionId) -> Result<bool, JournalError> {
        Ok(true)
    }

    /// Makes this process the owner of all tables whose owner's heartbeat has stopped, and returns
    /// these tables. Each is returned to one process only. Where processes share the shards of the gateway,
    /// it takes the tables of the shards that it serves, and those whoever owns them.
    async fn take_over(&self) -> Result<Vec<Orphaned>, JournalError> {
        Ok(Vec::new())
    }
}
