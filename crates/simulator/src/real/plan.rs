//! The extent of a run with kills or takeovers, and the arguments that all runs with real processes share.

use std::num::ParseIntError;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct Plan {
    /// Number of kills or takeovers.
    pub times: u32,
    /// Number of games played at the same time.
    pub games: usize,
    /// The number of clusters, each of which has a process that waits. Of takeovers only.
    pub clusters: u32,
    /// Address of the journal; a new SQLite file or PostgreSQL server without one.
    pub storage: Option<String>,
    /// Time within which every table has to be up to date after a process was stopped or continued.
    pub within: Duration,
    /// Seed of the moments of kills and of the players' choices.
    pub seed: u64,
    pub program: PathBuf,
}

/// Returns the program `kittens` beside this one: cargo puts both programs of the workspace into one folder.
pub fn default_program() -> PathBuf {
    let own = std::env::current_exe().unwrap_or_default();
    own.with_file_name("kittens")
}

pub fn seconds(text: &str) -> Result<Duration, ParseIntError> {
    text.parse().map(Duration::from_secs)
}
