//! The background tasks of the registry, such as waking tables, pausing all tables, and searching for tables without
//! a driver.

use std::sync::Arc;
use std::time::Duration;

use discord::failpoint::Failpoint;
use serenity::model::id::{ChannelId, GuildId};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tracing::warn;

use super::Registry;
use super::member_guilds::{MemberGuilds, Membership};
use super::table_map::channel_of;
use super::unloaded::guild_of;
use crate::tables::clock::LOOK_INTERVAL;

/// The pause between waking two tables after the start, to spread out the messages that they post.
pub(super) const WAKE_INTERVAL: Duration = Duration::from_millis(40);
/// Above this number of tasks, mostly tables in memory, the pause between waking two tables is [`CROWDED_FACTOR`] times
/// as long, because Discord's limits do not allow showing tables any faster.
pub(super) const CROWDED: usize = 1_000;
pub(super) const CROWDED_FACTOR: u32 = 10;
/// The maximum interval between two checks for tables that have something to do.
const DUE_INTERVAL: Duration = Duration::from_secs(1);
/// The time without a READY after which tables no longer wait for their shards. Discord lets a bot start one session
/// every five seconds.
pub(super) const READY_TIMEOUT: Duration = Duration::from_secs(60);
pub(super) const RECONCILE_INTERVAL: Duration = Duration::from_secs(10);

impl Registry {
    /// Loads tables that have something to do or should be tried again, and closes them if the bot has left the server.
    pub(super) async fn wake_due_loop(self: &Arc<Self>) {
        loop {
            let now = Instant::now();
            for (guild, channel) in self.tables.due(now) {
                self.wake_or_close(guild, channel).await;
            }
            let latest = now + DUE_INTERVAL;
            let next = self.tables.next_due().unwrap_or(latest);
            sleep_until(next.min(latest)).await;
        }
    }

    /// Wakes all tables one by one as their shards become ready. Tables of shards that do not become ready
    /// are woken after a timeout.
    pub(super) async fn wake_all_at_start(self: &Arc<Self>) {
        let mut guilds = self.guilds.subscribe();
        while self.tables.has_waiting() {
            guilds.mark_unchanged();
            let waiting = self.wake_all().await;
            if waiting && guilds.changed().await.is_err() {
                return;
            }
        }
    }

    /// Stops waiting for the remaining shards, [`READY_TIMEOUT`] after the last READY.
    pub(super) async fn stop_waiting_for_shards(&self) {
        let mut guilds = self.guilds.subscribe();
        while timeout(READY_TIMEOUT, guilds.changed()).await.is_ok() {}
        let unready = self.guilds.borrow().unready_shards();
        if unready > 0 {
            warn!(
                shards = unready,
                "shards are not ready; their tables wait no longer"
            );
        }
        self.guilds.send_modify(MemberGuilds::stop_waiting);
    }

    /// Wakes the waiting tables whose servers the bot is in, and closes the waiting tables whose servers it has left.
    /// Returns true if some tables are still waiting for their shard.
    async fn wake_all(self: &Arc<Self>) -> bool {
        let mut waiting = false;
        for (guild, channel) in self.tables.in_turn() {
            match self.membership(guild) {
                Membership::Unknown => waiting = true,
                Membership::Left => self.close_unloaded(channel).await,
                Membership::Member => {
                    self.wake(channel);
                    sleep(self.pace_of_waking()).await;
                }
            }
        }
        if !waiting {
            self.services.env.failpoints.hit(Failpoint::AllAwake);
        }
        waiting
    }

    fn pace_of_waking(&self) -> Duration {
        if self.tasks.len() > CROWDED {
            WAKE_INTERVAL * CROWDED_FACTOR
        } else {
            WAKE_INTERVAL
        }
    }

    fn wake(self: &Arc<Self>, channel: ChannelId) {
        if let Some(load) = self.tables.wake(channel) {
            self.spawn_load(load);
        }
    }

    async fn wake_or_close(self: &Arc<Self>, guild: GuildId, channel: ChannelId) {
        match self.membership(guild) {
            Membership::Left => self.close_unloaded(channel).await,
            Membership::Member | Membership::Unknown => self.wake(channel),
        }
    }

    pub(super) async fn watch_clock_loop(&self) {
        loop {
            sleep(LOOK_INTERVAL).await;
            self.services.notice_standstill();
        }
    }

    /// Pauses all games whenever the circuit breaker opens. The next click at each table resumes its game.
    pub(super) async fn pause_all_loop(&self) {
        let mut breaker = self.services.rest.subscribe_to_breaker();
        while breaker.changed().await.is_ok() {
            self.tables.pause_all(self.services.clock.now());
        }
    }

    /// Every ten seconds, updates the messages of closed tables, and wakes running tables that are missing from the
    /// registry, with a warning for each. Normally, only a table whose opening entry had an unknown outcome is missing.
    pub(super) async fn reconcile_loop(self: &Arc<Self>) {
        loop {
            self.finish_closed().await;
            sleep(RECONCILE_INTERVAL).await;
            self.wake_forgotten().await;
        }
    }

    async fn wake_forgotten(self: &Arc<Self>) {
        let running = self
            .services
            .journal
            .running()
            .await
            .unwrap_or_else(|error| {
                warn!(%error, "could not look for forgotten tables");
                Vec::new()
            });
        for running in running {
            let channel = channel_of(&running);
            if !self.has(channel) {
                warn!(table = running.table.0, "woke a table that had no driver");
                self.tables.insert(&running, self.services.clock.now());
                self.wake_or_close(guild_of(&running), channel).await;
            }
        }
    }
}
