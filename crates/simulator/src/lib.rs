//! Fault injection: whole games under faults, and checks of the invariants. `simulated` runs the bot itself with a
//! simulated clock, network and disk; `real` kills, stops and measures real processes; `attack` sets a hostile crowd on
//! a real process; `game_files` creates game files for testing their readers. Not part of the product. Never touches
//! Discord, a process that it did not start, or a database that it was not given.

/// The tests play thousands of games and spend much of their time allocating JSON.
#[cfg(test)]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

pub mod attack;
pub mod game_files;
pub mod real;
mod refusal_texts;
pub mod simulated;
mod stored_records;
pub mod times;
