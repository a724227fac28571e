//! Takeovers of tables whose owner's heartbeat has stopped. The journal decides when that is, and
//! gives each table to one process only.
//!
//! A click for an orphaned table takes the table over at once ([`super::forwarding`]) and waits in its
//! mailbox until the table is loaded and its deadlines are extended. If two processes write during a
//! takeover, the journal accepts one; the other reloads the table and tries its click again (`driver`).

use journal::{Journal, Orphaned, RunningTable};
use serenity::model::id::ChannelId;
use table::ids::Millis;
use tokio::sync::mpsc::error::{SendError, TrySendError};
use tracing::{info, warn};

use super::local_tables::LocalTables;
use super::ownership::{Ownership, OwnershipAction, OwnershipEvent};
use crate::mailbox::Mailbox;
use crate::table_message::TableMessage;

/// Added to every deadline after a takeover, on top of the time no process ran the table. Less than
/// after a restart: a takeover begins within seconds, and deadlines are to pass within ten.
const TAKEOVER_GRACE: Millis = Millis::seconds(2);

/// Makes this process the owner of all orphaned tables. A table that is loaded here is told so; the
/// others are dormant.
pub(crate) async fn take_over_orphaned(journal: &dyn Journal, tables: &impl LocalTables) {
    let orphaned = journal.take_over().await.unwrap_or_else(|error| {
        warn!(%error, "could not look for orphaned tables");
        Vec::new()
    });
    if !orphaned.is_empty() {
        info!(tables = orphaned.len(), "took over tables");
    }
    tables.count_takeovers(orphaned.len());
    for Orphaned { running, since } in orphaned {
        let since = Millis(since.0.saturating_sub(TAKEOVER_GRACE.0));
        // Discord's ids are never 0, and the journal holds only such; `max` satisfies the type.
        let channel = ChannelId::new(running.channel.0.max(1));
        match tables.mailbox(channel) {
            Some(mailbox) => resume_loaded(tables, &mailbox, running, since),
            None => insert_taken_over(tables, running, since),
        }
    }
}

/// Puts a table that was taken over to the dormant ones, from a message that no driver has handled.
/// Does nothing with any other message.
pub(crate) fn return_to_dormant(tables: &impl LocalTables, message: TableMessage) {
    if let TableMessage::TakenOver { running, since } = message {
        insert_taken_over(tables, running, since);
    }
}

fn insert_taken_over(tables: &impl LocalTables, running: RunningTable, since: Millis) {
    let (_, action) = Ownership::Absent.next(OwnershipEvent::TakenOver);
    if action == OwnershipAction::KeepDormant {
        tables.insert_dormant(running, since);
    }
}

/// Tells the driver that already runs in this process, as a visitor or from before, that the table is
/// this process's now, instead of starting a second driver.
fn resume_loaded(
    tables: &impl LocalTables,
    mailbox: &Mailbox,
    running: RunningTable,
    since: Millis,
) {
    match mailbox.try_send(TableMessage::TakenOver { running, since }) {
        Ok(()) => {}
        Err(TrySendError::Closed(message)) => return_to_dormant(tables, *message),
        Err(TrySendError::Full(message)) => {
            let (later, mailbox) = (tables.clone(), mailbox.clone());
            tables.spawn(async move {
                if let Err(SendError(message)) = mailbox.send(message).await {
                    return_to_dormant(&later, *message);
                }
            });
        }
    }
}
