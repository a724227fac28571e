//! Simulated games. Each has a simulated clock, and a network and a disk that fail. Its processes (one, or several on
//! one journal) are killed, paused and shut down. The code under test is the bot itself, from `pages` to the message
//! board. It uses the simulated network, disk and clock, and all random numbers come from the game's seed.
//!
//! `kittens-lab torture --transcript --writers WRITERS --seed SEED` replays a failed game. `fault` lists the faults;
//! `checker` checks most of the invariants.

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

pub use coverage::{FailpointCoverage, TargetShare, cover_failpoints};
pub use report::Report;
pub use torture::{Torture, in_parallel, play_with_transcript};
pub use totals::{Totals, Violation};

#[cfg(test)]
mod tests;
