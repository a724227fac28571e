//! Decides which of the matching calls or events a fault hits: a fixed count, or a rate with a seed.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

/// Selects the calls or events that a fault hits, among those that match it.
#[derive(Debug)]
pub(super) enum Trigger {
    /// Fires `left` times in a row.
    Count { left: u64 },
    /// Fires on each match with a fixed probability.
    Rate {
        /// Fires when the generator's next number is at most this.
        threshold: u64,
        rng: Box<Xoshiro256PlusPlus>,
    },
}

impl Trigger {
    /// Creates a trigger that fires with a probability of `rate`, between 0 and 1.
    pub(super) fn rate(rate: f64, seed: u64) -> Self {
        // The cast saturates, so that a rate of 1 gives the largest threshold.
        let threshold = (rate * u64::MAX as f64) as u64;
        let rng = Box::new(Xoshiro256PlusPlus::seed_from_u64(seed));
        Self::Rate { threshold, rng }
    }

    /// Counts one match and returns whether the fault hits it.
    pub(super) fn fire(&mut self) -> bool {
        match self {
            Self::Count { left } => {
                let fires = *left > 0;
                *left = left.saturating_sub(1);
                fires
            }
            Self::Rate { threshold, rng } => rng.next_u64() <= *threshold && *threshold > 0,
        }
    }
}
