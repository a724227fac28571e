//! The background tasks of the registry: waking tables, takeovers, pausing all tables, and the search for
//! tables that nothing runs.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use journal::RunningTable;
use outbox::failpoint::Failpoint;
use serenity::model::id::ChannelId;
use tokio::time::{sleep, timeout};
use tracing::warn;

use super::Registry;
use super::actor::load_and_close;
use super::closed_tables::finish_closed;
use super::handle::{channel_of, guild_of};
use super::member_guilds::{MemberGuilds, Membership};
use super::table_map::Wake;
use crate::cluster::heartbeat::HEARTBEAT_INTERVAL;
use crate::cluster::local_tables::LocalTables;
use crate::cluster::takeover::take_over_orphaned;
use crate::table_message::Broadcast;

/// The pause between two tables that are woken after the start: each posts a message.
pub(super) const WAKE_INTERVAL: Duration = Duration::from_millis(40);
/// The pause between two tables that are woken after a takeover. Shorter than after a start: all
/// tables must be shown again within ten seconds of their owner's death, and four of these pass before
/// its heartbeat counts as stopped.
const TAKEOVER_WAKE_INTERVAL: Duration = Duration::from_millis(10);
/// The factor of these pauses while too many tables are in memory.
pub(super) const CROWDED_FACTOR: u32 = 10;
/// How long the tables of shards that are not ready wait, from the last READY of any shard on.
/// Discord lets a bot begin one session in five seconds.
pub(super) const READY_TIMEOUT: Duration = Duration::from_secs(60);
pub(super) const RECONCILE_INTERVAL: Duration = Duration::from_secs(10);

impl Registry {
    /// Loads each suspended table when it has something to do.
    pub(super) async fn restore_due_loop(self: &Arc<Self>) {
        loop {
            let channel = self.services.tables.due().next().await;
            self.wake_or_get(channel);
        }
    }

    /// Wakes all dormant tables as their shards get ready. Those of shards that do not get ready are
    /// woken once the wait for them is over. Those that cannot be loaded are left to the takeovers' loop.
    pub(super) async fn wake_all_at_start(self: &Arc<Self>) {
        let mut guilds = self.services.guilds.subscribe();
        while self.services.tables.dormant().has_untried() {
            guilds.mark_unchanged();
            let waiting = self.wake_all(WAKE_INTERVAL).await;
            if waiting && guilds.changed().await.is_err() {
                return;
            }
        }
    }

    /// Ends the wait for shards that do not get ready, some time after the last one that did.
    pub(super) async fn stop_waiting_for_shards(&self) {
        let mut guilds = self.services.guilds.subscribe();
        while timeout(READY_TIMEOUT, guilds.changed()).await.is_ok() {}
        let unready = self.services.guilds.borrow().unready_shards();
        if unready > 0 {
            warn!(
                shards = unready,
                "shards are not ready; their tables wait no longer"
            );
        }
        self.services.guilds.send_modify(MemberGuilds::stop_waiting);
    }

    /// Wakes the dormant tables whose turn it is, those with the newest entries first, and closes those of
    /// servers that the bot has left. Returns true if some still wait for their shard.
    async fn wake_all(self: &Arc<Self>, interval: Duration) -> bool {
        let mut waiting = false;
        for (guild, channel) in self.services.tables.dormant().newest_first() {
            match self.services.membership(guild) {
                Membership::Member => {
                    self.wake_or_get(channel);
                    sleep(self.pace_of_waking(interval)).await;
                }
                Membership::Left => {
                    self.close_dormant(channel).await;
                    if self.services.tables.dormant().contains(channel) {
                        // The journal did not answer.
                        sleep(interval).await;
                    }
                }
                Membership::Unknown => waiting = true,
            }
        }
        if !waiting {
            self.services.env.failpoints.hit(Failpoint::AllAwake);
        }
        waiting
    }

    /// Returns the pause before the next table is woken: a longer one while Discord's limits let fewer
    /// tables be shown than are woken. They would only wait in memory.
    fn pace_of_waking(&self, interval: Duration) -> Duration {
        match self.services.tables.loaded().are_far_too_many() {
            true => interval * CROWDED_FACTOR,
            false => interval,
        }
    }

    /// Closes a dormant table without a request to Discord.
    pub(super) async fn close_dormant(self: &Arc<Self>, channel: ChannelId) {
        if let Wake::Load(_, load) = self.services.tables.wake(channel) {
            let place = load.endpoints.place_of(load.unloaded.running.table);
            let closing = AssertUnwindSafe(load_and_close(&self.services, *load)).catch_unwind();
            if closing.await.is_err() {
                Box::pin(self.recover_from_panic(place)).await;
            }
        }
    }

    /// Takes over orphaned tables and wakes them, and those that could not be loaded before.
    pub(super) async fn takeover_loop(self: &Arc<Self>) {
        loop {
            take_over_orphaned(&*self.services.journal, self).await;
            self.wake_all(TAKEOVER_WAKE_INTERVAL).await;
            sleep(HEARTBEAT_INTERVAL).await;
        }
    }

    /// Pauses all games whenever the circuit breaker opens. The next click resumes each.
    pub(super) async fn pause_all_loop(&self) {
        let mut breaker = self.services.rest.subscribe_to_breaker();
        while breaker.changed().await.is_ok() {
            self.broadcast(Broadcast::Unwritable, |_| true);
        }
    }

    /// Every ten seconds, wakes tables that this process owns but does not run, and finishes closed
    /// tables. Should find none; logs a warning for each that it wakes.
    pub(super) async fn reconcile_loop(self: &Arc<Self>) {
        loop {
            finish_closed(&self.services).await;
            sleep(RECONCILE_INTERVAL).await;
            self.wake_forgotten().await;
        }
    }

    async fn wake_forgotten(self: &Arc<Self>) {
        let running = self.services.journal.running().await;
        let running = running.unwrap_or_else(|error| {
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
                self.wake_or_close(running).await;
            }
        }
    }

    /// Wakes a table that nothing runs, or closes it if the bot has left its server.
    pub(super) async fn wake_or_close(self: &Arc<Self>, running: RunningTable) {
        let (guild, channel) = (guild_of(&running), channel_of(&running));
        self.insert_dormant(running, self.services.clock.now());
        if self.services.membership(guild) == Membership::Left {
            self.close_dormant(channel).await;
        } else {
            self.wake_or_get(channel);
        }
    }
}
