//! `kittens-lab`: the program for developers of Kittens. It plays scenario files, simulated games and
//! tournaments, injects faults into games, gives hostile inputs to readers, measures the journal and the
//! bot under load, checks the languages and draws the pictures. It never runs a bot on Discord; that is
//! `kittens run`. Each subcommand has a module of its own name.

mod art;
mod attack;
mod benchmark;
mod ceiling;
mod commits;
mod contest_runner;
mod erasure_benchmark;
mod figures;
mod fuzz;
mod load;
mod locales;
mod picture;
mod real_run;
mod scenario;
mod shards;
mod simulate;
mod start;
mod torture;
mod tournament;
mod webhooks;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use mimalloc::MiMalloc;

/// The people and the sandbox of `load` share the processor with the bot that is measured.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

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
    /// Let a hostile crowd loose on the bot and tell what well-behaved servers notice.
    Attack(attack::Arguments),
    /// Tell how many tables Discord's limit on requests allows, by a model of it.
    Ceiling(ceiling::Arguments),
    /// Measure how many moves a second a journal makes durable, and how long each waits for that.
    Commits(commits::Arguments),
    /// Measure how fast the journal is on this machine.
    Figures(figures::Arguments),
    /// Give hostile inputs to everything that reads foreign data, and tell which went wrong.
    Fuzz(fuzz::Arguments),
    /// Let people click on a fixed schedule and measure how fast, with how much processor time and how much
    /// memory the bot answers.
    Load(load::Arguments),
    /// Work on the languages.
    Locales(locales::Arguments),
    /// Draw the picture of a finished game and measure how long that takes.
    Picture(picture::Arguments),
    /// Play scenario files through the rules and tell which fail.
    Scenario(scenario::Arguments),
    /// Play whole games with nobody at the table and tell what came of them.
    Simulate(simulate::Arguments),
    /// Let processes that share the shards of the gateway join and die, and tell whether a click was lost.
    Shards(shards::Arguments),
    /// Measure how soon a process is ready and how much memory it uses.
    Start(start::Arguments),
    /// Let games go through faults and tell whether anything was lost.
    Torture(torture::Arguments),
    /// Let the computer players play against each other in every edition, and print tables.
    Tournament(tournament::Arguments),
    /// Kill and restart processes that receive clicks by HTTP, behind a load balancer, and tell whether a
    /// click was lost.
    Webhooks(webhooks::Arguments),
}

fn main() -> ExitCode {
    match CommandLine::parse().command {
        Command::Art(arguments) => art::run(&arguments),
        Command::Attack(arguments) => attack::run(&arguments),
        Command::Ceiling(arguments) => ceiling::run(&arguments),
        Command::Commits(arguments) => commits::run(&arguments),
        Command::Figures(arguments) => figures::run(&arguments),
        Command::Fuzz(arguments) => fuzz::run(&arguments),
        Command::Load(arguments) => load::run(&arguments),
        Command::Locales(arguments) => locales::run(&arguments),
        Command::Picture(arguments) => picture::run(&arguments),
        Command::Scenario(arguments) => scenario::run(&arguments),
        Command::Shards(arguments) => shards::run(&arguments),
        Command::Simulate(arguments) => simulate::run(&arguments),
        Command::Start(arguments) => start::run(&arguments),
        Command::Torture(arguments) => torture::run(&arguments),
        Command::Tournament(arguments) => tournament::run(&arguments),
        Command::Webhooks(arguments) => webhooks::run(&arguments),
    }
}
