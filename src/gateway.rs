//! The connection to Discord's gateway, and the events that arrive over it. For example, interactions are passed to
//! [`crate::gateway::receive`], deletions of channels and servers to [`crate::tables::registry`], and outages of shards
//! to [`crate::tables::outages`]. Must never decide anything about a game or the content of an answer: `table` and
//! `pages` do.
//!
//! - connecting shards, within the session start limit: `connection`, `session_start_limit`; serenity's
//!   client: `client`
//! - shards that are cut off: `shard_health`; late interactions: `arrival_delay`; repeated
//!   interactions: `duplicate_interactions`

mod arrival_delay;
mod client;
pub(crate) mod connection;
mod duplicate_interactions;
pub(crate) mod receive;
pub(crate) mod session_start_limit;
mod shard_health;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use discord::BotIdentity;
use discord::metrics::ShardSample;
use parking_lot::Mutex;
use serenity::all::{
    ChannelDeleteEvent, Context, Event, Guild, RawEventHandler, Ready, ShardManager,
    ThreadDeleteEvent, UnavailableGuild, UnknownEvent,
};
use serenity::async_trait;
use serenity::gateway::ConnectionStage;
use serenity::model::id::{ChannelId, GuildId, ShardId};
use serenity::utils::shard_id;
use table::ids::Millis;
use table::pages::settings::ServerSettingsStore;
use tokio::time::{Instant, sleep};
use tracing::{debug, info, warn};

use crate::application::startup::Startup;
use crate::gateway::receive::InteractionIntake;
use crate::gateway::shard_health::ShardHealth;
use crate::pages::personal_data::DataRequests;
use crate::tables::clock::system_time;
use crate::tables::outages::Outage;
use crate::tables::registry::{Registry, ShardReady};

/// How often the shards' connections and heartbeats are polled. serenity emits no event for an acknowledged heartbeat,
/// and reports a lost connection only once it is replaced. Until a poll notices the loss, deadlines can fire.
pub(crate) const CONNECTION_POLL_INTERVAL: Duration = Duration::from_millis(200);

/// The polling interval while a shard is not connected. Shorter, so that the process becomes ready sooner.
pub(crate) const CONNECTING_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The state shared by the event handlers of all shards.
pub(crate) struct Gateway {
    intake: Arc<InteractionIntake>,
    registry: Arc<Registry>,
    startup: Arc<Startup>,
    data_requests: Arc<DataRequests>,
    servers: Arc<dyn ServerSettingsStore>,
    shard_health: Mutex<ShardHealth>,
    /// The number of events that serenity could not deserialize.
    unknown_events: AtomicU64,
    /// The number of shards that Discord divides the servers among.
    shard_count: AtomicU32,
    /// The state of the shards' connections at the last poll.
    shard_samples: Mutex<Vec<ShardSample>>,
}

/// The event handler to pass to serenity, which takes it by value. All handlers share one [`Gateway`].
pub(crate) struct GatewayHandler(pub(crate) Arc<Gateway>);

impl Gateway {
    pub(crate) fn new(
        intake: Arc<InteractionIntake>,
        registry: Arc<Registry>,
        startup: Arc<Startup>,
        data_requests: Arc<DataRequests>,
        servers: Arc<dyn ServerSettingsStore>,
    ) -> Self {
        Self {
            intake,
            registry,
            startup,
            data_requests,
            servers,
            shard_health: Mutex::default(),
            unknown_events: AtomicU64::new(0),
            shard_count: AtomicU32::new(1),
            shard_samples: Mutex::default(),
        }
    }

    fn on_ready(&self, connected: ShardId, ready: &Ready) {
        let (shard, shards) = match &ready.shard {
            Some(info) => (info.id.0, info.total),
            None => (connected.0, self.shard_count()),
        };
        self.registry.shard_ready(&ShardReady {
            bot: BotIdentity {
                user: ready.user.id,
                application: ready.application.id,
            },
            shard,
            shards,
            guilds: ready.guilds.iter().map(|guild| guild.id).collect(),
        });
    }

    /// Sets the total number of shards, and the shards that this process is about to connect. These shards count as cut
    /// off until they are connected.
    pub(crate) fn expect_shards(&self, total: u32, own: &[u32]) {
        self.shard_count.store(total.max(1), Ordering::Relaxed);
        self.registry.expect_shards(own.iter().copied());
        for &shard in own {
            let outage = self.outage_of(ShardId(shard));
            self.registry.outages().begin(outage, Instant::now());
        }
    }

    pub(crate) fn shard_count(&self) -> u32 {
        self.shard_count.load(Ordering::Relaxed)
    }

    /// Polls the heartbeats and connections of all shards. Never returns.
    pub(crate) async fn poll_heartbeats(&self, managers: &[Arc<ShardManager>]) {
        loop {
            let mut samples = Vec::new();
            for manager in managers {
                for (&shard, runner) in manager.runners.lock().await.iter() {
                    samples.push(ShardSample {
                        shard: shard.0,
                        is_connected: runner.stage == ConnectionStage::Connected,
                        latency: runner.latency,
                    });
                }
            }
            let all_connected = !samples.is_empty() && samples.iter().all(|one| one.is_connected);
            self.record_samples(samples);
            sleep(if all_connected {
                CONNECTION_POLL_INTERVAL
            } else {
                CONNECTING_POLL_INTERVAL
            })
            .await;
        }
    }

    /// Records the connections of all shards of this process and their acknowledged heartbeats. A shard that
    /// was connected before and is not listed has lost its connection.
    pub(crate) fn record_samples(&self, mut samples: Vec<ShardSample>) {
        let now = Instant::now();
        let mut health = self.shard_health.lock();
        for sample in &samples {
            health.record_latency(ShardId(sample.shard), sample.latency, now);
        }
        let find = |shard: ShardId| samples.iter().find(|sample| sample.shard == shard.0);
        let is_connected = |shard| find(shard).is_some_and(|sample| sample.is_connected);
        let polled = health.record_poll(is_connected, now);
        // serenity does not list a shard while restarting it.
        let unlisted: Vec<_> = polled
            .iter()
            .filter(|(shard, _)| find(*shard).is_none())
            .map(|(shard, _)| ShardSample {
                shard: shard.0,
                is_connected: false,
                latency: None,
            })
            .collect();
        samples.extend(unlisted);
        for (shard, cut_off) in polled {
            match cut_off {
                Some(since) => self.registry.outages().begin(self.outage_of(shard), since),
                None => self.registry.outages().end(self.outage_of(shard)),
            }
        }
        drop(health);
        *self.shard_samples.lock() = samples;
    }

    fn outage_of(&self, shard: ShardId) -> Outage {
        Outage::Shard {
            shard: shard.0,
            shards: self.shard_count(),
        }
    }

    /// Called when a shard has started a new session, or has resumed its session and received all missed events. Ends
    /// its outage, if any: the tables of its servers extend their deadlines by the length of the outage.
    fn on_shard_connected(&self, shard: ShardId, now: Instant) {
        let mut health = self.shard_health.lock();
        let (outages, outage) = (self.registry.outages(), self.outage_of(shard));
        if let Some(since) = health.record_connected(shard, now) {
            let seconds = now.saturating_duration_since(since).as_secs_f64();
            info!(shard = shard.0, seconds, "the shard is connected again");
            outages.begin(outage, since);
        }
        outages.end(outage);
    }

    pub(crate) fn shard_samples(&self) -> Vec<ShardSample> {
        self.shard_samples.lock().clone()
    }

    pub(crate) fn is_connected(&self) -> bool {
        let samples = self.shard_samples.lock();
        samples.iter().any(|sample| sample.is_connected)
    }

    /// Closes the tables of a server that the bot has left or that was deleted, and records the time. A server that is
    /// merely unavailable during a Discord outage keeps its tables.
    async fn on_guild_deleted(&self, guild: UnavailableGuild, now: Millis) {
        if !guild.unavailable {
            self.registry.guild_gone(guild.id);
            let guild = table::ids::GuildId(guild.id.get());
            self.data_requests.guild_left(guild, now).await;
        }
    }

    /// Records the servers that a shard lists when it connects. Other servers of the shard for which data is stored
    /// count as left.
    async fn on_guilds_listed(&self, shard: ShardId, guilds: &[UnavailableGuild], now: Millis) {
        let to_id = |guild: &UnavailableGuild| table::ids::GuildId(guild.id.get());
        let present: Vec<_> = guilds.iter().map(to_id).collect();
        let shards = self.shard_count();
        // No server has the id 0; `max` satisfies the type.
        let is_of_shard =
            |guild: table::ids::GuildId| shard_id(GuildId::new(guild.0.max(1)), shards) == shard.0;
        let recorded = self
            .data_requests
            .guilds_present(&present, now, is_of_shard);
        recorded.await;
    }

    /// Records that the bot is a member of the server, and greets the server if it has just added the bot. Also called
    /// for each server when a shard connects.
    async fn on_guild_joined(&self, guild: &Guild) {
        let is_new = self.registry.guild_joined(guild.id);
        let id = table::ids::GuildId(guild.id.get());
        self.data_requests.guild_joined(id).await;
        if is_new {
            self.intake.greet(guild).await;
        }
    }

    /// Closes the table of a deleted channel or thread, and removes the channel from its server's settings.
    async fn on_channel_deleted(&self, guild: GuildId, channel: ChannelId) {
        self.registry.channel_gone(channel);
        let (guild, channel) = (
            table::ids::GuildId(guild.get()),
            table::ids::ChannelId(channel.get()),
        );
        if let Err(error) = self.servers.forget_channel(guild, channel).await {
            warn!(%error, "could not remove a deleted channel from its server's settings");
        }
    }

    /// Records every event as a sign of life of its shard, and handles the events that the bot uses.
    async fn on_event(&self, shard: ShardId, event: Event, received: Instant) {
        self.shard_health.lock().record_event(shard, received);
        match event {
            Event::InteractionCreate(event) => {
                self.intake.take(&event.interaction, received).await;
            }
            Event::Ready(event) => self.on_connected(shard, &event.ready).await,
            Event::Resumed(_) => self.on_shard_connected(shard, received),
            Event::ChannelDelete(ChannelDeleteEvent { channel, .. }) => {
                self.on_channel_deleted(channel.guild_id, channel.id).await;
            }
            Event::ThreadDelete(ThreadDeleteEvent { thread, .. }) => {
                self.on_channel_deleted(thread.guild_id, thread.id).await;
            }
            Event::GuildCreate(event) => self.on_guild_joined(&event.guild).await,
            Event::GuildDelete(event) => self.on_guild_deleted(event.guild, system_time()).await,
            Event::Unknown(event) => self.on_unknown(&event, received).await,
            _ => {}
        }
    }

    async fn on_connected(&self, shard: ShardId, ready: &Ready) {
        info!(
            user = ready.user.id.get(),
            guilds = ready.guilds.len(),
            "connected to the gateway"
        );
        self.on_shard_connected(shard, Instant::now());
        self.on_ready(shard, ready);
        self.startup.begin(ready.application.id);
        self.on_guilds_listed(shard, &ready.guilds, system_time())
            .await;
    }

    /// Counts an event that serenity could not deserialize. If the event is an interaction, serves it.
    async fn on_unknown(&self, event: &UnknownEvent, received: Instant) {
        let count = self.unknown_events.fetch_add(1, Ordering::Relaxed) + 1;
        debug!(
            kind = event.kind,
            count, "received an event of an unknown kind"
        );
        if event.kind == "INTERACTION_CREATE" {
            self.intake
                .take_undeserialized(&event.value, received)
                .await;
        }
    }
}

// A raw handler, because typed handlers do not receive unknown events. serenity copies each event for each handler, so
// a second handler would cost another copy of every clicked message.
#[async_trait]
impl RawEventHandler for GatewayHandler {
    async fn raw_event(&self, context: Context, event: Event) {
        self.0
            .on_event(context.shard_id, event, Instant::now())
            .await;
    }
}

#[cfg(test)]
mod tests;
