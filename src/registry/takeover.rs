//! Heartbeats, and takeovers of tables whose owner's heartbeat has stopped. When a heartbeat counts
//! as stopped is decided by the journal; every takeover is given to one process only.
//!
//! A click for an orphaned table takes the table over at once (`forwarding`) and waits in its mailbox
//! until the table is loaded and its deadlines are extended. If two processes write during a takeover,
//! the journal accepts one; the other reloads the table and tries its click again (`driver::commit`).

use std::sync::Arc;
use std::time::Duration;

use journal::{Journal, Orphaned, RunningTable};
use table::ids::Millis;
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::{SendError, TrySendError};
use tokio::time::sleep;
use tracing::{info, warn};

use super::{Registry, channel_of, earlier};
use crate::failpoint::Failpoint;
use crate::table_message::TableMessage;

/// How often the time is recorded from which deadlines are extended after a restart
/// ([`Journal::record_alive`]).
const ALIVE_INTERVAL: Duration = Duration::from_secs(5);
/// How often this process records the heartbeat that other processes watch, and looks for orphaned
/// tables.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(1);
/// The pause between two tables that are woken after a takeover. Shorter than after a start: all
/// tables must be shown again within ten seconds of their owner's death, and four of these pass before
/// its heartbeat counts as stopped.
const TAKEOVER_WAKE_INTERVAL: Duration = Duration::from_millis(10);
/// Added to every deadline after a takeover, on top of the time no process ran the table. Less than
/// after a restart: a takeover begins within seconds, and deadlines are to pass within ten.
const TAKEOVER_GRACE: Millis = Millis::seconds(2);

impl<J: Journal + 'static> Registry<J> {
    /// Records, every few seconds, that a process is running; the next one extends deadlines by the
    /// time since then.
    pub(super) async fn record_alive_loop(&self) {
        loop {
            self.env.failpoints.hit(Failpoint::LifeNoting);
            if let Err(error) = self.journal.record_alive(self.clock.now()).await {
                warn!(%error, "could not record that the process is running");
            }
            self.env.failpoints.hit(Failpoint::LifeNoted);
            sleep(ALIVE_INTERVAL).await;
        }
    }

    /// Records this process's heartbeat for those that share the journal.
    pub(super) async fn heartbeat_loop(&self) {
        loop {
            if let Err(error) = self.journal.record_heartbeat(self.clock.now()).await {
                warn!(%error, "could not record the heartbeat");
            }
            sleep(HEARTBEAT_INTERVAL).await;
        }
    }

    /// Takes over orphaned tables and wakes them.
    pub(super) async fn takeover_loop(self: &Arc<Self>) {
        loop {
            self.take_over_orphaned().await;
            self.wake_all(TAKEOVER_WAKE_INTERVAL).await;
            sleep(HEARTBEAT_INTERVAL).await;
        }
    }

    pub(super) async fn take_over_orphaned(self: &Arc<Self>) {
        let orphaned = self.journal.take_over().await.unwrap_or_else(|error| {
            warn!(%error, "could not look for orphaned tables");
            Vec::new()
        });
        if !orphaned.is_empty() {
            info!(tables = orphaned.len(), "took over orphaned tables");
        }
        for Orphaned { running, since } in orphaned {
            let since = earlier(since, TAKEOVER_GRACE);
            let handle = self.tables.get(&channel_of(&running));
            match handle.map(|handle| handle.mailbox.clone()) {
                Some(mailbox) => self.resume_running(&mailbox, running, since),
                None => self.insert_dormant(running, since),
            }
        }
    }

    /// Tells the driver that already runs in this process, as a visitor or from before, that the
    /// table is this process's now, instead of starting a second driver.
    fn resume_running(
        self: &Arc<Self>,
        mailbox: &mpsc::Sender<TableMessage>,
        running: RunningTable,
        since: Millis,
    ) {
        match mailbox.try_send(TableMessage::TakenOver { running, since }) {
            Ok(()) => {}
            Err(TrySendError::Closed(message)) => self.return_to_dormant(message),
            Err(TrySendError::Full(message)) => {
                let (this, mailbox) = (Arc::clone(self), mailbox.clone());
                self.tasks.spawn(async move {
                    if let Err(SendError(message)) = mailbox.send(message).await {
                        this.return_to_dormant(message);
                    }
                });
            }
        }
    }

    /// Puts a table that was taken over to the dormant ones: its driver ended before the message
    /// arrived.
    pub(super) fn return_to_dormant(&self, message: TableMessage) {
        if let TableMessage::TakenOver { running, since } = message {
            self.insert_dormant(running, since);
        }
    }
}
