//! The command line of the program `kittens`: parses it, runs the command and reports its error.

mod config_args;
mod error;
mod run;
#[cfg(feature = "sandbox")]
mod sandbox;

use std::io::Write as _;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use config_args::ConfigArgs;

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
    /// DISCORD_TOKEN_FILE names). JOURNAL_KEY, or the file that JOURNAL_KEY_FILE names, holds the
    /// keys that encrypt stored games.
    Run(ConfigArgs),
    /// Play in the browser, without Discord: starts a small Discord on this machine with the bot
    /// in it.
    #[cfg(feature = "sandbox")]
    Sandbox(sandbox::SandboxArgs),
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
