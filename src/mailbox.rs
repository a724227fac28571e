//! Putting messages into a table's mailbox without waiting. A mailbox is bounded; the table's driver
//! reads it. Which mailbox a message belongs to is decided in `registry`.

use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;
use tracing::debug;

use crate::table_message::TableMessage;

/// The sending side of a table's mailbox.
pub(crate) type Mailbox = mpsc::Sender<TableMessage>;
/// A sender that does not keep the mailbox open.
pub(crate) type WeakMailbox = mpsc::WeakSender<TableMessage>;
/// The receiving side of a table's mailbox.
pub(crate) type Inbox = mpsc::Receiver<TableMessage>;

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

/// Puts a message into a mailbox without waiting.
pub(crate) fn deliver(mailbox: &Mailbox, message: TableMessage) -> Result<(), SendError> {
    mailbox.try_send(message).map_err(|error| match error {
        TrySendError::Full(_) => SendError::MailboxFull,
        TrySendError::Closed(_) => SendError::NoTable,
    })
}

/// Sends news that a table can do without. If its mailbox is full, the table learns of the matter
/// when its next screen cannot be shown.
pub(crate) fn notify(mailbox: &Mailbox, news: TableMessage) {
    if mailbox.try_send(news).is_err() {
        debug!("a table's mailbox had no room for news");
    }
}
