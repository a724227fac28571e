//! The simulated disk, which outlives every process, and a journal on it that fails the way disks do.
//! Each entry is checked when it is committed.

use std::collections::{BTreeMap, BTreeSet};
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use journal::{Journal, JournalError, MemoryJournal, PostedMessages, RunningTable};
use table::Table;
use table::config::TableConfig;
use table::entry::Entry;
use table::ids::{Millis, TableId};
use tokio::time::sleep;

use super::fault::Fault;
use super::world::Shared;
use kittens::failpoint::{Failpoint, Failpoints};

/// Every committed entry, and the tables that result from them.
#[derive(Debug, Default)]
pub(super) struct Disk {
    entries: BTreeMap<TableId, Vec<Entry>>,
    interactions: BTreeSet<u64>,
    tables: BTreeMap<TableId, Table>,
    /// The table that was opened last.
    pub(super) newest: Option<TableId>,
}

impl Disk {
    /// Returns a table in the state after its last entry.
    pub(super) fn table(&self, id: TableId) -> Option<&Table> {
        self.tables.get(&id)
    }

    /// Returns the table that was opened last.
    pub(super) fn newest(&self) -> Option<&Table> {
        self.table(self.newest?)
    }

    /// Returns true if an entry for this interaction has been committed.
    pub(super) fn has_interaction(&self, click: u64) -> bool {
        self.interactions.contains(&click)
    }

    /// Returns all entries of a table, oldest first.
    pub(super) fn entries(&self, id: TableId) -> &[Entry] {
        self.entries.get(&id).map_or(&[], Vec::as_slice)
    }

    /// Adds a committed entry and applies it to its table.
    ///
    /// # Errors
    /// A sentence that names the violated invariant.
    pub(super) fn append(&mut self, entry: &Entry) -> Result<(), String> {
        let log = self.entries.entry(entry.table).or_default();
        log.push(entry.clone());
        if entry.version != log.len() as u64 {
            return Err(format!(
                "version {} was committed out of order",
                entry.version
            ));
        }
        if let Some(click) = entry.interaction
            && !self.interactions.insert(click.0)
        {
            return Err(format!("click {} was applied twice", click.0));
        }
        self.apply_to_table(entry)
    }

    fn apply_to_table(&mut self, entry: &Entry) -> Result<(), String> {
        match self.tables.get_mut(&entry.table) {
            Some(table) => table
                .apply_entry(entry)
                .map_err(|error| error.to_string())?,
            None => {
                let table = Table::replay(std::slice::from_ref(entry), TableConfig::default());
                let table = table.map_err(|error| error.to_string())?;
                self.tables.insert(entry.table, table);
                self.newest = Some(entry.table);
            }
        }
        let table = &self.tables[&entry.table];
        table
            .check_invariants()
            .map_err(|broken| broken.to_string())
    }
}

/// The journal of one process, on a disk that outlives it.
pub(super) struct SimulatedJournal {
    pub(super) world: Shared,
    pub(super) failpoints: Failpoints,
    pub(super) storage: Arc<MemoryJournal>,
}

/// The fault of one use of the disk.
enum DiskFault {
    None {
        delay_ms: u32,
    },
    /// Returns an error and does nothing.
    Refused,
    /// Does what was asked and returns an error.
    FalseError,
}

impl SimulatedJournal {
    /// Never returns if the process has been killed.
    async fn pend_if_dead(&self) {
        if !self.world.lock().alive {
            pending::<()>().await;
        }
    }

    fn draw_fault(&self) -> DiskFault {
        let mut world = self.world.lock();
        let (rate, rng) = (world.fault_rates().disk, &mut world.rng.disk);
        let delay_ms = rng.between(1, 8);
        if !rng.permille(rate) {
            return DiskFault::None { delay_ms };
        }
        let (fault, effect) = match rng.below(4) {
            0 => (Fault::DiskFalseError, DiskFault::FalseError),
            1 => {
                let delay_ms = rng.between(50, 900);
                (Fault::DiskSlow, DiskFault::None { delay_ms })
            }
            _ => (Fault::DiskRefuses, DiskFault::Refused),
        };
        world.record_fault(fault);
        effect
    }

    async fn commit(&self, entry: &Entry) -> Result<(), JournalError> {
        let result = self.storage.append(entry).await;
        let mut world = self.world.lock();
        match &result {
            Ok(()) => world.on_entry_committed(entry),
            Err(error) => world.note(format_args!("not committed: {error}")),
        }
        result
    }

    /// Waits as long as a use of the disk takes that is not an append.
    async fn wait_for_disk(&self) -> Result<(), JournalError> {
        self.pend_if_dead().await;
        match self.draw_fault() {
            DiskFault::None { delay_ms } => sleep(Duration::from_millis(delay_ms.into())).await,
            DiskFault::Refused | DiskFault::FalseError => return Err(disk_busy()),
        }
        self.pend_if_dead().await;
        Ok(())
    }
}

fn disk_busy() -> JournalError {
    JournalError::Unavailable("the disk is busy".to_owned())
}

impl Journal for SimulatedJournal {
    async fn append(&self, entry: &Entry) -> Result<(), JournalError> {
        self.pend_if_dead().await;
        let fault = self.draw_fault();
        self.failpoints.hit(Failpoint::EntryHandedOver);
        self.pend_if_dead().await;
        let delay_ms = match fault {
            DiskFault::None { delay_ms } => delay_ms,
            DiskFault::FalseError => 5,
            DiskFault::Refused => return Err(disk_busy()),
        };
        sleep(Duration::from_millis(delay_ms.into())).await;
        self.pend_if_dead().await;
        let result = self.commit(entry).await;
        self.failpoints.hit(Failpoint::EntryCommitted);
        self.pend_if_dead().await;
        match fault {
            DiskFault::FalseError => Err(disk_busy()),
            DiskFault::None { .. } | DiskFault::Refused => result,
        }
    }

    async fn load(&self, table: TableId) -> Result<Vec<Entry>, JournalError> {
        if let Err(error) = self.wait_for_disk().await {
            self.world.lock().record_fault(Fault::DiskReadFails);
            return Err(error);
        }
        self.storage.load(table).await
    }

    async fn running(&self) -> Result<Vec<RunningTable>, JournalError> {
        self.storage.running().await
    }

    async fn quarantine(&self, table: TableId) -> Result<(), JournalError> {
        self.world
            .lock()
            .record_violation(format!("table {table} was quarantined"));
        self.storage.quarantine(table).await
    }

    async fn record_posted(
        &self,
        table: TableId,
        posted: &PostedMessages,
    ) -> Result<(), JournalError> {
        self.wait_for_disk().await?;
        self.storage.record_posted(table, posted).await
    }

    async fn clear_posted(&self, table: TableId) -> Result<(), JournalError> {
        self.wait_for_disk().await?;
        self.storage.clear_posted(table).await
    }

    async fn closed_with_messages(&self) -> Result<Vec<RunningTable>, JournalError> {
        self.storage.closed_with_messages().await
    }

    async fn record_alive(&self, at: Millis) -> Result<(), JournalError> {
        self.pend_if_dead().await;
        self.storage.record_alive(at).await
    }

    async fn last_alive(&self) -> Result<Option<Millis>, JournalError> {
        self.storage.last_alive().await
    }
}
