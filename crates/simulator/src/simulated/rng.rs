//! The chance of everything that is simulated: one seed, and a stream of its own for each part of
//! the world, so that what one part draws does not change what another does.

use rules::{Chance as _, SeededChance};

/// One stream of chance.
#[derive(Clone, Debug)]
pub(super) struct Dice(SeededChance);

impl Dice {
    /// The stream of this number that belongs to a seed.
    pub(super) fn stream(seed: u64, number: u64) -> Self {
        Self(SeededChance::stream(seed, number))
    }

    /// A number below this one; 0 if it is 0.
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        if bound == 0 { 0 } else { self.0.below(bound) }
    }

    /// A number between these two, both included.
    pub(super) fn between(&mut self, least: u32, most: u32) -> u32 {
        least + self.below(most.saturating_sub(least) + 1)
    }

    /// Whether one of so many cases is the case.
    pub(super) fn one_in(&mut self, cases: u32) -> bool {
        self.below(cases) == 0
    }

    /// Whether something is the case that is so in so many of a thousand.
    pub(super) fn permille(&mut self, cases: u32) -> bool {
        self.below(1000) < cases
    }

    /// One of these, each as likely.
    pub(super) fn pick<'t, T>(&mut self, from: &'t [T]) -> Option<&'t T> {
        let most = u32::try_from(from.len()).unwrap_or(u32::MAX);
        from.get(self.below(most) as usize)
    }

    /// A seed for something else.
    pub(super) fn seed(&mut self) -> u64 {
        u64::from(self.below(u32::MAX)) << 32 | u64::from(self.below(u32::MAX))
    }
}
