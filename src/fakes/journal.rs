//! A journal in memory that several processes can share, and that fails when a test asks for it.

use std::sync::{Arc, Mutex, MutexGuard};

use async_trait::async_trait;
use journal::{
    CountedTable, GamesElsewhere, Journal, JournalError, MemoryJournal, Orphaned, OwnedTable,
    Owner, PostedMessages, RecordKey, RunningTable,
};
use table::entry::Entry;
use table::ids::{ChannelId, GuildId, Millis, TableId, UserId};
use tokio::sync::watch;

/// The way in which one append fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AppendFault {
    /// Nothing is written.
    Refused,
    /// The entry is written, but the response is lost.
    ResponseLost,
}

/// One process's handle to a journal.
pub(crate) struct FakeJournal {
    storage: MemoryJournal,
    faults: Mutex<Faults>,
    /// True while appends wait.
    held: watch::Sender<bool>,
}

#[derive(Default)]
struct Faults {
    next_append: Option<AppendFault>,
    /// How many more loads fail.
    failing_loads: u32,
    unreadable: bool,
    /// The table whose key is missing, and how often it was asked for.
    without_key: Option<(TableId, u32)>,
    unavailable: bool,
    away: bool,
    heartbeats: u32,
}

impl FakeJournal {
    /// Returns a new, empty journal.
    pub(crate) fn new() -> Arc<Self> {
        Self::of(MemoryJournal::default())
    }

    /// Returns another process's handle to the same journal.
    pub(crate) fn other_process(&self) -> Arc<Self> {
        Self::of(self.storage.join())
    }

    fn of(storage: MemoryJournal) -> Arc<Self> {
        Arc::new(Self {
            storage,
            faults: Mutex::default(),
            held: watch::Sender::new(false),
        })
    }

    /// Makes the next append of this process fail.
    pub(crate) fn fail_next_append(&self, fault: AppendFault) {
        self.faults().next_append = Some(fault);
    }

    /// Makes the next loads of this process fail.
    pub(crate) fn fail_loads(&self, count: u32) {
        self.faults().failing_loads = count;
    }

    /// Makes every entry unreadable to this process.
    pub(crate) fn make_unreadable(&self) {
        self.faults().unreadable = true;
    }

    /// Makes a table need a key that this process does not have.
    pub(crate) fn drop_key_of(&self, table: TableId) {
        self.faults().without_key = Some((table, 0));
    }

    /// Returns how often the table was asked for whose key is missing.
    pub(crate) fn loads_without_key(&self) -> u32 {
        self.faults().without_key.map_or(0, |(_, loads)| loads)
    }

    /// Sets if this process can find out who owns a table.
    pub(crate) fn set_unavailable(&self, unavailable: bool) {
        self.faults().unavailable = unavailable;
    }

    /// Sets if this process can neither write entries nor heartbeats.
    pub(crate) fn set_away(&self, away: bool) {
        self.faults().away = away;
    }

    /// Makes appends of this process wait, or go on.
    pub(crate) fn hold_appends(&self, held: bool) {
        self.held.send_replace(held);
    }

    /// Makes this process's heartbeat count as stopped since then.
    pub(crate) async fn stop_heartbeat(&self, since: Millis) {
        self.storage.record_heartbeat(since).await.unwrap();
        self.storage.end_heartbeat();
    }

    /// Returns how many heartbeats this process has recorded.
    pub(crate) fn heartbeats(&self) -> u32 {
        self.faults().heartbeats
    }

    /// Returns the entries of a table as they are stored, whatever fault was asked for.
    pub(crate) async fn stored(&self, table: TableId) -> Vec<Entry> {
        self.storage.load(table).await.unwrap()
    }

    /// Returns true if this process is recorded as the owner of a running table.
    pub(crate) async fn owns(&self, table: TableId) -> bool {
        let entries = self.stored(table).await;
        let opening = entries.first().and_then(Entry::opening);
        let (_, channel) = opening.expect("the table is stored");
        let found = self.storage.find_in_channel(channel).await.unwrap();
        found.is_some_and(|found| found.owner == Owner::ThisProcess)
    }

    fn faults(&self) -> MutexGuard<'_, Faults> {
        self.faults.lock().unwrap()
    }

    fn unavailable() -> JournalError {
        JournalError::Unavailable("a test asked for it".to_owned())
    }
}

#[async_trait]
impl Journal for FakeJournal {
    async fn append(&self, entry: &Entry) -> Result<(), JournalError> {
        let mut held = self.held.subscribe();
        held.wait_for(|held| !held).await.unwrap();
        let fault = self.faults().next_append.take();
        if self.faults().away {
            return Err(Self::unavailable());
        }
        if fault == Some(AppendFault::Refused) {
            return Err(Self::unavailable());
        }
        self.storage.append(entry).await?;
        match fault {
            Some(_) => Err(Self::unavailable()),
            None => Ok(()),
        }
    }

    async fn load_page(&self, table: TableId, after: u64) -> Result<Vec<Entry>, JournalError> {
        {
            let mut faults = self.faults();
            if faults.failing_loads > 0 {
                faults.failing_loads -= 1;
                return Err(Self::unavailable());
            }
            if let Some((without_key, loads)) = &mut faults.without_key
                && *without_key == table
            {
                *loads += 1;
                let key: RecordKey = "ab".repeat(32).parse().unwrap();
                let key = key.id();
                return Err(JournalError::MissingKey { table, key });
            }
            if faults.unreadable {
                return Err(JournalError::Unreadable("a test asked for it".to_owned()));
            }
        }
        self.storage.load_page(table, after).await
    }

    async fn running(&self) -> Result<Vec<RunningTable>, JournalError> {
        self.storage.running().await
    }

    async fn quarantine(&self, table: TableId) -> Result<(), JournalError> {
        self.storage.quarantine(table).await
    }

    async fn record_posted(
        &self,
        table: TableId,
        posted: &PostedMessages,
    ) -> Result<(), JournalError> {
        self.storage.record_posted(table, posted).await
    }

    async fn clear_posted(&self, table: TableId) -> Result<(), JournalError> {
        self.storage.clear_posted(table).await
    }

    async fn closed_with_messages(&self) -> Result<Vec<RunningTable>, JournalError> {
        self.storage.closed_with_messages().await
    }

    async fn record_alive(&self, at: Millis) -> Result<(), JournalError> {
        self.storage.record_alive(at).await
    }

    async fn last_alive(&self) -> Result<Option<Millis>, JournalError> {
        self.storage.last_alive().await
    }

    async fn find_running(&self, table: TableId) -> Result<Option<RunningTable>, JournalError> {
        if self.faults().unavailable {
            return Err(Self::unavailable());
        }
        self.storage.find_running(table).await
    }

    async fn find_in_channel(
        &self,
        channel: ChannelId,
    ) -> Result<Option<OwnedTable>, JournalError> {
        if self.faults().unavailable {
            return Err(Self::unavailable());
        }
        self.storage.find_in_channel(channel).await
    }

    async fn confirm_version(&self, table: TableId, version: u64) -> Result<(), JournalError> {
        self.storage.confirm_version(table, version).await
    }

    async fn record_heartbeat(&self, at: Millis) -> Result<u32, JournalError> {
        {
            let mut faults = self.faults();
            if faults.away {
                return Err(Self::unavailable());
            }
            faults.heartbeats += 1;
        }
        self.storage.record_heartbeat(at).await
    }

    async fn record_count(
        &self,
        table: TableId,
        counted: CountedTable,
    ) -> Result<(), JournalError> {
        self.storage.record_count(table, counted).await
    }

    async fn games_elsewhere(
        &self,
        guild: GuildId,
        host: Option<UserId>,
    ) -> Result<GamesElsewhere, JournalError> {
        self.storage.games_elsewhere(guild, host).await
    }

    async fn take_over(&self) -> Result<Vec<Orphaned>, JournalError> {
        self.storage.take_over().await
    }
}
