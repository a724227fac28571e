//! The way to answer one interaction, as `from_discord` reads it. Sends nothing: answers and edits are
//! sent by `outbox::interaction`.

use std::fmt;

use serenity::model::id::{ApplicationId, InteractionId, MessageId};
use table::ids::UserId;
use tokio::time::Instant;

use crate::http_reply::HttpReply;

/// Everything needed to answer one interaction, once. Discord's API calls the answer a callback.
#[derive(Clone)]
pub struct Callback {
    /// The interaction's id, which stands in the path of the answer.
    pub interaction: InteractionId,
    /// The bot's own application, which stands in the path of later edits.
    pub application: ApplicationId,
    /// The secret with which the interaction is answered and its answer edited. Never logged.
    pub token: String,
    /// The time at which this process received the interaction.
    pub received: Instant,
    /// The person who clicked or used the command.
    pub user: UserId,
    /// The message whose button or menu was used; `None` for a command.
    pub clicked: Option<ClickedMessage>,
    /// The HTTP request that delivered the interaction, whose response can hold the answer; none if it
    /// came over the gateway.
    pub http: Option<HttpReply>,
}

impl fmt::Debug for Callback {
    /// Leaves the token out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Callback")
            .field("interaction", &self.interaction)
            .field("user", &self.user)
            .field("clicked", &self.clicked)
            .finish_non_exhaustive()
    }
}

/// A message whose button or menu was used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClickedMessage {
    /// The message's id. For a private message, Discord only accepts it together with a token.
    pub message: MessageId,
    /// True if only the person who clicked sees the message, until they dismiss it.
    pub private: bool,
    /// True if the message is in the bot's direct messages with the person who clicked.
    pub direct: bool,
}

#[cfg(test)]
pub(crate) mod tests {
    use serenity::model::id::{ApplicationId, InteractionId};

    use super::*;

    /// Returns the way to answer a command of this number, received now.
    pub(crate) fn callback(interaction: u64, user: UserId) -> Callback {
        Callback {
            interaction: InteractionId::new(interaction),
            application: ApplicationId::new(3),
            token: format!("token-{interaction}"),
            received: Instant::now(),
            user,
            clicked: None,
            http: None,
        }
    }
}
