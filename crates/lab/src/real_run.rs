//! The common part of the subcommands that run real processes of the bot: finds the program, runs to the
//! end, prints the report.

use std::fmt::Display;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use simulator::real::RealError;
use tokio::runtime::Runtime;

/// Runs to the end and prints the report. Fails if it is not good or if the run could not be finished.
pub(crate) fn finish<R: Display>(
    run: impl Future<Output = Result<R, RealError>>,
    is_good: impl FnOnce(&R) -> bool,
) -> ExitCode {
    match build_runtime().and_then(|runtime| runtime.block_on(run)) {
        Ok(report) => {
            // Standard output is closed: the exit code still tells.
            let _ = writeln!(io::stdout(), "{report}");
            match is_good(&report) {
                true => ExitCode::SUCCESS,
                false => ExitCode::FAILURE,
            }
        }
        Err(error) => {
            let _ = writeln!(io::stderr(), "kittens-lab: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns a runtime with a thread for each processor.
pub(crate) fn build_runtime() -> Result<Runtime, RealError> {
    Runtime::new().map_err(|reason| RealError::System {
        what: "the runtime cannot be used",
        reason,
    })
}

/// Returns the program `kittens` to run: cargo puts both programs of the workspace into one folder.
pub(crate) fn program(chosen: Option<&Path>) -> Result<PathBuf, RealError> {
    if let Some(program) = chosen {
        return Ok(program.to_owned());
    }
    let own_path = std::env::current_exe().map_err(|reason| RealError::System {
        what: "the folder of this program is not found",
        reason,
    })?;
    Ok(own_path.with_file_name("kittens"))
}
