//! The bot that runs Kittens, an unofficial Exploding Kittens, on Discord. Turns interactions into inputs for tables,
//! and the tables' screens into messages. Must never contain game logic: the rules are in the crate `rules`, the tables
//! in `table`, and the requests to Discord in `discord`.
//!
//! An interaction passes through up to four modules: `gateway` receives it, `interaction` validates it, `pages` answers
//! it or forwards it to a table, and `tables` runs that table.
//!
//! [`Bot`] connects to the address in its [`Config`]: Discord, the sandbox, or any other server that implements
//! Discord's API.

mod application;
pub mod background_tasks;
mod bot;
pub mod command;
pub mod config;
mod doctor;
pub mod expired_data;
#[cfg(test)]
mod fakes;
mod gateway;
pub mod interaction;
mod logging;
mod monitor;
pub mod pages;
mod permissions;
pub mod tables;

pub use bot::{Bot, BotError, StartChecks};
pub use config::Config;
pub use discord::{BotToken, BotTokenError};
pub use doctor::start_check::StartCheckError;
pub use monitor::MonitorError;
