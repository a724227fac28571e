//! Computer players: each sees what a player in its seat sees, and chooses one of the actions that
//! the rules allow there. None of them knows a clock, chance of its own, or the state of a game.

pub mod contest;

mod cat;
mod computer;
mod kitten;
mod memory;
mod outlook;
mod strength;
mod tiger;

pub use computer::Computer;
pub use memory::Memory;
pub use strength::{Strength, UnknownStrength};
