//! What has been written down, and a journal that fails as disks do. What is kept outlives every
//! process; each entry is judged when it is kept.

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

/// All that was ever kept, and the table that it makes.
#[derive(Debug, Default)]
pub(super) struct Disk {
    entries: BTreeMap<TableId, Vec<Entry>>,
    clicks: BTreeSet<u64>,
    tables: BTreeMap<TableId, Table>,
    /// The table that was opened last.
    pub(super) newest: Option<TableId>,
}

impl Disk {
    /// The table of this number, as its entries make it.
    pub(super) fn table(&self, id: TableId) -> Option<&Table> {
        self.tables.get(&id)
    }

    /// The table that was opened last.
    pub(super) fn newest(&self) -> Option<&Table> {
        self.table(self.newest?)
    }

    /// Whether a click has been written down.
    pub(super) fn knows(&self, click: u64) -> bool {
        self.clicks.contains(&click)
    }

    /// All entries of a table.
    pub(super) fn entries(&self, id: TableId) -> &[Entry] {
        self.entries.get(&id).map_or(&[], Vec::as_slice)
    }

    /// Takes an entry in.
    ///
    /// # Errors
    /// What does not hold of it, in a sentence.
    pub(super) fn keep(&mut self, entry: &Entry) -> Result<(), String> {
        let life = self.entries.entry(entry.table).or_default();
        life.push(entry.clone());
        if entry.version != life.len() as u64 {
            return Err(format!("version {} has a gap before it", entry.version));
        }
        if let Some(click) = entry.interaction
            && !self.clicks.insert(click.0)
        {
            return Err(format!("click {} was applied twice", click.0));
        }
        self.follow(entry)
    }

    fn follow(&mut self, entry: &Entry) -> Result<(), String> {
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
    pub(super) points: Failpoints,
    pub(super) kept: Arc<MemoryJournal>,
}

/// What befalls one use of the disk.
enum Trouble {
    None { takes: u32 },
    Refuses,
    Unsure,
}

impl SimulatedJournal {
    /// Does not come back if the process has died.
    async fn alive(&self) {
        if !self.world.lock().alive {
            pending::<()>().await;
        }
    }

    fn trouble(&self) -> Trouble {
        let mut world = self.world.lock();
        let (rate, dice) = (world.weather().disk, &mut world.dice.disk);
        let takes = dice.between(1, 8);
        if !dice.permille(rate) {
            return Trouble::None { takes };
        }
        let (fault, trouble) = match dice.below(4) {
            0 => (Fault::DiskUnsure, Trouble::Unsure),
            1 => {
                let takes = dice.between(50, 900);
                (Fault::DiskSlow, Trouble::None { takes })
            }
            _ => (Fault::DiskRefuses, Trouble::Refuses),
        };
        world.strike(fault);
        trouble
    }

    async fn commit(&self, entry: &Entry) -> Result<(), JournalError> {
        let kept = self.kept.append(entry).await;
        let mut world = self.world.lock();
        match &kept {
            Ok(()) => world.kept(entry),
            Err(error) => world.note(format_args!("not kept: {error}")),
        }
        kept
    }

    /// The little that is written besides entries.
    async fn aside(&self) -> Result<(), JournalError> {
        self.alive().await;
        match self.trouble() {
            Trouble::None { takes } => sleep(Duration::from_millis(takes.into())).await,
            Trouble::Refuses | Trouble::Unsure => return Err(busy()),
        }
        self.alive().await;
        Ok(())
    }
}

fn busy() -> JournalError {
    JournalError::Unavailable("the disk is busy".to_owned())
}

impl Journal for SimulatedJournal {
    async fn append(&self, entry: &Entry) -> Result<(), JournalError> {
        self.alive().await;
        let trouble = self.trouble();
        self.points.hit(Failpoint::EntryHandedOver);
        self.alive().await;
        let takes = match trouble {
            Trouble::None { takes } => takes,
            Trouble::Unsure => 5,
            Trouble::Refuses => return Err(busy()),
        };
        sleep(Duration::from_millis(takes.into())).await;
        self.alive().await;
        let kept = self.commit(entry).await;
        self.points.hit(Failpoint::EntryCommitted);
        self.alive().await;
        match trouble {
            Trouble::Unsure => Err(busy()),
            Trouble::None { .. } | Trouble::Refuses => kept,
        }
    }

    async fn load(&self, table: TableId) -> Result<Vec<Entry>, JournalError> {
        if let Err(error) = self.aside().await {
            self.world.lock().strike(Fault::DiskUnread);
            return Err(error);
        }
        self.kept.load(table).await
    }

    async fn running(&self) -> Result<Vec<RunningTable>, JournalError> {
        self.kept.running().await
    }

    async fn quarantine(&self, table: TableId) -> Result<(), JournalError> {
        self.world
            .lock()
            .violate(format!("table {table} was set aside"));
        self.kept.quarantine(table).await
    }

    async fn record_posted(
        &self,
        table: TableId,
        posted: &PostedMessages,
    ) -> Result<(), JournalError> {
        self.aside().await?;
        self.kept.record_posted(table, posted).await
    }

    async fn clear_posted(&self, table: TableId) -> Result<(), JournalError> {
        self.aside().await?;
        self.kept.clear_posted(table).await
    }

    async fn closed_with_messages(&self) -> Result<Vec<RunningTable>, JournalError> {
        self.kept.closed_with_messages().await
    }

    async fn record_alive(&self, at: Millis) -> Result<(), JournalError> {
        self.alive().await;
        self.kept.record_alive(at).await
    }

    async fn last_alive(&self) -> Result<Option<Millis>, JournalError> {
        self.kept.last_alive().await
    }
}
