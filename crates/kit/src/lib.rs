//! Test machinery, shared by the tests of several crates, the simulator and the laboratory. No part of the product may
//! depend on it.
//!
//! - series of games among computer players: [`contest`]
//! - journal entries without an actual game: [`entries`]
//! - hostile inputs for parsers: [`hostile_input`]
//! - an in-memory journal: [`memory_journal`]; a PostgreSQL server that stops with the test: [`postgres_server`]
//! - small positions solved exactly: [`oracle`]
//! - a contestant that plays a published algorithm, to measure the strength of computer players: `reference`
//! - a port that stays reserved for a program under test: [`reserved_port`]
//! - a simulated person who plays through the sandbox: [`virtual_user`]

pub mod contest;
pub mod entries;
pub mod hostile_input;
pub mod memory_journal;
pub mod oracle;
pub mod postgres_server;
mod reference;
pub mod reserved_port;
pub mod virtual_user;
