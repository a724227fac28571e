//! A small Discord on loopback: REST, gateway, a control API and a web page.
//!
//! A bot connects to it as it would to Discord. Tests, scripts and the page act as the users of the
//! bot through the control API. The crate knows nothing about the bot that it serves, and refuses
//! every request that Discord would refuse.
//!
//! Where things are:
//! - a REST call from socket to answer: `rest_handler`; the routes: `rest`;
//! - valid bodies: `message_form`, `components`, `modals`, `embeds`, `mentions`, `emojis` and
//!   `command_validation` check, `twilight_check` checks again, `form_errors` collects the errors;
//! - the choice of the sessions that receive an event: `sessions`; the WebSocket connection: `gateway`;
//! - three-second deadline, tokens and follow-ups: `interactions`;
//! - 429s: `rate_limiter`; injected faults: `faults`;
//! - calls of tests and of the page: `control`.

mod api_error;
mod attachments;
mod channels;
mod clock;
mod command_validation;
mod commands;
mod components;
mod config;
mod control;
mod embeds;
mod emojis;
mod faults;
mod form_errors;
mod gateway;
mod guilds;
mod ids;
mod interactions;
mod listener;
mod mentions;
mod message_form;
mod messages;
mod modals;
mod page;
mod permissions;
mod problems;
mod rate_limiter;
mod recorder;
mod rest;
mod rest_handler;
mod server;
mod session_start_limit;
mod sessions;
mod twilight_check;
mod users;
mod world;

pub use config::{RateLimit, RateLimits, SandboxConfig, UserConfig};
pub use server::{Sandbox, SandboxError};
