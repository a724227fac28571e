//! Background checks that should find nothing: tables of this process that nothing runs, and closed
//! tables whose message does not say so. Also pauses all games while nothing may be written.

use std::sync::Arc;
use std::time::Duration;

use journal::{Journal, JournalError, RunningTable};
use table::Table;
use table::effect::MessageUpdate;
use table::input::{DeliveryFailure, Input};
use tokio::time::sleep;
use tracing::{debug, warn};

use super::{Registry, channel_of, notify};
use crate::outbox::{InitialState, Speaker};
use crate::table_message::TableMessage;

const RECONCILE_INTERVAL: Duration = Duration::from_secs(10);
/// The pause between two closed tables whose end is shown.
const CLOSED_INTERVAL: Duration = Duration::from_millis(40);

impl<J: Journal + 'static> Registry<J> {
    /// Pauses all games whenever the circuit breaker opens. The next click resumes each.
    pub(super) async fn pause_all_loop(&self) {
        let mut breaker = self.rest.subscribe_to_breaker();
        while breaker.changed().await.is_ok() {
            for handle in &self.tables {
                let failed = Input::DeliveryFailed(DeliveryFailure::ChannelUnwritable);
                notify(&handle.mailbox, TableMessage::Input(failed));
            }
        }
    }

    /// Every ten seconds, wakes tables that this process owns but does not run, and finishes closed
    /// tables. Should find none; logs a warning for each that it wakes.
    pub(super) async fn reconcile_loop(self: &Arc<Self>) {
        loop {
            self.finish_closed().await;
            sleep(RECONCILE_INTERVAL).await;
            self.wake_forgotten().await;
        }
    }

    async fn wake_forgotten(self: &Arc<Self>) {
        let running = self.journal.running().await.unwrap_or_else(|error| {
            warn!(%error, "could not look for forgotten tables");
            Vec::new()
        });
        for running in running {
            let channel = channel_of(&running);
            if !self.has(channel) {
                warn!(
                    table = running.table.0,
                    "nothing ran a table of this process"
                );
                self.insert_dormant(running, self.clock.now());
                self.wake_or_get(channel);
            }
        }
    }

    /// Shows the end of tables that were closed by a process that died before it could show it.
    async fn finish_closed(&self) {
        let closed = self.journal.closed_with_messages().await;
        let closed = closed.unwrap_or_else(|error| {
            warn!(%error, "could not look for closed tables");
            Vec::new()
        });
        for running in closed {
            self.show_closed(running).await;
            sleep(CLOSED_INTERVAL).await;
        }
    }

    async fn show_closed(&self, running: RunningTable) {
        let (id, channel) = (running.table, channel_of(&running));
        let screen = match self.journal.load(id).await {
            Ok(entries) => Table::closing_screen(&entries),
            Err(JournalError::Unreadable(_)) => None,
            Err(error) => return debug!(%error, table = id.0, "its end is not shown yet"),
        };
        let slot = self.message_slot(id, channel);
        let initial = InitialState::Uncertain(running.posted);
        let (speaker, task) = Speaker::new(slot, initial, Arc::default(), |_| ());
        self.tasks.spawn(task);
        if let Some(screen) = screen {
            speaker.show(screen, MessageUpdate::Edit);
        }
        self.finish_message(id, speaker).await;
    }
}
