//! `kittens-lab figures`: measures the figures in docs/scale.md that need no load on a process, and checks
//! their limits.
//!
//! - `commits`: how many moves per second a journal makes durable
//! - `results`: statistics and leaderboards over many results
//! - `simulator::real`: the start of a process, and the REST calls per click

mod commits;
mod results;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use simulator::real::{
    CallReport, RealError, StartPlan, StorageKind, count_calls, default_program, measure_start,
};
use table::entry_limits::MAX_ENTRIES;
use tokio::runtime::Runtime;

use crate::Outcome;

/// The time limit for starting a process that has many running tables.
const MAX_START_TIME: Duration = Duration::from_secs(1);
/// The number of running tables when the starting time is measured.
const RUNNING_TABLES: usize = 10_000;
/// The number of running tables of maximum length in the measurement of memory. One person can fill that many tables.
const LONG_TABLES: usize = 20;
/// The maximum memory for loading the tables of maximum length, in KiB: 100 MB.
const MAX_START_MEMORY_KIB: u64 = 97_656;

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Print only these figures.
    #[arg(value_enum)]
    figures: Vec<Figure>,
    /// A folder on the disk to measure.
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    folder: PathBuf,
    /// The program `kittens`.
    #[arg(long, value_name = "FILE", default_value_os_t = default_program())]
    program: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Figure {
    /// How many REST calls a click costs in games that people play to their end.
    Calls,
    /// How many moves per second a journal makes durable. Needs PostgreSQL.
    Commits,
    /// How long it takes to query results and to write one. Needs PostgreSQL.
    Results,
    /// How soon a process is ready and how much memory it uses.
    Start,
}

/// The text to print, and true if all limits are kept.
type Measured = (String, bool);

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    let runtime = Runtime::new()?;
    let mut all_kept = true;
    for &figure in Figure::value_variants() {
        if !arguments.figures.is_empty() && !arguments.figures.contains(&figure) {
            continue;
        }
        let (text, is_kept) = match figure {
            Figure::Calls => runtime.block_on(measure_calls(&arguments.program))?,
            Figure::Commits => runtime.block_on(commits::measure(&arguments.folder))?,
            Figure::Results => runtime.block_on(results::measure(&arguments.folder))?,
            Figure::Start => runtime.block_on(measure_starts(&arguments.program))?,
        };
        let missed = if is_kept { "" } else { "\nMISSED: a limit" };
        writeln!(io::stdout(), "{figure:?}\n{text}{missed}\n")?;
        all_kept &= is_kept;
    }
    Ok(all_kept)
}

async fn measure_calls(program: &Path) -> Result<Measured, RealError> {
    let reports = count_calls(program).await?;
    let lines: Vec<_> = reports.iter().map(CallReport::to_string).collect();
    Ok((lines.join("\n"), reports.iter().all(CallReport::is_cheap)))
}

/// Measures a start with many running tables, and a start with tables of maximum length.
async fn measure_starts(program: &Path) -> Result<Measured, RealError> {
    let plan = StartPlan {
        tables: RUNNING_TABLES,
        entries: 0,
        until_loaded: false,
        storage: StorageKind::Sqlite,
        seed: 1,
        program: program.to_owned(),
    };
    let many = measure_start(&plan).await?;
    let long_plan = StartPlan {
        tables: LONG_TABLES,
        entries: MAX_ENTRIES - 1,
        until_loaded: true,
        ..plan
    };
    let long = measure_start(&long_plan).await?;
    let is_soon = many
        .again
        .is_some_and(|again| again.ready <= MAX_START_TIME);
    let is_small = long.peak_kib < MAX_START_MEMORY_KIB;
    let entries = MAX_ENTRIES - 1;
    let text = format!("{many}\nwith tables of {entries} entries each:\n{long}");
    Ok((text, is_soon && is_small))
}
