//! The sandbox's clock: the machine's time plus the time that tests have skipped.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

#[derive(Debug)]
pub(crate) struct Clock {
    origin_unix_ms: u64,
    origin: Instant,
    skipped: Duration,
}

impl Clock {
    pub(crate) fn start() -> Self {
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH);
        Self {
            origin_unix_ms: milliseconds(since_epoch.unwrap_or_default()),
            origin: Instant::now(),
            skipped: Duration::ZERO,
        }
    }

    /// Returns the time in milliseconds since 1970.
    pub(crate) fn now(&self) -> u64 {
        self.origin_unix_ms + milliseconds(self.origin.elapsed() + self.skipped)
    }

    pub(crate) fn advance(&mut self, duration: Duration) {
        self.skipped += duration;
    }
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
