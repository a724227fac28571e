//! One command of a chore, run to its end; a failure names the command and never hides its output.

use std::process::Command;

/// Why a chore ended early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failed {
    /// The chore is not one of ours.
    #[error("unknown task {0:?}; there are: test, browser, database, tidy")]
    UnknownTask(String),
    /// The program could not be started at all.
    #[error("{program} could not be started: {source}")]
    NotStarted {
        /// What was to run.
        program: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// The program ran and reported failure.
    #[error("`{0}` failed")]
    Command(String),
    /// A browser is needed and cannot be installed from here.
    #[error(
        "the page test needs Chromium and its driver: install the packages `chromium` and \
         `chromium-driver` (Debian), or put `chromium` and `chromedriver` on the PATH"
    )]
    NoBrowser,
    /// A database server is needed and cannot be installed from here.
    #[error(
        "the journal's tests start PostgreSQL: install the package `postgresql` (Debian), or put \
         `initdb` and `postgres` on the PATH"
    )]
    NoDatabase,
    /// Files that break a rule of the repository.
    #[error("the repository's rules are broken:\n{0}")]
    Tidy(String),
}

/// Runs cargo with these arguments in the workspace.
pub(crate) fn cargo(arguments: &[&str]) -> Result<(), Failed> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    run(&cargo, arguments)
}

/// Runs a program with the terminal's own output.
pub(crate) fn run(program: &str, arguments: &[&str]) -> Result<(), Failed> {
    let shown = format!("{program} {}", arguments.join(" "));
    println!("xtask: {shown}");
    let status = Command::new(program)
        .args(arguments)
        .status()
        .map_err(|source| Failed::NotStarted {
            program: program.to_owned(),
            source,
        })?;
    if status.success() {
        Ok(())
    } else {
        Err(Failed::Command(shown))
    }
}

/// Whether a program of this name answers to `--version`.
pub(crate) fn exists(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
}
