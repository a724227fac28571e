//! A small Discord as plain state: every request is judged as Discord would judge it, without
//! network, clock or randomness.
//!
//! [`World`] is the interface for tests and simulators in the same process; the sandbox's server is a
//! layer over it. All calls take the time, in milliseconds since 1970, and equal calls give equal
//! replies. `World::request` carries out the bot's REST calls (`rest`), `World::click` and its kin
//! act as people and moderators (`people`). It never spawns, blocks or waits.

mod callbacks;
mod channels;
mod commands;
mod directory;
mod emojis;
mod guilds;
mod interactions;
mod message_content;
mod message_lookup;
mod message_view;
mod messages;
mod rate_limiter;
mod rate_limits;
mod state;

pub use interactions::StartedInteraction;
pub(crate) use interactions::UserAction;
pub(crate) use messages::NewMessage;
pub(crate) use rate_limiter::{Bucket, BucketState};
pub use state::{World, WorldConfig};
