//! `kittens-lab figures`: prints how fast the journal is on this machine and fails if it is too slow.
//! The measurements are in `benchmark` and `erasure_benchmark`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;

use crate::benchmark::{
    self, BenchmarkError, BenchmarkResults, ENTRIES_PER_TABLE, RUNNING_TABLES, WRITERS,
};
use crate::erasure_benchmark::{self, ErasureResults, STORED_TABLES, TABLES_OF_PERSON};

/// The least factor by which grouped commits have to be faster than single ones.
const MIN_GROUPED_SPEEDUP: f64 = 5.0;
/// The least rate of encrypted entries, as a share of the rate in plain text. Runs differ by some hundredths.
const MIN_ENCRYPTED_SHARE: f64 = 0.8;
/// The longest time that a process with all running tables may take to start.
const MAX_START_TIME: Duration = Duration::from_secs(5);

/// The longest time that forgetting a person may take.
const MAX_ERASURE_TIME: Duration = Duration::from_secs(5);
/// The longest time that an append may wait while people are forgotten and tables deleted.
const MAX_APPEND_TIME: Duration = Duration::from_millis(500);

/// The arguments of `figures`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// A folder on the disk that is to be measured.
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    folder: PathBuf,
}

/// An error that stops `figures`.
#[derive(Debug, thiserror::Error)]
enum FiguresError {
    #[error("the runtime cannot be used: {0}")]
    Runtime(io::Error),
    #[error(transparent)]
    Benchmark(#[from] BenchmarkError),
    #[error("the figures cannot be written: {0}")]
    Output(io::Error),
}

/// Prints the figures, and fails if they miss their limits.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match print_figures(arguments, &mut io::stdout()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            // Standard error is closed: the exit code still tells of the error.
            let _ = writeln!(io::stderr(), "kittens-lab: {error}");
            ExitCode::FAILURE
        }
    }
}

fn print_figures(arguments: &Arguments, out: &mut impl Write) -> Result<bool, FiguresError> {
    let runtime = tokio::runtime::Runtime::new().map_err(FiguresError::Runtime)?;
    let BenchmarkResults {
        single_rate,
        grouped_rate,
        encrypted_share,
        start_time,
    } = runtime.block_on(benchmark::measure(&arguments.folder))?;
    let speedup = grouped_rate / single_rate;
    let lines = format!(
        "{WRITERS} tables at once, synced: {single_rate:.0} entries a second in single commits, \
         {grouped_rate:.0} in grouped ones ({speedup:.1} times; at least {MIN_GROUPED_SPEEDUP})\n\
         with a key: {:.0} % of the rate without (at least {:.0} %)\n\
         {RUNNING_TABLES} running tables of {ENTRIES_PER_TABLE} entries: ready in {start_time:?} (at most {MAX_START_TIME:?})",
        encrypted_share * 100.0,
        MIN_ENCRYPTED_SHARE * 100.0,
    );
    writeln!(out, "{lines}").map_err(FiguresError::Output)?;
    let erasure = runtime.block_on(erasure_benchmark::measure(&arguments.folder))?;
    writeln!(out, "{}", erasure_lines(&erasure)).map_err(FiguresError::Output)?;
    let is_fast_enough = speedup >= MIN_GROUPED_SPEEDUP && encrypted_share >= MIN_ENCRYPTED_SHARE;
    Ok(is_fast_enough && start_time <= MAX_START_TIME && is_fast(&erasure))
}

fn erasure_lines(results: &ErasureResults) -> String {
    let ErasureResults {
        erasure_time,
        longest_append,
        deletion_time,
        longest_append_during_deletion,
    } = results;
    format!(
        "a person at {TABLES_OF_PERSON} of {STORED_TABLES} stored tables: forgotten in \
         {erasure_time:?} (at most {MAX_ERASURE_TIME:?}), longest append meanwhile \
         {longest_append:?} (at most {MAX_APPEND_TIME:?})\n\
         {TABLES_OF_PERSON} expired tables: deleted in {deletion_time:?}, longest append meanwhile \
         {longest_append_during_deletion:?} (at most {MAX_APPEND_TIME:?})"
    )
}

fn is_fast(results: &ErasureResults) -> bool {
    let appends = [
        results.longest_append,
        results.longest_append_during_deletion,
    ];
    results.erasure_time <= MAX_ERASURE_TIME && appends.iter().all(|one| *one <= MAX_APPEND_TIME)
}
