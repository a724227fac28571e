//! A journal in memory that several processes can share, and that fails when a test asks for it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use journal::{
    Journal, JournalError, MemoryJournal, Orphaned, OwnedTable, Owner, PostedMessages, RunningTable,
};
use table::entry::Entry;
use table::ids::{ChannelId, Millis, TableId};
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
    process: u32,
    shared: Arc<Shared>,
    faults: Mutex<Faults>,
    /// True while appends wait.
    held: watch::Sender<bool>,
}

#[derive(Default)]
struct Shared {
    storage: MemoryJournal,
    state: Mutex<SharedState>,
}

#[derive(Default)]
struct SharedState {
    processes: u32,
    owners: BTreeMap<TableId, u32>,
    /// The processes whose heartbeat has stopped, with the time of the last one.
    stopped: BTreeMap<u32, Millis>,
}

#[derive(Default)]
struct Faults {
    next_append: Option<AppendFault>,
    /// How many more loads fail.
    failing_loads: u32,
    unreadable: bool,
    unavailable: bool,
    heartbeats: u32,
}

impl FakeJournal {
    /// Returns a new, empty journal.
    pub(crate) fn new() -> Arc<Self> {
        Self::of(Arc::default())
    }

    /// Returns another process's handle to the same journal.
    pub(crate) fn other_process(&self) -> Arc<Self> {
        Self::of(Arc::clone(&self.shared))
    }

    fn of(shared: Arc<Shared>) -> Arc<Self> {
        let process = {
            let mut state = shared.state.lock().unwrap();
            state.processes += 1;
            state.processes
        };
        Arc::new(Self {
            process,
            shared,
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

    /// Sets if this process can find out who owns a table.
    pub(crate) fn set_unavailable(&self, unavailable: bool) {
        self.faults().unavailable = unavailable;
    }

    /// Makes appends of this process wait, or go on.
    pub(crate) fn hold_appends(&self, held: bool) {
        self.held.send_replace(held);
    }

    /// Makes this process's heartbeat count as stopped since then.
    pub(crate) fn stop_heartbeat(&self, since: Millis) {
        self.state().stopped.insert(self.process, since);
    }

    /// Returns how many heartbeats this process has recorded.
    pub(crate) fn heartbeats(&self) -> u32 {
        self.faults().heartbeats
    }

    /// Returns the entries of a table as they are stored, whatever fault was asked for.
    pub(crate) async fn stored(&self, table: TableId) -> Vec<Entry> {
        self.shared.storage.load(table).await.unwrap()
    }

    /// Returns true if this process is recorded as the owner of a table.
    pub(crate) fn owns(&self, table: TableId) -> bool {
        self.state().owners.get(&table) == Some(&self.process)
    }

    fn faults(&self) -> MutexGuard<'_, Faults> {
        self.faults.lock().unwrap()
    }

    fn state(&self) -> MutexGuard<'_, SharedState> {
        self.shared.state.lock().unwrap()
    }

    fn owner(&self, table: TableId) -> Owner {
        let state = self.state();
        match state.owners.get(&table) {
            Some(process) if *process == self.process => Owner::ThisProcess,
            Some(process) if state.stopped.contains_key(process) => Owner::Expired,
            _ => Owner::OtherProcess,
        }
    }

    fn unavailable() -> JournalError {
        JournalError::Unavailable("a test asked for it".to_owned())
    }
}

impl Journal for FakeJournal {
    async fn append(&self, entry: &Entry) -> Result<(), JournalError> {
        let mut held = self.held.subscribe();
        held.wait_for(|held| !held).await.unwrap();
        let fault = self.faults().next_append.take();
        if fault == Some(AppendFault::Refused) {
            return Err(Self::unavailable());
        }
        self.shared.storage.append(entry).await?;
        self.state().owners.insert(entry.table, self.process);
        match fault {
            Some(_) => Err(Self::unavailable()),
            None => Ok(()),
        }
    }

    async fn load(&self, table: TableId) -> Result<Vec<Entry>, JournalError> {
        {
            let mut faults = self.faults();
            if faults.failing_loads > 0 {
                faults.failing_loads -= 1;
                return Err(Self::unavailable());
            }
            if faults.unreadable {
                return Err(JournalError::Unreadable("a test asked for it".to_owned()));
            }
        }
        self.shared.storage.load(table).await
    }

    async fn running(&self) -> Result<Vec<RunningTable>, JournalError> {
        let mut running = self.shared.storage.running().await?;
        running.retain(|running| self.owner(running.table) == Owner::ThisProcess);
        Ok(running)
    }

    async fn quarantine(&self, table: TableId) -> Result<(), JournalError> {
        self.shared.storage.quarantine(table).await
    }

    async fn record_posted(
        &self,
        table: TableId,
        posted: &PostedMessages,
    ) -> Result<(), JournalError> {
        match self.owner(table) {
            Owner::ThisProcess => self.shared.storage.record_posted(table, posted).await,
            Owner::OtherProcess | Owner::Expired => Err(JournalError::NotOwner(table)),
        }
    }

    async fn clear_posted(&self, table: TableId) -> Result<(), JournalError> {
        self.shared.storage.clear_posted(table).await
    }

    async fn closed_with_messages(&self) -> Result<Vec<RunningTable>, JournalError> {
        let mut closed = self.shared.storage.closed_with_messages().await?;
        closed.retain(|closed| self.owner(closed.table) != Owner::OtherProcess);
        Ok(closed)
    }

    async fn record_alive(&self, at: Millis) -> Result<(), JournalError> {
        self.shared.storage.record_alive(at).await
    }

    async fn last_alive(&self) -> Result<Option<Millis>, JournalError> {
        self.shared.storage.last_alive().await
    }

    async fn find_in_channel(
        &self,
        channel: ChannelId,
    ) -> Result<Option<OwnedTable>, JournalError> {
        if self.faults().unavailable {
            return Err(Self::unavailable());
        }
        let running = self.shared.storage.running().await?;
        let here = running.into_iter().find(|one| one.channel == channel);
        Ok(here.map(|running| OwnedTable {
            owner: self.owner(running.table),
            running,
        }))
    }

    async fn confirm_version(&self, table: TableId, version: u64) -> Result<(), JournalError> {
        match self.stored(table).await.len() as u64 {
            stored if stored == version => Ok(()),
            _ => Err(JournalError::Conflict { table, version }),
        }
    }

    async fn record_heartbeat(&self, _: Millis) -> Result<(), JournalError> {
        self.faults().heartbeats += 1;
        Ok(())
    }

    async fn take_over(&self) -> Result<Vec<Orphaned>, JournalError> {
        let running = self.shared.storage.running().await?;
        let mut state = self.state();
        let mut orphaned = Vec::new();
        for running in running {
            let owner = state.owners.get(&running.table).copied();
            let since = owner.and_then(|owner| state.stopped.get(&owner).copied());
            if let Some(since) = since
                && owner != Some(self.process)
            {
                state.owners.insert(running.table, self.process);
                orphaned.push(Orphaned { running, since });
            }
        }
        Ok(orphaned)
    }
}
