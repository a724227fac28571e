//! Which interactions have been on their way for too long, as they come to a process that was
//! stopped in between: nobody waits for them any more, and another process may have answered. It
//! must never take a clock that drifts for lateness.

use std::sync::atomic::{AtomicI64, Ordering};

use serenity::model::id::InteractionId;
use tokio::time::Instant;

/// How long an interaction can be answered, in milliseconds.
const ANSWERABLE: i64 = 3_000;
/// Our clock is read too slow by one part in so many, which is more than any clock is wrong: one
/// that runs fast beside Discord's would make everything late in the end.
const DRIFT: i64 = 1_000;

/// How much later than the quickest so far an interaction comes. The clocks of Discord and of this
/// machine may differ; that does not.
pub(crate) struct Lateness {
    began: Instant,
    least: AtomicI64,
}

impl Lateness {
    pub(crate) fn new(began: Instant) -> Self {
        let least = AtomicI64::new(i64::MAX);
        Self { began, least }
    }

    /// Whether this interaction, received now, can no longer be answered.
    pub(crate) fn is_too_late(&self, interaction: InteractionId, received: Instant) -> bool {
        // The upper bits of its number are the millisecond in which Discord made it.
        let sent = (interaction.get() >> 22).cast_signed();
        let passed = received.saturating_duration_since(self.began).as_millis();
        let passed = i64::try_from(passed).unwrap_or(i64::MAX);
        let lag = (passed - passed / DRIFT).saturating_sub(sent);
        let least = self.least.fetch_min(lag, Ordering::Relaxed).min(lag);
        lag.saturating_sub(least) > ANSWERABLE
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const HOUR: u64 = 3_600_000;

    /// Whether each of these is too late: the millisecond in which it was sent, and received.
    fn late(interactions: &[(u64, u64)]) -> Vec<bool> {
        let began = Instant::now();
        let lateness = Lateness::new(began);
        let is_late = |&(sent, received): &(u64, u64)| {
            // Discord's clock is far from ours.
            let interaction = InteractionId::new((sent + 40 * HOUR) << 22);
            lateness.is_too_late(interaction, began + Duration::from_millis(received))
        };
        interactions.iter().map(is_late).collect()
    }

    #[test]
    fn what_comes_more_than_three_seconds_later_than_others_is_too_late() {
        let interactions = [(0, 50), (1_000, 3_900), (1_000, 4_100), (5_000, 5_050)];
        assert_eq!(late(&interactions), [false, false, true, false]);
    }

    #[test]
    fn a_clock_that_runs_fast_makes_nothing_late() {
        let hourly = |hour: u64| (hour * HOUR, hour * HOUR + hour * HOUR / 5_000);
        let interactions: Vec<_> = (0..1_000).map(hourly).collect();
        assert!(late(&interactions).iter().all(|late| !late));
    }
}
