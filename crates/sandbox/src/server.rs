//! The layer above the world: the HTTP server for REST, gateway, control API and page, with faults and a clock.
//!
//! All asynchronous code is here. The handlers lock `state` through `shared`, which also updates the world's time.
//! `rest` and `world` decide how Discord would answer.

mod control;
mod faults;
mod foreign_sites;
mod gateway;
mod listener;
mod local_client;
mod page;
mod problems;
mod recorder;
mod rest_handler;
mod sandbox;
mod sessions;
mod shared;
mod state;

pub use local_client::{LocalAnswer, LocalClient};
pub use sandbox::{Sandbox, SandboxError};
