//! Chance for real games: ChaCha20, keyed anew for each table from the operating system; for
//! simulated ones from a seed.

use std::sync::{Mutex, PoisonError};

use rand::{Rng as _, SeedableRng, rngs::SysRng};
use rand_chacha::ChaCha20Rng;
use rules::Chance;

/// Where the tables of a process get their chance from.
pub enum Fortune {
    /// The operating system.
    System,
    /// A seed, for those who want to see the same once more.
    Seeded(Box<Mutex<ChaCha20Rng>>),
}

impl Fortune {
    /// What follows from a seed.
    pub fn seeded(seed: u64) -> Self {
        Self::Seeded(Box::new(Mutex::new(ChaCha20Rng::seed_from_u64(seed))))
    }

    /// The chance of one more table.
    ///
    /// # Errors
    /// If the operating system has no randomness to give.
    pub fn table(&self) -> Result<TableChance, rand::rngs::SysError> {
        match self {
            Self::System => ChaCha20Rng::try_from_rng(&mut SysRng).map(TableChance),
            Self::Seeded(all) => {
                // A generator is whole whatever happened while it was held.
                let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
                Ok(TableChance(ChaCha20Rng::from_rng(&mut *all)))
            }
        }
    }
}

/// A source that nobody can foresee who does not know its key.
pub struct TableChance(ChaCha20Rng);

impl TableChance {
    /// A number that has not been given before, for all anybody will see.
    pub fn number(&mut self) -> u64 {
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
