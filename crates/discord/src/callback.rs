//! The data needed to answer an interaction. `answer_delivery` sends answers and edits.

use std::fmt;
use std::time::Duration;

use serenity::model::id::{ApplicationId, InteractionId, MessageId};
use table::fixed_time_limits::PANEL_LIFETIME;
use table::ids::UserId;
use tokio::time::Instant;

use crate::call::Original;

/// How long an interaction's token is used. A table assumes that its panels can be edited for this long.
pub(crate) const TOKEN_LIFETIME: Duration = Duration::from_millis(PANEL_LIFETIME.0);

/// The interaction to answer, and its token. Discord's API calls the answer a callback.
#[derive(Clone)]
pub struct Callback {
    pub interaction: InteractionId,
    /// The bot's own application, which is in the path of later requests with the token.
    pub application: ApplicationId,
    /// The secret for answering the interaction and editing the answer. Never logged.
    pub token: String,
    /// When this process received the interaction.
    pub received: Instant,
    pub user: UserId,
    /// The message whose button or menu was used; `None` for a command.
    pub clicked: Option<ClickedMessage>,
}

impl Callback {
    /// Returns the message to which later requests with the token refer.
    pub(crate) fn original(&self) -> Original {
        Original {
            application: self.application,
            token: self.token.clone(),
            follow_up: None,
        }
    }

    /// Returns the private message that was clicked, if any.
    pub(crate) fn clicked_panel(&self) -> Option<MessageId> {
        let clicked = self.clicked.filter(|clicked| clicked.private);
        clicked.map(|clicked| clicked.message)
    }

    pub(crate) fn token_end(&self) -> Instant {
        self.received + TOKEN_LIFETIME
    }
}

impl fmt::Debug for Callback {
    /// Omits the token.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Callback")
            .field("interaction", &self.interaction)
            .field("user", &self.user)
            .field("clicked", &self.clicked)
            .finish_non_exhaustive()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClickedMessage {
    /// The message's id. For a private message, Discord accepts it only together with a token.
    pub message: MessageId,
    /// True if only the person who clicked sees the message, until they dismiss it.
    pub private: bool,
    /// True if the message is in the bot's direct messages with the person who clicked.
    pub direct: bool,
}
