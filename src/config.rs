//! The settings: `config/default.toml`, then a file, then the environment. All are read and checked before anything
//! else happens. The bot's token is not a setting: see [`discord::BotToken`].

mod about;
mod cluster;
pub mod editions;
mod error;
pub(crate) mod journal_key;
mod layers;
mod log;
mod monitor;
mod origins;
mod settings;
mod shard_count;
#[cfg(test)]
mod tests;
mod text_setting;

use std::path::Path;

pub use about::{About, OptionalText};
pub(crate) use discord::GatewayUrlError;
pub use discord::{ApiUrl, ApiUrlError};
pub use error::ConfigError;
use layers::Layers;
pub use log::{Log, LogFilter, LogFormat};
pub use monitor::{ListenAddress, Monitor};
pub use origins::EffectiveSetting;
pub use settings::{Config, Count, Discord, Limits, PaceSeconds, Paces, Seconds, Storage};
pub use shard_count::ShardCount;

/// The default settings as TOML, comments included.
pub const DEFAULT: &str = include_str!("../config/default.toml");

impl Config {
    /// Reads the defaults, then `file`, then the process's environment.
    pub fn load(file: Option<&Path>) -> Result<Self, ConfigError> {
        Self::load_over("", file)
    }

    /// Reads the defaults, then the settings in `text`. Ignores the environment.
    pub fn from_text(text: &str) -> Result<Self, ConfigError> {
        let mut layers = Layers::new(DEFAULT);
        layers.add_file(Path::new("settings"), text)?;
        layers.into_checked_config()
    }

    /// Reads the same layers as [`Self::load`], and returns each setting with its origin.
    pub fn explain(file: Option<&Path>) -> Result<Vec<EffectiveSetting>, ConfigError> {
        Ok(Layers::load(DEFAULT, "", file)?.settings())
    }

    /// Reads the same layers as [`Self::load`], with `defaults` between the built-in settings and the file.
    pub(crate) fn load_over(defaults: &str, file: Option<&Path>) -> Result<Self, ConfigError> {
        Layers::load(DEFAULT, defaults, file)?.into_checked_config()
    }

    /// Returns the default settings, ignoring the environment.
    pub fn built_in() -> Self {
        Layers::new(DEFAULT).into_config()
    }
}
