//! The registry with an in-memory journal and a fake Discord that refuses nothing. The clock is paused: a sleep ends as
//! soon as all tasks are waiting.

mod closed_tables;
mod doubts;
mod limits;
mod panics;
mod unloading;
mod unreadable;

use std::time::Duration;

use discord::BotIdentity;
use discord::pictures::EndPictures;
use serenity::model::id::{ApplicationId, UserId};
use serenity::utils::shard_id;
use table::fixed_time_limits::LOBBY_IDLE;
use table::ids::TableId;
use table::intent::Intent;
use table::refusal::Refusal;
use table::text::Locale;
use tokio::time::{sleep, timeout};

use super::background::{READY_TIMEOUT, RECONCILE_INTERVAL};
use super::*;
use crate::fakes::{
    CHANNEL, FakeDiscord, FakeJournal, GUILD, command, internal_error, open_request,
    refusal_answer, settle, system_clock,
};
use crate::tables::game_quota::{GameLimits, GameQuotaError};
use crate::tables::outages::Outage;
use crate::tables::search_pool::SearchPool;
use tokio::time::Instant;

const OTHER_CHANNEL: ChannelId = ChannelId::new(88);
const HOST: u64 = 1;
const LIMITS: Limits = Limits {
    games: GameLimits {
        per_server: 2,
        per_person: 2,
        watched_per_server: 1,
    },
    mailbox_capacity: 3,
};
/// The time at which the first process starts.
const NOW: Millis = Millis(1_800_000_000_000);

/// A process that uses a journal and has its own fake Discord.
struct Process {
    journal: Arc<FakeJournal>,
    discord: FakeDiscord,
    registry: Arc<Registry>,
}

impl Process {
    /// Starts a process with a table in [`CHANNEL`], opened by interaction 1.
    async fn with_table() -> (Self, TableId) {
        let process = Self::start(&FakeJournal::new()).await;
        let table = process.open_table().await;
        (process, table)
    }

    /// Starts a process, with its background tasks, and opens a table in [`CHANNEL`] with interaction 1.
    async fn in_guild_with_table() -> (Self, TableId) {
        let process = Self::start(&FakeJournal::new()).await;
        process.start_in(&[GUILD]);
        let table = process.open_table().await;
        (process, table)
    }

    /// Starts a process after another process has opened a table in [`CHANNEL`] with interaction 1.
    async fn after_restart() -> (Self, TableId) {
        let (journal, table) = journal_with_a_table().await;
        (Self::start(&journal).await, table)
    }

    async fn open_table(&self) -> TableId {
        self.open(CHANNEL, 1).await.expect("a table opens");
        self.table_in(CHANNEL).await.expect("it is running")
    }

    async fn start(journal: &Arc<FakeJournal>) -> Self {
        Self::start_in_env(journal, Env::system()).await
    }

    async fn start_in_env(journal: &Arc<FakeJournal>, env: Env) -> Self {
        let discord = FakeDiscord::default();
        let env = Env {
            system_clock: system_clock(NOW),
            search_pool: SearchPool::disabled(),
            end_pictures: EndPictures::fixed(Some(b"a picture")),
            ..env
        };
        let rest = discord.rest_with(env.failpoints.clone());
        let registry = Registry::new(journal.shared(), rest, LIMITS, env).await;
        Self {
            journal: Arc::clone(journal),
            discord,
            registry: registry.expect("the journal is readable"),
        }
    }

    /// Starts the background tasks after the READY of the only shard.
    fn start_in(&self, guilds: &[GuildId]) {
        self.registry.shard_ready(&ready(0, 1, guilds));
        self.registry.start();
    }

    async fn open(&self, channel: ChannelId, interaction: u64) -> Result<(), OpenError> {
        let open = open_request(interaction, HOST);
        let opened = self.registry.open(GUILD, channel, open, None).await;
        settle().await;
        opened
    }

    async fn send(&self, interaction: u64, user: u64, intent: Intent) -> Result<(), SendError> {
        let request = command(interaction, user, intent);
        let sent = self.registry.send(CHANNEL, request);
        settle().await;
        sent
    }

    /// Sends a click on Join. The person and the interaction have the same number.
    async fn join(&self, interaction: u64) {
        let sent = self.send(interaction, interaction, Intent::Join).await;
        sent.expect("it is sent");
    }

    async fn table_in(&self, channel: ChannelId) -> Option<TableId> {
        let running = self.journal.running().await.expect("the journal is there");
        let here = running.iter().find(|one| one.channel.0 == channel.get());
        here.map(|running| running.table)
    }

    async fn interactions(&self, table: TableId) -> Vec<Option<u64>> {
        self.journal.interactions(table).await
    }

    fn count(&self, name: &str) -> usize {
        let names = self.discord.names();
        names.iter().filter(|one| **one == name).count()
    }
}

fn ready(shard: u32, shards: u32, guilds: &[GuildId]) -> ShardReady {
    ShardReady {
        bot: BotIdentity {
            user: UserId::new(800),
            application: ApplicationId::new(800),
        },
        shard,
        shards,
        guilds: guilds.to_vec(),
    }
}

/// Returns a journal with a table of an earlier process in [`CHANNEL`], opened by interaction 1.
async fn journal_with_a_table() -> (Arc<FakeJournal>, TableId) {
    let journal = FakeJournal::new();
    let earlier = Process::start(&journal).await;
    earlier.open(CHANNEL, 1).await.expect("a table opens");
    let table = earlier.table_in(CHANNEL).await;
    earlier.registry.close().await;
    (journal, table.expect("the table is running"))
}

#[tokio::test(start_paused = true)]
async fn a_server_gets_as_many_tables_as_its_limit_and_one_more_once_one_is_closed() {
    let process = Process::start(&FakeJournal::new()).await;
    for (channel, expected) in [
        (8, Ok(())),
        (9, Ok(())),
        (10, Err(GameQuotaError::Server.into())),
    ] {
        assert_eq!(
            process.open(ChannelId::new(channel), channel).await,
            expected
        );
    }
    process
        .send(20, HOST, Intent::End { confirmed: true })
        .await
        .expect("it is sent");
    assert_eq!(process.open(ChannelId::new(10), 21).await, Ok(()));
}

#[tokio::test(start_paused = true)]
async fn a_full_mailbox_refuses_a_click_and_takes_the_next_one_once_it_is_read() {
    let (process, _) = Process::with_table().await;
    let send = |interaction| {
        let request = command(interaction, interaction, Intent::Join);
        process.registry.send(CHANNEL, request)
    };
    // The driver does not run until this test awaits something.
    for interaction in 2..5 {
        assert_eq!(send(interaction), Ok(()));
    }
    assert_eq!(send(5), Err(SendError::MailboxFull));
    settle().await;
    assert_eq!(send(6), Ok(()));
    settle().await;
    let table = process.table_in(CHANNEL).await.expect("it is running");
    let taken = [1, 2, 3, 4, 6].map(Some);
    assert_eq!(process.interactions(table).await, taken);
}

#[tokio::test(start_paused = true)]
async fn an_unloaded_table_is_loaded_by_its_first_message_and_resumed_before_it() {
    let (process, table) = Process::after_restart().await;
    assert!(process.registry.has(CHANNEL));
    settle().await;
    assert_eq!(process.discord.names(), [""; 0], "nothing has loaded it");
    process.join(2).await;
    assert_eq!(process.discord.answers(2).len(), 1);
    assert_eq!(process.interactions(table).await, [Some(1), None, Some(2)]);
}

#[tokio::test(start_paused = true)]
async fn all_unloaded_tables_are_woken_after_the_start() {
    let (process, table) = Process::after_restart().await;
    process.start_in(&[GUILD]);
    settle().await;
    assert_eq!(process.interactions(table).await, [Some(1), None]);
    assert_eq!(process.count("post message"), 1, "the table is shown");
}

#[tokio::test(start_paused = true)]
async fn an_unloaded_table_of_a_server_that_was_left_is_closed_without_a_request() {
    let (process, _) = Process::after_restart().await;
    process.start_in(&[GuildId::new(GUILD.get() + 1)]);
    settle().await;
    assert_eq!(process.table_in(CHANNEL).await, None);
    assert!(!process.registry.has(CHANNEL));
    let shown = process.journal.closed_with_messages().await;
    assert_eq!(shown, Ok(vec![]), "no later process shows its end");
    assert_eq!(process.discord.names(), [""; 0]);
    assert_eq!(
        process.open(CHANNEL, 3).await,
        Ok(()),
        "the channel is free"
    );
}

#[tokio::test(start_paused = true)]
async fn a_table_that_cannot_be_closed_now_is_closed_later() {
    let (process, _) = Process::after_restart().await;
    process.journal.faults().failing_loads = 2;
    process.start_in(&[]);
    sleep(Duration::from_secs(5)).await;
    assert_eq!(process.table_in(CHANNEL).await, None);
    assert_eq!(process.discord.names(), [""; 0]);
}

#[tokio::test(start_paused = true)]
async fn an_unloaded_table_waits_until_its_servers_shard_is_ready() {
    let (process, _) = Process::after_restart().await;
    let own = shard_id(GUILD, 2);
    process.registry.shard_ready(&ready(1 - own, 2, &[]));
    process.registry.start();
    sleep(READY_TIMEOUT / 2).await;
    assert_eq!(process.discord.names(), [""; 0]);
    process.registry.shard_ready(&ready(own, 2, &[GUILD]));
    settle().await;
    assert_eq!(process.count("post message"), 1);
}

#[tokio::test(start_paused = true)]
async fn an_unloaded_table_of_a_shard_that_never_gets_ready_is_woken_after_a_minute() {
    let (process, table) = Process::after_restart().await;
    process.registry.start();
    sleep(READY_TIMEOUT / 2).await;
    process.registry.guild_joined(GuildId::new(GUILD.get() + 1));
    sleep(READY_TIMEOUT / 2).await;
    settle().await;
    assert_eq!(process.interactions(table).await, [Some(1), None]);
    assert_eq!(process.count("post message"), 1);
}

#[tokio::test(start_paused = true)]
async fn a_table_that_cannot_be_loaded_now_answers_and_stays_unloaded() {
    let (process, table) = Process::after_restart().await;
    process.journal.faults().failing_loads = 1;
    process.join(2).await;
    assert_eq!(process.discord.answers(2), [internal_error()]);
    assert!(process.registry.has(CHANNEL));
    process.send(3, 2, Intent::Join).await.expect("it is sent");
    assert_eq!(process.interactions(table).await, [Some(1), None, Some(3)]);
}

#[tokio::test(start_paused = true)]
async fn a_deleted_channel_closes_its_table_and_no_other() {
    let (process, _) = Process::with_table().await;
    process.open(OTHER_CHANNEL, 2).await.expect("a table opens");
    process.registry.channel_gone(CHANNEL);
    settle().await;
    assert_eq!(process.table_in(CHANNEL).await, None);
    assert!(!process.registry.has(CHANNEL));
    assert!(process.table_in(OTHER_CHANNEL).await.is_some());
}

#[tokio::test(start_paused = true)]
async fn a_server_that_is_left_closes_its_loaded_and_its_unloaded_tables() {
    let (process, _) = Process::after_restart().await;
    process.open(OTHER_CHANNEL, 2).await.expect("a table opens");
    process.registry.guild_gone(GuildId::new(GUILD.get() + 1));
    settle().await;
    assert!(process.table_in(OTHER_CHANNEL).await.is_some());
    process.registry.guild_gone(GUILD);
    process.discord.take();
    settle().await;
    assert_eq!(process.table_in(CHANNEL).await, None);
    assert_eq!(process.table_in(OTHER_CHANNEL).await, None);
    assert_eq!(process.discord.names(), [""; 0], "each would be refused");
}

#[tokio::test(start_paused = true)]
async fn tables_of_servers_missing_from_a_later_list_are_closed() {
    let (process, _) = Process::in_guild_with_table().await;
    process.registry.shard_ready(&ready(0, 1, &[GUILD]));
    settle().await;
    assert!(process.table_in(CHANNEL).await.is_some());
    process.registry.shard_ready(&ready(0, 1, &[]));
    settle().await;
    assert_eq!(process.table_in(CHANNEL).await, None);
}

#[tokio::test(start_paused = true)]
async fn deadlines_are_extended_in_the_affected_servers_only() {
    let (process, table) = Process::with_table().await;
    let own = shard_id(GUILD, 2);
    for (shard, expected) in [(1 - own, vec![Some(1)]), (own, vec![Some(1), None])] {
        let outage = Outage::Shard { shard, shards: 2 };
        process.registry.outages().begin(outage, Instant::now());
        sleep(Duration::from_secs(60)).await;
        process.registry.outages().end(outage);
        settle().await;
        assert_eq!(process.interactions(table).await, expected);
    }
}

#[tokio::test(start_paused = true)]
async fn a_journal_that_cannot_renew_the_lease_suspends_the_deadlines_of_idle_tables() {
    let (process, _) = Process::in_guild_with_table().await;
    let idle = Duration::from_millis(LOBBY_IDLE.0);
    sleep(idle - Duration::from_secs(10)).await;
    process.journal.faults().away = true;
    sleep(Duration::from_secs(60)).await;
    process.journal.faults().away = false;
    sleep(Duration::from_secs(5)).await;
    assert!(process.table_in(CHANNEL).await.is_some());
    sleep(Duration::from_secs(10)).await;
    assert_eq!(process.table_in(CHANNEL).await, None);
}

#[tokio::test(start_paused = true)]
async fn a_shutdown_handles_what_is_in_the_mailboxes_and_records_the_time() {
    let (process, table) = Process::with_table().await;
    let request = command(2, 2, Intent::Join);
    assert_eq!(process.registry.send(CHANNEL, request), Ok(()));
    process.registry.close().await;
    assert_eq!(process.interactions(table).await, [Some(1), Some(2)]);
    assert_eq!(process.discord.answers(2).len(), 1);
    let alive = process.journal.last_alive().await;
    assert!(alive.expect("the journal is there") >= Some(NOW));
}

#[tokio::test(start_paused = true)]
async fn a_shutdown_before_all_tables_are_awake_records_no_time() {
    let (journal, _) = journal_with_a_table().await;
    let before = journal.last_alive().await;
    let process = Process::start(&journal).await;
    sleep(Duration::from_secs(60)).await;
    process.registry.close().await;
    assert_eq!(journal.last_alive().await, before);
}

#[tokio::test(start_paused = true)]
async fn a_table_without_a_driver_is_woken_within_ten_seconds() {
    let journal = FakeJournal::new();
    let process = Process::start(&journal).await;
    process.start_in(&[GUILD]);
    settle().await;
    // The registry does not know about this table.
    let (other, table) = journal_with_a_table().await;
    let entries = other.stored(table).await;
    journal.append(&entries[0]).await.expect("it is the first");
    assert!(!process.registry.has(CHANNEL));
    sleep(RECONCILE_INTERVAL).await;
    settle().await;
    assert!(process.registry.has(CHANNEL));
    assert_eq!(process.count("post message"), 1);
}
