//! Putting messages into a table's mailbox without waiting. A mailbox is bounded; the table's driver
//! reads it. Which mailbox a message belongs to is decided in `registry`.
//!
//! Messages lie in boxes: an empty mailbox keeps room for 32 of them, and most mailboxes are empty.

use tokio::sync::mpsc;
use tokio::sync::mpsc::error::{SendError as NobodyReads, TryRecvError, TrySendError};
use tracing::debug;

use crate::table_message::TableMessage;

/// The sending side of a table's mailbox.
#[derive(Clone, Debug)]
pub(crate) struct Mailbox(mpsc::Sender<Box<TableMessage>>);

/// A sender that does not keep the mailbox open.
#[derive(Clone, Debug)]
pub(crate) struct WeakMailbox(mpsc::WeakSender<Box<TableMessage>>);

/// The receiving side of a table's mailbox.
pub(crate) struct Inbox {
    receiver: mpsc::Receiver<Box<TableMessage>>,
    sender: WeakMailbox,
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
    /// The journal could not be asked which process owns the channel's table.
    #[error("the journal is not available")]
    Unavailable,
}

/// Why a message is not in the mailbox of a table of this process.
pub(crate) enum NotSent {
    MailboxFull,
    /// The channel has no table in this process.
    NotHere(Box<TableMessage>),
}

/// Returns both sides of a mailbox for so many messages.
pub(crate) fn mailbox(capacity: usize) -> (Mailbox, Inbox) {
    let (sender, receiver) = mpsc::channel(capacity);
    let inbox = Inbox {
        receiver,
        sender: WeakMailbox(sender.downgrade()),
    };
    (Mailbox(sender), inbox)
}

impl Mailbox {
    /// Puts a message in, unless the mailbox is full or nobody reads it any more.
    pub(crate) fn try_send(
        &self,
        message: TableMessage,
    ) -> Result<(), TrySendError<Box<TableMessage>>> {
        self.0.try_send(Box::new(message))
    }

    /// Puts a message in, once there is room.
    pub(crate) async fn send(
        &self,
        message: Box<TableMessage>,
    ) -> Result<(), NobodyReads<Box<TableMessage>>> {
        self.0.send(message).await
    }

    /// Returns the number of messages that wait.
    pub(crate) fn waiting(&self) -> usize {
        self.0.max_capacity() - self.0.capacity()
    }

    /// Returns true if nobody reads it any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.0.is_closed()
    }
}

impl WeakMailbox {
    /// Returns a sender, unless nobody keeps the mailbox open any more.
    pub(crate) fn upgrade(&self) -> Option<Mailbox> {
        self.0.upgrade().map(Mailbox)
    }
}

impl Inbox {
    /// Returns the next message; none once the mailbox is closed and empty.
    pub(crate) async fn recv(&mut self) -> Option<TableMessage> {
        self.receiver.recv().await.map(|message| *message)
    }

    /// Returns a message that is there already.
    pub(crate) fn try_recv(&mut self) -> Result<TableMessage, TryRecvError> {
        self.receiver.try_recv().map(|message| *message)
    }

    /// Returns the sending side of this mailbox.
    pub(crate) fn mailbox(&self) -> WeakMailbox {
        self.sender.clone()
    }

    /// Takes no more messages. Those that wait can still be received.
    pub(crate) fn close(&mut self) {
        self.receiver.close();
    }

    /// Returns true if nobody can send any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.receiver.is_closed()
    }
}

/// Sends news that a table can do without. If its mailbox is full, the table learns of the matter
/// when its next screen cannot be shown.
pub(crate) fn notify(mailbox: &Mailbox, news: TableMessage) {
    if mailbox.try_send(news).is_err() {
        debug!("a table's mailbox had no room for news");
    }
}
