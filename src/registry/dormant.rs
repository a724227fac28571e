//! Dormant tables: owned by this process, known by their place only. Each is loaded when a message
//! arrives for it, or in turn after the start, so that ten thousand running tables cost nothing.

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Duration;

use dashmap::mapref::entry::Entry;
use journal::{Journal, RunningTable};
use serenity::model::id::ChannelId;
use table::ids::Millis;
use tokio::sync::mpsc;
use tokio::time::sleep;

use super::quota::QuotaSlot;
use super::{Registry, channel_of, guild_of};
use crate::driver::Start;
use crate::failpoint::Failpoint;
use crate::outbox::InitialState;
use crate::table_message::TableMessage;

/// The pause between two tables that are woken after the start: each posts a message.
const WAKE_INTERVAL: Duration = Duration::from_millis(40);

/// A table that this process owns and has not loaded.
pub(super) struct DormantTable {
    pub(super) running: RunningTable,
    /// When the last process that ran it was known to be running, less the grace: every deadline is
    /// extended by the time since then.
    pub(super) since: Millis,
    pub(super) slot: QuotaSlot,
}

impl<J: Journal + 'static> Registry<J> {
    /// Puts a table to the dormant ones. Does nothing during shutdown, so that a table that has just
    /// ended is not woken again.
    pub(super) fn insert_dormant(&self, running: RunningTable, since: Millis) {
        if self.shutdown.is_cancelled() {
            return;
        }
        let slot = self.quota.acquire_existing(guild_of(&running));
        let dormant = DormantTable {
            running,
            since,
            slot,
        };
        self.dormant.insert(channel_of(&dormant.running), dormant);
    }

    pub(super) async fn wake_all_at_start(self: &Arc<Self>) {
        while !self.dormant.is_empty() {
            self.wake_all(WAKE_INTERVAL).await;
        }
    }

    /// Wakes all dormant tables, those with the newest entries first: somebody may be waiting there.
    pub(super) async fn wake_all(self: &Arc<Self>, interval: Duration) {
        let dormant = self.dormant.iter();
        let places = dormant.map(|one| (one.running.written_at, *one.key()));
        let mut places: Vec<_> = places.collect();
        places.sort_unstable_by_key(|(written_at, _)| Reverse(*written_at));
        for (_, channel) in places {
            self.wake_or_get(channel);
            sleep(interval).await;
        }
        self.env.failpoints.hit(Failpoint::AllAwake);
    }

    /// Returns the mailbox of a channel's table. Starts loading the table if it is dormant.
    pub(super) fn wake_or_get(
        self: &Arc<Self>,
        channel: ChannelId,
    ) -> Option<mpsc::Sender<TableMessage>> {
        match self.tables.entry(channel) {
            Entry::Occupied(taken) => Some(taken.get().mailbox.clone()),
            Entry::Vacant(vacant) => {
                let (_, dormant) = self.dormant.remove(&channel)?;
                let (handle, inbox) = self.new_handle(&dormant.running);
                let mailbox = handle.mailbox.clone();
                let initial = InitialState::Uncertain(dormant.running.posted.clone());
                let endpoints = self.endpoints(&handle, dormant.running.table, initial, inbox);
                vacant.insert(handle);
                let start = Start::Resumed {
                    since: dormant.since,
                };
                let actor = Arc::clone(self).load_and_run(dormant, start, endpoints);
                self.tasks.spawn(actor);
                Some(mailbox)
            }
        }
    }
}
