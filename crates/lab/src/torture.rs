//! `kittens-lab torture`: games under faults, and whether everything that was promised held.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;

use simulator::real::{self, Plan, RealError, Report};
use simulator::simulated::{self, Torture, census, transcript};

/// Simulated games, if nobody says how many.
const SIMULATED_GAMES: u64 = 1_000;
/// Real games at the same time, if nobody says how many.
const REAL_GAMES: u64 = 8;

/// What `torture` is told.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Real processes of this program against a sandbox, killed and stopped while people play;
    /// else games whose clock, network and disk are simulated.
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
    /// What everything follows from: a simulated game is the same again with the same seed, and
    /// each game has the next.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// Why there was no torture.
#[derive(Debug, thiserror::Error)]
enum TortureError {
    #[error(transparent)]
    Real(#[from] RealError),
    #[error("the games cannot be simulated: {0}")]
    Simulated(io::Error),
    #[error("the outcome cannot be written: {0}")]
    Output(io::Error),
}

/// Does it, prints what came of it, and fails if anything was not as it should be.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let outcome = match arguments.real {
        true => torture(arguments).map_err(TortureError::from),
        false => simulate(arguments),
    };
    match outcome {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            // Nobody listening is no reason to do more.
            let _ = writeln!(io::stderr(), "kittens-lab: {error}");
            ExitCode::FAILURE
        }
    }
}

fn torture(arguments: &Arguments) -> Result<usize, RealError> {
    let runtime = tokio::runtime::Runtime::new();
    let runtime = runtime.map_err(|reason| RealError::System {
        what: "the runtime cannot be used",
        reason,
    })?;
    let program = program(arguments)?;
    let plan = |times| Plan {
        program: program.clone(),
        times,
        games: usize::try_from(arguments.games.unwrap_or(REAL_GAMES)).unwrap_or(usize::MAX),
        storage: arguments.storage.clone(),
        within: Duration::from_secs(arguments.within),
        seed: arguments.seed,
    };
    let mut faults = 0;
    if arguments.kills > 0 {
        let report = runtime.block_on(real::kill(&plan(arguments.kills)))?;
        faults += print("kills", &report);
    }
    if arguments.takeovers > 0 {
        let report = runtime.block_on(real::take_over(&plan(arguments.takeovers)))?;
        faults += print("takeovers", &report);
    }
    Ok(faults)
}

/// The program to run: cargo puts both programs of the workspace into one folder.
fn program(arguments: &Arguments) -> Result<PathBuf, RealError> {
    if let Some(program) = &arguments.program {
        return Ok(program.clone());
    }
    let own = std::env::current_exe().map_err(|reason| RealError::System {
        what: "the folder of this program is not found",
        reason,
    })?;
    Ok(own.with_file_name("kittens"))
}

/// Plays simulated games, as many as are wanted and as they are wanted to be told.
fn simulate(arguments: &Arguments) -> Result<usize, TortureError> {
    let torture = Torture {
        seed: arguments.seed,
        games: arguments.games.unwrap_or(SIMULATED_GAMES),
        threads: usize::try_from(arguments.threads).unwrap_or(1),
    };
    if arguments.transcript {
        let (tally, lines) = transcript(arguments.seed).map_err(TortureError::Simulated)?;
        return tell(&lines.join("\n"), tally.violations.len());
    }
    if arguments.points {
        let census = census(torture).map_err(TortureError::Simulated)?;
        return tell(&census.to_string(), census.tally.violations.len());
    }
    let begun = Instant::now();
    let tally = torture.run().map_err(TortureError::Simulated)?;
    let violations = tally.violations.len();
    let report = simulated::Report {
        tally,
        seconds: begun.elapsed().as_secs_f64(),
    };
    let text = match arguments.json {
        true => report.json().to_string(),
        false => report.to_string(),
    };
    tell(&text, violations)
}

fn tell(text: &str, faults: usize) -> Result<usize, TortureError> {
    writeln!(io::stdout(), "{text}").map_err(TortureError::Output)?;
    Ok(faults)
}

fn print(what: &str, report: &Report) -> usize {
    // The exit code says the same to whoever does not listen.
    let _ = writeln!(io::stdout(), "{what}\n{report}");
    report.faults.len()
}
