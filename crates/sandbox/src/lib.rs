//! A small Discord on loopback: REST, gateway, a control API and a web page.
//!
//! A bot connects to it as it would to Discord; tests, scripts and the page
//! act as the people who use the bot. It must never know anything of the bot
//! that it serves, and never accept what Discord would refuse.

mod attachments;
mod channels;
mod clock;
mod command_forms;
mod commands;
mod components;
mod config;
mod control;
mod embeds;
mod emojis;
mod exchange;
mod faults;
mod forms;
mod gateway;
mod guilds;
mod ids;
mod interactions;
mod judge;
mod limits;
mod lines;
mod mentions;
mod message_forms;
mod messages;
mod modals;
mod page;
mod permissions;
mod problems;
mod record;
mod refusal;
mod rest;
mod server;
mod sessions;
mod starts;
mod users;
mod world;

pub use config::{Person, RateLimits, SandboxConfig, Window};
pub use server::{Sandbox, SandboxError};
