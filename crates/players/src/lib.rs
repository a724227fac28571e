//! Computer players: choose one of a seat's legal actions from what that seat has seen.
//!
//! | strength | module | method |
//! |---|---|---|
//! | [`Strength::Kitten`] | `beginner` | the heuristic with bad parameters and random moves |
//! | [`Strength::Cat`] | `heuristic` | fixed rules with tuned parameters |
//! | [`Strength::Tiger`] | `search` | determinized Monte Carlo search; playouts by the heuristic |
//!
//! All of them decide by `knowledge`, which combines the seat's [`rules::PlayerView`] with its
//! [`Memory`]. A computer player must never get a [`rules::Game`] that is played, read a clock or
//! draw randomness of its own. Legality is decided in [`rules::Game::legal`]; when a computer acts,
//! and the fallback if it is late, in the crate `table` (`handler/computers.rs`). Measured strengths
//! are in `docs/computer-players.md`.

// The façade used by other crates is fully documented.
#![warn(missing_docs)]
#![deny(
    clippy::wildcard_enum_match_arm,
    reason = "a new title, play, choice or event that a match does not think of must not compile"
)]

pub mod contest;

mod beginner;
mod computer;
mod heuristic;
mod knowledge;
mod memory;
mod search;
mod strength;

pub use computer::Computer;
pub use memory::Memory;
pub use strength::{Strength, UnknownStrengthError};
