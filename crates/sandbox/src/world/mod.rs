//! A small Discord as plain state: every request is judged as Discord would judge it, without
//! network, clock or randomness.
//!
//! [`World`] is the interface for tests and simulators in the same process; the sandbox's server is a
//! layer over it. All calls take the time, in milliseconds since 1970, and equal calls give equal
//! replies. `World::request` carries out the bot's REST calls (`rest`), `World::click` and its kin
//! act as people and moderators (`people`). It never spawns, blocks or waits.
//!
//! ```
//! use sandbox::{Click, Method, Permissions, Request, UserConfig, World, WorldConfig};
//! use serde_json::json;
//!
//! let mut world = World::new(WorldConfig::default(), 1_800_000_000_000);
//! let guild = world.add_guild(1_800_000_000_000, "Home", "en-US");
//! let channel = world.add_channel(1_800_000_000_000, guild, "table", 0);
//! let ada = world.add_user(1_800_000_000_000, &UserConfig {
//!     username: "ada".to_owned(),
//!     global_name: None,
//!     locale: "de".to_owned(),
//! });
//!
//! // The bot posts a message with a button.
//! let row = json!({"type": 1, "components": [
//!     {"type": 2, "style": 1, "label": "Join", "custom_id": "join"}]});
//! let body = json!({"content": "A table", "components": [row]});
//! let path = format!("/channels/{channel}/messages");
//! let post = Request::new(Method::Post, &path)
//!     .authorization("Bot sandbox-token")
//!     .body(&body);
//! let reply = world.request(1_800_000_000_100, &post);
//! assert_eq!(reply.status, 200);
//!
//! // Ada sees it and presses the button; the bot learns of it.
//! let message = world.messages_seen_by(channel, Some(ada)).next_back().unwrap().id();
//! let click = Click::new(ada, message, "join");
//! let started = world.click(1_800_000_001_000, channel, &click).unwrap();
//! let payload = world.interaction_payload(started.id).unwrap();
//! assert_eq!(payload["type"], 3);
//!
//! // The bot is too late: three seconds are the limit.
//! let body = json!({"type": 6});
//! let path = format!("/interactions/{}/{}/callback", started.id, started.token);
//! let late = Request::new(Method::Post, &path).body(&body);
//! assert_eq!(world.request(1_800_000_004_000, &late).code(), 10_062);
//!
//! // A moderator takes the bot's permissions away.
//! let nothing = Permissions(0);
//! world.set_bot_permissions(1_800_000_004_000, channel, nothing).unwrap();
//! assert_eq!(world.request(1_800_000_004_000, &post).status, 403);
//! ```

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

pub(crate) use channels::NewThread;
pub use interactions::StartedInteraction;
pub(crate) use interactions::UserAction;
pub(crate) use messages::NewMessage;
pub(crate) use rate_limiter::{Bucket, BucketState};
pub use state::{World, WorldConfig};
