//! The command line of the program `kittens`: parses it, runs the command and reports its error.

mod backup;
mod config;
mod config_args;
mod doctor;
mod error;
mod health;
mod invite;
mod output;
mod publish;
mod restore;
mod run;
#[cfg(feature = "sandbox")]
mod sandbox;
mod verify;

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
    Run(run::RunArgs),
    /// Print the link that adds the bot to a server, with exactly the permissions it uses.
    Invite(invite::InviteArgs),
    /// Check token, application, gateway, commands, clock and database. Prints ok or what to do for each, and fails
    /// if there is a problem. Changes nothing.
    Doctor(doctor::DoctorArgs),
    /// Set the application's description, tags and link behind Add App, after showing what changes. No other command
    /// changes them.
    Publish(publish::PublishArgs),
    /// Print every setting and where its value comes from, without secrets.
    Config(ConfigArgs),
    /// Check whether a bot is running on this machine, at monitor.listen. Fails if not.
    Health(health::HealthArgs),
    /// Copy the games in an SQLite file to a new file, while the bot runs, and check the copy.
    Backup(backup::BackupArgs),
    /// Check a backup and replace the games in an SQLite file with it, while the bot is stopped. Keeps the replaced
    /// games beside it.
    Restore(restore::RestoreArgs),
    /// Replay a finished game from its file, and tell whether it was fair, or the first wrong step. Succeeds only if
    /// it was fair. Other exit codes: 1 the file cannot be opened, 2 a wrong command line, 3 no proof, 4 not fair,
    /// 5 damaged, 6 not a game's file, or of another version.
    Verify(verify::VerifyArgs),
    /// Play in the browser without Discord: starts a small Discord on this machine with the bot.
    #[cfg(feature = "sandbox")]
    Sandbox(sandbox::SandboxArgs),
}

/// Runs the command and prints its error, if any, to standard error.
pub fn main() -> ExitCode {
    let succeed = |()| ExitCode::SUCCESS;
    let outcome = match CommandLine::parse().command {
        Command::Run(args) => run::run(&args).map(succeed),
        Command::Invite(args) => invite::run(&args).map(succeed),
        Command::Doctor(args) => doctor::run(&args),
        Command::Publish(args) => publish::run(&args).map(succeed),
        Command::Config(args) => config::run(&args).map(succeed),
        Command::Health(args) => health::run(&args).map(succeed),
        Command::Backup(args) => backup::run(&args).map(succeed),
        Command::Restore(args) => restore::run(&args).map(succeed),
        Command::Verify(args) => verify::run(&args),
        #[cfg(feature = "sandbox")]
        Command::Sandbox(args) => sandbox::run(&args).map(succeed),
    };
    match outcome {
        Ok(code) => code,
        Err(error) => {
            // Not logged, because logging may not be set up. A closed standard error is ignored.
            let _ = writeln!(std::io::stderr(), "kittens: {error}");
            ExitCode::FAILURE
        }
    }
}
