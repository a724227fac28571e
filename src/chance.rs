//! Chance for real games: ChaCha20, keyed anew for each table from the operating system.

use rand::{Rng as _, SeedableRng, rngs::SysRng};
use rand_chacha::ChaCha20Rng;
use rules::Chance;

/// A source that nobody can foresee.
pub(crate) struct TableChance(ChaCha20Rng);

impl TableChance {
    /// A source keyed by the operating system.
    ///
    /// # Errors
    /// If the operating system has no randomness to give.
    pub(crate) fn new() -> Result<Self, rand::rngs::SysError> {
        ChaCha20Rng::try_from_rng(&mut SysRng).map(Self)
    }

    /// A number that has not been given before, for all anybody will see.
    pub(crate) fn number(&mut self) -> u64 {
        self.0.next_u64()
    }
}

impl Chance for TableChance {
    /// Rejection, so that each number is exactly as likely as any other.
    fn below(&mut self, bound: u32) -> u32 {
        let excess = bound.wrapping_neg() % bound;
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(bound);
            if product as u32 >= excess {
                return (product >> 32) as u32;
            }
        }
    }
}
