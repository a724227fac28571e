//! Simulated games: each follows from one seed, with a simulated clock, network and disk that fail,
//! and with processes, one or several on one journal, that are killed and paused at failpoints. The code
//! under test is the bot itself, from the dispatcher to the outbox. Nothing here touches the real network,
//! file system or clock, and all random numbers come from the seed.
//!
//! A failed game is replayed by `kittens-lab torture --transcript --seed SEED`. The faults are listed
//! in `fault`, the invariants are checked in `checker`.

mod checker;
mod coverage;
mod delivery;
mod discord;
mod disk;
mod ending;
mod fault;
mod game;
mod game_plan;
mod host;
mod interruption;
mod journal_client;
mod lifecycle;
mod message;
mod moderator;
mod network;
mod people;
mod person;
mod process;
mod record_kinds;
mod report;
mod request;
mod rng;
mod schedule;
mod torture;
mod totals;
mod transcript;
mod world;

pub use coverage::{FailpointCoverage, cover_failpoints};
pub use report::Report;
pub use torture::{Torture, in_parallel, play_with_transcript};
pub use totals::{Totals, Violation};

#[cfg(test)]
mod tests;
