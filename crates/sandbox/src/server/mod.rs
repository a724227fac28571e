//! The layers over the world: HTTP server of REST, gateway, control API and page; faults; the clock.
//!
//! Everything asynchronous is here. The handlers lock `state` through `shared`, pass the time in, and
//! never decide what Discord would answer: that is `rest` and `world`.

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
mod secrets;
mod sessions;
mod shared;
mod state;

pub use local_client::{LocalAnswer, LocalClient};
pub use sandbox::{Sandbox, SandboxError};
