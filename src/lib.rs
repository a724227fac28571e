//! Kittens, an unofficial Exploding Kittens for Discord: the Discord side. It turns interactions
//! into inputs for tables and their screens into messages; what the game is, it does not know.
//!
//! [`Bot`] runs against the address in its [`Config`]: Discord, the sandbox, or any other server
//! that speaks Discord's API.

mod bot;
pub mod budget;
pub mod choice_pool;
mod clock;
pub mod command;
pub mod config;
pub mod desk;
pub mod discord;
mod driver;
pub mod editions;
pub mod failpoint;
mod from_config;
mod gateway;
mod hearing;
mod lateness;
mod logging;
pub mod outbox;
mod recent;
pub mod registry;
pub mod rng_source;
mod starts;
mod table_message;
mod token;

pub use bot::{Bot, BotError};
pub use config::Config;
pub use token::{Token, TokenError};
