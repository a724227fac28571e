//! `kittens torture`: games under faults, and whether everything that was promised held.

use std::io::Write as _;
use std::process::ExitCode;

use clap::Args;

use crate::torture::real::{self, Plan, RealError, Report};

/// What `torture` is told.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// Real processes of this program against a sandbox, killed and stopped while people play.
    #[arg(long, required = true)]
    real: bool,
    /// How often a process is killed and started again.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "real")]
    kills: u32,
    /// How often one of two processes on one PostgreSQL is stopped, taken over from, and let go on.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "real")]
    takeovers: u32,
    /// How many games are played at the same time.
    #[arg(long, value_name = "G", default_value_t = 8)]
    games: usize,
    /// Where games are kept: a new file for kills and a PostgreSQL server of its own for takeovers,
    /// if not told.
    #[arg(long, value_name = "URL")]
    storage: Option<String>,
    /// What the moments and the people's choices follow from.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// Does it, prints what came of it, and fails if anything was not as it should be.
pub(super) fn run(arguments: &Arguments) -> ExitCode {
    match torture(arguments) {
        Ok(faults) if faults == 0 => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            // Nobody listening is no reason to do more.
            let _ = writeln!(std::io::stderr(), "kittens: {error}");
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
    let plan = |times| Plan {
        times,
        games: arguments.games,
        storage: arguments.storage.clone(),
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

fn print(what: &str, report: &Report) -> usize {
    // The exit code says the same to whoever does not listen.
    let _ = writeln!(std::io::stdout(), "{what}\n{report}");
    report.faults.len()
}
