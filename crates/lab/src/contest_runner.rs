//! Contests among computer players: the threads, the clock and the sums that `simulate` and
//! `tournament` share. How a game goes, `players::contest` knows.

use std::thread;
use std::time::{Duration, Instant};

use players::contest::{Contest, Contestant, Outcome};

/// What came of a contest.
#[derive(Clone, Debug)]
pub(crate) struct Standings {
    pub(crate) games: u64,
    pub(crate) turns: u64,
    /// Games won, by seat.
    pub(crate) wins_by_seat: Vec<u64>,
    /// What each contestant did, in the order of the list.
    contestants: Vec<Standing>,
    pub(crate) seconds: f64,
}

/// What one contestant, or all of one kind, did.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    pub(crate) contestant: Contestant,
    pub(crate) seats: u64,
    pub(crate) wins: u64,
    pub(crate) thinking: Thinking,
}

/// How long choices took. Each counts in a bucket whose bounds lie an eighth apart.
#[derive(Clone, Debug)]
pub(crate) struct Thinking {
    pub(crate) choices: u64,
    total: Duration,
    buckets: Vec<u64>,
}

const BUCKETS_IN_DOUBLE: f64 = 8.0;
/// Up to 2⁴⁰ nanoseconds, a quarter of an hour.
const BUCKETS: usize = 40 * BUCKETS_IN_DOUBLE as usize;

impl Thinking {
    fn new() -> Thinking {
        Thinking {
            choices: 0,
            total: Duration::ZERO,
            buckets: vec![0; BUCKETS],
        }
    }

    fn note(&mut self, took: Duration) {
        let nanoseconds = took.as_nanos().max(1) as f64;
        let bucket = (nanoseconds.log2() * BUCKETS_IN_DOUBLE) as usize;
        self.choices += 1;
        self.total += took;
        self.buckets[bucket.min(BUCKETS - 1)] += 1;
    }

    fn add(&mut self, other: &Thinking) {
        self.choices += other.choices;
        self.total += other.total;
        for (count, more) in self.buckets.iter_mut().zip(&other.buckets) {
            *count += more;
        }
    }

    /// Microseconds a choice takes on average.
    pub(crate) fn mean(&self) -> f64 {
        self.total.as_secs_f64() * 1e6 / self.choices.max(1) as f64
    }

    /// Microseconds that 99 of 100 choices do not take longer than.
    pub(crate) fn slowest(&self) -> f64 {
        let beyond = self.choices / 100;
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

impl Standings {
    fn new(contest: &Contest) -> Standings {
        let standing = |&contestant: &Contestant| Standing {
            contestant,
            seats: 1,
            wins: 0,
            thinking: Thinking::new(),
        };
        Standings {
            games: 0,
            turns: 0,
            wins_by_seat: vec![0; contest.contestants().len()],
            contestants: contest.contestants().iter().map(standing).collect(),
            seconds: 0.0,
        }
    }

    /// The clock that stands beside a game: times a choice of the contestant at this place.
    pub(crate) fn time(&mut self, place: usize, choose: &mut dyn FnMut()) {
        let start = Instant::now();
        choose();
        self.contestants[place].thinking.note(start.elapsed());
    }

    pub(crate) fn note(&mut self, outcome: Outcome) {
        self.games += 1;
        self.turns += u64::from(outcome.turns);
        self.wins_by_seat[outcome.seat.index()] += 1;
        self.contestants[outcome.contestant].wins += 1;
    }

    fn add(&mut self, other: &Standings) {
        self.games += other.games;
        self.turns += other.turns;
        for (wins, more) in self.wins_by_seat.iter_mut().zip(&other.wins_by_seat) {
            *wins += more;
        }
        for (standing, more) in self.contestants.iter_mut().zip(&other.contestants) {
            standing.wins += more.wins;
            standing.thinking.add(&more.thinking);
        }
    }

    pub(crate) fn choices(&self) -> u64 {
        self.contestants
            .iter()
            .map(|standing| standing.thinking.choices)
            .sum()
    }

    /// The standings by kind, in the order in which the kinds first come in the list.
    pub(crate) fn by_kind(&self) -> Vec<Standing> {
        let mut kinds: Vec<Standing> = Vec::new();
        for standing in &self.contestants {
            match kinds
                .iter_mut()
                .find(|kind| kind.contestant == standing.contestant)
            {
                None => kinds.push(standing.clone()),
                Some(kind) => {
                    kind.seats += 1;
                    kind.wins += standing.wins;
                    kind.thinking.add(&standing.thinking);
                }
            }
        }
        kinds
    }

    /// The wins of the first of the list, as a share of all games with its interval.
    pub(crate) fn first(&self) -> Share {
        Share::of(self.contestants[0].wins, self.games)
    }
}

/// A share in per cent, with the bounds of its 95 % interval (Wilson's).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    pub(crate) percent: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Share {
    pub(crate) fn of(wins: u64, games: u64) -> Share {
        const Z: f64 = 1.96;
        let count = games.max(1) as f64;
        let share = wins as f64 / count;
        let stretch = 1.0 + Z * Z / count;
        let middle = (share + Z * Z / (2.0 * count)) / stretch;
        let spread =
            Z * (share * (1.0 - share) / count + Z * Z / (4.0 * count * count)).sqrt() / stretch;
        Share {
            percent: share * 100.0,
            low: (middle - spread).max(0.0) * 100.0,
            high: (middle + spread).min(1.0) * 100.0,
        }
    }
}

/// Plays games 0 to `games` on so many threads. `play` plays the game of one number and notes it.
///
/// # Errors
/// The first that `play` gives.
pub(crate) fn play_all<E: Send>(
    contest: &Contest,
    games: u64,
    threads: u64,
    play: impl Fn(u64, &mut Standings) -> Result<(), E> + Sync,
) -> Result<Standings, E> {
    let start = Instant::now();
    let share = |first: u64| {
        let mut standings = Standings::new(contest);
        let step = usize::try_from(threads).unwrap_or(usize::MAX);
        (first..games)
            .step_by(step)
            .try_for_each(|number| play(number, &mut standings))?;
        Ok(standings)
    };
    let shares: Vec<Result<Standings, E>> = thread::scope(|scope| {
        let share = &share;
        let others: Vec<_> = (1..threads)
            .map(|first| scope.spawn(move || share(first)))
            .collect();
        let own = share(0);
        let others = others.into_iter().map(|other| {
            other
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        std::iter::once(own).chain(others).collect()
    });
    let mut sum = Standings::new(contest);
    for standings in shares {
        sum.add(&standings?);
    }
    sum.seconds = start.elapsed().as_secs_f64();
    Ok(sum)
}

/// Plays one game of a contest against the clock and notes what came of it.
pub(crate) fn play_one(contest: &Contest, number: u64, standings: &mut Standings) {
    let outcome = contest.play(number, |place, choose| standings.time(place, choose));
    standings.note(outcome);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_holds_its_share_and_narrows_with_the_games() {
        let few = Share::of(30, 100);
        assert!(few.low < 30.0 && few.high > 30.0);
        assert!((few.low - 21.9).abs() < 0.1 && (few.high - 39.6).abs() < 0.1);
        let many = Share::of(3000, 10_000);
        assert!(many.high - many.low < (few.high - few.low) / 5.0);
        assert_eq!(Share::of(0, 10).low, 0.0);
    }

    #[test]
    fn one_slow_choice_of_fifty_is_the_slowest_and_one_of_two_hundred_is_not() {
        let mut thinking = Thinking::new();
        (0..49).for_each(|_| thinking.note(Duration::from_micros(10)));
        thinking.note(Duration::from_millis(10));
        assert!((9_000.0..12_000.0).contains(&thinking.slowest()));
        (0..150).for_each(|_| thinking.note(Duration::from_micros(10)));
        assert!((9.0..12.0).contains(&thinking.slowest()));
    }
}
