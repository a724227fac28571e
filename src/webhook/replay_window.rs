//! Tells requests of now from recordings of earlier ones, by the time in Discord's signature. A state
//! machine without I/O. It follows Discord's clock, not this machine's: a clock that is wrong here, or is
//! set while the bot runs, refuses nobody and lets nothing in.

use std::sync::atomic::{AtomicI64, Ordering};

use tokio::time::Instant;

/// The age from which on a request is a recording. An interaction can be answered for three seconds; a
/// load balancer may try another process within them, and Discord tells whole seconds.
const WINDOW_MS: i64 = 5_000;
/// The local clock is slowed by one part in this many, which is more than any real clock is wrong. Without
/// this, a local clock that runs faster than Discord's would in the end refuse every request.
const DRIFT_ALLOWANCE: i64 = 1_000;

/// Compares the time of each request with the newest one so far, which Discord has signed as well.
pub(crate) struct ReplayWindow {
    started: Instant,
    /// Discord's time at `started` in milliseconds, as the newest request tells it.
    origin_ms: AtomicI64,
}

/// The request was signed too long ago.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ReplayedError;

impl ReplayWindow {
    /// Returns a window for a server whose clock shows `server_seconds` since 1970 at `started`.
    pub(crate) fn new(server_seconds: u64, started: Instant) -> Self {
        Self {
            started,
            origin_ms: AtomicI64::new(to_ms(server_seconds)),
        }
    }

    /// Checks a request that was signed at this second and received at `now`. Only for requests whose
    /// signature is right: a later time moves the window.
    pub(crate) fn check(&self, signed_seconds: u64, now: Instant) -> Result<(), ReplayedError> {
        let elapsed = now.saturating_duration_since(self.started).as_millis();
        let elapsed = i64::try_from(elapsed).unwrap_or(i64::MAX);
        let elapsed = elapsed - elapsed / DRIFT_ALLOWANCE;
        let origin = to_ms(signed_seconds).saturating_sub(elapsed);
        let newest = self.origin_ms.fetch_max(origin, Ordering::Relaxed);
        match newest.saturating_sub(origin) > WINDOW_MS {
            true => Err(ReplayedError),
            false => Ok(()),
        }
    }
}

fn to_ms(seconds: u64) -> i64 {
    i64::try_from(seconds)
        .unwrap_or(i64::MAX)
        .saturating_mul(1_000)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const START: u64 = 1_800_000_000;

    /// Returns for each request, given by the second at which it was signed and the milliseconds at which
    /// it arrives, if it is accepted.
    fn accepted(requests: &[(u64, u64)]) -> Vec<bool> {
        let started = Instant::now();
        let window = ReplayWindow::new(START, started);
        let check = |&(signed, received): &(u64, u64)| {
            let now = started + Duration::from_millis(received);
            window.check(START + signed, now).is_ok()
        };
        requests.iter().map(check).collect()
    }

    #[test]
    fn a_request_is_accepted_for_five_seconds() {
        let requests = [(10, 10_100), (10, 14_900), (10, 15_300), (16, 16_100)];
        assert_eq!(accepted(&requests), [true, true, false, true]);
    }

    #[test]
    fn a_recording_from_before_the_start_is_refused_by_a_process_that_has_seen_nothing_yet() {
        let started = Instant::now();
        let window = ReplayWindow::new(START, started);
        assert_eq!(window.check(START - 6, started), Err(ReplayedError));
        assert_eq!(window.check(0, started), Err(ReplayedError));
        assert_eq!(window.check(START - 5, started), Ok(()));
    }

    #[test]
    fn a_machine_that_slept_follows_discord_again_and_refuses_what_is_older() {
        // The monotonic clock stood still for an hour.
        let requests = [(1, 1_000), (3_602, 2_000), (1, 2_100), (3_603, 3_000)];
        assert_eq!(accepted(&requests), [true, true, false, true]);
    }

    #[test]
    fn a_local_clock_that_runs_fast_refuses_nothing() {
        let hourly = |hour: u64| (hour * 3_600, hour * 3_600_000 + hour * 3_600_000 / 5_000);
        let requests: Vec<_> = (0..1_000).map(hourly).collect();
        assert!(accepted(&requests).iter().all(|accepted| *accepted));
    }

    #[test]
    fn times_beyond_all_measure_do_not_overflow() {
        assert_eq!(accepted(&[(u64::MAX - START, 1), (1, 2)]), [true, false]);
    }
}
