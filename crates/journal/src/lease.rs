//! The holder's view of a cluster's lease. The database's clock decides when a term ends; the holder has only its own
//! clocks, and stops acting for the cluster as soon as its term may be over. [`Term`] implements this as a state
//! machine without I/O; [`Lease`] shares it between tasks.
//!
//! The bot's `tables::lease` calls [`Journal::acquire_lease`](crate::Journal::acquire_lease) and
//! [`Journal::renew_lease`](crate::Journal::renew_lease), and reports the outcome here.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use table::ids::Millis;
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::cluster::Cluster;

/// How long a lease lasts without renewal, by the database's clock.
pub const TERM: Duration = Duration::from_secs(5);
/// How much earlier the holder considers its term over: clocks drift, and requests take time to arrive.
const MARGIN: Duration = Duration::from_millis(500);

/// The outcome of an attempt to acquire the cluster's lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acquired {
    /// The caller holds the lease.
    Held,
    /// Another process holds the lease.
    Elsewhere,
    /// A running process divides the servers among this number of clusters, which differs from the caller's.
    OtherClusters(u32),
}

/// A moment on both clocks of a process. Neither is enough alone: the monotonic clock may stop while the machine
/// sleeps, and the system clock can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The time on the monotonic clock.
    pub monotonic: Instant,
    /// The time on the system clock.
    pub system: Millis,
}

impl Moment {
    /// Returns the time since an earlier moment: the larger of the two clocks' differences.
    fn since(self, earlier: Self) -> Duration {
        let monotonic = self.monotonic.saturating_duration_since(earlier.monotonic);
        let system = self.system.since(earlier.system);
        monotonic.max(Duration::from_millis(system.0))
    }
}

/// The state of this process's term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// This process has not held the lease yet.
    Waiting,
    /// The database granted a term that was requested at this moment.
    Granted(Moment),
    /// Another process may hold the lease. Final, because this process's copies of the tables may be outdated.
    Lost,
}

impl Term {
    /// Returns the term after the database has granted a request made at this moment. A lost term stays lost.
    #[must_use]
    pub fn granted(self, asked: Moment) -> Self {
        match self {
            Self::Waiting | Self::Granted(_) => Self::Granted(asked),
            Self::Lost => Self::Lost,
        }
    }

    /// Returns true if the term is certainly not over. Counts from the request, because the term
    /// cannot have started earlier.
    pub fn is_held(self, now: Moment) -> bool {
        matches!(self, Self::Granted(asked) if now.since(asked) < TERM - MARGIN)
    }
}

/// A function that returns the system time.
pub type ReadSystemTime = Arc<dyn Fn() -> Millis + Send + Sync>;

/// This process's lease. Clones share it.
#[derive(Clone)]
pub struct Lease(Option<Arc<Shared>>);

struct Shared {
    cluster: Cluster,
    term: Mutex<Term>,
    /// Wakes waiting tasks in the order in which they began to wait. A `watch` channel would wake them in random order.
    changed: Notify,
    read_system: ReadSystemTime,
}

impl Lease {
    /// Returns a lease that never ends, for a process that does not share its journal.
    pub fn unlimited() -> Self {
        Self(None)
    }

    /// Returns the lease of a process that is waiting for this cluster.
    pub fn waiting(cluster: Cluster, read_system: ReadSystemTime) -> Self {
        Self(Some(Arc::new(Shared {
            cluster,
            term: Mutex::new(Term::Waiting),
            changed: Notify::new(),
            read_system,
        })))
    }

    /// Returns the cluster that this process serves.
    pub fn cluster(&self) -> Cluster {
        let shared = self.0.as_ref();
        shared.map_or(Cluster::WHOLE, |shared| shared.cluster)
    }

    /// Reads both clocks. The system time is 0 for an unlimited lease, which does not need it.
    pub fn now(&self) -> Moment {
        let shared = self.0.as_ref();
        Moment {
            monotonic: Instant::now(),
            system: shared.map_or(Millis(0), |shared| (shared.read_system)()),
        }
    }

    /// Records that the database has granted a request made at this moment.
    pub fn grant(&self, asked: Moment) {
        self.change(|term| term.granted(asked));
    }

    /// Records that the database has refused to renew the term.
    pub fn lose(&self) {
        self.change(|_| Term::Lost);
    }

    fn change(&self, change: impl FnOnce(Term) -> Term) {
        if let Some(shared) = &self.0 {
            let mut term = shared.term.lock();
            *term = change(*term);
            shared.changed.notify_waiters();
        }
    }

    /// Returns true if this process may act for its cluster now.
    pub fn is_held(&self) -> bool {
        let shared = self.0.as_ref();
        shared.is_none_or(|shared| shared.term.lock().is_held(self.now()))
    }

    /// Waits until this process may act for its cluster. Returns false if it has lost its lease for good.
    pub async fn wait_until_held(&self) -> bool {
        self.wait_for(|term| term == Some(Term::Lost) || self.is_held())
            .await;
        self.is_held()
    }

    /// Waits until this process has lost its lease for good; forever if the lease is unlimited.
    pub async fn wait_until_lost(&self) {
        self.wait_for(|term| term == Some(Term::Lost)).await;
    }

    /// Waits until `is_expected` accepts the term, which is `None` if the lease is unlimited.
    async fn wait_for(&self, is_expected: impl Fn(Option<Term>) -> bool) {
        let Some(shared) = &self.0 else {
            if !is_expected(None) {
                std::future::pending::<()>().await;
            }
            return;
        };
        loop {
            // Registers before checking, so that no change is missed.
            let changed = shared.changed.notified();
            let term = *shared.term.lock();
            if is_expected(Some(term)) {
                return;
            }
            changed.await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(start: Moment, monotonic: u64, system: u64) -> Moment {
        Moment {
            monotonic: start.monotonic + Duration::from_millis(monotonic),
            system: Millis(start.system.0 + system),
        }
    }

    fn start() -> Moment {
        Moment {
            monotonic: Instant::now(),
            system: Millis(1_800_000_000_000),
        }
    }

    #[test]
    fn a_term_is_over_by_whichever_clock_says_so_first_counted_from_the_question() {
        let asked = start();
        let term = Term::Waiting.granted(asked);
        for (monotonic, system, is_held) in [
            (0, 0, true),
            (4_499, 4_499, true),
            (4_500, 0, false),
            // The machine slept, or the clock was set.
            (0, 4_500, false),
            (3_600_000, 10, false),
        ] {
            let now = after(asked, monotonic, system);
            assert_eq!(term.is_held(now), is_held, "{monotonic} {system}");
        }
        let set_back = Moment {
            system: Millis(asked.system.0 - 3_600_000),
            ..after(asked, 1_000, 0)
        };
        assert!(term.is_held(set_back), "the system's clock was set back");
    }

    #[test]
    fn a_term_that_may_be_over_can_be_renewed_and_one_that_is_lost_cannot() {
        let asked = start();
        let late = after(asked, 30_000, 30_000);
        let renewed = Term::Granted(asked).granted(late);
        assert!(renewed.is_held(after(late, 1_000, 1_000)));
        assert_eq!(Term::Lost.granted(late), Term::Lost);
        assert!(!Term::Lost.is_held(asked));
        assert!(!Term::Waiting.is_held(asked));
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_acts_before_the_lease_is_held_nor_after_it_may_be_over() {
        let lease = Lease::waiting(Cluster::WHOLE, Arc::new(|| Millis(0)));
        assert!(!lease.is_held());
        lease.grant(lease.now());
        assert!(lease.wait_until_held().await);
        tokio::time::advance(TERM).await;
        assert!(!lease.is_held());
        lease.grant(lease.now());
        assert!(lease.is_held());
        lease.lose();
        lease.grant(lease.now());
        lease.wait_until_lost().await;
        assert!(!lease.wait_until_held().await);
        assert!(Lease::unlimited().is_held());
    }
}
