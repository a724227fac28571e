//! Random numbers for the simulation: independent streams of one seed, one for each part, so that a
//! draw of one part does not change the others.

use rules::{Chance as _, SeededChance};

/// A random number generator that repeats its numbers for the same seed and stream.
#[derive(Clone, Debug)]
pub(super) struct SimRng(SeededChance);

impl SimRng {
    /// Returns the stream of this number for a seed.
    pub(super) fn stream(seed: u64, number: u64) -> Self {
        Self(SeededChance::stream(seed, number))
    }

    /// Returns a number below `bound`, or 0 if `bound` is 0.
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        if bound == 0 { 0 } else { self.0.below(bound) }
    }

    /// Returns a number from `least` to `most`, both included.
    pub(super) fn between(&mut self, least: u32, most: u32) -> u32 {
        least + self.below(most.saturating_sub(least) + 1)
    }

    /// Returns true with a probability of 1 in `cases`.
    pub(super) fn one_in(&mut self, cases: u32) -> bool {
        self.below(cases) == 0
    }

    /// Returns true with a probability of `rate` in 1000.
    pub(super) fn permille(&mut self, rate: u32) -> bool {
        self.below(1000) < rate
    }

    /// Returns one element, each with the same probability; none of an empty slice.
    pub(super) fn pick<'t, T>(&mut self, from: &'t [T]) -> Option<&'t T> {
        let count = u32::try_from(from.len()).unwrap_or(u32::MAX);
        from.get(self.below(count) as usize)
    }

    /// Returns a seed for another generator.
    pub(super) fn seed(&mut self) -> u64 {
        u64::from(self.below(u32::MAX)) << 32 | u64::from(self.below(u32::MAX))
    }
}
