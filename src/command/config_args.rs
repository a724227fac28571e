//! The arguments that select the settings.

use std::path::PathBuf;

use clap::Args;

use super::error::CommandError;
use crate::config::{Config, EffectiveSetting};

/// The arguments of every command that reads the settings.
#[derive(Args, Debug)]
pub(super) struct ConfigArgs {
    /// Settings that differ from the built-in ones (see config/default.toml).
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl ConfigArgs {
    pub(super) fn load(&self) -> Result<Config, CommandError> {
        Ok(Config::load(self.config.as_deref())?)
    }

    /// Loads each setting with its origin.
    pub(super) fn explain(&self) -> Result<Vec<EffectiveSetting>, CommandError> {
        Ok(Config::explain(self.config.as_deref())?)
    }

    /// Loads the settings with other defaults (TOML) for some of them.
    #[cfg(feature = "sandbox")]
    pub(super) fn load_over(&self, defaults: &str) -> Result<Config, CommandError> {
        Ok(Config::load_over(defaults, self.config.as_deref())?)
    }
}
