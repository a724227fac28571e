//! Lets a table's driver follow a change of the process that owns the table: takes it over, adopts the previous
//! owner's messages, or leaves it to the new one. The owner is decided in `crate::cluster::ownership`.

use journal::{JournalError, OwnedTable, Owner, PostedMessages};
use table::ids::Millis;
use table::input::{DeliveryFailure, Input};
use tokio::time::sleep;
use tracing::{info, warn};

use super::journaled_table::Reloaded;
use super::{Driver, JOURNAL_BACKOFF, Next};

/// Stands for the beginning of the channel among replaced messages: any message of the table may be left.
const CHANNEL_BEGINNING: u64 = 0;

impl Driver {
    /// Resumes the table if a reload has shown that it is this process's again.
    pub(super) async fn resume_unnoticed_takeover(&mut self) -> Next {
        if !self.presenter.take_unnoticed_takeover() {
            return Next::Continue;
        }
        self.resume(self.services.clock.now()).await
    }

    /// Reloads the table from the journal, because the in-memory copy predates the takeover, and
    /// resumes it as its new owner.
    pub(super) async fn take_over(&mut self, since: Millis) -> Next {
        loop {
            match self.presenter.meanwhile(self.journaled.reload()).await {
                Ok(_) if self.table().is_closed() => return Next::Exit,
                Ok(Reloaded {
                    owned:
                        Some(OwnedTable {
                            running,
                            owner: Owner::ThisProcess,
                        }),
                    ..
                }) => {
                    self.presenter.on_taken_over(running.posted);
                    break;
                }
                Ok(reloaded) => {
                    self.on_reloaded(reloaded);
                    return Next::Continue;
                }
                Err(JournalError::Unreadable(_)) => return Next::Exit,
                Err(_) if self.inbox.receiver.is_closed() => return Next::Exit,
                Err(_) => self.presenter.meanwhile(sleep(JOURNAL_BACKOFF)).await,
            }
        }
        self.resume(since).await
    }

    /// Reloads the table after another process has posted its message, and shows it again if this
    /// process still owns it.
    pub(super) async fn message_superseded(&mut self) -> Next {
        info!(
            table = self.table().id().0,
            "another process has posted this table's message"
        );
        match self.reload().await {
            Ok(()) if self.table().is_closed() => Next::Exit,
            Ok(()) if !self.presenter.is_owner() => Next::Continue,
            Ok(()) => self.post_again().await,
            Err(JournalError::Unreadable(_)) => Next::Exit,
            Err(_) => {
                self.journaled.mark_outdated();
                self.back_off()
            }
        }
    }

    /// Reloads the table, and leaves it to its owner if that is another process.
    pub(super) async fn follow_owner(&mut self) -> Next {
        match self.reload().await {
            Ok(()) if self.table().is_closed() => Next::Exit,
            Ok(()) => Next::Continue,
            Err(JournalError::Unreadable(_)) => Next::Exit,
            Err(_) => {
                self.journaled.mark_outdated();
                self.back_off()
            }
        }
    }

    /// Posts the public message anew in place of the one of another process.
    pub(super) async fn post_again(&mut self) -> Next {
        let unusable = Input::DeliveryFailed(DeliveryFailure::MessageUnusable);
        self.handle_input(self.services.clock.now(), unusable).await
    }

    /// Continues with the previous owner's messages after an append as a visitor. From now on its
    /// posts are not recorded any more, so the messages that the journal names are all that it leaves. If
    /// the journal does not answer, they are looked for in the channel before anything is written.
    pub(super) async fn adopt_previous_messages(&mut self) {
        match self.presenter.meanwhile(self.journaled.find_owner()).await {
            Ok(Some(owned)) => self.presenter.adopt_messages(owned.running.posted),
            Ok(None) => {}
            Err(error) => {
                let table = self.table().id().0;
                warn!(%error, table, "the previous owner's messages are not known");
                self.presenter.adopt_messages(PostedMessages {
                    message: None,
                    replaced: vec![CHANNEL_BEGINNING],
                });
            }
        }
    }
}
