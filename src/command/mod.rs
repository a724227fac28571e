//! The command line: what can be asked of the binary, and how it ends.

mod run;
#[cfg(feature = "sandbox")]
mod sandbox;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use crate::bot::BotError;
use crate::bot_token::BotTokenError;
#[cfg(feature = "sandbox")]
use crate::config::ApiUrlError;
use crate::config::{Config, ConfigError};

/// Unofficial Exploding Kittens for Discord.
#[derive(Debug, Parser)]
#[command(version, about, propagate_version = true)]
struct Line {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the bot on Discord, with the token in DISCORD_TOKEN (or in the file that
    /// DISCORD_TOKEN_FILE names).
    Run(Settings),
    /// Play in the browser, without Discord: starts a small Discord on this machine with the bot
    /// in it.
    #[cfg(feature = "sandbox")]
    Sandbox(sandbox::Arguments),
}

/// What `run` and `sandbox` have in common.
#[derive(Args, Debug)]
struct Settings {
    /// Settings that differ from the built-in ones (see config/default.toml).
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl Settings {
    fn load(&self) -> Result<Config, CommandError> {
        Ok(Config::load(self.config.as_deref())?)
    }

    /// The settings, with other defaults for some of them.
    #[cfg(feature = "sandbox")]
    fn load_over(&self, defaults: &str) -> Result<Config, CommandError> {
        Ok(Config::load_over(defaults, self.config.as_deref())?)
    }
}

/// Why a command came to nothing; each is one sentence for the operator.
#[derive(Debug, thiserror::Error)]
enum CommandError {
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Token(#[from] BotTokenError),
    #[error(transparent)]
    Bot(#[from] BotError),
    #[cfg(feature = "sandbox")]
    #[error(transparent)]
    Sandbox(#[from] ::sandbox::SandboxError),
    #[error("the log cannot be started: {0}")]
    Log(#[from] tracing_subscriber::util::TryInitError),
    #[cfg(feature = "sandbox")]
    #[error(transparent)]
    Address(#[from] ApiUrlError),
    #[error("{what} cannot be used: {reason}")]
    System {
        what: &'static str,
        reason: std::io::Error,
    },
}

/// Does what the command line asks and tells how it went.
pub fn main() -> ExitCode {
    let outcome = match Line::parse().command {
        Command::Run(settings) => run::run(&settings),
        #[cfg(feature = "sandbox")]
        Command::Sandbox(arguments) => sandbox::run(&arguments),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The log may not have been started yet. Nobody listening is no reason to do more.
            let _ = writeln!(std::io::stderr(), "kittens: {error}");
            ExitCode::FAILURE
        }
    }
}
