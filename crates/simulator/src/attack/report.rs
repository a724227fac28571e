//! The measurements of well-behaved tables during an attack.

use std::time::Duration;

use super::kind::Attack;

/// An answer that comes later than this is counted as late.
const LATE: Duration = Duration::from_secs(1);

/// The times that well-behaved people waited.
#[derive(Clone, Debug, Default)]
pub(super) struct Measurements {
    /// From a click to its answer.
    pub(super) answers: Vec<Duration>,
    /// From the answer to a click until the table's message showed it.
    pub(super) lateness: Vec<Duration>,
    /// Clicks that got no answer.
    pub(super) unanswered: usize,
}

impl Measurements {
    pub(super) fn add(&mut self, mut other: Self) {
        self.answers.append(&mut other.answers);
        self.lateness.append(&mut other.lateness);
        self.unanswered += other.unanswered;
    }
}

/// The effects of one attack on well-behaved servers.
#[derive(Clone, Debug)]
pub struct AttackReport {
    /// The attack.
    pub attack: Attack,
    /// Clicks of well-behaved people.
    pub clicks: usize,
    /// Of these, those without an answer.
    pub unanswered: usize,
    /// Of these, those answered after more than a second.
    pub late: usize,
    /// From a click to its answer.
    pub answers: Percentiles,
    /// From the answer to a click until the table's message showed it.
    pub lateness: Percentiles,
    /// The bot's requests that Discord would count as invalid.
    pub invalid_requests: u64,
    /// The most memory that the process used, in KiB; 0 if the system does not tell.
    pub peak_memory_kib: u64,
    /// The growth of the journal by the attack, if it was measured.
    pub growth: Option<JournalGrowth>,
}

/// The journal after an attack.
#[derive(Clone, Copy, Debug)]
pub struct JournalGrowth {
    /// The clicks of the account that attacked.
    pub clicks: usize,
    /// The most entries of a running table.
    pub most_entries: usize,
    /// The most memory that a process used to start with this journal, in KiB.
    pub restart_peak_kib: u64,
}

/// Three percentiles.
#[derive(Clone, Copy, Debug, Default)]
pub struct Percentiles {
    /// Half of all values are at most this.
    pub p50: Duration,
    /// 99 of 100 values are at most this.
    pub p99: Duration,
    /// The largest value.
    pub max: Duration,
}

impl AttackReport {
    pub(super) fn new(
        attack: Attack,
        measured: Measurements,
        invalid_requests: u64,
        peak_memory_kib: u64,
    ) -> Self {
        let late = measured.answers.iter().filter(|time| **time > LATE);
        Self {
            attack,
            clicks: measured.answers.len() + measured.unanswered,
            unanswered: measured.unanswered,
            late: late.count(),
            answers: Percentiles::of(measured.answers),
            lateness: Percentiles::of(measured.lateness),
            invalid_requests,
            peak_memory_kib,
            growth: None,
        }
    }
}

impl Percentiles {
    /// Returns the percentiles of these values; zeros if there are none.
    fn of(mut values: Vec<Duration>) -> Self {
        values.sort_unstable();
        let Some(max) = values.last().copied() else {
            return Self::default();
        };
        let at = |percent: usize| values[(values.len() - 1) * percent / 100];
        Self {
            p50: at(50),
            p99: at(99),
            max,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_values_that_were_measured() {
        let values = (1..=100).rev().map(Duration::from_millis).collect();
        let percentiles = Percentiles::of(values);
        assert_eq!(percentiles.p50, Duration::from_millis(50));
        assert_eq!(percentiles.p99, Duration::from_millis(99));
        assert_eq!(percentiles.max, Duration::from_millis(100));
        assert_eq!(Percentiles::of(Vec::new()).max, Duration::ZERO);
    }
}
