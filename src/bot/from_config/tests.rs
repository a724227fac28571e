//! Checks that every key of `config/default.toml` reaches the part of the bot that reads it. Each new key needs a row.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::time::Duration;

use discord::{BotToken, RestClient};
use journal::Lease;
use rules::Editions;
use table::ids::UserId;
use table::pace::Pace;
use tokio::time::Instant;

use super::{click_rate_limit, limits, retention, table_config};
use crate::config::{Config, DEFAULT, Log};
use crate::fakes::LogLines;
use crate::logging;
use crate::pages::click_rate_limit::Verdict;

/// Each key except those of the paces, with a non-default value and the text that `parts` must then contain.
const KEYS: &str = r#"
discord.api_url = "http://127.0.0.1:1" -> "http://127.0.0.1:1"
discord.pictures = false -> pictures are uploaded: false
discord.shards = 16 -> shards: ShardCount(Some(16))
discord.cluster = "2/3" -> direct_controls: false
storage.url = "postgres://host/games" -> Postgres(postgres://host:5432/games)
storage.retention_days = 20 -> Retention { games: Millis(1728000000) }
limits.games_per_server = 2 -> { per_server: 2,
limits.games_per_person = 2 -> per_person: 2,
limits.watched_games_per_server = 3 -> watched_per_server: 3 }
limits.mailbox_capacity = 6 -> mailbox_capacity: 6 }
limits.click_burst = 9 -> 9 actions are granted
limits.clicks_per_second = 7 -> and 7 a second later
limits.min_tap_delay_ms = 77 -> min_tap_delay: Millis(77)
about.operator = "Ada" -> operator: Some("Ada")
about.contact = "Bo" -> contact: Some("Bo")
about.privacy_url = "https://a.b/1" -> privacy: Some("https://a.b/1")
about.terms_url = "https://a.b/2" -> terms: Some("https://a.b/2")
about.source_url = "https://a.b/3" -> source: Some("https://a.b/3")
log.filter = "warn" -> 1 lines are logged, JSON: false
log.format = "json" -> 2 lines are logged, JSON: true
monitor.listen = "127.0.0.1:0" -> monitored: true
"#;

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

fn load(line: &str) -> Config {
    let mut file = tempfile::NamedTempFile::new().expect("a file for the settings");
    writeln!(file, "{line}").expect("the settings are written");
    if line.starts_with("discord.cluster") {
        writeln!(file, "storage.url = \"postgres://host/games\"").expect("they are written");
    }
    Config::load(Some(file.path())).expect("the settings are valid")
}

#[tokio::test]
async fn every_key_of_the_default_file_reaches_the_part_that_reads_it() {
    let mut lines = KEYS.trim().to_owned();
    for name in Pace::ALL.map(Pace::id) {
        for limit in ["turn", "choice", "window"] {
            lines += &format!("\npaces.{name}.{limit} = 333 -> {name} {limit}: Millis(333000)");
        }
    }
    let keys = lines.lines().filter_map(|line| line.split_once(" = "));
    let covered = keys.map(|(key, _)| key.to_owned()).collect();
    assert_eq!(keys_of_the_default_file(), covered);
    let before = parts(&Config::built_in()).await;
    for (setting, sign) in lines.lines().filter_map(|line| line.split_once(" -> ")) {
        let after = parts(&load(setting)).await;
        assert!(after.contains(sign), "{setting} is not read: {after}");
        assert!(!before.contains(sign), "{sign} by default: {before}");
    }
}

/// Describes the parts of the bot that depend on the settings.
async fn parts(config: &Config) -> String {
    let table = table_config(config, Editions::built_in());
    let paces = Pace::ALL.map(|pace| {
        let (name, limits) = (pace.id(), table.paces.limits(pace));
        let (turn, choice, window) = (limits.turn, limits.choice, limits.window);
        format!("{name} turn: {turn:?}, {name} choice: {choice:?}, {name} window: {window:?}")
    });
    let tables = (limits(config), retention(config));
    let controls = table.direct_controls;
    let monitor = crate::bot::bind_monitor(config)
        .await
        .expect("the port is free");
    [
        format!(
            "{paces:?}, {tables:?}, min_tap_delay: {:?}",
            table.min_tap_delay
        ),
        format!(
            "direct_controls: {controls}, monitored: {}",
            monitor.is_some()
        ),
        format!("{:?}, {:?}", config.discord, config.storage),
        format!("{:?}", table.about),
        uploads_pictures(config),
        actions_granted(config),
        lines_logged(&config.log),
    ]
    .join("\n")
}

fn uploads_pictures(config: &Config) -> String {
    let token = BotToken::parse("a-token").expect("a token");
    let rest = RestClient::new(&config.discord.api_url, &token, Lease::unlimited());
    let (_, application) = tokio::sync::watch::channel(None);
    let work = super::picture_upload(config, rest.expect("a client"), application);
    format!("pictures are uploaded: {}", work.is_some())
}

/// Describes how many actions a person may take at once, and how many more after a second.
fn actions_granted(config: &Config) -> String {
    let (click_rate_limit, now) = (click_rate_limit(config), Instant::now());
    let granted = |at| {
        let grants = std::iter::repeat_with(|| click_rate_limit.take(UserId(1), at));
        let granted = |verdict: &Verdict| *verdict == Verdict::Granted;
        grants.take_while(granted).count()
    };
    let (at_once, later) = (granted(now), granted(now + Duration::from_secs(1)));
    format!("{at_once} actions are granted and {later} a second later")
}

fn lines_logged(settings: &Log) -> String {
    let lines = LogLines::default();
    let writer = lines.clone();
    let log = logging::dispatch(settings, move || writer.clone(), false);
    tracing::dispatcher::with_default(&log, || {
        tracing::info!("a line for the operator");
        tracing::warn!("a warning");
    });
    let text = lines.text();
    let count = text.lines().count();
    format!("{count} lines are logged, JSON: {}", text.starts_with('{'))
}
