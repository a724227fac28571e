//! `kittens-lab load`: people click over the real wire on a fixed schedule, and the bot's times, processor
//! time and memory are measured.

use std::fmt;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueEnum};
use simulator::real::{LoadPlan, LoadReport, LoadStorage, RealError, find_most, put_under_load};

use crate::real_run::{finish, program};

/// The arguments of `load`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// How many tables are live, each with a game of four people. The bot opens about 20 a second: it keeps to
    /// Discord's limit.
    #[arg(long, value_name = "N", default_value_t = 1_000,
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    tables: u32,
    /// How many clicks are due each second on all tables together, whether or not those before were
    /// answered; with --find-most, the first that are tried.
    #[arg(long, value_name = "RATE", default_value_t = 300,
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    clicks_a_second: u32,
    /// For how long people click; with --find-most, at each rate.
    #[arg(long, value_name = "SECONDS", default_value_t = 60,
          value_parser = clap::value_parser!(u64).range(1..=3_600))]
    seconds: u64,
    /// People only look at their hands: every click is the same work, however many tables there are.
    #[arg(long)]
    only_looks: bool,
    /// Search for the most clicks a second of which 99 of 100 are answered in half a second.
    #[arg(long)]
    find_most: bool,
    /// Where games are kept.
    #[arg(long, value_enum, default_value_t = StorageKind::Sqlite)]
    storage: StorageKind,
    /// The seed of the people's choices.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The program `kittens`; the one in this program's folder if not told.
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

/// A storage, as it is named on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StorageKind {
    /// A new file.
    Sqlite,
    /// A PostgreSQL server of its own.
    Postgres,
    /// Nothing is kept: games end with the process.
    Memory,
}

impl From<StorageKind> for LoadStorage {
    fn from(kind: StorageKind) -> Self {
        match kind {
            StorageKind::Sqlite => Self::Sqlite,
            StorageKind::Postgres => Self::Postgres,
            StorageKind::Memory => Self::Memory,
        }
    }
}

/// The result of the best attempt of a search.
struct Most(Option<LoadReport>);

impl fmt::Display for Most {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(best) => write!(formatter, "The most that was sustained:\n{best}"),
            None => write!(formatter, "nothing was sustained"),
        }
    }
}

/// Lets people click, prints the report, and fails if a click was not answered, or 99 of 100 not in
/// half a second.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match arguments.find_most {
        true => finish(search(arguments), |most| most.0.is_some()),
        false => finish(measure(arguments), LoadReport::is_sustained),
    }
}

async fn measure(arguments: &Arguments) -> Result<LoadReport, RealError> {
    put_under_load(&plan(arguments)?).await
}

async fn search(arguments: &Arguments) -> Result<Most, RealError> {
    let note = |report: &LoadReport| {
        // Standard output is closed: the exit code still tells.
        let _ = writeln!(io::stdout(), "{report}\n");
    };
    Ok(Most(find_most(&plan(arguments)?, note).await?))
}

fn plan(arguments: &Arguments) -> Result<LoadPlan, RealError> {
    Ok(LoadPlan {
        tables: arguments.tables as usize,
        only_looks: arguments.only_looks,
        clicks_a_second: f64::from(arguments.clicks_a_second),
        duration: Duration::from_secs(arguments.seconds),
        storage: arguments.storage.into(),
        seed: arguments.seed,
        program: program(arguments.program.as_deref())?,
    })
}
