//! The settings as a value, in the shape of `config/default.toml`.

use journal::{Cluster, StorageUrl};
use serde::Deserialize;

use super::log::Log;
use super::monitor::Monitor;
use super::shard_count::ShardCount;
use outbox::ApiUrl;
use toml_reader::Number;

/// A duration from one second to a week.
pub type Seconds = Number<1, 604_800>;

/// A number from 1 to `MAX`.
pub type Count<const MAX: u64> = Number<1, MAX>;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub discord: Discord,
    pub storage: Storage,
    /// The time that players have.
    pub paces: Paces,
    /// Limits per server, table and person.
    pub limits: Limits,
    pub log: Log,
    pub monitor: Monitor,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Discord {
    /// The address of the REST API, which names the gateway's.
    pub api_url: ApiUrl,
    /// True if the bot uploads its pictures as emojis of the application.
    pub pictures: bool,
    /// The number of shards between which Discord divides the servers.
    pub shards: ShardCount,
    /// The share of the servers that this process serves.
    #[serde(deserialize_with = "super::cluster::deserialize")]
    pub cluster: Cluster,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Storage {
    pub url: StorageUrl,
    /// The days that games stay after the end of their table.
    pub retention_days: Count<3_650>,
}

/// The four paces that a host chooses from.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paces {
    /// Half a minute for a turn by default.
    pub fast: Spans,
    /// The pace of a new lobby.
    pub normal: Spans,
    /// Minutes for a turn, for people who do something else besides.
    pub relaxed: Spans,
    /// A day for a turn by default.
    pub slow: Spans,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spans {
    pub turn: Seconds,
    /// For a choice that a card asks for.
    pub choice: Seconds,
    /// For a Nope after a card was played.
    pub window: Seconds,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Lobbies and running games that a server may have at once.
    pub games_per_server: Count<10_000>,
    /// Lobbies and running games that a person may host at once.
    pub games_per_person: Count<10_000>,
    /// Running games without people that a server may have at once.
    pub watched_games_per_server: Count<10_000>,
    /// Clicks that may wait in a table's mailbox.
    pub clicks_waiting: Count<10_000>,
    /// Actions that a person may take in a burst.
    pub clicks_at_once: Count<1_000>,
    /// Actions that a person regains each second.
    pub clicks_per_second: Count<1_000>,
    /// Milliseconds after which a person can have seen a step of their hand.
    pub step_seen_after_ms: Number<0, 5_000>,
}
