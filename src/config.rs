//! The settings: `config/default.toml`, then a file, then the environment. A command reads and checks all settings
//! before it uses any of them. Secrets are not settings: see [`discord::BotToken`] and `journal_key`.

mod about;
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
pub use settings::{Config, Count, Discord, Limits, PaceSeconds, Paces, Seconds, Storage};
pub use shard_count::ShardCount;

/// The default settings as TOML, comments included.
pub const DEFAULT: &str = include_str!("../config/default.toml");

impl Config {
    /// Reads the defaults, then `file`, then the process's environment.
    pub fn load(file: Option<&Path>) -> Result<Self, ConfigError> {
        Self::load_over("", file)
    }

    /// Reads the same layers as [`Self::load`], and returns each setting with its origin, as lines of TOML.
    pub fn explain(file: Option<&Path>) -> Result<Vec<String>, ConfigError> {
        Ok(Layers::load("", file)?.settings())
    }

    /// Reads the same layers as [`Self::load`], with `defaults` between the built-in settings and the file.
    pub(crate) fn load_over(defaults: &str, file: Option<&Path>) -> Result<Self, ConfigError> {
        Layers::load(defaults, file)?.into_checked_config()
    }

    /// Returns the default settings, ignoring the environment.
    pub fn built_in() -> Self {
        Layers::new().into_config()
    }
}
