//! The mailbox of a table: bounded, filled by the registry without waiting, and read by the table's driver.
//! The registry decides which mailbox a message belongs to.
//!
//! Messages are boxed: an empty mailbox allocates room for 32 of them, and most mailboxes are empty.

use tokio::sync::mpsc;

use crate::table_message::TableMessage;

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
    /// There is no table in this channel.
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
