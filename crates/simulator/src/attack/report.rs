//! The measurements of well-behaved tables during an attack.

use std::time::Duration;

use super::kind::Attack;
use crate::times::Times;

/// An answer that comes later than this is counted as late.
const LATE: Duration = Duration::from_secs(1);

/// The times that well-behaved people waited.
#[derive(Clone, Debug, Default)]
pub struct Measurements {
    /// From a click to its answer.
    pub answers: Vec<Duration>,
    /// From the answer to a click until the table's message showed it.
    pub lateness: Vec<Duration>,
    /// Clicks that got no answer, or none but that something went wrong.
    pub unanswered: usize,
}

impl Measurements {
    pub(super) fn add(&mut self, mut other: Self) {
        self.answers.append(&mut other.answers);
        self.lateness.append(&mut other.lateness);
        self.unanswered += other.unanswered;
    }

    /// Returns the time in which this share of the answers came.
    pub fn answered_within(&self, share: f64) -> Duration {
        Times::of(&self.answers).at(share)
    }

    pub fn clicks(&self) -> usize {
        self.answers.len() + self.unanswered
    }

    pub fn late(&self) -> usize {
        self.answers.iter().filter(|time| **time > LATE).count()
    }
}

#[derive(Clone, Debug)]
pub struct AttackReport {
    pub attack: Attack,
    pub measured: Measurements,
    /// The bot's requests that Discord would count as invalid.
    pub invalid_requests: u64,
    /// The most memory that the process used, in KiB; 0 if the system does not tell.
    pub peak_memory_kib: u64,
    /// The growth of the journal by the attack, if it was measured.
    pub growth: Option<JournalGrowth>,
}

#[derive(Clone, Copy, Debug)]
pub struct JournalGrowth {
    /// The clicks of the account that attacked.
    pub clicks: usize,
    /// The most entries of a running table.
    pub most_entries: usize,
    /// The most memory that a process used to start with this journal, in KiB.
    pub restart_peak_kib: u64,
}
