//! Kittens, an unofficial Exploding Kittens for Discord: the Discord side. Turns interactions into
//! inputs for tables, and the tables' screens into messages. Knows nothing of the game: its rules
//! are in the crate `rules`, its tables in `table`.
//!
//! [`Bot`] runs against the address in its [`Config`]: Discord, the sandbox, or any other server
//! that implements Discord's API.

mod application_emojis;
pub mod background_tasks;
mod bot;
mod bot_status;
pub mod budget;
pub mod choice_pool;
mod clock;
mod clock_offset;
mod cluster;
pub mod command;
mod command_registration;
pub mod config;
mod dedup;
pub mod discord;
pub mod dispatcher;
mod doctor;
mod driver;
pub mod editions;
#[cfg(test)]
mod fakes;
mod from_config;
mod gateway;
mod gateway_client;
mod gateway_connection;
mod interaction_intake;
mod journal_key;
mod logging;
mod mailbox;
mod monitor;
pub mod outages;
pub mod personal_data;
mod pictures;
mod preference_cache;
pub mod quota;
pub mod registry;
mod replay;
mod rest_probe;
pub mod rng_source;
mod session_start_limit;
mod shard_health;
mod shards;
mod stale_interactions;
mod start_check;
mod startup;
mod table_message;
mod table_stage;
pub mod webhook;
mod webhook_setup;

pub use bot::{Bot, BotError, StartChecks};
pub use config::Config;
pub use monitor::MonitorError;
pub use outbox::{BotToken, BotTokenError};
pub use start_check::StartCheckError;
pub use webhook::WebhookListenError;
pub use webhook_setup::WebhookSetupError;
