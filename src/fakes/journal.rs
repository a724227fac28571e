//! An in-memory journal that fails on demand.

use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard};

use async_trait::async_trait;
use journal::{Journal as _, JournalError, RecordKey};
use kit::memory_journal::{JournalFaults, JournalOperation, MemoryJournal};
use table::entry::Entry;
use table::ids::TableId;
use tokio::sync::watch;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AppendFault {
    /// Nothing is written.
    Refused,
    /// The entry is written, but the response is lost.
    ResponseLost,
}

/// A process's handle to a journal.
pub(crate) struct FakeJournal {
    /// The journal without faults.
    storage: MemoryJournal,
    /// The journal with the requested faults.
    journal: Arc<MemoryJournal>,
    faults: Arc<Faults>,
}

#[derive(Debug, Default)]
struct Faults {
    asked: Mutex<AskedFaults>,
    /// True while appends are held up.
    held: watch::Sender<bool>,
}

/// The faults that a test has requested.
#[derive(Debug, Default)]
pub(crate) struct AskedFaults {
    pub(crate) next_append: Option<AppendFault>,
    /// True if the response to the current append is lost.
    loses_response: bool,
    /// The number of loads that will still fail.
    pub(crate) failing_loads: u32,
    pub(crate) unreadable: bool,
    /// The table whose key is missing, and the number of attempts to load it.
    pub(crate) without_key: Option<(TableId, u32)>,
    /// True if a table cannot be looked up by its id or channel, and new tables get no number.
    pub(crate) unavailable: bool,
    /// True if entries cannot be written, and the lease cannot be acquired or renewed.
    pub(crate) away: bool,
    pub(crate) renewals: u32,
}

/// Dereferences to the journal with the requested faults.
impl Deref for FakeJournal {
    type Target = MemoryJournal;

    fn deref(&self) -> &MemoryJournal {
        &self.journal
    }
}

impl FakeJournal {
    pub(crate) fn new() -> Arc<Self> {
        Self::of(MemoryJournal::default())
    }

    /// Returns another process's handle to the same journal. Only one process at a time holds the lease.
    pub(crate) fn other_process(&self) -> Arc<Self> {
        Self::of(self.storage.join())
    }

    fn of(storage: MemoryJournal) -> Arc<Self> {
        let faults = Arc::<Faults>::default();
        let faulty = storage.clone().with_faults(Arc::<Faults>::clone(&faults));
        Arc::new(Self {
            storage,
            journal: Arc::new(faulty),
            faults,
        })
    }

    pub(crate) fn shared(&self) -> Arc<MemoryJournal> {
        Arc::clone(&self.journal)
    }

    /// Holds up this process's appends, or releases them.
    pub(crate) fn hold_appends(&self, held: bool) {
        self.faults.held.send_replace(held);
    }

    /// Returns the stored entries of a table, regardless of any faults.
    pub(crate) async fn stored(&self, table: TableId) -> Vec<Entry> {
        self.storage.load(table).await.unwrap()
    }

    /// Returns the interaction id of each of a table's entries; `None` for an entry without an interaction.
    pub(crate) async fn interactions(&self, table: TableId) -> Vec<Option<u64>> {
        let entries = self.stored(table).await;
        let interactions = entries.iter().map(|entry| entry.interaction);
        interactions.map(|one| one.map(|one| one.0)).collect()
    }

    pub(crate) fn faults(&self) -> MutexGuard<'_, AskedFaults> {
        self.faults.asked.lock().unwrap()
    }
}

#[async_trait]
impl JournalFaults for Faults {
    async fn before(&self, operation: JournalOperation) -> Result<(), JournalError> {
        if operation == JournalOperation::Append {
            let mut held = self.held.subscribe();
            held.wait_for(|held| !held).await.unwrap();
        }
        self.asked.lock().unwrap().before(operation)
    }

    fn after_append(&self) -> Result<(), JournalError> {
        if self.asked.lock().unwrap().loses_response {
            Err(unavailable())
        } else {
            Ok(())
        }
    }
}

impl AskedFaults {
    fn before(&mut self, operation: JournalOperation) -> Result<(), JournalError> {
        let fails = match operation {
            JournalOperation::Append => {
                let fault = self.next_append.take();
                self.loses_response = fault == Some(AppendFault::ResponseLost);
                self.away || fault == Some(AppendFault::Refused)
            }
            JournalOperation::Load(table) => return self.before_load(table),
            JournalOperation::Find => self.unavailable,
            JournalOperation::Lease => {
                self.renewals += u32::from(!self.away);
                self.away
            }
        };
        if fails { Err(unavailable()) } else { Ok(()) }
    }

    fn before_load(&mut self, table: TableId) -> Result<(), JournalError> {
        if self.failing_loads > 0 {
            self.failing_loads -= 1;
            return Err(unavailable());
        }
        match &mut self.without_key {
            Some((without_key, loads)) if *without_key == table => {
                *loads += 1;
                let key = "ab".repeat(32).parse::<RecordKey>().unwrap().id();
                Err(JournalError::MissingKey { table, key })
            }
            _ if self.unreadable => Err(JournalError::Unreadable("a test asked for it".to_owned())),
            _ => Ok(()),
        }
    }
}

fn unavailable() -> JournalError {
    JournalError::Unavailable("a test asked for it".to_owned())
}
