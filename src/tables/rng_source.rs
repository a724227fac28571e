//! Randomness for tables: a ChaCha20 generator with a new key whenever a table is opened or loaded. The keys come from
//! the operating system, or from a seed in simulations and tests. The rules decide what to draw, and request it
//! through `rules::Randomness`.

use fairness::Secret;
use parking_lot::Mutex;
use rand::{Rng as _, SeedableRng, rngs::SysRng};
use rand_chacha::ChaCha20Rng;
use rules::Randomness;

/// Where the tables' generators get their keys.
pub enum RngSource {
    System,
    /// A seeded generator, which makes a simulation repeatable.
    Seeded(Box<Mutex<ChaCha20Rng>>),
    /// Like `Seeded`, but games have no proof. This way they do not depend on the ids of clicks.
    Unproven(Box<Mutex<ChaCha20Rng>>),
}

impl RngSource {
    /// Returns a source whose generators are all derived from this seed.
    pub fn seeded(seed: u64) -> Self {
        Self::Seeded(Box::new(Mutex::new(ChaCha20Rng::seed_from_u64(seed))))
    }

    /// Returns a source like [`RngSource::seeded`], for games without a proof.
    pub fn unproven(seed: u64) -> Self {
        Self::Unproven(Box::new(Mutex::new(ChaCha20Rng::seed_from_u64(seed))))
    }

    /// Returns true if the games of its tables have a proof of their randomness.
    pub(crate) fn has_proofs(&self) -> bool {
        !matches!(self, Self::Unproven(_))
    }

    /// Returns a generator with a new key.
    ///
    /// # Errors
    /// If the operating system cannot provide randomness.
    pub(crate) fn table_rng(&self) -> Result<TableRng, rand::rngs::SysError> {
        match self {
            Self::System => ChaCha20Rng::try_from_rng(&mut SysRng).map(TableRng),
            Self::Seeded(parent) | Self::Unproven(parent) => {
                let mut parent = parent.lock();
                Ok(TableRng(ChaCha20Rng::from_rng(&mut *parent)))
            }
        }
    }

    /// Returns a new secret for a game that is not played at a table.
    ///
    /// # Errors
    /// If the operating system cannot provide randomness.
    pub(crate) fn secret(&self) -> Result<Secret, rand::rngs::SysError> {
        let mut rng = self.table_rng()?;
        Ok(Secret::new(std::array::from_fn(|_| {
            rng.below(1 << 8) as u8
        })))
    }
}

/// A table's generator, unpredictable without its key.
pub(crate) struct TableRng(ChaCha20Rng);

impl TableRng {
    /// Returns 64 random bits for use as a table's number.
    pub(crate) fn next_number(&mut self) -> u64 {
        self.0.next_u64()
    }
}

impl Randomness for TableRng {
    /// Uses rejection sampling, so that all results are equally likely.
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
