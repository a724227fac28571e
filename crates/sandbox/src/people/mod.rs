//! Actions of people: they write, run commands, click, choose and dismiss messages;
//! moderators delete, forbid and archive.
//!
//! An action that a Discord client would not allow is an [`ActionError`]. The bot learns of an
//! action as it does from Discord: by an event, or by the payload of an interaction.

mod access;
mod action_error;
mod clicks;
mod command_options;
mod commands;
mod moderation;
mod slash_command;
mod writing;

pub(crate) use access::visible_channel;
pub use action_error::ActionError;
pub use clicks::Click;
pub use slash_command::SlashCommand;
