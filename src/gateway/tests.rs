//! Gateway events and their effects. The clock is paused: a sleep ends as soon as all tasks are waiting.

use journal::{Expiry, Journal as _, PersonalData as _};
use kit::memory_journal::BlockingStore;
use serde_json::{Value, json};
use serenity::model::id::ApplicationId;
use table::ids::{Millis, TableId, UserId};
use tokio_util::task::TaskTracker;

use super::*;
use crate::fakes::{CHANNEL, FakeDiscord, FakeJournal, GUILD, closed_table, open_request, settle};
use crate::interaction::MissingPermissions;
use crate::pages::Dispatcher;
use crate::pages::click_rate_limit::ClickRateLimit;
use crate::tables::game_quota::GameLimits;
use crate::tables::registry::{Env, Limits};

const SHARD: ShardId = ShardId(0);
const LEFT_AT: Millis = Millis(1_000_000);

/// A gateway with one open table, in [`CHANNEL`].
struct Fixture {
    gateway: Arc<Gateway>,
    discord: FakeDiscord,
    journal: Arc<FakeJournal>,
    /// The store that everything except the registry uses.
    stored: Arc<BlockingStore>,
}

impl Fixture {
    async fn start() -> Self {
        let (discord, journal) = (FakeDiscord::default(), FakeJournal::new());
        let limits = Limits {
            games: GameLimits {
                per_server: 5,
                per_person: 5,
                watched_per_server: 5,
            },
            mailbox_capacity: 8,
        };
        let registry = Registry::new(journal.shared(), discord.rest(), limits, Env::system())
            .await
            .expect("the journal is readable");
        let opened = registry
            .open(GUILD, CHANNEL, open_request(1, 1), None)
            .await;
        assert_eq!(opened, Ok(()));
        let click_rate_limit = ClickRateLimit::new(100, 100);
        let stored = Arc::<BlockingStore>::default();
        let data_requests = Arc::new(DataRequests::new(Arc::<BlockingStore>::clone(&stored)));
        let dispatcher = Dispatcher::new(
            discord.rest(),
            Arc::clone(&registry),
            Arc::<BlockingStore>::clone(&stored),
            Arc::<BlockingStore>::clone(&stored),
            Arc::<BlockingStore>::clone(&stored),
            Arc::clone(&data_requests),
            click_rate_limit,
        );
        let tasks = TaskTracker::new();
        let missing = MissingPermissions::Refused;
        let intake = InteractionIntake::new(dispatcher, discord.rest(), tasks, missing);
        let startup = Arc::new(Startup::new(Arc::clone(&registry), discord.rest()));
        let gateway = Gateway::new(
            Arc::new(intake),
            registry,
            startup,
            data_requests,
            Arc::<BlockingStore>::clone(&stored),
        );
        let fixture = Self {
            gateway: Arc::new(gateway),
            discord,
            journal,
            stored,
        };
        settle().await;
        fixture.discord.take();
        fixture
    }

    async fn deliver(&self, interaction: u64) {
        let interaction =
            serde_json::from_value(command_json(interaction)).expect("a valid interaction");
        self.gateway.intake.take(&interaction, Instant::now()).await;
        settle().await;
    }

    async fn on_event(&self, event: Value) {
        let unknown =
            serde_json::from_value(event).expect("an unknown event is a kind and a value");
        let event = Event::Unknown(unknown);
        self.gateway.on_event(SHARD, event, Instant::now()).await;
        settle().await;
    }

    async fn delete_guild(&self, unavailable: bool) {
        let guild = guild(unavailable);
        self.gateway.on_guild_deleted(guild, LEFT_AT).await;
        settle().await;
    }

    /// Returns the number of entries of the running table; `None` if no table is running.
    async fn entries(&self) -> Option<usize> {
        let running = self.journal.running().await.expect("the journal is there");
        let table = running.first()?.table;
        Some(self.journal.stored(table).await.len())
    }
}

/// Returns the command `/kittens join` as Discord delivers it. The upper bits of an interaction's id are its
/// timestamp in milliseconds.
fn command_json(interaction: u64) -> Value {
    let subcommand = json!([{ "type": 1, "name": "join", "options": [] }]);
    let data = json!({ "id": "9", "name": "kittens", "type": 1, "options": subcommand });
    json!({
        "id": interaction.to_string(), "application_id": "800", "type": 2, "token": "secret",
        "version": 1, "guild_id": GUILD.to_string(), "channel_id": CHANNEL.to_string(),
        "channel": { "id": CHANNEL.to_string(), "type": 0 }, "app_permissions": "8",
        "locale": "en-US", "guild_locale": "en-US", "entitlements": [],
        "authorizing_integration_owners": {}, "attachment_size_limit": 1, "data": data,
        "member": {
            "user": { "id": "3", "username": "ada" }, "nick": "Ada", "permissions": "0",
            "roles": [], "deaf": false, "mute": false, "flags": 0,
        },
    })
}

fn sent_at(milliseconds: u64) -> u64 {
    (milliseconds + 1) << 22
}

#[tokio::test(start_paused = true)]
async fn an_interaction_that_is_delivered_twice_is_served_once() {
    let fixture = Fixture::start().await;
    for _ in 0..2 {
        fixture.deliver(sent_at(0)).await;
    }
    assert_eq!(fixture.discord.answers(sent_at(0)).len(), 1);
    assert_eq!(fixture.entries().await, Some(2));
}

#[tokio::test(start_paused = true)]
async fn an_interaction_that_can_no_longer_be_answered_is_dropped() {
    let fixture = Fixture::start().await;
    fixture.deliver(sent_at(0)).await;
    sleep(Duration::from_secs(10)).await;
    // Sent one second after the first interaction, but received more than ten seconds after it.
    fixture.deliver(sent_at(1_000)).await;
    assert_eq!(fixture.discord.answers(sent_at(1_000)).len(), 0);
    assert_eq!(fixture.entries().await, Some(2));
}

/// Returns the fixture's server, marked as unavailable or not.
fn guild(unavailable: bool) -> UnavailableGuild {
    let guild = json!({ "id": GUILD.to_string(), "unavailable": unavailable });
    serde_json::from_value(guild).expect("a valid server")
}

#[tokio::test(start_paused = true)]
async fn an_unavailable_server_keeps_its_tables_and_one_that_is_left_does_not() {
    let fixture = Fixture::start().await;
    fixture.delete_guild(true).await;
    assert_eq!(fixture.entries().await, Some(1));
    fixture.delete_guild(false).await;
    assert_eq!(fixture.entries().await, None);
}

/// Returns the READY event of one of two shards, with or without the fixture's server.
fn ready(shard: u32, guilds: &Value) -> Ready {
    let ready = json!({
        "v": 10, "guilds": guilds, "session_id": "s", "resume_gateway_url": "wss://host",
        "shard": [shard, 2], "application": { "id": "800", "flags": 0 },
        "user": {
            "id": "801", "username": "bot", "discriminator": "0001", "verified": true,
            "mfa_enabled": true, "bot": true,
        },
    });
    serde_json::from_value(ready).expect("a valid READY")
}

/// Returns a server as a GUILD_CREATE event describes it.
fn created(id: GuildId) -> Guild {
    let guild = json!({
        "id": id.to_string(), "name": "Cats", "owner_id": "1", "afk_timeout": 300,
        "verification_level": 0, "default_message_notifications": 1, "explicit_content_filter": 0,
        "roles": [], "emojis": [], "features": [], "mfa_level": 0,
        "system_channel_id": CHANNEL.to_string(), "system_channel_flags": 0, "premium_tier": 0,
        "preferred_locale": "de", "nsfw_level": 0, "stickers": [],
        "premium_progress_bar_enabled": false, "joined_at": "2026-01-01T00:00:00Z", "large": false,
        "member_count": 2, "voice_states": [], "members": [], "channels": [], "threads": [],
        "presences": [], "stage_instances": [], "guild_scheduled_events": [],
    });
    serde_json::from_value(guild).expect("a valid server")
}

#[tokio::test(start_paused = true)]
async fn a_server_that_adds_the_bot_is_greeted_once() {
    let fixture = Fixture::start().await;
    let added = GuildId::new(GUILD.get() + 1);
    let posts = async |guild: GuildId| {
        fixture.gateway.on_guild_joined(&created(guild)).await;
        fixture.discord.take()
    };
    assert_eq!(posts(added).await.len(), 0, "no READY yet: it may be old");
    for shard in 0..2 {
        let listed = json!([{ "id": GUILD.to_string(), "unavailable": true }]);
        let of_shard = |shard| shard_id(GUILD, 2) == shard;
        let guilds = if of_shard(shard) { listed } else { json!([]) };
        fixture.gateway.on_ready(SHARD, &ready(shard, &guilds));
    }
    settle().await;
    fixture.discord.take();
    assert_eq!(posts(GUILD).await.len(), 0, "READY listed it");
    let greetings = posts(added).await;
    assert_eq!(greetings[0].call.name(), "post message");
    assert_eq!(greetings[0].body["flags"], 1 << 15 | 1 << 12);
    assert!(greetings[0].body.to_string().contains("`/kittens new`"));
    assert!(greetings[0].body.to_string().contains("Hallo"));
    assert_eq!(posts(added).await.len(), 0, "it is back after an outage");
    let event = json!({ "id": added.to_string(), "unavailable": false });
    let gone = serde_json::from_value(event).expect("a valid server");
    fixture.gateway.on_guild_deleted(gone, LEFT_AT).await;
    assert_eq!(posts(added).await.len(), 0, "it knows the bot");
}

#[tokio::test(start_paused = true)]
async fn a_server_that_its_shards_ready_does_not_list_loses_its_tables() {
    let fixture = Fixture::start().await;
    let own = shard_id(GUILD, 2);
    let listed = json!([{ "id": GUILD.to_string(), "unavailable": true }]);
    let on_ready = async |shard, guilds: &Value| {
        // The shard number of the connection is ignored: READY contains the right one.
        fixture.gateway.on_ready(ShardId(9), &ready(shard, guilds));
        settle().await;
        fixture.entries().await
    };
    assert_eq!(
        on_ready(1 - own, &json!([])).await,
        Some(1),
        "another shard"
    );
    assert_eq!(on_ready(own, &listed).await, Some(1), "only unavailable");
    assert_eq!(on_ready(own, &json!([])).await, None);
}

#[tokio::test(start_paused = true)]
async fn the_time_at_which_the_bot_left_a_server_is_recorded_until_it_is_back() {
    let fixture = Fixture::start().await;
    let stored = &*fixture.stored;
    for entry in closed_table(GUILD.get(), UserId(1), "Ada", Millis(1)) {
        assert_eq!(stored.append(&entry).await, Ok(()));
    }
    let gone = Expiry {
        ended_before: Millis(0),
        left_before: LEFT_AT.after(Millis(1)),
        batch: 10,
    };
    let delete = || async { stored.delete_expired(gone).await.expect("memory works") };
    // The server's data stays if the server is only unavailable, or if the bot returns in time.
    fixture.delete_guild(true).await;
    assert_eq!(delete().await, 0);
    fixture.delete_guild(false).await;
    fixture.gateway.on_guild_joined(&created(GUILD)).await;
    assert_eq!(delete().await, 0);
    fixture.delete_guild(false).await;
    let listed = [guild(true)];
    fixture
        .gateway
        .on_guilds_listed(SHARD, &listed, LEFT_AT)
        .await;
    assert_eq!(delete().await, 0);
    // A server that is not listed was left while the bot was not running.
    fixture.gateway.on_guilds_listed(SHARD, &[], LEFT_AT).await;
    while delete().await > 0 {}
    assert_eq!(stored.load(TableId(GUILD.get())).await, Ok(vec![]));
}

#[tokio::test(start_paused = true)]
async fn a_reconnect_extends_the_deadlines_of_the_shards_servers_by_the_outage() {
    let fixture = Fixture::start().await;
    fixture.gateway.expect_shards(2, &[]);
    let own = ShardId(shard_id(GUILD, 2));
    let other = ShardId(1 - own.0);
    for shard in [own, other] {
        fixture.gateway.on_shard_connected(shard, Instant::now());
    }
    sleep(Duration::from_secs(60)).await;
    fixture.gateway.on_shard_connected(other, Instant::now());
    settle().await;
    assert_eq!(
        fixture.entries().await,
        Some(1),
        "the server is on the other shard"
    );
    fixture.gateway.on_shard_connected(own, Instant::now());
    settle().await;
    assert_eq!(fixture.entries().await, Some(2));
    fixture.gateway.on_shard_connected(own, Instant::now());
    settle().await;
    assert_eq!(
        fixture.entries().await,
        Some(2),
        "there was no further outage"
    );
}

#[tokio::test(start_paused = true)]
async fn a_shard_that_has_lost_its_connection_is_an_outage_until_it_is_back() {
    let fixture = Fixture::start().await;
    let outages = fixture.gateway.registry.outages();
    let sample = |is_connected| ShardSample {
        shard: SHARD.0,
        is_connected,
        latency: None,
    };
    // The shard has never been connected.
    fixture.gateway.record_samples(vec![sample(false)]);
    assert!(!outages.is_ongoing(GUILD));
    fixture.gateway.on_shard_connected(SHARD, Instant::now());
    for lost in [vec![], vec![sample(false)]] {
        fixture.gateway.record_samples(vec![sample(true)]);
        assert!(!outages.is_ongoing(GUILD));
        fixture.gateway.record_samples(lost);
        assert!(outages.is_ongoing(GUILD));
        let shown = fixture.gateway.shard_samples();
        assert_eq!(shown.len(), 1, "also while serenity lists none");
        assert!(!shown[0].is_connected);
        sleep(Duration::from_secs(20)).await;
        fixture.gateway.on_shard_connected(SHARD, Instant::now());
        assert!(!outages.is_ongoing(GUILD));
    }
    settle().await;
    assert_eq!(fixture.entries().await, Some(3), "two extensions");
}

#[tokio::test(start_paused = true)]
async fn a_shard_that_does_not_get_connected_is_an_outage_from_the_start() {
    let fixture = Fixture::start().await;
    let outages = fixture.gateway.registry.outages();
    fixture.gateway.expect_shards(1, &[SHARD.0]);
    let connecting = ShardSample {
        shard: SHARD.0,
        is_connected: false,
        latency: None,
    };
    for _ in 0..3 {
        sleep(Duration::from_secs(60)).await;
        fixture.gateway.record_samples(vec![connecting]);
        assert!(outages.is_ongoing(GUILD));
    }
    assert_eq!(fixture.entries().await, Some(1), "nothing is due");
    fixture.gateway.on_shard_connected(SHARD, Instant::now());
    assert!(!outages.is_ongoing(GUILD));
    settle().await;
    assert_eq!(fixture.entries().await, Some(2), "it is extended");
}

#[tokio::test(start_paused = true)]
async fn an_interaction_that_serenity_cannot_read_is_answered_and_other_unknown_events_are_not() {
    let fixture = Fixture::start().await;
    let mut interaction = command_json(sent_at(0));
    interaction["type"] = json!(250);
    fixture
        .on_event(json!({ "t": "SOMETHING_NEW", "d": interaction }))
        .await;
    assert_eq!(fixture.discord.names(), [""; 0]);
    fixture
        .on_event(json!({ "t": "INTERACTION_CREATE", "d": interaction }))
        .await;
    assert_eq!(fixture.discord.answers(sent_at(0)).len(), 1);
}

#[tokio::test(start_paused = true)]
async fn the_first_connection_registers_the_commands_and_wakes_the_tables_once() {
    let fixture = Fixture::start().await;
    let mut ready = fixture.gateway.startup.subscribe_ready();
    assert!(!*ready.borrow_and_update());
    for _ in 0..2 {
        fixture.gateway.startup.begin(ApplicationId::new(800));
        settle().await;
    }
    assert!(*ready.borrow_and_update());
    assert_eq!(fixture.discord.names(), ["read commands", "write commands"]);
    let alive = fixture.journal.last_alive().await;
    assert!(
        alive.is_ok_and(|at| at > Some(Millis(0))),
        "the background tasks run"
    );
}
