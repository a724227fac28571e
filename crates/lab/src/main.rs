//! `kittens-lab`: the program for developers of Kittens. Each subcommand has a module of the same name. The program
//! never connects a bot to Discord; `kittens run` does that.

mod art;
mod attack;
mod contest_runner;
mod figures;
mod load;
mod locales;
mod oracle;
mod recipes;
mod scenario;
mod simulate;
mod torture;
mod tournament;
mod win_rate;

use std::error::Error;
use std::fmt::Display;
use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand};
use mimalloc::MiMalloc;
use rules::EditionId;
use simulator::real::RealError;
use tokio::runtime::Runtime;

/// A fast allocator, because the simulated people and the sandbox share the processor with the bot that is measured.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// True if every check passed; an error if the command could not be completed.
type Outcome = Result<bool, Box<dyn Error>>;

/// Tools for developers of Kittens, the unofficial Exploding Kittens for Discord.
#[derive(Debug, Parser)]
#[command(version, about, propagate_version = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Render the drawings of assets/art, or check that the rendered pictures match them.
    Art(art::Arguments),
    /// Attack the bot with a hostile crowd and report how well-behaved servers are affected.
    Attack(attack::Arguments),
    /// Print the figures in docs/scale.md that need no load, and fail if one misses its limit.
    Figures(figures::Arguments),
    /// Let people click on a fixed schedule and measure the bot's response times, CPU time and memory.
    Load(load::Arguments),
    /// Work on the languages.
    Locales(locales::Arguments),
    /// Measure computers and the coach in positions that are solved exactly.
    Oracle(oracle::Arguments),
    /// Simulate the built-in recipes, or check games of random ones.
    Recipes(recipes::Arguments),
    /// Play scenario files through the rules and report which of them fail.
    Scenario(scenario::Arguments),
    /// Play whole games without people and report the results.
    Simulate(simulate::Arguments),
    /// Play games under faults and report whether anything was lost.
    Torture(torture::Arguments),
    /// Let the computer players play against each other in every edition, and print tables.
    Tournament(tournament::Arguments),
}

fn main() -> ExitCode {
    let outcome = match CommandLine::parse().command {
        Command::Art(arguments) => art::run(&arguments),
        Command::Attack(arguments) => attack::run(&arguments),
        Command::Figures(arguments) => figures::run(&arguments),
        Command::Load(arguments) => load::run(&arguments),
        Command::Locales(arguments) => locales::run(&arguments),
        Command::Oracle(arguments) => oracle::run(&arguments),
        Command::Recipes(arguments) => recipes::run(&arguments),
        Command::Scenario(arguments) => scenario::run(&arguments),
        Command::Simulate(arguments) => simulate::run(&arguments),
        Command::Torture(arguments) => torture::run(&arguments),
        Command::Tournament(arguments) => tournament::run(&arguments),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            // If standard error is closed, the exit code still reports the error.
            let _ = writeln!(io::stderr(), "kittens-lab: {error}");
            ExitCode::FAILURE
        }
    }
}

fn edition_parser() -> impl TypedValueParser<Value = EditionId> {
    PossibleValuesParser::new(EditionId::all().map(EditionId::id))
        .try_map(|id| id.parse::<EditionId>())
}

/// Runs a command that uses real processes of the bot, and prints its report.
fn report<R: Display>(
    run: impl Future<Output = Result<R, RealError>>,
    is_good: impl FnOnce(&R) -> bool,
) -> Outcome {
    let report = Runtime::new()?.block_on(run)?;
    writeln!(io::stdout(), "{report}")?;
    Ok(is_good(&report))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_arguments_of_all_commands_fit_together() {
        CommandLine::command().debug_assert();
    }
}
