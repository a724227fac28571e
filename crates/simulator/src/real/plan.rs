//! The plan of a run with kills or takeovers, and helpers for parsing the arguments of runs with real processes.

use std::num::ParseIntError;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct Plan {
    /// The number of kills or takeovers.
    pub times: u32,
    /// The number of concurrent games.
    pub games: usize,
    /// The number of clusters, each of which has a standby process. For takeovers only.
    pub clusters: u32,
    /// The address of the journal. Defaults to a new SQLite file or PostgreSQL server.
    pub storage: Option<String>,
    /// For takeovers only: how soon another process must take over, and how soon every table must then be up to date.
    pub within: Duration,
    /// The seed for the players' choices and for the times of the kills or takeovers.
    pub seed: u64,
    pub program: PathBuf,
}

/// Returns the program `kittens` in this program's folder, because cargo builds both programs into the same folder.
pub fn default_program() -> PathBuf {
    let own = std::env::current_exe().unwrap_or_default();
    own.with_file_name("kittens")
}

pub fn seconds(text: &str) -> Result<Duration, ParseIntError> {
    text.parse().map(Duration::from_secs)
}
