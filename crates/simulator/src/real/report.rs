//! The result of a run with real processes, as it is printed.

use std::fmt;
use std::time::Duration;

#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Number of kills or takeovers.
    pub times: u32,
    /// Number of games played to a winner.
    pub games: usize,
    pub clicks: usize,
    /// Number of them that the bot acknowledged as carried out, and which the journal must have.
    pub acknowledged: usize,
    pub entries: usize,
    /// Longest time from the stop of a process until all its tables were up to date again.
    pub slowest: Duration,
    /// Violations found, one sentence each; none in a good run.
    pub faults: Vec<String>,
}

impl Report {
    pub(super) fn add(&mut self, other: Self) {
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
