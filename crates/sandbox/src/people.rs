//! Actions of users, such as writing, running commands, clicking and submitting modals. Moderators' actions need no
//! checks, so the control API calls the world's functions for them directly.
//!
//! An action that a Discord client would not allow fails with an [`ActionError`]. As on Discord, an action reaches the
//! bot as an event or an interaction, but the bot is not told that a message was dismissed.

mod clicks;
mod command_options;
mod commands;
mod menu_commands;
mod writing;

pub use clicks::{Click, Submission};
pub use commands::SlashCommand;
pub use menu_commands::{MenuCommand, MenuTarget};

use crate::api_error::ApiError;
use crate::id::Id;
use crate::world::{BotMembership, Channel, ChannelKind, World};

/// The reason why a user's action or another control call failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ActionError {
    #[error("{0}")]
    Invalid(String),
    #[error("there is no such {0}")]
    Unknown(&'static str),
    /// The action is currently not allowed.
    #[error("{0}")]
    Refused(String),
}

impl ActionError {
    pub(crate) fn invalid(reason: impl Into<String>) -> Self {
        Self::Invalid(reason.into())
    }

    pub(crate) fn refused(reason: impl Into<String>) -> Self {
        Self::Refused(reason.into())
    }
}

impl From<ApiError> for ActionError {
    fn from(error: ApiError) -> Self {
        match error.code {
            10_003 => Self::Unknown("channel"),
            10_004 => Self::Unknown("server"),
            10_008 => Self::Unknown("message"),
            _ => Self::Invalid(error.to_json().to_string()),
        }
    }
}

pub(crate) fn visible_channel(world: &World, id: Id, user: Id) -> Result<&Channel, ActionError> {
    world.person(user).ok_or(ActionError::Unknown("user"))?;
    let channel = world.channel(id).ok_or(ActionError::Unknown("channel"))?;
    let guild = channel.guild().and_then(|guild| world.guild(guild));
    if guild.is_some_and(|guild| guild.bot_membership == BotMembership::Unavailable) {
        return Err(ActionError::refused("that server is unavailable"));
    }
    match channel.kind {
        ChannelKind::Direct { user: other } if other != user => {
            Err(ActionError::refused("that user cannot see that channel"))
        }
        _ => Ok(channel),
    }
}

fn check_open(channel: &Channel) -> Result<(), ActionError> {
    match channel.thread() {
        Some(thread) if thread.archived => Err(ActionError::refused("the thread is archived")),
        _ => Ok(()),
    }
}
