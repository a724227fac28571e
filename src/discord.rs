//! Conversions between Discord's types and ours: interactions, message bodies, commands, permissions. Sends
//! nothing and decides nothing about a game.

pub mod commands;
pub mod from_discord;
pub mod permissions;
pub(crate) mod registered_commands;
