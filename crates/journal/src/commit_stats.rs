//! Counts the transactions that append entries, for an operator.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The transactions of one process since its start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CommitStats {
    /// Transactions that were committed.
    pub commits: u64,
    /// Transactions that failed as a whole.
    pub failed: u64,
    /// Entries in all transactions, those included that were refused.
    pub entries: u64,
    /// The time that all transactions took together.
    pub time: Duration,
}

/// Counters behind [`CommitStats`], which the writer's task changes.
#[derive(Debug, Default)]
pub(crate) struct CommitCounters {
    commits: AtomicU64,
    failed: AtomicU64,
    entries: AtomicU64,
    nanoseconds: AtomicU64,
}

impl CommitCounters {
    /// Counts one transaction.
    pub(crate) fn record(&self, is_committed: bool, entries: usize, time: Duration) {
        let transactions = if is_committed {
            &self.commits
        } else {
            &self.failed
        };
        transactions.fetch_add(1, Ordering::Relaxed);
        self.entries.fetch_add(entries as u64, Ordering::Relaxed);
        // Enough for 584 years.
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.nanoseconds.fetch_add(nanoseconds, Ordering::Relaxed);
    }

    pub(crate) fn read(&self) -> CommitStats {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        CommitStats {
            commits: read(&self.commits),
            failed: read(&self.failed),
            entries: read(&self.entries),
            time: Duration::from_nanos(read(&self.nanoseconds)),
        }
    }
}
