//! The result of a run with kills or takeovers.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The number of kills or takeovers.
    pub times: u32,
    /// The number of games that were played to a winner.
    pub games: usize,
    pub clicks: usize,
    /// The number of clicks that the bot carried out, each of which must be in the journal.
    pub acknowledged: usize,
    pub entries: usize,
    /// The longest time until another process took over, for each way in which a holder lost its lease.
    pub slowest: BTreeMap<&'static str, Duration>,
    /// Violated requirements, one sentence each; empty after a good run.
    pub faults: Vec<String>,
}

impl Report {
    pub(super) fn note_slowest(&mut self, end: &'static str, elapsed: Duration) {
        let slowest = self.slowest.entry(end).or_default();
        *slowest = elapsed.max(*slowest);
    }

    pub(super) fn add(&mut self, other: Self) {
        self.times += other.times;
        self.games += other.games;
        self.clicks += other.clicks;
        self.acknowledged += other.acknowledged;
        self.entries += other.entries;
        for (end, elapsed) in other.slowest {
            self.note_slowest(end, elapsed);
        }
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
        for (end, elapsed) in slowest {
            let seconds = elapsed.as_secs_f32();
            writeln!(
                formatter,
                "slowest to play on after a process was {end}: {seconds:.1} s"
            )?;
        }
        for fault in faults {
            writeln!(formatter, "FAULT: {fault}")?;
        }
        write!(formatter, "faults: {}", faults.len())
    }
}
