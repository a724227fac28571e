//! A reproducible source of randomness for simulations, scenario files and tests. Must never deal a
//! real game: anyone who learns the seed knows the pile. Real games use the bot's generator.

use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

use crate::randomness::Randomness;

/// Randomness from a 64-bit seed, the same on every platform and in every version of this project.
///
/// The generator is xoshiro256++, its state filled from the seed by SplitMix64, as published by its authors. A number
/// below `n` is `(x · n) >> 32`, where `x` is the upper 32 bits of an output; while the lower 32 bits of `x · n` are
/// less than `2³² mod n`, the next output is taken.
#[derive(Clone, Debug)]
pub struct SeededChance(Xoshiro256PlusPlus);

impl SeededChance {
    /// Creates the source for this seed.
    pub fn new(seed: u64) -> SeededChance {
        SeededChance(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Creates one of the sources that belong to `seed`, selected by `number`. Its own seed is the generator's first
    /// output for `seed`, plus `number`.
    pub fn stream(seed: u64, number: u64) -> SeededChance {
        let first = SeededChance::new(seed).0.next_u64();
        SeededChance::new(first.wrapping_add(number))
    }
}

impl Randomness for SeededChance {
    #[inline]
    fn below(&mut self, bound: u32) -> u32 {
        loop {
            let product = (self.0.next_u64() >> 32) * u64::from(bound);
            let rest = product as u32;
            // Comparing with `bound` avoids the division in most cases: the exact limit, computed
            // next, is always below `bound`.
            if rest >= bound || rest >= bound.wrapping_neg() % bound {
                return (product >> 32) as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_numbers_of_a_seed_never_change() {
        let mut chance = SeededChance::new(1);
        let numbers: Vec<u32> = (0..8).map(|_| chance.below(1000)).collect();
        // Computed from the published algorithms by a separate program.
        assert_eq!(numbers, [811, 747, 100, 746, 184, 590, 986, 523]);
    }

    #[test]
    fn every_number_below_the_bound_comes_about_equally_often() {
        let mut chance = SeededChance::new(7);
        let mut counts = [0_u32; 6];
        for _ in 0..60_000 {
            counts[chance.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (9_600..=10_400).contains(count)));
    }
}
