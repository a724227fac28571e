//! Messages for tables: to those of this process, and those that are left by a table that has just ended or
//! left memory. Messages for other processes' tables: `crate::cluster::forwarding`.

use std::sync::Arc;

use serenity::model::id::ChannelId;
use table::effect::Answer;
use table::screen::{InteractionError, interaction_error};
use tokio::sync::mpsc::error::TrySendError;
use tracing::{debug, warn};

use super::Registry;
use super::actor::ForOwner;
use crate::cluster::forwarding::forward;
use crate::cluster::local_tables::LocalTables as _;
use crate::cluster::takeover::return_to_dormant;
use crate::mailbox::{Inbox, NotSent, SendError};
use crate::table_message::{TableMessage, TableRequest};

impl Registry {
    /// Sends a request to the channel's table, whichever process owns it.
    pub(crate) async fn send(
        self: &Arc<Self>,
        channel: ChannelId,
        request: TableRequest,
    ) -> Result<(), SendError> {
        match self.send_here(channel, TableMessage::Request(request)) {
            Ok(()) => Ok(()),
            Err(NotSent::MailboxFull) => Err(SendError::MailboxFull),
            Err(NotSent::NotHere(message)) => {
                forward(&*self.services.journal, self, channel, *message).await
            }
        }
    }

    /// Puts a message into the mailbox of this process's table in the channel, and loads it if it is not
    /// in memory.
    pub(super) fn send_here(
        self: &Arc<Self>,
        channel: ChannelId,
        mut message: TableMessage,
    ) -> Result<(), NotSent> {
        // A table that is suspended after its mailbox was found has another one the second time.
        for _ in 0..2 {
            let Some(mailbox) = self.wake_or_get(channel) else {
                break;
            };
            match mailbox.try_send(message) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Full(_)) => return Err(NotSent::MailboxFull),
                // The driver has ended: the table is suspended, closed, or belongs to another process.
                Err(TrySendError::Closed(returned)) => message = *returned,
            }
        }
        Err(NotSent::NotHere(Box::new(message)))
    }

    /// Sends news that a table can do without.
    pub(super) fn notify(self: &Arc<Self>, channel: ChannelId, news: TableMessage) {
        if let Err(NotSent::MailboxFull) = self.send_here(channel, news) {
            debug!("a table's mailbox had no room for news");
        }
    }

    /// Delivers the messages again that arrived while their table was being suspended, or before it panicked.
    pub(super) async fn deliver_again(self: &Arc<Self>, channel: ChannelId, mut inbox: Inbox) {
        inbox.close();
        while let Some(message) = inbox.recv().await {
            if self.send_here(channel, message).is_err() {
                warn!(
                    channel = channel.get(),
                    "a message for a table that has ended is lost"
                );
            }
        }
    }

    /// Forwards the messages that are left to the process that owns the table now.
    pub(super) async fn forward_all(self: &Arc<Self>, leftover: ForOwner) {
        let ForOwner {
            channel,
            first,
            mut inbox,
            speaker,
        } = leftover;
        inbox.close();
        let mut next = match first {
            Some(first) => Some(*first),
            None => inbox.recv().await,
        };
        while let Some(message) = next {
            if let TableMessage::TakenOver { .. } = message {
                return_to_dormant(self, message);
            } else if let TableMessage::Request(request) | TableMessage::Reopen(request, ..) =
                &message
            {
                let (callback, language) = (request.callback.clone(), request.person.language());
                let forwarded = forward(&*self.services.journal, self, channel, message).await;
                if forwarded.is_err() {
                    let error = interaction_error(&InteractionError::Internal, language);
                    speaker.answer(callback, Answer::Note(error));
                }
            }
            next = inbox.recv().await;
        }
    }
}
