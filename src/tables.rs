//! The running tables of this process: which channel has which, the task of each, and everything that bounds or
//! interrupts them. Decides nothing about a game: `table` does. Answers nobody by itself: `pages` does.
//!
//! - a channel's table, loaded or not: `registry`; the task of one table, from a request to its effects: `driver`
//! - times in which no click could be served: `outages`, noticed by `clock`; the right to write: `lease`
//! - limits of games: `game_quota`; the computers' moves: `choice_pool`

pub mod choice_pool;
pub(crate) mod clock;
pub(crate) mod driver;
pub mod game_quota;
pub mod lease;
pub(crate) mod mailbox;
pub mod outages;
pub mod registry;
pub(crate) mod replay;
pub mod rng_source;
pub(crate) mod table_stage;
