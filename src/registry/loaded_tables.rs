//! Counts the tables in memory and decides how many may stay there. A table that nobody uses just now is
//! suspended if there are too many: see `registry::suspended`.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The tables that stay in memory.
#[derive(Clone, Copy, Debug)]
pub struct MemoryLimits {
    /// So many stay, however long nobody uses them.
    pub loaded_tables: usize,
    /// So long each stays after its last message. At least a millisecond: a table that is not suspended
    /// waits as long before it asks again.
    pub quiet: Duration,
}

impl Default for MemoryLimits {
    /// Returns the limits as this project ships them.
    fn default() -> Self {
        Self {
            loaded_tables: 128,
            quiet: Duration::from_secs(5),
        }
    }
}

/// The count of the tables in memory. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct LoadedTables {
    limits: MemoryLimits,
    count: Arc<AtomicUsize>,
}

/// One table in memory, which counts until this is dropped.
#[derive(Debug)]
pub(super) struct LoadedTable(Arc<AtomicUsize>);

impl LoadedTables {
    pub(crate) fn new(limits: MemoryLimits) -> Self {
        Self {
            limits,
            count: Arc::default(),
        }
    }

    /// Counts a table that is about to be loaded.
    pub(super) fn add(&self) -> LoadedTable {
        self.count.fetch_add(1, Ordering::Relaxed);
        LoadedTable(Arc::clone(&self.count))
    }

    /// Returns the number of tables in memory.
    pub(super) fn count(&self) -> usize {
        self.count.load(Ordering::Relaxed)
    }

    /// Returns true if a quiet table should be suspended.
    pub(crate) fn are_too_many(&self) -> bool {
        self.count() > self.limits.loaded_tables
    }

    /// Returns true if tables come into memory faster than they leave: dormant ones should wait.
    pub(super) fn are_far_too_many(&self) -> bool {
        self.count() > self.limits.loaded_tables.saturating_mul(2)
    }

    /// Returns how long nobody has used a table that may be suspended.
    pub(crate) fn quiet(&self) -> Duration {
        self.limits.quiet
    }
}

impl Drop for LoadedTable {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
