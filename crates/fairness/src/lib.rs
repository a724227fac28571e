//! Provably fair randomness. A game's secret is fixed by a commitment before its players' shares are known, and
//! everything random in the game follows from the secret, the game's id and the shares. `docs/fairness.md` is the
//! specification. The results of this crate must never change, or earlier games would no longer verify. The crate has
//! no source of randomness and no clock, and does not log.

mod commitment;
mod game_chance;
mod game_key;
mod random_pick;
mod uniform_number;

pub use commitment::{Commitment, GameId, GameIdError, Secret};
pub use game_chance::GameChance;
pub use game_key::GameKey;
pub use random_pick::{PickCounts, Purpose, RandomOutcome, RandomPick};
