//! `kittens-lab figures`: how fast the journal is on this machine, and whether that is enough.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;

use crate::benchmark::{self, ENTRIES, Figures, FiguresError, TABLES, WRITERS};

/// So many times as fast as single commits are grouped ones at least.
const GROUPED: f64 = 5.0;
/// A process with ten thousand running tables serves within this.
const READY: Duration = Duration::from_secs(5);

/// What `figures` is told.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// A folder on the disk that is to be measured.
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    folder: PathBuf,
}

/// Why there are no figures.
#[derive(Debug, thiserror::Error)]
enum Unmeasured {
    #[error("the runtime cannot be used: {0}")]
    Runtime(io::Error),
    #[error(transparent)]
    Figures(#[from] FiguresError),
    #[error("the figures cannot be written: {0}")]
    Output(io::Error),
}

/// Prints the figures, and fails if they are too low.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match measure(arguments, &mut io::stdout()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            // Nobody listening is no reason to do more.
            let _ = writeln!(io::stderr(), "kittens-lab: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measure(arguments: &Arguments, out: &mut impl Write) -> Result<bool, Unmeasured> {
    let runtime = tokio::runtime::Runtime::new().map_err(Unmeasured::Runtime)?;
    let Figures {
        single,
        grouped,
        ready,
    } = runtime.block_on(benchmark::measure(&arguments.folder))?;
    let times = grouped / single;
    let lines = format!(
        "{WRITERS} tables at once, synced: {single:.0} entries a second in single commits, \
         {grouped:.0} in grouped ones ({times:.1} times; at least {GROUPED})\n\
         {TABLES} running tables of {ENTRIES} entries: ready in {ready:?} (at most {READY:?})"
    );
    writeln!(out, "{lines}").map_err(Unmeasured::Output)?;
    Ok(times >= GROUPED && ready <= READY)
}
