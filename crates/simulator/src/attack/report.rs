//! Measurements of well-behaved tables during an attack.

use std::time::Duration;

use super::kind::Attack;
use crate::times::Times;

const LATE: Duration = Duration::from_secs(1);

/// The waiting times of well-behaved people.
#[derive(Clone, Debug, Default)]
pub struct Measurements {
    /// From each click to its answer.
    pub answers: Vec<Duration>,
    /// From each answer until the table's message showed the change.
    pub lateness: Vec<Duration>,
    /// The number of clicks that got no answer, or an answer saying that something went wrong.
    pub unanswered: usize,
}

impl Measurements {
    pub(super) fn add(&mut self, mut other: Self) {
        self.answers.append(&mut other.answers);
        self.lateness.append(&mut other.lateness);
        self.unanswered += other.unanswered;
    }

    /// Returns the time within which this share of the answers arrived.
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
    /// The number of the bot's requests that Discord would count as invalid.
    pub invalid_requests: u64,
    /// The process's peak memory in KiB; 0 if the system does not report it.
    pub peak_memory_kib: u64,
    /// The journal's growth during the attack; `None` if it was not measured.
    pub growth: Option<JournalGrowth>,
}

#[derive(Clone, Copy, Debug)]
pub struct JournalGrowth {
    /// The number of clicks by the attacking account.
    pub clicks: usize,
    /// The largest number of entries of any running table.
    pub most_entries: usize,
    /// The peak memory in KiB of a process that was started with this journal.
    pub restart_peak_kib: u64,
}
