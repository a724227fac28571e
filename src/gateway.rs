//! The gateway: events from serenity, handed to the desk. It decides nothing.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};
use std::time::Duration;

use journal::Journal;
use serde_json::Value;
use serenity::all::{
    Context, Event, EventHandler, Guild, GuildChannel, Interaction, Message, PartialGuildChannel,
    RawEventHandler, Ready, ResumedEvent, ShardManager, UnavailableGuild,
};
use serenity::async_trait;
use serenity::model::id::{ApplicationId, InteractionId, ShardId};
use serenity::utils::shard_id;
use table::ids::UserId;
use table::text::{Language, Locale};
use tokio::sync::watch;
use tokio::time::{Instant, sleep};
use tokio_util::task::TaskTracker;
use tracing::{debug, info, warn};

use crate::desk::Desk;
use crate::discord::{commands, from_discord};
use crate::hearing::Hearing;
use crate::lateness::Lateness;
use crate::outbox::{Callback, RestClient};
use crate::recent::Recent;
use crate::registry::Registry;

/// How often it is asked whether a heartbeat was answered; nobody tells of it.
const PULSE: Duration = Duration::from_secs(1);

/// What serenity calls.
pub(crate) struct Gateway<J> {
    desk: Desk<J>,
    registry: Arc<Registry<J>>,
    rest: RestClient,
    /// Interactions that are being served, and other work that events began.
    serving: TaskTracker,
    /// Told when the bot can be used.
    ready: watch::Sender<bool>,
    registering: Once,
    hearing: Mutex<Hearing>,
    recent: Mutex<Recent>,
    unknown: AtomicU64,
    lateness: Lateness,
    /// How many shards hear all servers together.
    shards: AtomicU32,
}

/// The same, as serenity takes it twice.
pub(crate) struct Ears<J>(pub(crate) Arc<Gateway<J>>);

impl<J: Journal + 'static> Gateway<J> {
    pub(crate) fn new(
        desk: Desk<J>,
        registry: Arc<Registry<J>>,
        rest: RestClient,
        serving: TaskTracker,
    ) -> Self {
        Self {
            desk,
            registry,
            rest,
            serving,
            ready: watch::Sender::new(false),
            registering: Once::new(),
            hearing: Mutex::default(),
            recent: Mutex::default(),
            unknown: AtomicU64::new(0),
            lateness: Lateness::new(Instant::now()),
            shards: AtomicU32::new(1),
        }
    }

    /// Whether the commands are registered and the gateway is open, now and from now on.
    pub(crate) fn ready(&self) -> watch::Receiver<bool> {
        self.ready.subscribe()
    }

    fn register(self: &Arc<Self>, application: ApplicationId) {
        let this = Arc::clone(self);
        self.registering.call_once(|| {
            self.registry.start();
            // Nobody waits for it when the bot stops: it is tried until Discord answers.
            tokio::spawn(async move {
                commands::register(&this.rest, application).await;
                this.ready.send_replace(true);
            });
        });
    }

    /// The servers are shared out among so many shards.
    pub(crate) fn shared_out(&self, shards: u32) {
        self.shards.store(shards.max(1), Ordering::Relaxed);
    }

    /// Notes each heartbeat that is answered, as long as it is awaited.
    pub(crate) async fn feel_the_pulse(&self, shards: &ShardManager) {
        loop {
            for (&shard, runner) in shards.runners.lock().await.iter() {
                self.hearing().beaten(shard, runner.latency, Instant::now());
            }
            sleep(PULSE).await;
        }
    }

    /// A shard is connected, and all that it missed has come.
    fn returned(&self, shard: ShardId) {
        let since = self.hearing().returned(shard, Instant::now());
        if let Some(since) = since {
            let seconds = since.elapsed().as_secs_f64();
            info!(shard = shard.0, seconds, "the gateway is back");
            let shards = self.shards.load(Ordering::Relaxed);
            self.registry
                .extend_deadlines(since, |guild| shard_id(guild, shards) == shard.0);
        }
    }

    fn hearing(&self) -> MutexGuard<'_, Hearing> {
        // What it holds is whole between any two of its calls.
        self.hearing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_new(&self, interaction: InteractionId) -> bool {
        // What it holds is at worst one interaction more or less.
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        recent.is_new(interaction)
    }

    /// An interaction that serenity cannot read still waits for its answer.
    async fn unreadable(&self, value: &Value) {
        let number = |field: &str| {
            value[field]
                .as_str()?
                .parse::<u64>()
                .ok()
                .filter(|&id| id != 0)
        };
        let (Some(interaction), Some(application), Some(token)) = (
            number("id"),
            number("application_id"),
            value["token"].as_str(),
        ) else {
            return;
        };
        let locale = Locale::nearest(value["locale"].as_str().unwrap_or_default());
        let callback = Callback {
            interaction: InteractionId::new(interaction),
            application: ApplicationId::new(application),
            token: token.to_owned(),
            received: Instant::now(),
            user: UserId(0),
            clicked: None,
        };
        self.desk.apologise(&callback, Language::of(locale)).await;
    }
}

#[async_trait]
impl<J: Journal + 'static> EventHandler for Ears<J> {
    async fn ready(&self, context: Context, ready: Ready) {
        info!(
            user = ready.user.id.get(),
            guilds = ready.guilds.len(),
            "connected to the gateway"
        );
        self.0.returned(context.shard_id);
        self.0.register(ready.application.id);
    }

    async fn resume(&self, context: Context, _: ResumedEvent) {
        self.0.returned(context.shard_id);
    }

    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        if !self.0.is_new(interaction.id()) {
            return debug!("an interaction came once more");
        }
        let received = Instant::now();
        if self.0.lateness.is_too_late(interaction.id(), received) {
            return debug!("an interaction came too late to be answered");
        }
        if let Some(inbound) = from_discord::inbound(&interaction, received) {
            self.0
                .serving
                .track_future(self.0.desk.serve(inbound))
                .await;
        }
    }

    async fn channel_delete(&self, _: Context, channel: GuildChannel, _: Option<Vec<Message>>) {
        self.0.registry.channel_gone(channel.id);
    }

    async fn thread_delete(
        &self,
        _: Context,
        thread: PartialGuildChannel,
        _: Option<GuildChannel>,
    ) {
        self.0.registry.channel_gone(thread.id);
    }

    async fn guild_delete(&self, _: Context, guild: UnavailableGuild, _: Option<Guild>) {
        // A server that is only unavailable comes back, with its tables.
        if !guild.unavailable {
            self.0.registry.guild_gone(guild.id);
        }
    }
}

#[async_trait]
impl<J: Journal + 'static> RawEventHandler for Ears<J> {
    async fn raw_event(&self, context: Context, event: Event) {
        self.0.hearing().heard(context.shard_id, Instant::now());
        let Event::Unknown(event) = event else { return };
        let count = self.0.unknown.fetch_add(1, Ordering::Relaxed) + 1;
        debug!(kind = event.kind, count, "an event of an unknown kind");
        if event.kind == "INTERACTION_CREATE" {
            warn!("an interaction could not be read");
            self.0
                .serving
                .track_future(self.0.unreadable(&event.value))
                .await;
        }
    }
}
