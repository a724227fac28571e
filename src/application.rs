//! The bot's application on Discord: its emojis and commands, and the part of the startup that waits until
//! the application is known.

mod command_registration;
pub(crate) mod commands;
pub(crate) mod emojis;
pub(crate) mod pictures;
pub(crate) mod profile;
pub(crate) mod registered_commands;
pub(crate) mod startup;
