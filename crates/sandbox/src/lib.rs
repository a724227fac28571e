//! A small imitation of Discord: REST, gateway, a control API and a web page.
//!
//! A bot connects to the sandbox instead of Discord. Tests, scripts and the page act as the bot's users through the
//! control API. The crate does not depend on the bot it serves, and answers invalid requests with Discord's errors.
//!
//! The layers, top to bottom:
//! - `server`: sockets, clock, gateway sessions, the control API, faults, the page;
//! - `rest` and `people`: the bot's calls and the actions of users, carried out on the world;
//! - `world`: the state and its rules, such as rate limits (`world::rate_limiter`), the three-second deadline
//!   (`world::callbacks`) and tokens (`world::interactions`);
//! - `validation`: the fields and limits of request bodies.
//!
//! Tests and simulators in the same process use [`World`] without the server: see `tests/main/world.rs`
//! for examples.

mod api_error;
mod config;
mod format;
mod id;
mod people;
mod rest;
mod server;
mod validation;
mod world;

pub use api_error::ApiError;
pub use config::{SandboxConfig, UserConfig};
pub use id::{Id, ParseIdError};
pub use people::{ActionError, Click, MenuCommand, MenuTarget, SlashCommand, Submission};
pub use rest::{Method, Reply, Request};
pub use server::{LocalAnswer, LocalClient, Sandbox, SandboxError};
pub use world::{Change, Event, Message, Output, Permissions};
pub use world::{StartedInteraction, Stranger, Upload, World, WorldConfig};
