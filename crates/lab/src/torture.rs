//! `kittens-lab torture`: plays games under faults and prints the violated invariants. Both kinds of
//! faults, simulated and real, are in the crate `simulator`.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;

use simulator::real::{self, Plan, RealError, Report};
use simulator::simulated::{self, Torture, cover_failpoints, play_with_transcript};

use crate::real_run::{build_runtime, program};

/// The default number of simulated games.
const DEFAULT_SIMULATED_GAMES: u64 = 1_000;
/// The default number of real games played at the same time.
const DEFAULT_REAL_GAMES: u64 = 8;

/// The arguments of `torture`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Real processes of the program `kittens` against a sandbox, killed and stopped while people
    /// play; else games whose clock, network and disk are simulated.
    #[arg(long)]
    real: bool,
    /// How often a process is killed and started again.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "real")]
    kills: u32,
    /// How often one of two processes on one PostgreSQL is stopped, taken over from, and let go on.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "real")]
    takeovers: u32,
    /// Within how many seconds every table has to be right after a process was stopped.
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 10,
        requires = "takeovers"
    )]
    within: u64,
    /// How many games are simulated (1000 if not told); of real ones, how many are played at the
    /// same time (8 if not told).
    #[arg(long, value_name = "G", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// How many threads share the simulated games.
    #[arg(long, value_name = "T", default_value_t = 1, conflicts_with = "real",
          value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: u64,
    /// How many processes at a time share the journal and the channel of a simulated game; of
    /// several, some also stand still or lose a connection.
    #[arg(long, value_name = "W", default_value_t = 1, conflicts_with = "real",
          value_parser = clap::value_parser!(u64).range(1..=3))]
    writers: u64,
    /// Let a simulated process die at each point with each kind of fact that comes past it, and
    /// print how often.
    #[arg(long, conflicts_with = "real")]
    points: bool,
    /// Print everything that happens in the simulated game of this seed.
    #[arg(long, conflicts_with_all = ["real", "points", "games"])]
    transcript: bool,
    /// Print one JSON object instead of text.
    #[arg(long, conflicts_with_all = ["real", "points", "transcript"])]
    json: bool,
    /// Where games are kept: a new file for kills and a PostgreSQL server of its own for takeovers,
    /// if not told.
    #[arg(long, value_name = "URL", requires = "real")]
    storage: Option<String>,
    /// The program `kittens` whose real processes are killed or stopped; the one in this program's
    /// folder if not told.
    #[arg(long, value_name = "FILE", requires = "real")]
    program: Option<PathBuf>,
    /// The seed of the first game; each game has the next one. A simulated game is the same again
    /// with the same seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// An error that stops `torture`.
#[derive(Debug, thiserror::Error)]
enum TortureError {
    #[error(transparent)]
    Real(#[from] RealError),
    #[error("the games cannot be simulated: {0}")]
    Simulated(io::Error),
    #[error("the outcome cannot be written: {0}")]
    Output(io::Error),
}

/// Plays the games, prints the report, and fails if an invariant was violated.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let outcome = match arguments.real {
        true => run_real(arguments).map_err(TortureError::from),
        false => run_simulated(arguments),
    };
    match outcome {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            // Standard error is closed: the exit code still tells of the error.
            let _ = writeln!(io::stderr(), "kittens-lab: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run_real(arguments: &Arguments) -> Result<usize, RealError> {
    let runtime = build_runtime()?;
    let program = program(arguments.program.as_deref())?;
    let plan = |times| Plan {
        program: program.clone(),
        times,
        games: usize::try_from(arguments.games.unwrap_or(DEFAULT_REAL_GAMES)).unwrap_or(usize::MAX),
        storage: arguments.storage.clone(),
        within: Duration::from_secs(arguments.within),
        seed: arguments.seed,
    };
    let mut violations = 0;
    if arguments.kills > 0 {
        let report = runtime.block_on(real::kill(&plan(arguments.kills)))?;
        violations += print_report("kills", &report);
    }
    if arguments.takeovers > 0 {
        let report = runtime.block_on(real::take_over(&plan(arguments.takeovers)))?;
        violations += print_report("takeovers", &report);
    }
    Ok(violations)
}

/// Plays simulated games and prints the report that was asked for. Returns the number of violations.
fn run_simulated(arguments: &Arguments) -> Result<usize, TortureError> {
    let writers = usize::try_from(arguments.writers).unwrap_or(1);
    let torture = Torture {
        seed: arguments.seed,
        games: arguments.games.unwrap_or(DEFAULT_SIMULATED_GAMES),
        writers,
        threads: usize::try_from(arguments.threads).unwrap_or(1),
    };
    if arguments.transcript {
        let (totals, lines) =
            play_with_transcript(arguments.seed, writers).map_err(TortureError::Simulated)?;
        return print_text(&lines.join("\n"), totals.violations.len());
    }
    if arguments.points {
        let coverage = cover_failpoints(torture).map_err(TortureError::Simulated)?;
        return print_text(&coverage.to_string(), coverage.totals.violations.len());
    }
    let started = Instant::now();
    let totals = torture.run().map_err(TortureError::Simulated)?;
    let violations = totals.violations.len();
    let report = simulated::Report {
        totals,
        seconds: started.elapsed().as_secs_f64(),
    };
    let text = match arguments.json {
        true => report.json().to_string(),
        false => report.to_string(),
    };
    print_text(&text, violations)
}

fn print_text(text: &str, violations: usize) -> Result<usize, TortureError> {
    writeln!(io::stdout(), "{text}").map_err(TortureError::Output)?;
    Ok(violations)
}

fn print_report(what: &str, report: &Report) -> usize {
    // Standard output is closed: the exit code still tells of violations.
    let _ = writeln!(io::stdout(), "{what}\n{report}");
    report.faults.len()
}
