//! Kittens, an unofficial Exploding Kittens for Discord: the Discord side. Turns interactions into inputs for
//! tables, and the tables' screens into messages. Contains no game logic: the rules are in the crate `rules`,
//! the tables in `table`.
//!
//! [`Bot`] runs against the address in its [`Config`]: Discord, the sandbox, or any other server
//! that implements Discord's API.

mod application;
mod arrival_delay;
pub mod background_tasks;
mod bot;
pub mod choice_pool;
mod clock;
pub mod cluster;
pub mod command;
pub mod config;
pub mod discord;
pub mod dispatcher;
mod doctor;
mod driver;
#[cfg(test)]
mod fakes;
mod finished_games;
pub mod game_quota;
mod gateway;
mod intake;
mod logging;
mod mailbox;
mod monitor;
pub mod outages;
pub mod personal_data;
mod preference_cache;
pub mod registry;
mod replay;
mod request_limit;
pub mod rng_source;
mod start_check;
mod table_stage;
mod weekly_board;

pub use bot::{Bot, BotError, StartChecks};
pub use config::Config;
pub use monitor::MonitorError;
pub use outbox::{BotToken, BotTokenError};
pub use start_check::StartCheckError;
