//! Faults to inject into in-memory journals, to test the code that uses a journal.

use std::fmt;

use async_trait::async_trait;
use journal::JournalError;
use table::ids::TableId;

use super::MemoryJournal;

/// A journal operation into which a fault can be injected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JournalOperation {
    Append,
    /// Reading entries of this table.
    Load(TableId),
    /// Finding a running table, or taking the number of a new table.
    Find,
    /// Acquiring or renewing the lease.
    Lease,
}

/// Decides which operations of one handle fail, and with which error.
#[async_trait]
pub trait JournalFaults: fmt::Debug + Send + Sync {
    /// Runs before an operation. If this returns an error, the operation fails with that error and has no effect.
    async fn before(&self, operation: JournalOperation) -> Result<(), JournalError>;

    /// Runs after an entry is appended. If this returns an error, the caller receives the error although the entry
    /// is stored.
    fn after_append(&self) -> Result<(), JournalError> {
        Ok(())
    }
}

impl MemoryJournal {
    pub(super) async fn before(&self, operation: JournalOperation) -> Result<(), JournalError> {
        match &self.faults {
            Some(faults) => faults.before(operation).await,
            None => Ok(()),
        }
    }

    pub(super) fn after_append(&self) -> Result<(), JournalError> {
        match &self.faults {
            Some(faults) => faults.after_append(),
            None => Ok(()),
        }
    }
}
