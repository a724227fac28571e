//! What Discord's shapes mean here and back again. Nothing in these files decides anything about
//! a game.

pub(crate) mod commands;
pub(crate) mod from_discord;
pub(crate) mod permissions;
pub(crate) mod to_discord;
