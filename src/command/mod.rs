//! The command line of the program `kittens`: parses it, runs the command and reports its error.

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
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the bot on Discord, with the token in DISCORD_TOKEN (or in the file that
    /// DISCORD_TOKEN_FILE names).
    Run(ConfigArgs),
    /// Play in the browser, without Discord: starts a small Discord on this machine with the bot
    /// in it.
    #[cfg(feature = "sandbox")]
    Sandbox(sandbox::SandboxArgs),
}

/// The arguments that `run` and `sandbox` have in common.
#[derive(Args, Debug)]
struct ConfigArgs {
    /// Settings that differ from the built-in ones (see config/default.toml).
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl ConfigArgs {
    /// Loads the built-in settings with those of the file over them.
    fn load(&self) -> Result<Config, CommandError> {
        Ok(Config::load(self.config.as_deref())?)
    }

    /// Loads the settings as [`Self::load`] does, with other defaults (TOML) for some of them.
    #[cfg(feature = "sandbox")]
    fn load_over(&self, defaults: &str) -> Result<Config, CommandError> {
        Ok(Config::load_over(defaults, self.config.as_deref())?)
    }
}

/// Why a command failed. Each is shown to the operator as one sentence.
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
        /// The part of the system, such as "the runtime".
        what: &'static str,
        reason: std::io::Error,
    },
}

/// Runs the command that the command line names. Prints an error to the standard error.
pub fn main() -> ExitCode {
    let outcome = match CommandLine::parse().command {
        Command::Run(args) => run::run(&args),
        #[cfg(feature = "sandbox")]
        Command::Sandbox(args) => sandbox::run(&args),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Not logged: the log may not have been started. A closed standard error is ignored.
            let _ = writeln!(std::io::stderr(), "kittens: {error}");
            ExitCode::FAILURE
        }
    }
}
