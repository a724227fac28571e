//! Fault injection between the bot and the sandbox: which calls and events are hit, and how.
//!
//! A fault depends only on the sequence of matching calls or events and on its own seeded
//! generator, so a test run can be repeated. This module only decides: `rest_handler` and
//! `server::state` apply the effects. `request` parses faults, `trigger` picks the matches that are hit.

mod fault;
mod request;
#[cfg(test)]
mod tests;
mod trigger;

pub(crate) use fault::{CallEffect, DropPoint, EventEffect, Fault, Faults, Injection};
