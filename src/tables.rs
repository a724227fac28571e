//! The tables that run in this process: which table a channel has, the task that runs each table, and the limits and
//! outages that affect them. All decisions about games are made in `table`. Only interactions that `pages` forwards are
//! answered here.
//!
//! - a channel's table, in memory or not: `registry`; the task of one table, from a request to its effects: `driver`
//! - times when no click could be served: `outages`; the tables' time: `clock`; the right to write: `lease`
//! - limits on games: `game_quota`; the computers' moves: `search_pool`; randomness: `rng_source`; messages to a table:
//!   `mailbox`; the stages that the metrics count: `table_stage`

pub(crate) mod clock;
pub(crate) mod driver;
pub mod game_quota;
pub mod lease;
pub(crate) mod mailbox;
pub mod outages;
pub mod registry;
pub mod rng_source;
pub mod search_pool;
pub(crate) mod table_stage;
