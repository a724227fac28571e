//! Kittens, an unofficial Exploding Kittens for Discord: the Discord side. It turns interactions
//! into inputs for tables and their screens into messages; what the game is, it does not know.
//!
//! [`Bot`] runs against the address in its [`Config`]: Discord, the sandbox, or any other server
//! that speaks Discord's API.

mod bot;
mod bot_token;
mod budget;
mod chance;
mod clock;
pub mod command;
pub mod config;
mod desk;
mod discord;
mod driver;
mod editions;
mod gateway;
mod hearing;
mod lateness;
mod logging;
mod outbox;
mod point;
mod recent;
mod registry;
mod starts;
mod store;
mod thinkers;
mod torture;

pub use bot::{Bot, BotError};
pub use bot_token::{BotToken, BotTokenError};
pub use config::Config;
pub use outbox::RestError;
pub use store::StoreError;
