//! Kittens, an unofficial Exploding Kittens for Discord: the Discord side. Turns interactions into inputs for
//! tables, and the tables' screens into messages. Contains no game logic: the rules are in the crate `rules`,
//! the tables in `table`.
//!
//! [`Bot`] runs against the address in its [`Config`]: Discord, the sandbox, or any other server
//! that implements Discord's API.

mod application;
pub mod background_tasks;
mod bot;
pub mod command;
pub mod config;
mod doctor;
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
