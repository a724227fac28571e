//! What Discord's shapes mean here and back again. Nothing in these files decides anything about
//! a game.

pub mod commands;
pub mod from_discord;
pub mod permissions;
pub mod to_discord;
