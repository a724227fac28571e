//! `kittens-lab torture --real`: real processes of the bot against the sandbox are killed or stopped at
//! any moment while people play; afterwards the journal is compared with the channels' messages and the
//! answers that people got. It must never touch a process that it has not started, nor a database that
//! it was not given.

mod audit;
mod environment;
mod game;
mod kills;
mod player;
mod process;
mod takeovers;

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use journal::{JournalError, StoreError};
use postgres_server::ServerError;
use virtual_user::control_client::ControlClientError;

pub use kills::kill;
pub use takeovers::take_over;

/// Timeout of everything that a run waits for; far beyond what it takes.
const TIMEOUT: Duration = Duration::from_secs(120);

/// The extent of a run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Number of kills or takeovers.
    pub times: u32,
    /// Number of games played at the same time.
    pub games: usize,
    /// Address of the journal; a new SQLite file or PostgreSQL server without one.
    pub storage: Option<String>,
    /// Time within which every table has to be up to date after a process was stopped or continued.
    pub within: Duration,
    /// Seed of the moments of kills and of the players' choices.
    pub seed: u64,
    /// Path of the program `kittens`.
    pub program: PathBuf,
}

/// The result of a run.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Number of kills or takeovers.
    pub times: u32,
    /// Number of games played to a winner.
    pub games: usize,
    /// Number of clicks and commands sent.
    pub clicks: usize,
    /// Number of them that the bot acknowledged as carried out, and which the journal must have.
    pub acknowledged: usize,
    /// Number of journal entries of these games.
    pub entries: usize,
    /// Longest time from the stop of a process until all its tables were up to date again.
    pub slowest: Duration,
    /// Violations found, one sentence each; none in a good run.
    pub faults: Vec<String>,
}

impl Report {
    /// Adds the result of another run.
    fn add(&mut self, other: Self) {
        self.times += other.times;
        self.games += other.games;
        self.clicks += other.clicks;
        self.acknowledged += other.acknowledged;
        self.entries += other.entries;
        self.slowest = self.slowest.max(other.slowest);
        self.faults.extend(other.faults);
    }
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            times,
            games,
            clicks,
            acknowledged,
            entries,
            slowest,
            faults,
        } = self;
        writeln!(formatter, "times: {times}")?;
        writeln!(formatter, "games played to a winner: {games}")?;
        writeln!(formatter, "clicks: {clicks}, acknowledged: {acknowledged}")?;
        writeln!(formatter, "entries in the journal: {entries}")?;
        if !slowest.is_zero() {
            let seconds = slowest.as_secs_f32();
            writeln!(formatter, "slowest table to be right again: {seconds:.1} s")?;
        }
        for fault in faults {
            writeln!(formatter, "FAULT: {fault}")?;
        }
        write!(formatter, "faults: {}", faults.len())
    }
}

/// A run that could not be finished.
#[derive(Debug, thiserror::Error)]
pub enum RealError {
    /// The sandbox does not start.
    #[error(transparent)]
    Sandbox(#[from] sandbox::SandboxError),
    /// A call of the sandbox's control API failed.
    #[error(transparent)]
    Control(#[from] ControlClientError),
    /// PostgreSQL cannot be started or used.
    #[error(transparent)]
    Server(#[from] ServerError),
    /// The journal cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The journal cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The operating system refused something.
    #[error("{what}: {reason}")]
    System {
        /// The consequence, as a sentence without its end.
        what: &'static str,
        /// The system's error.
        reason: std::io::Error,
    },
    /// The journal's address is none, or of a kind that this run cannot use.
    #[error(
        "games cannot be kept in {0:?}: takeovers need a postgres: address, kills any but memory:"
    )]
    Storage(String),
    /// Something did not happen within two minutes.
    #[error("{0} did not happen within two minutes")]
    Timeout(String),
}

/// Returns a function that adds the consequence to an error of the system.
fn system_error(what: &'static str) -> impl FnOnce(std::io::Error) -> RealError {
    move |reason| RealError::System { what, reason }
}
