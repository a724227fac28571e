//! The settings: `config/default.toml`, then a file, then the environment. They are read and
//! checked whole before anything else happens. The bot's token is not a setting: see `bot_token`.

mod api_url;
mod error;
mod layers;
mod log;
mod number;
mod reader;
#[cfg(test)]
mod tests;

use std::path::Path;

use journal::StorageUrl;
use serde::Deserialize;

pub use api_url::{ApiUrl, ApiUrlError};
pub use error::ConfigError;
use layers::Layers;
pub use log::{Log, LogFilter, LogFormat};
pub use number::{Count, Seconds};

/// The default settings as TOML, comments included.
pub const DEFAULT: &str = include_str!("../../config/default.toml");

/// All settings of the bot.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The connection to Discord.
    pub discord: Discord,
    /// The journal of games.
    pub storage: Storage,
    /// The time that players have.
    pub paces: Paces,
    /// Limits per server, table and person.
    pub limits: Limits,
    /// The log.
    pub log: Log,
}

/// The connection to Discord.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Discord {
    /// The address of the REST API, which names the gateway's.
    pub api_url: ApiUrl,
}

/// The journal of games.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Storage {
    /// The kind of journal and its address.
    pub url: StorageUrl,
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

/// The durations of one pace.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spans {
    /// For each action on a player's turn.
    pub turn: Seconds,
    /// For a choice that a card asks for.
    pub choice: Seconds,
    /// For a Nope after a card was played.
    pub window: Seconds,
}

/// Limits per server, table and person.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Tables that a server may have at once.
    pub games_per_server: Count<10_000>,
    /// Clicks that may wait in a table's mailbox.
    pub clicks_waiting: Count<10_000>,
    /// Actions that a person may take in a burst.
    pub clicks_at_once: Count<1_000>,
    /// Actions that a person regains each second.
    pub clicks_per_second: Count<1_000>,
}

impl Config {
    /// Reads the defaults, then `file`, then the process's environment.
    pub fn load(file: Option<&Path>) -> Result<Self, ConfigError> {
        Self::load_over("", file)
    }

    /// Reads the same layers, with `defaults` between the built-in ones and the file.
    pub(crate) fn load_over(defaults: &str, file: Option<&Path>) -> Result<Self, ConfigError> {
        let mut layers = Layers::new(DEFAULT);
        layers.add_defaults(defaults)?;
        if let Some(path) = file {
            layers.add_file(path, &read(path)?)?;
        }
        layers.add_environment(std::env::vars_os())?;
        Ok(layers.into_config())
    }

    /// Returns the default settings, whatever the environment says.
    pub fn built_in() -> Self {
        Layers::new(DEFAULT).into_config()
    }
}

fn read(file: &Path) -> Result<String, ConfigError> {
    std::fs::read_to_string(file).map_err(|reason| ConfigError::Unreadable {
        file: file.to_owned(),
        reason,
    })
}
