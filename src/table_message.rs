//! The messages that a table's mailbox takes, and the request behind a click. Where they come from:
//! `dispatcher` (clicks and commands), `registry` (takeovers), `outbox` (results of posts); what they
//! do is decided by the table in `driver`.

use journal::RunningTable;
use outbox::Callback;
use table::computer_setup::ComputerSetup;
use table::ids::{InteractionId, Millis, ReplyId};
use table::input::{Click, ClickOrigin, Clicker, Input};
use table::intent::Intent;
use table::options::TableOptions;

use crate::discord::from_discord::Receipt;

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
    /// How this process has got it.
    pub(crate) receipt: Receipt,
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
    /// This process has taken the table over from one whose heartbeat stopped at `since`.
    TakenOver {
        running: RunningTable,
        since: Millis,
    },
    /// Another process may own the table now: its shard has moved.
    OwnerChanged,
    /// Another process has posted the table's message in place of this process's.
    MessageSuperseded,
}

impl TableMessage {
    pub(crate) fn request(&self) -> Option<&TableRequest> {
        match self {
            Self::Request(request) | Self::Reopen(OpenRequest { request, .. }) => Some(request),
            Self::Input(_)
            | Self::TakenOver { .. }
            | Self::OwnerChanged
            | Self::MessageSuperseded => None,
        }
    }
}
