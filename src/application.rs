//! The bot's application on Discord: its emojis, commands and profile, and the startup steps that must wait until the
//! bot knows the application.

mod command_registration;
pub(crate) mod commands;
pub(crate) mod emojis;
pub(crate) mod pictures;
pub(crate) mod profile;
pub(crate) mod registered_commands;
pub(crate) mod startup;
