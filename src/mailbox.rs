//! The mailbox of a table: bounded, filled without waiting by the registry, read by the table's driver. Which
//! mailbox a message belongs to is decided in `registry`.
//!
//! Messages lie in boxes: an empty mailbox keeps room for 32 of them, and most mailboxes are empty.

use tokio::sync::mpsc;

use crate::table_message::TableMessage;

/// The sending side of a table's mailbox.
pub(crate) type Mailbox = mpsc::Sender<Box<TableMessage>>;

/// The receiving side of a table's mailbox.
pub(crate) struct Inbox {
    pub(crate) receiver: mpsc::Receiver<Box<TableMessage>>,
    /// Does not keep the mailbox open.
    pub(crate) sender: mpsc::WeakSender<Box<TableMessage>>,
}

/// Why a message did not reach a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SendError {
    /// No table is in this channel.
    #[error("no table is in this channel")]
    NoTable,
    /// The table's mailbox is full.
    #[error("the table's mailbox is full")]
    MailboxFull,
}

pub(crate) fn mailbox(capacity: usize) -> (Mailbox, Inbox) {
    let (mailbox, receiver) = mpsc::channel(capacity);
    let sender = mailbox.downgrade();
    (mailbox, Inbox { receiver, sender })
}
