//! The extent of a run with real processes, as its command line gives it.

use std::path::PathBuf;
use std::time::Duration;

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
