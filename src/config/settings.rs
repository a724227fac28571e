//! The settings as types that mirror `config/default.toml`.

use journal::{Cluster, StorageUrl};
use serde::{Deserialize, Deserializer};

use super::about::About;
use super::log::Log;
use super::monitor::Monitor;
use super::shard_count::ShardCount;
use super::text_setting::read_text;
use discord::ApiUrl;
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
    pub paces: Paces,
    pub limits: Limits,
    pub about: About,
    pub log: Log,
    pub monitor: Monitor,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Discord {
    /// The address of the REST API, which returns the gateway's address.
    pub api_url: ApiUrl,
    /// True if the bot uploads its pictures as application emojis.
    pub pictures: bool,
    pub shards: ShardCount,
    #[serde(deserialize_with = "read_cluster")]
    pub cluster: Cluster,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Storage {
    pub url: StorageUrl,
    /// How many days games are kept after their table is closed.
    pub retention_days: Count<3_650>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paces {
    /// By default, half a minute per turn.
    pub fast: PaceSeconds,
    /// The default pace of a lobby.
    pub normal: PaceSeconds,
    /// By default, five minutes per turn, for people who are busy with something else.
    pub relaxed: PaceSeconds,
    /// By default, a day per turn.
    pub slow: PaceSeconds,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaceSeconds {
    pub turn: Seconds,
    /// For a choice that a card requires.
    pub choice: Seconds,
    /// For Nopes after a card is played.
    pub window: Seconds,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Lobbies and running games that a server may have at once.
    pub games_per_server: Count<10_000>,
    /// Lobbies and running games that a person may host at once.
    pub games_per_person: Count<10_000>,
    /// Running games without human players that a server may have at once.
    pub watched_games_per_server: Count<10_000>,
    /// Clicks and other messages that may wait in a table's mailbox.
    pub mailbox_capacity: Count<10_000>,
    /// Actions that a person may take in a burst.
    pub click_burst: Count<1_000>,
    /// Actions that a person regains each second.
    pub clicks_per_second: Count<1_000>,
    /// The milliseconds after which a player can have seen a new step of their hand. An earlier tap plays nothing.
    pub min_tap_delay_ms: Number<0, 5_000>,
}

fn read_cluster<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Cluster, D::Error> {
    let allowed = "\"I/N\": I from 1 to N, the number of clusters, which is at most 1000";
    read_text(deserializer, allowed, |text| text.parse().ok())
}
