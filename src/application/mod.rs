//! The bot's application on Discord: what is uploaded and registered for it, and the part of the start that
//! waits until it is known.

mod command_registration;
pub(crate) mod emojis;
pub(crate) mod pictures;
pub(crate) mod startup;
