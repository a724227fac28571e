//! The journal that the configuration names: one type over SQLite, PostgreSQL and memory, which also
//! stores the preferences of people and the settings of servers.

use async_trait::async_trait;
use table::entry::Entry;
use table::ids::{ChannelId, GuildId, InteractionId, Millis, TableId, UserId};
use table::preferences::{MemoryPreferences, PersonPreferences, PreferenceChange, Preferences};
use table::server_settings::{
    MemoryServerSettings, ServerChange, ServerSettings, ServerSettingsStore,
};
use table::store_error::{SettingsError, SettingsFuture};

use crate::commit_stats::CommitStats;
use crate::memory::MemoryJournal;
use crate::ownership::{
    CountedTable, GamesElsewhere, Orphaned, OwnedTable, PostedMessages, RunningTable,
};
use crate::personal_data::{Erasure, Expiry, PersonalData, PersonalDataFuture};
use crate::port::{Journal, JournalError};
use crate::postgres::{HandedClicks, PostgresJournal, SharedShards};
use crate::record_cipher::RecordCipher;
use crate::sqlite::SqliteJournal;
use crate::storage_url::StorageUrl;
use crate::store_error::StoreError;

/// The journal that the operator chose by `storage.url`, with the preferences of people and the settings
/// of servers.
pub enum Store {
    /// Lost when the process ends.
    Memory(MemoryJournal, MemoryPreferences, MemoryServerSettings),
    /// A file that one process uses.
    Sqlite(SqliteJournal),
    /// A database that several processes may share.
    Postgres(PostgresJournal),
}

impl Store {
    /// Opens the journal at this address, in plain text, and runs the migrations it lacks. Must be called
    /// inside of a Tokio runtime.
    ///
    /// # Errors
    /// If the location cannot be used; the error says why in one sentence.
    pub async fn open(url: &StorageUrl) -> Result<Self, StoreError> {
        Self::open_encrypted(url, RecordCipher::plain()).await
    }

    /// Opens the journal at this address, whose records this cipher encrypts, and runs the migrations
    /// it lacks. A journal in memory is never encrypted. Needs a Tokio runtime.
    ///
    /// # Errors
    /// If the location cannot be used, or a running table is encrypted with another key.
    pub async fn open_encrypted(
        url: &StorageUrl,
        cipher: RecordCipher,
    ) -> Result<Self, StoreError> {
        Ok(match url {
            StorageUrl::Memory => Self::Memory(
                MemoryJournal::default(),
                MemoryPreferences::default(),
                MemoryServerSettings::default(),
            ),
            StorageUrl::Sqlite(file) => Self::Sqlite(SqliteJournal::open(file, cipher).await?),
            StorageUrl::Postgres(address) => {
                Self::Postgres(PostgresJournal::open(address, cipher).await?)
            }
        })
    }

    /// Records the application whose bot uses this journal, unless one is recorded. The games of another
    /// application must not be run: that bot sees none of their servers, and would close them.
    ///
    /// # Errors
    /// [`StoreError::OtherApplication`] if another one is recorded, [`StoreError::Refused`] if the
    /// database fails.
    pub async fn claim_application(&self, application: u64) -> Result<(), StoreError> {
        match self {
            Self::Memory(..) => Ok(()),
            Self::Sqlite(journal) => journal.claim_application(application).await,
            Self::Postgres(journal) => journal.claim_application(application).await,
        }
    }

    /// Returns the transactions of this process that appended entries; none in memory.
    pub fn commit_stats(&self) -> CommitStats {
        match self {
            Self::Memory(..) => CommitStats::default(),
            Self::Sqlite(journal) => journal.commit_stats(),
            Self::Postgres(journal) => journal.commit_stats(),
        }
    }

    /// Returns the shards of the gateway among the processes that share this journal; none if only one
    /// process can use it.
    pub fn shared_shards(&self) -> Option<SharedShards> {
        match self {
            Self::Memory(..) | Self::Sqlite(_) => None,
            Self::Postgres(journal) => Some(journal.shared_shards()),
        }
    }

    /// Returns the clicks that other processes leave for this one; none if only one process can use
    /// this journal.
    pub fn handed_clicks(&self) -> Option<HandedClicks> {
        match self {
            Self::Memory(..) | Self::Sqlite(_) => None,
            Self::Postgres(journal) => Some(journal.handed_clicks()),
        }
    }

    /// Checks that the database accepts a write. Changes nothing.
    ///
    /// # Errors
    /// [`JournalError::Unavailable`] if it cannot be reached or written.
    pub async fn check_writable(&self) -> Result<(), JournalError> {
        match self {
            Self::Memory(..) => Ok(()),
            Self::Sqlite(journal) => journal.check_writable().await,
            Self::Postgres(journal) => journal.check_writable().await,
        }
    }

    /// Waits until every append has finished and closes the database. Later appends are refused.
    pub async fn close(&self) {
        match self {
            Self::Memory(..) => {}
            Self::Sqlite(journal) => journal.close().await,
            Self::Postgres(journal) => journal.close().await,
        }
    }

    /// Completes when the journal has stopped for good, as after a disk error during a write or a panic.
    /// Stays pending as long as the journal works.
    pub async fn wait_until_failed(&self) {
        match self {
            Self::Sqlite(journal) => journal.wait_until_failed().await,
            Self::Postgres(journal) => journal.wait_until_failed().await,
            Self::Memory(..) => std::future::pending().await,
        }
    }
}

#[async_trait]
impl Journal for Store {
    async fn append(&self, entry: &Entry) -> Result<(), JournalError> {
        self.journal().append(entry).await
    }

    async fn load_page(&self, table: TableId, after: u64) -> Result<Vec<Entry>, JournalError> {
        self.journal().load_page(table, after).await
    }

    async fn running(&self) -> Result<Vec<RunningTable>, JournalError> {
        self.journal().running().await
    }

    async fn quarantine(&self, table: TableId) -> Result<(), JournalError> {
        self.journal().quarantine(table).await
    }

    async fn record_posted(
        &self,
        table: TableId,
        posted: &PostedMessages,
    ) -> Result<(), JournalError> {
        self.journal().record_posted(table, posted).await
    }

    async fn clear_posted(&self, table: TableId) -> Result<(), JournalError> {
        self.journal().clear_posted(table).await
    }

    async fn closed_with_messages(&self) -> Result<Vec<RunningTable>, JournalError> {
        self.journal().closed_with_messages().await
    }

    async fn record_alive(&self, at: Millis) -> Result<(), JournalError> {
        self.journal().record_alive(at).await
    }

    async fn last_alive(&self) -> Result<Option<Millis>, JournalError> {
        self.journal().last_alive().await
    }

    async fn find_running(&self, table: TableId) -> Result<Option<RunningTable>, JournalError> {
        self.journal().find_running(table).await
    }

    async fn find_in_channel(
        &self,
        channel: ChannelId,
    ) -> Result<Option<OwnedTable>, JournalError> {
        self.journal().find_in_channel(channel).await
    }

    async fn running_in_guild(&self, guild: GuildId) -> Result<Vec<RunningTable>, JournalError> {
        self.journal().running_in_guild(guild).await
    }

    async fn confirm_version(&self, table: TableId, version: u64) -> Result<(), JournalError> {
        self.journal().confirm_version(table, version).await
    }

    async fn record_heartbeat(&self, at: Millis) -> Result<u32, JournalError> {
        self.journal().record_heartbeat(at).await
    }

    async fn record_count(
        &self,
        table: TableId,
        counted: CountedTable,
    ) -> Result<(), JournalError> {
        self.journal().record_count(table, counted).await
    }

    async fn games_elsewhere(
        &self,
        guild: GuildId,
        host: Option<UserId>,
    ) -> Result<GamesElsewhere, JournalError> {
        self.journal().games_elsewhere(guild, host).await
    }

    async fn hand_over(
        &self,
        table: TableId,
        interaction: InteractionId,
        click: &str,
    ) -> Result<bool, JournalError> {
        self.journal().hand_over(table, interaction, click).await
    }

    async fn take_back(&self, interaction: InteractionId) -> Result<bool, JournalError> {
        self.journal().take_back(interaction).await
    }

    async fn take_over(&self) -> Result<Vec<Orphaned>, JournalError> {
        self.journal().take_over().await
    }
}

impl Preferences for Store {
    fn get(&self, user: UserId) -> SettingsFuture<'_, PersonPreferences> {
        Box::pin(async move {
            let stored = match self {
                Self::Memory(_, preferences, _) => return preferences.get(user).await,
                Self::Sqlite(journal) => journal.settings().preferences(user).await,
                Self::Postgres(journal) => journal.settings().preferences(user).await,
            };
            stored.map_err(|error| SettingsError(error.to_string()))
        })
    }

    fn change(
        &self,
        user: UserId,
        change: PreferenceChange,
        at: Millis,
    ) -> SettingsFuture<'_, PersonPreferences> {
        Box::pin(async move {
            let stored = match self {
                Self::Memory(_, preferences, _) => {
                    return preferences.change(user, change, at).await;
                }
                Self::Sqlite(journal) => {
                    journal
                        .settings()
                        .change_preferences(user, change, at)
                        .await
                }
                Self::Postgres(journal) => {
                    journal
                        .settings()
                        .change_preferences(user, change, at)
                        .await
                }
            };
            stored.map_err(|error| SettingsError(error.to_string()))
        })
    }

    fn forget(&self, user: UserId) -> SettingsFuture<'_, ()> {
        Box::pin(async move {
            let deleted = match self {
                Self::Memory(_, preferences, _) => return preferences.forget(user).await,
                Self::Sqlite(journal) => journal.settings().delete_preferences(user).await,
                Self::Postgres(journal) => journal.settings().delete_preferences(user).await,
            };
            deleted.map_err(|error| SettingsError(error.to_string()))
        })
    }
}

impl ServerSettingsStore for Store {
    fn settings_of(&self, guild: GuildId) -> SettingsFuture<'_, ServerSettings> {
        Box::pin(async move {
            let stored = match self {
                Self::Memory(_, _, servers) => return servers.settings_of(guild).await,
                Self::Sqlite(journal) => journal.settings().server_settings(guild).await,
                Self::Postgres(journal) => journal.settings().server_settings(guild).await,
            };
            stored.map_err(|error| SettingsError(error.to_string()))
        })
    }

    fn change_settings(
        &self,
        guild: GuildId,
        change: ServerChange,
    ) -> SettingsFuture<'_, ServerSettings> {
        Box::pin(async move {
            let stored = match self {
                Self::Memory(_, _, servers) => return servers.change_settings(guild, change).await,
                Self::Sqlite(journal) => {
                    journal
                        .settings()
                        .change_server_settings(guild, change)
                        .await
                }
                Self::Postgres(journal) => {
                    journal
                        .settings()
                        .change_server_settings(guild, change)
                        .await
                }
            };
            stored.map_err(|error| SettingsError(error.to_string()))
        })
    }
}

impl Store {
    /// Returns the journal behind this store.
    fn journal(&self) -> &dyn Journal {
        match self {
            Self::Memory(journal, ..) => journal,
            Self::Sqlite(journal) => journal,
            Self::Postgres(journal) => journal,
        }
    }

    /// Returns the implementation behind this store.
    fn personal_data(&self) -> &dyn PersonalData {
        match self {
            Self::Memory(journal, ..) => journal,
            Self::Sqlite(journal) => journal,
            Self::Postgres(journal) => journal,
        }
    }
}

impl PersonalData for Store {
    fn tables_of(&self, user: UserId) -> PersonalDataFuture<'_, Vec<TableId>> {
        self.personal_data().tables_of(user)
    }

    fn load_entries(&self, table: TableId) -> PersonalDataFuture<'_, Vec<Entry>> {
        self.personal_data().load_entries(table)
    }

    fn request_erasure(&self, user: UserId) -> PersonalDataFuture<'_, ()> {
        self.personal_data().request_erasure(user)
    }

    fn pending_erasures(
        &self,
        after: Option<Erasure>,
        limit: u32,
    ) -> PersonalDataFuture<'_, Vec<Erasure>> {
        self.personal_data().pending_erasures(after, limit)
    }

    fn erase(&self, erasure: Erasure, changed: Vec<Entry>) -> PersonalDataFuture<'_, ()> {
        self.personal_data().erase(erasure, changed)
    }

    fn expire_unreadable(&self, erasure: Erasure) -> PersonalDataFuture<'_, ()> {
        self.personal_data().expire_unreadable(erasure)
    }

    fn delete_expired(&self, expiry: Expiry) -> PersonalDataFuture<'_, u64> {
        self.personal_data().delete_expired(expiry)
    }

    fn record_guild_left(&self, guild: GuildId, at: Millis) -> PersonalDataFuture<'_, ()> {
        self.personal_data().record_guild_left(guild, at)
    }

    fn record_guilds_present<'a>(&'a self, guilds: &'a [GuildId]) -> PersonalDataFuture<'a, ()> {
        self.personal_data().record_guilds_present(guilds)
    }

    fn guilds(&self) -> PersonalDataFuture<'_, Vec<GuildId>> {
        self.personal_data().guilds()
    }
}
