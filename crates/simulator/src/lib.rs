//! Fault injection: whole games under faults, and checks of the properties that must always hold.
//! `simulated` runs the bot itself on a simulated clock, network and disk; `real` kills and stops real
//! processes; `attack` lets a hostile crowd loose on one; `game_files` writes games for their
//! readers. This crate is not part of the product and never touches Discord, a process that it has not started,
//! or a database that it was not given.

/// The tests play thousands of games, and much of their time goes to memory for JSON.
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
