//! When a fault strikes: so many times, or by chance from a seed.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

/// When a fault strikes what it is meant for.
#[derive(Debug)]
pub(super) enum Timing {
    /// The next ones, after some have been let pass.
    Next { pass: u64, left: u64 },
    /// Each by chance.
    Chance {
        /// Of 2^64.
        limit: u64,
        chance: Box<Xoshiro256PlusPlus>,
    },
}

impl Timing {
    /// The next `times`, after `pass` have been let pass.
    pub(super) fn next(pass: u64, times: u64) -> Self {
        Self::Next { pass, left: times }
    }

    /// Each with a likelihood of `rate`, between 0 and 1.
    pub(super) fn chance(rate: f64, seed: u64) -> Self {
        // As close as the float is; more than all is all.
        let limit = (rate * u64::MAX as f64) as u64;
        let chance = Box::new(Xoshiro256PlusPlus::seed_from_u64(seed));
        Self::Chance { limit, chance }
    }

    /// Whether it strikes this time.
    pub(super) fn strikes(&mut self) -> bool {
        match self {
            Self::Next { pass, .. } if *pass > 0 => {
                *pass -= 1;
                false
            }
            Self::Next { left, .. } => {
                let strikes = *left > 0;
                *left = left.saturating_sub(1);
                strikes
            }
            Self::Chance { limit, chance } => chance.next_u64() <= *limit && *limit > 0,
        }
    }
}
