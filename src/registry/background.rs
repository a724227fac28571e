//! The background tasks of the registry: waking tables, pausing all tables, and the search for
//! tables that nothing runs.

use std::sync::Arc;
use std::time::Duration;

use outbox::failpoint::Failpoint;
use serenity::model::id::{ChannelId, GuildId};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tracing::warn;

use super::Registry;
use super::member_guilds::{MemberGuilds, Membership};
use super::table_map::{channel_of, guild_of};
use crate::clock::LOOK_INTERVAL;

/// The pause between two tables that are woken after the start: each posts a message.
pub(super) const WAKE_INTERVAL: Duration = Duration::from_millis(40);
/// While more tables than this are in memory, those that are woken in turn wait [`CROWDED_FACTOR`] times as
/// long: Discord's limits let fewer be shown than are woken, and they would only wait in memory.
pub(super) const CROWDED: usize = 1_000;
pub(super) const CROWDED_FACTOR: u32 = 10;
/// The longest pause between two looks for tables that have something to do.
const DUE_INTERVAL: Duration = Duration::from_secs(1);
/// How long the tables of shards that are not ready wait, from the last READY of any shard on.
/// Discord lets a bot begin one session in five seconds.
pub(super) const READY_TIMEOUT: Duration = Duration::from_secs(60);
pub(super) const RECONCILE_INTERVAL: Duration = Duration::from_secs(10);

impl Registry {
    /// Loads each table when it has something to do, or when loading it is to be tried again.
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

    /// Wakes all tables in turn as their shards get ready. Those of shards that do not get ready are
    /// woken once the wait for them is over.
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

    /// Ends the wait for shards that do not get ready, some time after the last one that did.
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

    /// Wakes the tables whose turn it is, and closes those of servers that the bot has left. Returns true if
    /// some still wait for their shard.
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

    /// Loads a table if it is not in memory.
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

    /// Notices when the process stood still.
    pub(super) async fn watch_clock_loop(&self) {
        loop {
            sleep(LOOK_INTERVAL).await;
            self.services.notice_standstill();
        }
    }

    /// Pauses all games whenever the circuit breaker opens. The next click resumes each.
    pub(super) async fn pause_all_loop(&self) {
        let mut breaker = self.services.rest.subscribe_to_breaker();
        while breaker.changed().await.is_ok() {
            self.tables.pause_all(self.services.clock.now());
        }
    }

    /// Every ten seconds, wakes tables that this process does not know, with a warning for each, and finishes closed
    /// tables. It should find none, except a table whose opening entry had an unknown outcome.
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
                warn!(table = running.table.0, "nothing ran a table");
                self.tables.insert(&running, self.services.clock.now());
                self.wake_or_close(guild_of(&running), channel).await;
            }
        }
    }
}
