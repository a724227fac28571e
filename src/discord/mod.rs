//! Conversions between Discord's types and ours: interactions, message bodies, commands, permissions.
//! Sends nothing and decides nothing about a game.

pub mod callback;
pub mod commands;
pub mod emoji_markers;
pub mod from_discord;
pub mod permissions;
pub(crate) mod registered_commands;
pub mod to_discord;
