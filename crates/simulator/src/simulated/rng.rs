//! Random numbers for the simulation. Each part has an independent stream derived from the seed, so that a draw in one
//! part does not change the others.

use rand::seq::IndexedRandom as _;
use rand::{Rng as _, RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

#[derive(Clone, Debug)]
pub(super) struct SimRng(pub(super) Xoshiro256PlusPlus);

impl SimRng {
    pub(super) fn stream(seed: u64, number: u64) -> Self {
        let first = Xoshiro256PlusPlus::seed_from_u64(seed).next_u64();
        Self(Xoshiro256PlusPlus::seed_from_u64(
            first.wrapping_add(number),
        ))
    }

    /// Returns a number less than `bound`, or 0 if `bound` is 0.
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        self.0.random_range(0..bound.max(1))
    }

    /// Returns a number from `least` to `most`, inclusive.
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

    /// Returns one element with uniform probability; `None` for an empty slice.
    pub(super) fn pick<'t, T>(&mut self, from: &'t [T]) -> Option<&'t T> {
        from.choose(&mut self.0)
    }

    pub(super) fn seed(&mut self) -> u64 {
        self.0.next_u64()
    }
}
