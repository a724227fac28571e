//! Every key of `config/default.toml` changes behaviour. Adding a key requires adding a case here.
//!
//! A case sets a key to two values, each in its own settings file, and observes a part of the bot under both.
//! Time is simulated: the observations wait only for local sockets and files.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use discord::BotToken;
use discord::failpoint::Failpoints;
use discord::{Call, ResponseFuture, RestClient, Transport};
use journal::{Journal as _, Lease, StoredTables as _};
use kit::memory_journal::{BlockingStore, MemoryJournal};
use rules::{Editions, Play, SeededChance, Title};
use serenity::model::id::{ApplicationId, ChannelId, GuildId};
use table::computer_setup::ComputerSetup;
use table::config::TableConfig;
use table::control::Stamp;
use table::ids::{Millis, ReplyId, TableId, UserId};
use table::input::{Click, ClickOrigin, Input};
use table::intent::Intent;
use table::options::OptionValue;
use table::pace::Pace;
use table::{Table, TableLocation};
use tokio::net::TcpListener;
use tokio::time::Instant;

use super::{click_rate_limit, limits, retention, table_config};
use crate::config::{Config, DEFAULT, Log};
use crate::fakes::{LogLines, clicker, closed_table, command, open_request, options};
use crate::logging;
use crate::pages::click_rate_limit::Verdict;
use crate::tables::mailbox::{OpenRequest, SendError};
use crate::tables::registry::{Env, OpenError, Registry};

/// The part of the bot that a key changes.
#[derive(Clone, Copy)]
enum Observed {
    ApiUrl,
    Pictures,
    Shards,
    StorageUrl,
    /// The waiting times of a table with a game at this pace.
    Waits(Pace),
    GamesPerServer,
    GamesPerPerson,
    WatchedGames,
    MailboxCapacity,
    Budget,
    Retention,
    Log,
    Monitor,
}

/// A key with two values in TOML syntax, which must lead to different observations.
type Case = (String, [String; 2], Observed);

fn case(key: &str, values: [&str; 2], observed: Observed) -> Case {
    (key.to_owned(), values.map(str::to_owned), observed)
}

/// Returns a case for each key. The listeners and the folder are targets for addresses in the settings.
fn cases(listeners: &[TcpListener; 2], folder: &Path) -> Vec<Case> {
    let address = |listener: &TcpListener| {
        let address = listener.local_addr().expect("a listener has an address");
        format!("\"http://{address}\"")
    };
    let api_urls = listeners.each_ref().map(address);
    let storage = ["one.db", "two.db"].map(|file| {
        let file = folder.join(file);
        format!("\"sqlite:{}\"", file.display())
    });
    let off_or_on = ["\"off\"", "\"127.0.0.1:0\""];
    let mut cases = vec![
        ("discord.api_url".to_owned(), api_urls, Observed::ApiUrl),
        ("storage.url".to_owned(), storage, Observed::StorageUrl),
        case("discord.pictures", ["true", "false"], Observed::Pictures),
        case("discord.shards", ["\"discord\"", "16"], Observed::Shards),
        case("storage.retention_days", ["20", "40"], Observed::Retention),
        case(
            "limits.games_per_server",
            ["2", "3"],
            Observed::GamesPerServer,
        ),
        case(
            "limits.games_per_person",
            ["2", "3"],
            Observed::GamesPerPerson,
        ),
        case(
            "limits.watched_games_per_server",
            ["2", "3"],
            Observed::WatchedGames,
        ),
        case(
            "limits.mailbox_capacity",
            ["4", "6"],
            Observed::MailboxCapacity,
        ),
        case("limits.click_burst", ["9", "8"], Observed::Budget),
        case("limits.clicks_per_second", ["3", "2"], Observed::Budget),
        case(
            "limits.min_tap_delay_ms",
            ["0", "5000"],
            Observed::Waits(Pace::Normal),
        ),
        case("log.filter", ["\"info\"", "\"warn\""], Observed::Log),
        case("log.format", ["\"text\"", "\"json\""], Observed::Log),
        case("monitor.listen", off_or_on, Observed::Monitor),
    ];
    for pace in Pace::ALL {
        for limit in ["turn", "choice", "window"] {
            let key = format!("paces.{}.{limit}", pace.id());
            cases.push(case(&key, ["333", "666"], Observed::Waits(pace)));
        }
    }
    cases
}

fn keys_of_the_default_file() -> BTreeSet<String> {
    let mut section = "";
    let mut keys = BTreeSet::new();
    for line in DEFAULT.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_end_matches(']');
        } else if let Some((key, _)) = line.split_once('=').filter(|_| !line.starts_with('#')) {
            keys.insert(format!("{section}.{}", key.trim()));
        }
    }
    keys
}

fn load(key: &str, value: &str) -> Config {
    let mut file = tempfile::NamedTempFile::new().expect("a file for the settings");
    writeln!(file, "{key} = {value}").expect("the settings are written");
    Config::load(Some(file.path())).expect("the settings are valid")
}

#[tokio::test]
async fn every_key_of_the_default_file_changes_behaviour() {
    let folder = tempfile::tempdir().expect("a folder for databases");
    let listeners = [listener().await, listener().await];
    let cases = cases(&listeners, folder.path());
    let mut covered: BTreeSet<String> = cases.iter().map(|(key, ..)| key.clone()).collect();
    // Any value other than the default needs PostgreSQL.
    covered.insert("discord.cluster".to_owned());
    assert_eq!(keys_of_the_default_file(), covered);
    for (key, values, observed) in &cases {
        let mut seen = Vec::new();
        for value in values {
            let config = load(key, value);
            seen.push(match observed {
                Observed::ApiUrl => called(&config, &listeners).await,
                Observed::Pictures => uploads_pictures(&config),
                Observed::Shards => config.discord.shards.or(1).to_string(),
                Observed::StorageUrl => database_files(&config, folder.path()).await,
                Observed::Waits(pace) => waits(&table_config(&config, Editions::built_in()), *pace),
                Observed::GamesPerServer => {
                    let by_new_person = |number| open_request(number, number);
                    tables_opened(&config, by_new_person).await
                }
                Observed::GamesPerPerson => {
                    tables_opened(&config, |number| open_request(number, 1)).await
                }
                Observed::WatchedGames => tables_opened(&config, watched_game).await,
                Observed::MailboxCapacity => clicks_taken(&config).await,
                Observed::Budget => actions_granted(&config),
                Observed::Retention => tables_kept(&config).await,
                Observed::Log => lines_logged(&config.log),
                Observed::Monitor => is_monitored(&config).await,
            });
        }
        assert_ne!(seen[0], seen[1], "{key} changes nothing");
    }
}

async fn listener() -> TcpListener {
    let listener = TcpListener::bind("127.0.0.1:0").await;
    listener.expect("a free port")
}

/// Observes which listener receives a REST request.
async fn called(config: &Config, listeners: &[TcpListener; 2]) -> String {
    let token = BotToken::parse("a-token").expect("a token");
    let rest = RestClient::new(&config.discord.api_url, &token, Lease::unlimited())
        .expect("a REST client");
    let call = Call::ReadCommands {
        application: ApplicationId::new(1),
    };
    let deadline = Instant::now() + Duration::from_secs(60);
    tokio::select! {
        _ = rest.send(&call, None, deadline) => panic!("nobody answers"),
        _ = listeners[0].accept() => "the first".to_owned(),
        _ = listeners[1].accept() => "the second".to_owned(),
    }
}

fn uploads_pictures(config: &Config) -> String {
    let rest = RestClient::with_transport(NoResponse, Failpoints::default(), Lease::unlimited());
    let (_, application) = tokio::sync::watch::channel(None);
    let work = super::picture_upload(config, rest, application);
    work.is_some().to_string()
}

/// Observes which files a store creates, and removes them.
async fn database_files(config: &Config, folder: &Path) -> String {
    let store = journal::open(&config.storage.url)
        .await
        .expect("a new file opens");
    store.close().await;
    let files: BTreeSet<PathBuf> = folder
        .read_dir()
        .expect("the folder is there")
        .map(|file| file.expect("a file").path())
        .collect();
    for file in &files {
        std::fs::remove_file(file).expect("the file can be removed");
    }
    format!("{files:?}")
}

/// A game for two with its own clock, whose players play what they can and draw.
struct Game {
    table: Table,
    now: Millis,
    chance: SeededChance,
    clicks: u64,
}

impl Game {
    fn start(config: TableConfig, pace: Pace) -> Self {
        let location = TableLocation {
            table: TableId(1),
            guild: table::ids::GuildId(1),
            channel: table::ids::ChannelId(1),
            number: Some(1),
        };
        let now = Millis(1_800_000_000_000);
        let mut chance = SeededChance::new(1);
        let (table, _) = Table::open(
            location,
            config,
            options().with(OptionValue::Pace(pace)),
            ComputerSetup::default(),
            &click(0, UserId(1), ClickOrigin::Command, Intent::NewTable),
            now,
            &mut chance,
        )
        .expect("a table opens");
        let mut game = Self {
            table,
            now,
            chance,
            clicks: 0,
        };
        assert!(game.click(UserId(2), Intent::Join));
        assert!(game.click(UserId(1), Intent::Start));
        game
    }

    fn click(&mut self, user: UserId, intent: Intent) -> bool {
        self.clicks += 1;
        let stamp = Stamp {
            table: self.table.id(),
            revision: self.table.revision(),
        };
        let click = click(self.clicks, user, ClickOrigin::Panel(stamp), intent);
        self.handle(Input::Click(click))
    }

    fn handle(&mut self, input: Input) -> bool {
        let transition = self.table.handle(self.now, input, &mut self.chance);
        transition.entry.is_some()
    }

    /// Plays a card or draws for the player who can act; otherwise lets the time run out.
    fn step(&mut self) {
        let plays = [Title::SeeTheFuture, Title::Shuffle, Title::Skip]
            .map(|title| Intent::Play(Play::single(title)));
        for intent in plays.into_iter().chain([Intent::Draw]) {
            if self.click(UserId(1), intent) || self.click(UserId(2), intent) {
                return;
            }
        }
        self.now = self
            .table
            .next_wake()
            .expect("a running game has a deadline");
        self.handle(Input::Wake);
    }
}

fn click(number: u64, user: UserId, origin: ClickOrigin, intent: Intent) -> Click {
    Click {
        reply: ReplyId(number),
        interaction: table::ids::InteractionId(number + 1),
        person: clicker(user, "Ada"),
        origin,
        intent,
        may_post: true,
        table_message: None,
    }
}

/// Observes the waiting times of a table, in order.
fn waits(config: &TableConfig, pace: Pace) -> String {
    let mut game = Game::start(config.clone(), pace);
    let mut waits = String::new();
    while game.table.is_playing() {
        let deadline = game
            .table
            .next_wake()
            .expect("a running game has a deadline");
        let _ = write!(waits, "{} ", deadline.since(game.now).0);
        game.step();
    }
    waits
}

/// A transport that never responds.
struct NoResponse;

impl Transport for NoResponse {
    fn send<'a>(&'a self, _: &'a Call, _: Option<&'a serde_json::Value>) -> ResponseFuture<'a> {
        Box::pin(std::future::pending())
    }
}

async fn registry(config: &Config) -> Arc<Registry> {
    let rest = RestClient::with_transport(NoResponse, Failpoints::default(), Lease::unlimited());
    let journal = Arc::<MemoryJournal>::default();
    let registry = Registry::new(journal, rest, limits(config), Env::system()).await;
    registry.expect("an empty journal is readable")
}

/// Returns a request for a game between two computers, each time from a different person.
fn watched_game(number: u64) -> OpenRequest {
    OpenRequest {
        computers: ComputerSetup {
            count: 2,
            watch: true,
            ..ComputerSetup::default()
        },
        ..open_request(number, number)
    }
}

async fn open(registry: &Arc<Registry>, channel: u64, open: OpenRequest) -> Result<(), OpenError> {
    let channel = ChannelId::new(channel);
    registry.open(GuildId::new(1), channel, open, None).await
}

/// Observes how many tables one server can open with these requests.
async fn tables_opened(config: &Config, next: impl Fn(u64) -> OpenRequest) -> String {
    let registry = registry(config).await;
    let mut tables = 0;
    while open(&registry, tables + 1, next(tables + 1)).await.is_ok() {
        tables += 1;
    }
    tables.to_string()
}

/// Observes how many clicks a table's mailbox accepts. The table reads none of them meanwhile, because this
/// test does not yield to its task.
async fn clicks_taken(config: &Config) -> String {
    let registry = registry(config).await;
    let opened = open(&registry, 1, open_request(1, 1)).await;
    opened.expect("a table opens");
    let mut clicks = 0;
    loop {
        let request = command(clicks + 2, 1, Intent::Join);
        match registry.send(ChannelId::new(1), request) {
            Ok(()) => clicks += 1,
            Err(error) => {
                assert_eq!(error, SendError::MailboxFull);
                return clicks.to_string();
            }
        }
    }
}

/// Observes how many actions a person may take at once, and how many more after a second.
fn actions_granted(config: &Config) -> String {
    let (click_rate_limit, now) = (click_rate_limit(config), Instant::now());
    let later = now + Duration::from_secs(1);
    let granted = |at| {
        let grants = std::iter::repeat_with(|| click_rate_limit.take(UserId(1), at));
        let granted = |verdict: &Verdict| *verdict == Verdict::Granted;
        grants.take_while(granted).count()
    };
    format!("{} and {}", granted(now), granted(later))
}

/// Observes how many tables, closed one day apart, are left after 60 days.
async fn tables_kept(config: &Config) -> String {
    const DAY: Millis = Millis::hours(24);
    let journal = BlockingStore::default();
    for day in 0..60 {
        for entry in closed_table(day + 1, UserId(1), "Ada", Millis(day * DAY.0)) {
            journal.append(&entry).await.expect("memory can be written");
        }
    }
    let round = retention(config).round(&journal, Millis(60 * DAY.0)).await;
    round.expect("memory can be written");
    let left = journal.tables_of(UserId(1)).await;
    left.expect("memory is readable").len().to_string()
}

async fn is_monitored(config: &Config) -> String {
    let listener = crate::bot::bind_monitor(config).await;
    listener.expect("the port is free").is_some().to_string()
}

/// Observes what is logged, without timestamps.
fn lines_logged(settings: &Log) -> String {
    let lines = LogLines::default();
    let writer = lines.clone();
    let log = logging::dispatch(settings, move || writer.clone(), false);
    tracing::dispatcher::with_default(&log, || {
        tracing::info!("a line for the operator");
        tracing::warn!("a warning");
    });
    let text = lines.text();
    let is_json = text.starts_with('{');
    format!("{} lines, JSON: {is_json}", text.lines().count())
}
