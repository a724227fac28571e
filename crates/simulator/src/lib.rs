//! Fault injection: whole games under faults, and a judge of what must never happen. `simulated` runs
//! the bot itself on a simulated clock, network and disk; `real` kills and stops real processes.
//! This crate is no part of the product and never touches Discord, a process that it has not
//! started, or a database that it was not given.

pub mod real;
mod sentences;
pub mod simulated;
