//! Provable chance. A game's secret is fixed by a commitment before its players' shares are known; all
//! that is random in the game follows from both. `docs/fairness.md` is the specification: what this crate
//! computes may never change, or games of before no longer verify. The crate has no source of randomness
//! and no clock, and logs nothing.

mod commitment;
mod drawn;
mod game_chance;
mod game_key;

pub use commitment::{Commitment, GameId, GameIdError, Secret};
pub use drawn::{DrawCounts, Drawn, Outcome, Purpose};
pub use game_chance::GameChance;
pub use game_key::GameKey;
