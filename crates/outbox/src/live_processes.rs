//! The number of processes that share the journal now. A process divides the limits that
//! it keeps by itself, such as that of its requests to Discord, by this number: together the processes stay
//! below them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The number of live processes, as the last heartbeat has told it. Clones share it.
#[derive(Clone, Debug)]
pub struct LiveProcesses(Arc<AtomicU32>);

impl Default for LiveProcesses {
    /// Returns that of a process that is alone as far as it knows.
    fn default() -> Self {
        Self(Arc::new(AtomicU32::new(1)))
    }
}

impl LiveProcesses {
    /// Returns the number, which is at least 1.
    pub fn get(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }

    pub fn set(&self, processes: u32) {
        self.0.store(processes.max(1), Ordering::Relaxed);
    }
}
