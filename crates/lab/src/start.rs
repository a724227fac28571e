//! `kittens-lab start`: how soon a process is ready and how much memory it uses, with an empty database and
//! with many running tables.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use simulator::real::{RealError, StartPlan, StartReport, measure_start};

use crate::load::StorageKind;
use crate::real_run::{finish, program};

/// The arguments of `start`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// How many tables run when the process is started again; 0 to start it only once.
    #[arg(long, value_name = "N", default_value_t = 10_000,
          value_parser = clap::value_parser!(u32).range(0..=10_000))]
    tables: u32,
    /// Wait until each table has been loaded, about 13 a second, and tell the memory then too.
    #[arg(long)]
    until_loaded: bool,
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

/// Starts the processes and prints the report.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    finish(measure(arguments), |_| true)
}

async fn measure(arguments: &Arguments) -> Result<StartReport, RealError> {
    let plan = StartPlan {
        tables: arguments.tables as usize,
        until_loaded: arguments.until_loaded,
        storage: arguments.storage.into(),
        seed: arguments.seed,
        program: program(arguments.program.as_deref())?,
    };
    measure_start(&plan).await
}
