//! The arguments that select the settings.

use std::path::PathBuf;

use clap::Args;

use super::error::CommandError;
use crate::config::Config;

/// The arguments of every command that reads the settings.
#[derive(Args, Debug)]
pub(super) struct ConfigArgs {
    /// Settings that differ from the built-in ones (see config/default.toml).
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
}

impl ConfigArgs {
    pub(super) fn load(&self) -> Result<Config, CommandError> {
        Ok(Config::load(self.config.as_deref())?)
    }
}
