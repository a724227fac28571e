//! The time of day for tables: read once from the system, then carried on by the monotonic clock,
//! so that nobody loses a deadline to somebody setting the clock.

use std::time::{SystemTime, UNIX_EPOCH};

use table::ids::Millis;
use tokio::time::Instant;

/// What the system's clock says now.
pub(crate) fn system_time() -> Millis {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    Millis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// A clock that never goes back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    began: Instant,
    began_at: Millis,
}

impl Clock {
    /// A clock that agrees with the system's, unless that has been set back since an earlier
    /// process read it: then it goes on from there.
    pub(crate) fn start(system: Millis, after: Option<Millis>) -> Self {
        let began_at = after.map_or(system, |after| system.max(after));
        Self {
            began: Instant::now(),
            began_at,
        }
    }

    /// The time now.
    pub(crate) fn now(&self) -> Millis {
        self.at(Instant::now())
    }

    /// The time that a moment of the monotonic clock was.
    pub(crate) fn at(&self, instant: Instant) -> Millis {
        let passed = instant.saturating_duration_since(self.began);
        self.began_at.after(Millis(
            u64::try_from(passed.as_millis()).unwrap_or(u64::MAX),
        ))
    }

    /// The moment of the monotonic clock at which it will be `time`; now, if it has been.
    pub(crate) fn instant(&self, time: Millis) -> Instant {
        self.began + std::time::Duration::from_millis(time.since(self.began_at).0)
    }
}
