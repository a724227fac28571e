//! Recognises interactions that arrive too late to be answered, as they do at a process that was
//! suspended: Discord no longer accepts an answer, and another process may have given one. A clock
//! that drifts must never make an interaction look stale.

use std::sync::atomic::{AtomicI64, Ordering};

use serenity::model::id::InteractionId;
use tokio::time::Instant;

/// Discord's limit for the first answer to an interaction, in milliseconds.
const ANSWER_LIMIT_MS: i64 = 3_000;
/// The local clock is slowed by one part in this many, which is more than any real clock is wrong.
/// Without this, a local clock that runs faster than Discord's would in the end make every
/// interaction look stale.
const DRIFT_ALLOWANCE: i64 = 1_000;

/// Compares the delay of each interaction with the smallest delay seen so far. The clocks of Discord
/// and of this machine may differ by any amount; the difference between two delays is not affected.
pub(crate) struct StaleInteractions {
    started: Instant,
    /// The smallest difference between local receipt time and Discord's send time, in milliseconds.
    min_offset: AtomicI64,
}

impl StaleInteractions {
    pub(crate) fn new(started: Instant) -> Self {
        let min_offset = AtomicI64::new(i64::MAX);
        Self {
            started,
            min_offset,
        }
    }

    /// Returns true if an interaction received at this time can no longer be answered. Records its
    /// delay for the comparison with later ones.
    pub(crate) fn check_stale(&self, interaction: InteractionId, received: Instant) -> bool {
        // The upper bits of a snowflake are the millisecond in which Discord created it.
        let sent = (interaction.get() >> 22).cast_signed();
        let elapsed = received.saturating_duration_since(self.started).as_millis();
        let elapsed = i64::try_from(elapsed).unwrap_or(i64::MAX);
        let offset = (elapsed - elapsed / DRIFT_ALLOWANCE).saturating_sub(sent);
        let min_offset = self.min_offset.fetch_min(offset, Ordering::Relaxed);
        offset.saturating_sub(min_offset.min(offset)) > ANSWER_LIMIT_MS
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const HOUR: u64 = 3_600_000;

    /// Returns for each interaction, given by the milliseconds at which it was sent and received,
    /// if it is stale.
    fn stale(interactions: &[(u64, u64)]) -> Vec<bool> {
        let started = Instant::now();
        let filter = StaleInteractions::new(started);
        let check = |&(sent, received): &(u64, u64)| {
            // Discord's clock is far from the local one.
            let interaction = InteractionId::new((sent + 40 * HOUR) << 22);
            filter.check_stale(interaction, started + Duration::from_millis(received))
        };
        interactions.iter().map(check).collect()
    }

    #[test]
    fn an_interaction_delayed_by_more_than_three_seconds_is_stale() {
        let interactions = [(0, 50), (1_000, 3_900), (1_000, 4_100), (5_000, 5_050)];
        assert_eq!(stale(&interactions), [false, false, true, false]);
    }

    #[test]
    fn a_local_clock_that_runs_fast_makes_no_interaction_stale() {
        let hourly = |hour: u64| (hour * HOUR, hour * HOUR + hour * HOUR / 5_000);
        let interactions: Vec<_> = (0..1_000).map(hourly).collect();
        assert!(stale(&interactions).iter().all(|stale| !stale));
    }
}
