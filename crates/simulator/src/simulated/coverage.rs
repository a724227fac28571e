//! Coverage of failpoints and kinds of records. Plays games to find out which failpoints are hit after which kinds of
//! records, then replays games to kill or pause a process at each failpoint after each kind found for it.

use std::collections::BTreeMap;
use std::fmt;
use std::io;

use super::game::Game;
use super::interruption::KillTarget;
use super::torture::{Torture, in_parallel};
use super::totals::{Totals, Violation};
use discord::failpoint::Failpoint;

/// The result of [`cover_failpoints`], with one row for each failpoint.
#[derive(Clone, Debug)]
pub struct FailpointCoverage {
    pub(super) rows: Vec<Row>,
    /// The totals of the replayed games, with the violations of all games.
    pub totals: Totals,
}

#[derive(Clone, Debug)]
pub(super) struct Row {
    failpoint: &'static str,
    /// After how many kinds of records a process was to be killed or paused there.
    tried_with: usize,
    /// After how many of them it was.
    killed_with: usize,
    pub(super) deaths: u64,
}

/// The part of the targets that is tried: every `of`-th, beginning with this number.
#[derive(Clone, Copy, Debug)]
pub struct TargetShare {
    pub number: usize,
    pub of: usize,
}

impl TargetShare {
    pub const WHOLE: Self = Self { number: 0, of: 1 };
}

/// The maximum number of targets per game, in each round. More targets need fewer games, but make it more likely that
/// one kill prevents the next. The last round has one per game, because only an earlier kill can prevent a kill.
const TARGETS_OF_GAME: [usize; 5] = [16, 16, 8, 4, 1];

/// Plays the games to find the targets: each failpoint that is hit, with each kind of record in the latest entry. Then
/// replays games to interrupt a process at each target of the share, and repeats that for the targets it missed.
pub fn cover_failpoints(torture: Torture, share: TargetShare) -> io::Result<FailpointCoverage> {
    let (all_targets, mut scan) = find_targets(torture)?;
    let targets: BTreeMap<_, _> = all_targets
        .into_iter()
        .skip(share.number)
        .step_by(share.of)
        .collect();
    let mut totals = Totals::default();
    for most in TARGETS_OF_GAME {
        let left = targets
            .iter()
            .filter(|(target, _)| !is_killed(&totals, target));
        let groups = group(left, most);
        let games = in_parallel(groups.len() as u64, torture.threads, |number| {
            // A job's number is less than the number of groups.
            let (seed, targets) = &groups[number as usize];
            play_killed_at(targets, *seed, torture.writers)
        })?;
        games.into_iter().for_each(|game| totals.add(game));
    }
    let missed: Vec<Violation> = targets
        .iter()
        .filter(|(target, _)| !is_killed(&totals, target))
        .map(|(target, &seed)| Violation {
            seed,
            description: format!("no process was killed at {target:?}"),
        })
        .collect();
    totals.violations.extend(missed);
    totals.violations.append(&mut scan.violations);
    Ok(FailpointCoverage {
        rows: Failpoint::ALL
            .iter()
            .map(|&failpoint| coverage_row(failpoint, targets.keys(), &totals))
            .collect(),
        totals,
    })
}

fn is_killed(totals: &Totals, target: &KillTarget) -> bool {
    let counts = totals.hit_counts.get(target);
    counts.is_some_and(|counts| counts.deaths > 0)
}

/// Groups targets by the seed of their game, with at most `most` in a group.
fn group<'t>(
    targets: impl Iterator<Item = (&'t KillTarget, &'t u64)>,
    most: usize,
) -> Vec<(u64, Vec<KillTarget>)> {
    let mut by_seed: BTreeMap<u64, Vec<KillTarget>> = BTreeMap::new();
    for (target, seed) in targets {
        by_seed.entry(*seed).or_default().push(*target);
    }
    let groups = by_seed.iter().flat_map(|(seed, targets)| {
        let chunks = targets.chunks(most);
        chunks.map(|chunk| (*seed, chunk.to_vec()))
    });
    groups.collect()
}

/// Plays the games and returns their totals and, for each target, the seed of the game that hits it most often: such a
/// game is the most likely to hit it again after another kill.
fn find_targets(torture: Torture) -> io::Result<(BTreeMap<KillTarget, u64>, Totals)> {
    let games = in_parallel(torture.games, torture.threads, |number| {
        torture.game(number).play().map(|(totals, _)| totals)
    })?;
    let (mut most_hits, mut all) = (BTreeMap::new(), Totals::default());
    for (number, totals) in games.into_iter().enumerate() {
        let seed = torture.game(number as u64).seed;
        for (&target, count) in &totals.hit_counts {
            let most = most_hits.entry(target).or_insert((0, seed));
            if count.hits > most.0 {
                *most = (count.hits, seed);
            }
        }
        all.add(totals);
    }
    let seeds = |(target, (_, seed))| (target, seed);
    Ok((most_hits.into_iter().map(seeds).collect(), all))
}

/// Plays a game and interrupts a process at each target that the game reaches.
fn play_killed_at(targets: &[KillTarget], seed: u64, writers: usize) -> io::Result<Totals> {
    let game = Game {
        seed,
        writers,
        targets: targets.to_vec(),
        with_transcript: false,
    };
    let (mut totals, _) = game.play()?;
    for violation in &mut totals.violations {
        let context = format!(", after kills at {targets:?}");
        violation.description.push_str(&context);
    }
    Ok(totals)
}

fn coverage_row<'t>(
    failpoint: Failpoint,
    targets: impl Iterator<Item = &'t KillTarget> + Clone,
    totals: &Totals,
) -> Row {
    let here = targets.filter(|target| target.failpoint == failpoint);
    Row {
        failpoint: failpoint.name(),
        tried_with: here.clone().count(),
        killed_with: here.filter(|target| is_killed(totals, target)).count(),
        deaths: totals.deaths.get(&failpoint).copied().unwrap_or(0),
    }
}

impl fmt::Display for FailpointCoverage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "point                 kinds   died  deaths")?;
        for row in &self.rows {
            let (name, deaths) = (row.failpoint, row.deaths);
            let (tried, killed) = (row.tried_with, row.killed_with);
            writeln!(formatter, "{name:<20} {tried:>6} {killed:>6} {deaths:>7}")?;
        }
        for violation in &self.totals.violations {
            writeln!(formatter, "{violation}")?;
        }
        let (games, violations) = (self.totals.games, self.totals.violations.len());
        write!(formatter, "{games} games, {violations} violations")
    }
}
