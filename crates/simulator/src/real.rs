//! `kittens-lab torture --real`: real processes of this program against the sandbox, killed or stopped
//! at any moment while people play, and what the journal and the people's screens say afterwards.
//! It must never touch a process that it has not started, nor a database that it was not given.

mod audit;
mod game;
mod kills;
mod person;
mod process;
mod scene;
mod takeovers;

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use journal::{JournalError, StoreError};

pub use kills::kill;
use postgres_server::ServerError;
pub use takeovers::take_over;

/// How long anything may take that must come; far beyond what it takes.
const PATIENCE: Duration = Duration::from_secs(120);

/// What is to be done.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many kills, or takeovers.
    pub times: u32,
    /// How many games are played at the same time.
    pub games: usize,
    /// Where games are kept; a new place if not told.
    pub storage: Option<String>,
    /// How soon every table has to be right after a process was stopped, or went on.
    pub within: Duration,
    /// What the moments and the people's choices follow from.
    pub seed: u64,
    /// The program `kittens` whose processes are killed and stopped.
    pub program: PathBuf,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Kills, or takeovers.
    pub times: u32,
    /// Games played to a winner.
    pub games: usize,
    /// Clicks that were made.
    pub clicks: usize,
    /// Clicks whose people were told that they count.
    pub acknowledged: usize,
    /// Entries that the journal holds of these games.
    pub entries: usize,
    /// The longest that a table was wrong after its process was stopped.
    pub slowest: Duration,
    /// What should never be.
    pub faults: Vec<String>,
}

impl Report {
    /// Takes in what another run came to.
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

/// Why nothing can be said.
#[derive(Debug, thiserror::Error)]
pub enum RealError {
    /// The sandbox does not start.
    #[error(transparent)]
    Sandbox(#[from] sandbox::SandboxError),
    /// The sandbox does not answer.
    #[error("the sandbox does not answer: {0}")]
    Silent(#[from] reqwest::Error),
    /// A database server does not start.
    #[error(transparent)]
    Server(#[from] ServerError),
    /// The journal does not open.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The journal cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The system does not do something.
    #[error("{what}: {reason}")]
    System {
        /// What.
        what: &'static str,
        /// Why.
        reason: std::io::Error,
    },
    /// The address of the journal is none.
    #[error(
        "games cannot be kept in {0:?}: takeovers need a postgres: address, kills any but memory:"
    )]
    Storage(String),
    /// Something did not come in two minutes.
    #[error("{0} did not come to pass in two minutes")]
    Stuck(String),
}

fn system(what: &'static str) -> impl FnOnce(std::io::Error) -> RealError {
    move |reason| RealError::System { what, reason }
}
