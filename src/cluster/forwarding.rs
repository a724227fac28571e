//! Messages for tables that are not in this process: asks the journal who owns the table, lets the owner
//! answer, and otherwise serves the message as a visitor. Over the gateway, processes that hold a shard at
//! the same time receive the same click, so this one only waits for a moment; a click in
//! direct messages is handed to the owner through the journal. The interaction's id in the journal makes it
//! count once in any case.

use std::time::Duration;

use journal::{Journal, OwnedTable, Owner, RunningTable};
use serenity::model::id::ChannelId;
use table::ids::{InteractionId, TableId};
use tokio::time::sleep;
use tracing::warn;

use super::handed_click::HandedClick;
use super::local_tables::LocalTables;
use super::takeover::take_over_orphaned;
use crate::mailbox::{NotSent, SendError};
use crate::table_message::{TableMessage, TableRequest};

/// How long the owner of a table has to answer a click before another process serves it.
pub(crate) const OWNER_HEAD_START: Duration = Duration::from_secs(1);

/// The pause before a table is looked for again that has just ended here.
const BETWEEN_ATTEMPTS: Duration = Duration::from_millis(100);

/// Where a channel's table can be reached, by the journal.
pub(crate) enum Route {
    /// This process owns it, and the registry knows it.
    Here,
    /// Another process owns it.
    Elsewhere(RunningTable),
    /// There is no table.
    Nowhere,
}

/// Delivers a message to the channel's table, which is not in this process. If another process owns
/// it, that process has most likely received the click too, or is handed it, and is given a head start.
///
/// # Errors
/// If there is no table, its mailbox is full, or the journal is not available.
pub(crate) async fn forward(
    journal: &dyn Journal,
    tables: &impl LocalTables,
    channel: ChannelId,
    message: TableMessage,
) -> Result<(), SendError> {
    let (mut message, mut head_start_over) = (message, false);
    loop {
        let running = match find_route(journal, tables, channel).await? {
            Route::Nowhere => return Err(SendError::NoTable),
            Route::Elsewhere(running) => running,
            Route::Here => match tables.send_here(channel, message) {
                Ok(()) => return Ok(()),
                Err(NotSent::MailboxFull) => return Err(SendError::MailboxFull),
                // It has just ended.
                Err(NotSent::NotHere(returned)) => {
                    message = *returned;
                    sleep(BETWEEN_ATTEMPTS).await;
                    continue;
                }
            },
        };
        if head_start_over {
            return tables.visit(running, message);
        }
        if let_owner_serve(journal, &message, running.table).await {
            return Ok(());
        }
        head_start_over = true;
    }
}

/// Gives the owner of a table the time to serve a message, and the message if only this process has it.
/// Returns true if the owner has certainly got it.
async fn let_owner_serve(journal: &dyn Journal, message: &TableMessage, table: TableId) -> bool {
    let alone = message
        .request()
        .and_then(|request| Some((request, HandedClick::of(request)?)));
    let Some((request, click)) = alone else {
        sleep(OWNER_HEAD_START).await;
        return false;
    };
    if !hand_to_owner(journal, request, &click, table).await {
        return false;
    }
    // At first a click that the owner has not taken comes back, then also one that it has not answered.
    for _ in 0..2 {
        sleep(OWNER_HEAD_START).await;
        if take_back(journal, request).await {
            return false;
        }
    }
    true
}

/// Leaves a click that Discord sent only to this process for the owner of its table. Returns true if it did.
async fn hand_to_owner(
    journal: &dyn Journal,
    request: &TableRequest,
    click: &HandedClick,
    table: TableId,
) -> bool {
    let click = click.to_text();
    let handed = journal.hand_over(table, interaction(request), &click).await;
    handed.unwrap_or_else(|error| {
        warn!(%error, table = table.0, "could not hand a click over to its table's owner");
        false
    })
}

/// Takes a click back that was left for another process. Returns true if this process is to serve it.
async fn take_back(journal: &dyn Journal, request: &TableRequest) -> bool {
    let taken_back = journal.take_back(interaction(request)).await;
    taken_back.unwrap_or_else(|error| {
        warn!(%error, "could not find out if a click was answered");
        true
    })
}

fn interaction(request: &TableRequest) -> InteractionId {
    InteractionId(request.callback.interaction.get())
}

/// Asks the journal who owns the channel's table. Takes the table over if its owner's heartbeat has stopped.
///
/// # Errors
/// [`SendError::Unavailable`] if the journal cannot be asked.
pub(crate) async fn find_route(
    journal: &dyn Journal,
    tables: &impl LocalTables,
    channel: ChannelId,
) -> Result<Route, SendError> {
    let owned = journal.find_in_channel(table::ids::ChannelId(channel.get()));
    let owned = owned.await.map_err(|error| {
        warn!(%error, "could not look up a channel's table");
        SendError::Unavailable
    })?;
    let Some(OwnedTable { running, owner }) = owned else {
        return Ok(Route::Nowhere);
    };
    match owner {
        Owner::Expired => take_over_orphaned(journal, tables).await,
        Owner::ThisProcess => tables.insert_if_absent(running.clone()),
        Owner::OtherProcess => return Ok(Route::Elsewhere(running)),
    }
    // There is none if another process took the table over, or this one is shutting down.
    Ok(match tables.has(channel) {
        true => Route::Here,
        false => Route::Elsewhere(running),
    })
}
