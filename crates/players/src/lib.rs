//! Computer players, which choose one of a seat's legal actions based on what the seat has seen.
//!
//! | strength | module | method |
//! |---|---|---|
//! | [`Strength::Kitten`] | `beginner` | the heuristic with bad parameters and random moves |
//! | [`Strength::Cat`] | `heuristic` | fixed rules with tuned parameters |
//! | [`Strength::Tiger`] | `search` | determinized Monte Carlo search; playouts use the heuristic |
//!
//! All of them base their decisions on `knowledge`, which combines the seat's [`rules::PlayerView`] with its
//! [`Memory`]. A computer player must never receive the real [`rules::Game`], read a clock, or own a source of
//! randomness. [`rules::Game::legal`] decides what is legal. The crate `table` (`handler/computers.rs`) decides
//! when a computer player acts, and what happens if its choice is late. [`GameReview`] judges a person's
//! decisions in a finished game. [`Trial`] plays quick games that show how a ruleset plays. Measured strengths
//! are in `docs/computer-players.md`.

// Everything that other crates use is documented.
#![warn(missing_docs)]
#![deny(
    clippy::wildcard_enum_match_arm,
    reason = "a match that does not handle a new title, play, choice or event must not compile"
)]

mod beginner;
mod coach;
mod computer;
mod heuristic;
mod knowledge;
mod memory;
mod search;
mod strength;
mod trial;

pub use coach::{Decision, GameReview, MistakeKind, PlayedStep, Review, ValuedAction};
pub use computer::Computer;
pub use memory::Memory;
pub use strength::{Strength, UnknownStrengthError};
pub use trial::{Trial, TrialResults};
