//! A small Discord on loopback: REST, gateway, a control API and a web page.
//!
//! A bot connects to it as it would to Discord. Tests, scripts and the page act as the users of the
//! bot through the control API. The crate knows nothing about the bot that it serves, and refuses
//! every request that Discord would refuse.
//!
//! Where things are, each above the next:
//! - `server`: sockets, clock, gateway sessions, the control API, faults, the page;
//! - `rest` carries out the bot's calls, `people` what people and moderators do: both are the
//!   interface of the world;
//! - `world`: the state, and every rule about it; 429s: `world::rate_limiter`; three-second deadline
//!   and tokens: `world::callbacks` and `world::interactions`;
//! - `forms`: valid bodies;
//! - `model`: the nouns as plain data.
//!
//! Tests and simulators in the same process use [`World`] without the server: `tests/main/world.rs` has examples.

mod api_error;
mod config;
mod forms;
mod json_text;
mod model;
mod people;
mod rest;
mod server;
mod world;

pub use config::{RateLimit, RateLimits, SandboxConfig, UserConfig};
pub use model::attachments::Upload;
pub use model::guilds::BotMembership;
pub use model::ids::{Id, ParseIdError};
pub use model::messages::{Message, Stranger};
pub use model::outputs::{Change, Event, Intent, Output};
pub use model::permissions::Permissions;
pub use people::{ActionError, Click, SlashCommand};
pub use rest::{Method, Reply, Request};
pub use server::{LocalAnswer, LocalClient, Sandbox, SandboxError};
pub use world::{StartedInteraction, World, WorldConfig};
