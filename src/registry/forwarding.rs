//! Requests for tables that are not loaded in this process: asks the journal who owns the table, waits
//! for the owner to answer, and otherwise serves the request as a visitor. Processes on one journal
//! all receive the same click; the interaction's id in the journal makes it count once.

use std::sync::Arc;
use std::time::Duration;

use dashmap::mapref::entry::Entry;
use journal::{Journal, Owner, RunningTable};
use serenity::model::id::ChannelId;
use tokio::sync::mpsc;
use tokio::time::sleep;
use tracing::warn;

use super::dormant::DormantTable;
use super::{Registry, SendError, guild_of, try_send};
use crate::driver::Start;
use crate::outbox::InitialState;
use crate::table_message::TableMessage;

/// How long the owner of a table has to answer a click before another process serves it.
const OWNER_HEAD_START: Duration = Duration::from_secs(1);

/// Where a channel's table can be reached, by the journal.
pub(super) enum Route {
    /// This process owns it.
    Here(mpsc::Sender<TableMessage>),
    /// Another process owns it.
    Elsewhere(RunningTable),
    /// There is no table.
    Nowhere,
}

impl<J: Journal + 'static> Registry<J> {
    /// Delivers a message to the channel's table. If another process owns it, that process has most
    /// likely received the click too and is given a head start.
    pub(super) async fn forward(
        self: &Arc<Self>,
        channel: ChannelId,
        message: TableMessage,
    ) -> Result<(), SendError> {
        let mut route = self.find_route(channel).await?;
        if let Route::Elsewhere(_) = route {
            sleep(OWNER_HEAD_START).await;
            route = self.find_route(channel).await?;
        }
        match route {
            Route::Nowhere => Err(SendError::NoTable),
            Route::Here(mailbox) => try_send(&mailbox, message),
            Route::Elsewhere(running) => self.visit(channel, running, message),
        }
    }

    /// Asks the journal who owns the channel's table. Takes the table over if its owner's heartbeat
    /// has stopped.
    pub(super) async fn find_route(
        self: &Arc<Self>,
        channel: ChannelId,
    ) -> Result<Route, SendError> {
        let owned = self
            .journal
            .find_in_channel(table::ids::ChannelId(channel.get()))
            .await;
        let owned = owned.map_err(|error| {
            warn!(%error, "could not look up a channel's table");
            SendError::Unavailable
        })?;
        let Some(owned) = owned else {
            return Ok(Route::Nowhere);
        };
        match owned.owner {
            Owner::OtherProcess => return Ok(Route::Elsewhere(owned.running)),
            Owner::Expired => self.take_over_orphaned().await,
            Owner::ThisProcess => {
                if !self.has(channel) {
                    self.insert_dormant(owned.running.clone(), self.clock.now());
                }
            }
        }
        Ok(match self.wake_or_get(channel) {
            Some(mailbox) => Route::Here(mailbox),
            None => Route::Elsewhere(owned.running),
        })
    }

    /// Loads another process's table to serve this message.
    fn visit(
        self: &Arc<Self>,
        channel: ChannelId,
        running: RunningTable,
        message: TableMessage,
    ) -> Result<(), SendError> {
        if let Some(mailbox) = self.wake_or_get(channel) {
            return try_send(&mailbox, message);
        }
        if self.shutdown.is_cancelled() {
            return Err(SendError::Unavailable);
        }
        let vacant = match self.tables.entry(channel) {
            Entry::Occupied(taken) => return try_send(&taken.get().mailbox, message),
            Entry::Vacant(vacant) => vacant,
        };
        let slot = self.quota.acquire_existing(guild_of(&running));
        let (handle, inbox) = self.new_handle(&running);
        try_send(&handle.mailbox, message)?;
        let initial = InitialState::Known(running.posted.clone());
        let endpoints = self.endpoints(&handle, running.table, initial, inbox);
        vacant.insert(handle);
        let visited = DormantTable {
            running,
            since: self.clock.now(),
            slot,
        };
        let actor = Arc::clone(self).load_and_run(visited, Start::Visited, endpoints);
        self.tasks.spawn(actor);
        Ok(())
    }
}
