//! Conversions between Discord's types and ours, and the registration of the commands. Decides
//! nothing about a game.

pub mod commands;
pub mod from_discord;
pub mod permissions;
pub mod to_discord;
