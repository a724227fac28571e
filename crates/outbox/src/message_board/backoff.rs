//! The growing pause between attempts that failed. Knows no clock: the time is an argument.

use std::time::Duration;

use tokio::time::Instant;

const FIRST_PAUSE: Duration = Duration::from_secs(2);
/// The longest pause.
pub(super) const MAX_PAUSE: Duration = Duration::from_secs(60);

/// Decides when to try again. Each failure in a row doubles the pause.
#[derive(Debug, Default)]
pub(super) struct Backoff {
    consecutive_failures: u32,
    retry_at: Option<Instant>,
}

impl Backoff {
    /// Begins a pause after one more failure.
    pub(super) fn fail(&mut self, now: Instant) {
        let pause = FIRST_PAUSE.saturating_mul(1 << self.consecutive_failures.min(5));
        self.consecutive_failures += 1;
        self.retry_at = Some(now + pause.min(MAX_PAUSE));
    }

    /// Begins a pause of the longest duration, which is no failure of Discord.
    pub(super) fn pause(&mut self, now: Instant) {
        self.retry_at = Some(now + MAX_PAUSE);
    }

    /// Notes a success: the next pause is short again.
    pub(super) fn succeed(&mut self) {
        self.consecutive_failures = 0;
    }

    /// Ends the pause, and forgets all failures.
    pub(super) fn reset(&mut self) {
        *self = Self::default();
    }

    pub(super) fn end_pause(&mut self) {
        self.retry_at = None;
    }

    /// Ends the pause if its time has come. Returns true if it did.
    pub(super) fn end_due_pause(&mut self, now: Instant) -> bool {
        self.retry_at.take_if(|at| *at <= now).is_some()
    }

    /// Returns the end of the pause, or `None` if an attempt may be made now.
    pub(super) fn retry_at(&self) -> Option<Instant> {
        self.retry_at
    }
}
