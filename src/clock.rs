//! The clock that tables live by: the system's time, read once at the start and carried on by the
//! monotonic clock, so that setting the system's clock moves no deadline.

use std::time::{SystemTime, UNIX_EPOCH};

use table::ids::Millis;
use tokio::time::Instant;

/// Returns the system's time, in milliseconds since 1970.
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
    /// Returns a clock that starts at the system's time, or at `after` if that is later: the system's
    /// clock may have been set back since an earlier process read it.
    pub(crate) fn start(system: Millis, after: Option<Millis>) -> Self {
        let began_at = after.map_or(system, |after| system.max(after));
        Self {
            began: Instant::now(),
            began_at,
        }
    }

    pub(crate) fn now(&self) -> Millis {
        self.at(Instant::now())
    }

    /// Converts an instant of the monotonic clock to a time.
    pub(crate) fn at(&self, instant: Instant) -> Millis {
        let passed = instant.saturating_duration_since(self.began);
        self.began_at.after(Millis(
            u64::try_from(passed.as_millis()).unwrap_or(u64::MAX),
        ))
    }

    /// Converts a time to an instant of the monotonic clock; a time before the start becomes the start.
    pub(crate) fn instant(&self, time: Millis) -> Instant {
        self.began + std::time::Duration::from_millis(time.since(self.began_at).0)
    }
}
