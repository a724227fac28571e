//! The bounded mailbox of a table, and the messages in it. The table's driver reads them; senders never wait for room.
//! `registry` decides which mailbox a message belongs to; the table decides what the message does.
//!
//! Messages are boxed, because an empty mailbox allocates room for 32 messages, and most mailboxes are empty.

use discord::Callback;
use table::computer_setup::ComputerSetup;
use table::ids::{InteractionId, ReplyId};
use table::input::{Click, ClickOrigin, Clicker, Input};
use table::intent::Intent;
use table::options::TableOptions;
use tokio::sync::mpsc;

/// The sending side of a table's mailbox.
pub(crate) type Mailbox = mpsc::Sender<Box<TableMessage>>;

/// The receiving side of a table's mailbox.
pub(crate) struct Inbox {
    pub(crate) receiver: mpsc::Receiver<Box<TableMessage>>,
    /// A weak sender, which does not keep the mailbox open.
    pub(crate) sender: mpsc::WeakSender<Box<TableMessage>>,
}

/// Why a message did not reach a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SendError {
    #[error("no table is in this channel")]
    NoTable,
    #[error("the table's mailbox is full")]
    MailboxFull,
}

pub(crate) fn mailbox(capacity: usize) -> (Mailbox, Inbox) {
    let (mailbox, receiver) = mpsc::channel(capacity);
    let sender = mailbox.downgrade();
    (mailbox, Inbox { receiver, sender })
}

/// A person's click or command for a table.
pub(crate) struct TableRequest {
    pub(crate) callback: Callback,
    pub(crate) person: Clicker,
    pub(crate) origin: ClickOrigin,
    pub(crate) intent: Intent,
    /// True if the bot may post in the channel of the interaction.
    pub(crate) may_post: bool,
    /// True if `pages` answers the interaction, with a link to the table's thread. The table's first screen is then
    /// posted in the thread.
    pub(crate) answered: bool,
}

impl TableRequest {
    /// Converts the request to a click, which the table answers through `reply`. `table_message` is the id of the
    /// table's current message.
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

/// A request for a new table with these options and computers.
pub(crate) struct OpenRequest {
    pub(crate) request: TableRequest,
    pub(crate) options: Box<TableOptions>,
    pub(crate) computers: ComputerSetup,
}

pub(crate) enum TableMessage {
    Request(TableRequest),
    /// A command that asks for a new table in a channel that already has a table.
    Reopen(OpenRequest),
    /// Any other input.
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
