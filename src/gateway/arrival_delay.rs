//! Measures by how much an interaction's delay exceeds the smallest delay so far; `receive` drops interactions that can
//! no longer be answered. A state machine without I/O. Only differences between delays count, so the clocks of Discord
//! and of this machine may differ by any amount. Local times are monotonic, so setting this machine's clock does not
//! make clicks look late.

use std::sync::atomic::{AtomicI64, Ordering};

use tokio::time::Instant;

/// Elapsed local time is reduced by a thousandth, which is more than real clocks drift. Otherwise, a local clock that
/// runs faster than Discord's would eventually make every interaction look late.
const DRIFT_ALLOWANCE: i64 = 1_000;

/// The smallest delay so far.
pub(crate) struct ArrivalDelay {
    started: Instant,
    /// The smallest difference between the local arrival time and Discord's sending time, in milliseconds.
    min_offset: AtomicI64,
}

impl ArrivalDelay {
    pub(crate) fn new(started: Instant) -> Self {
        let min_offset = AtomicI64::new(i64::MAX);
        Self {
            started,
            min_offset,
        }
    }

    /// Records the arrival of an interaction that was sent at this time, in milliseconds of Discord's clock. Returns by
    /// how many milliseconds the delay exceeds the smallest earlier delay; negative for a new minimum.
    pub(crate) fn excess_ms(&self, sent_ms: u64, received: Instant) -> i64 {
        let sent = i64::try_from(sent_ms).unwrap_or(i64::MAX);
        let elapsed = received.saturating_duration_since(self.started);
        let elapsed_ms = i64::try_from(elapsed.as_millis()).unwrap_or(i64::MAX);
        let offset = (elapsed_ms - elapsed_ms / DRIFT_ALLOWANCE).saturating_sub(sent);
        let min_offset = self.min_offset.fetch_min(offset, Ordering::Relaxed);
        offset.saturating_sub(min_offset)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// The time on Discord's clock at which a test starts. It is far from local time.
    const START: u64 = 1_800_000_000_000;
    const HOUR: u64 = 3_600_000;

    /// Returns whether each arrival, given as the times in milliseconds at which it was sent and received, is more than
    /// `limit` milliseconds late.
    fn late(limit: i64, arrivals: &[(u64, u64)]) -> Vec<bool> {
        let started = Instant::now();
        let delay = ArrivalDelay::new(started);
        let check = |&(sent, received): &(u64, u64)| {
            let received = started + Duration::from_millis(received);
            delay.excess_ms(START + sent, received) > limit
        };
        arrivals.iter().map(check).collect()
    }

    #[test]
    fn lateness_is_measured_from_the_smallest_delay() {
        let arrivals = [(0, 50), (1_000, 3_900), (1_000, 4_100), (5_000, 5_050)];
        assert_eq!(late(3_000, &arrivals), [false, false, true, false]);
    }

    #[test]
    fn after_a_sleep_only_arrivals_sent_before_it_are_late() {
        let arrivals = [
            (1_000, 1_000),
            (3_602_000, 2_000),
            (1_000, 2_100),
            (3_603_000, 3_000),
        ];
        assert_eq!(late(5_000, &arrivals), [false, false, true, false]);
    }

    #[test]
    fn a_fast_local_clock_does_not_make_arrivals_late() {
        let hourly = |hour: u64| (hour * HOUR, hour * HOUR + hour * HOUR / 5_000);
        let arrivals: Vec<_> = (0..1_000).map(hourly).collect();
        assert!(!late(3_000, &arrivals).contains(&true));
    }

    #[test]
    fn extreme_times_do_not_overflow() {
        let arrivals = [(u64::MAX - START, 1), (1, 2)];
        assert_eq!(late(5_000, &arrivals), [false, true]);
    }
}
