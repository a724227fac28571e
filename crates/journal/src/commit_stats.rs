//! Counts the transactions that append entries, for the operator.

use std::time::Duration;

/// Statistics about one process's transactions that append entries, since the process started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CommitStats {
    /// The number of committed transactions.
    pub commits: u64,
    /// The number of transactions that failed as a whole.
    pub failed: u64,
    /// The number of entries in all transactions, including refused entries.
    pub entries: u64,
    /// The total duration of all transactions.
    pub time: Duration,
}

impl CommitStats {
    pub(crate) fn record(&mut self, is_committed: bool, entries: usize, time: Duration) {
        self.commits += u64::from(is_committed);
        self.failed += u64::from(!is_committed);
        self.entries += entries as u64;
        self.time += time;
    }
}
