//! The nouns of Discord as plain data: ids, users, servers, channels, messages, interactions.
//!
//! Nothing here changes the world or checks a request: bodies are validated in `forms`, and all
//! changes are made in `world`.

pub(crate) mod application;
pub(crate) mod attachments;
pub(crate) mod channels;
pub(crate) mod commands;
pub(crate) mod emojis;
pub(crate) mod guilds;
pub(crate) mod ids;
pub(crate) mod interactions;
pub(crate) mod messages;
pub(crate) mod outputs;
pub(crate) mod permissions;
pub(crate) mod session_start_limit;
pub(crate) mod timestamp;
pub(crate) mod users;
