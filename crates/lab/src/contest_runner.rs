//! Runs contests among computer players for `simulate` and `tournament`. Divides the games among threads, measures
//! decision times and adds up the results. `kit::contest` plays the games.

use std::time::{Duration, Instant};

use kit::contest::{Contest, Contestant, MatchResult};
use simulator::simulated::in_parallel;

use crate::win_rate::WinRate;

#[derive(Clone, Debug)]
pub(crate) struct ContestResults {
    pub(crate) games: u64,
    pub(crate) turns: u64,
    pub(crate) wins_by_seat: Vec<u64>,
    contestants: Vec<ContestantStats>,
    pub(crate) seconds: f64,
}

/// The results of one contestant, or the total of several equal contestants.
#[derive(Clone, Debug)]
pub(crate) struct ContestantStats {
    pub(crate) contestant: Contestant,
    pub(crate) seats: u64,
    pub(crate) wins: u64,
    pub(crate) decision_times: DecisionTimes,
}

/// A histogram of decision times, with eight buckets per factor of two.
#[derive(Clone, Debug)]
pub(crate) struct DecisionTimes {
    pub(crate) decisions: u64,
    total: Duration,
    buckets: Vec<u64>,
}

const BUCKETS_IN_DOUBLE: f64 = 8.0;
/// Enough buckets for up to 2⁴⁰ nanoseconds, about 18 minutes.
const BUCKETS: usize = 40 * BUCKETS_IN_DOUBLE as usize;

impl DecisionTimes {
    fn new() -> DecisionTimes {
        DecisionTimes {
            decisions: 0,
            total: Duration::ZERO,
            buckets: vec![0; BUCKETS],
        }
    }

    fn record(&mut self, took: Duration) {
        let nanoseconds = took.as_nanos().max(1) as f64;
        let bucket = (nanoseconds.log2() * BUCKETS_IN_DOUBLE) as usize;
        self.decisions += 1;
        self.total += took;
        self.buckets[bucket.min(BUCKETS - 1)] += 1;
    }

    fn add(&mut self, other: &DecisionTimes) {
        self.decisions += other.decisions;
        self.total += other.total;
        for (count, more) in self.buckets.iter_mut().zip(&other.buckets) {
            *count += more;
        }
    }

    pub(crate) fn mean_micros(&self) -> f64 {
        self.total.as_secs_f64() * 1e6 / self.decisions.max(1) as f64
    }

    /// Returns the 99th percentile of the decision times in microseconds.
    pub(crate) fn p99_micros(&self) -> f64 {
        let beyond = self.decisions / 100;
        let mut slower = 0;
        let found = self.buckets.iter().rposition(|count| {
            slower += count;
            slower > beyond
        });
        found.map_or(0.0, |bucket| {
            ((bucket + 1) as f64 / BUCKETS_IN_DOUBLE).exp2() / 1e3
        })
    }
}

impl ContestResults {
    fn new(contest: &Contest) -> ContestResults {
        let stats = |&contestant: &Contestant| ContestantStats {
            contestant,
            seats: 1,
            wins: 0,
            decision_times: DecisionTimes::new(),
        };
        ContestResults {
            games: 0,
            turns: 0,
            wins_by_seat: vec![0; contest.contestants().len()],
            contestants: contest.contestants().iter().map(stats).collect(),
            seconds: 0.0,
        }
    }

    /// Runs one decision of the contestant at this index and records how long it took.
    pub(crate) fn time_decision(&mut self, index: usize, decide: &mut dyn FnMut()) {
        let started = Instant::now();
        decide();
        self.contestants[index]
            .decision_times
            .record(started.elapsed());
    }

    pub(crate) fn record(&mut self, outcome: MatchResult) {
        self.games += 1;
        self.turns += u64::from(outcome.turns);
        self.wins_by_seat[outcome.seat.index()] += 1;
        self.contestants[outcome.contestant].wins += 1;
    }

    fn add(&mut self, other: &ContestResults) {
        self.games += other.games;
        self.turns += other.turns;
        for (wins, more) in self.wins_by_seat.iter_mut().zip(&other.wins_by_seat) {
            *wins += more;
        }
        for (stats, more) in self.contestants.iter_mut().zip(&other.contestants) {
            stats.wins += more.wins;
            stats.decision_times.add(&more.decision_times);
        }
    }

    pub(crate) fn decisions(&self) -> u64 {
        self.contestants
            .iter()
            .map(|stats| stats.decision_times.decisions)
            .sum()
    }

    /// Returns the results with equal contestants merged, in the order of their first appearance.
    pub(crate) fn by_contestant(&self) -> Vec<ContestantStats> {
        let mut groups: Vec<ContestantStats> = Vec::new();
        for stats in &self.contestants {
            match groups
                .iter_mut()
                .find(|group| group.contestant == stats.contestant)
            {
                None => groups.push(stats.clone()),
                Some(group) => {
                    group.seats += 1;
                    group.wins += stats.wins;
                    group.decision_times.add(&stats.decision_times);
                }
            }
        }
        groups
    }

    pub(crate) fn first_win_rate(&self) -> WinRate {
        WinRate::of(self.contestants[0].wins, self.games)
    }
}

/// Plays the games with numbers below `games` on several threads. `play` plays one game and records
/// its outcome.
pub(crate) fn play_all<E: Send>(
    contest: &Contest,
    games: u64,
    threads: u64,
    play: impl Fn(u64, &mut ContestResults) -> Result<(), E> + Sync,
) -> Result<ContestResults, E> {
    let started = Instant::now();
    let step = usize::try_from(threads).unwrap_or(usize::MAX);
    let shares = in_parallel(threads, step, |first| {
        let mut results = ContestResults::new(contest);
        let mut numbers = (first..games).step_by(step);
        numbers.try_for_each(|number| play(number, &mut results))?;
        Ok(results)
    })?;
    let mut total = ContestResults::new(contest);
    shares.iter().for_each(|share| total.add(share));
    total.seconds = started.elapsed().as_secs_f64();
    Ok(total)
}

pub(crate) fn play_one(contest: &Contest, number: u64, results: &mut ContestResults) {
    let outcome = contest.play(number, |index, decide| results.time_decision(index, decide));
    results.record(outcome);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_slow_decision_in_fifty_sets_the_99th_percentile_and_one_in_two_hundred_does_not() {
        let mut decision_times = DecisionTimes::new();
        (0..49).for_each(|_| decision_times.record(Duration::from_micros(10)));
        decision_times.record(Duration::from_millis(10));
        assert!((9_000.0..12_000.0).contains(&decision_times.p99_micros()));
        (0..150).for_each(|_| decision_times.record(Duration::from_micros(10)));
        assert!((9.0..12.0).contains(&decision_times.p99_micros()));
    }
}
