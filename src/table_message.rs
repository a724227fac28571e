//! The messages that a table's mailbox takes, and the request behind a click. Where they come from:
//! `dispatcher` (clicks and commands), `registry` (news), `outbox` (results of posts); what they
//! do is decided by the table in `driver`.

use outbox::Callback;
use table::computer_setup::ComputerSetup;
use table::ids::{InteractionId, ReplyId};
use table::input::{Click, ClickOrigin, Clicker, Input};
use table::intent::Intent;
use table::options::TableOptions;

/// A click or command of a person, addressed to a table.
pub(crate) struct TableRequest {
    pub(crate) callback: Callback,
    pub(crate) person: Clicker,
    pub(crate) origin: ClickOrigin,
    pub(crate) intent: Intent,
    /// True if the bot may post in the channel of the interaction.
    pub(crate) may_post: bool,
    /// True if the interaction has been answered already, with a link to the table's thread. The
    /// table's first screen is then posted in the thread.
    pub(crate) answered: bool,
}

impl TableRequest {
    /// Returns the click as the table sees it; the table answers it by this handle. `table_message` is
    /// the id of the table's present message.
    pub(crate) fn click(&self, reply: ReplyId, table_message: Option<u64>) -> Click {
        Click {
            reply,
            interaction: InteractionId(self.callback.interaction.get()),
            person: self.person.clone(),
            origin: self.origin,
            intent: self.intent,
            may_post: self.may_post,
            table_message,
        }
    }
}

/// A request for a new table, with the options that the command asked for.
pub(crate) struct OpenRequest {
    pub(crate) request: TableRequest,
    pub(crate) options: TableOptions,
    pub(crate) computers: ComputerSetup,
}

/// A message to a table's actor.
pub(crate) enum TableMessage {
    /// A click or command.
    Request(TableRequest),
    /// A command that asks for a new table where a finished game's table is.
    Reopen(OpenRequest),
    /// Anything else that the table handles.
    Input(Input),
}

impl TableMessage {
    pub(crate) fn request(&self) -> Option<&TableRequest> {
        match self {
            Self::Request(request) | Self::Reopen(OpenRequest { request, .. }) => Some(request),
            Self::Input(_) => None,
        }
    }
}
