//! Provably fair randomness. A game's secret is fixed by a commitment before its players' shares
//! are known; everything random in the game follows from both. `docs/fairness.md` is the
//! specification. The results of this crate must never change, or earlier games would no longer
//! verify. The crate has no source of randomness and no clock, and logs nothing.

mod commitment;
mod drawn;
mod game_chance;
mod game_key;

pub use commitment::{Commitment, GameId, GameIdError, Secret};
pub use drawn::{DrawCounts, Drawn, Outcome, Purpose};
pub use game_chance::GameChance;
pub use game_key::GameKey;
