//! Every point with every kind of fact: first games are played to see what is written where, then
//! each of them once more, up to the moment when it comes past the point with that kind written
//! last, and there the process dies.

use std::collections::BTreeMap;
use std::fmt;
use std::io;

use super::fate::Target;
use super::game::Game;
use super::kinds::Kind;
use super::tally::{Tally, Violation};
use super::torture::{Torture, in_parallel};
use kittens::failpoint::Failpoint;

/// What was tried where.
#[derive(Clone, Debug)]
pub struct Census {
    /// One a point.
    pub(super) rows: Vec<Row>,
    /// Everything that came of the games in which a process died on purpose.
    pub tally: Tally,
}

/// One point.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) point: &'static str,
    /// The kinds with which processes came past it.
    pub(super) passed: Vec<&'static str>,
    /// Those with which one died there.
    pub(super) died: Vec<&'static str>,
    /// How many died there in all.
    pub(super) deaths: u64,
}

/// Plays these games, and each of their points with each kind of fact once more.
///
/// # Errors
/// If the system gives no runtime.
pub fn census(torture: Torture) -> io::Result<Census> {
    let (seen, mut first) = look_around(torture)?;
    let targets: Vec<(Target, u64)> = seen.into_iter().collect();
    let jobs = targets.len() as u64;
    let games = in_parallel(jobs, torture.threads, |number| {
        // A job's number is below the number of targets.
        let (target, seed) = targets[number as usize];
        die_there(target, seed)
    })?;
    let mut tally = Tally::default();
    games.into_iter().for_each(|game| tally.add(game));
    tally.violations.append(&mut first.violations);
    Ok(Census {
        rows: Failpoint::ALL
            .iter()
            .map(|&point| row(point, &first, &tally))
            .collect(),
        tally,
    })
}

/// Plays the games, and tells in which of them each point was first passed with each kind.
fn look_around(torture: Torture) -> io::Result<(BTreeMap<Target, u64>, Tally)> {
    let games = in_parallel(torture.games, torture.threads, |number| {
        Ok(torture.game(number).play()?.tally)
    })?;
    let (mut seen, mut all) = (BTreeMap::new(), Tally::default());
    for (number, tally) in games.into_iter().enumerate() {
        let seed = torture.game(number as u64).seed;
        let passed = pairs().filter(|&(point, kind)| tally.passes.at(point, kind).passed > 0);
        for (point, kind) in passed {
            seen.entry(Target { point, kind }).or_insert(seed);
        }
        all.add(tally);
    }
    Ok((seen, all))
}

/// Plays a game in which a process dies there.
fn die_there(target: Target, seed: u64) -> io::Result<Tally> {
    let game = Game {
        seed,
        target: Some(target),
        told: false,
    };
    let mut tally = game.play()?.tally;
    let Target { point, kind } = target;
    for violation in &mut tally.violations {
        let died = format!(", after a death at {point} with {}", kind.name());
        violation.what.push_str(&died);
    }
    if tally.passes.at(point, kind).died == 0 {
        let what = format!("nothing died at {point} with {}", kind.name());
        tally.violations.push(Violation { seed, what });
    }
    Ok(tally)
}

fn pairs() -> impl Iterator<Item = (Failpoint, Kind)> {
    let kinds = |&point: &Failpoint| Kind::all().map(move |kind| (point, kind));
    Failpoint::ALL.iter().flat_map(kinds)
}

fn row(point: Failpoint, first: &Tally, aimed: &Tally) -> Row {
    let names = |tally: &Tally, wanted: fn(&Tally, Failpoint, Kind) -> bool| {
        let kinds = Kind::all().filter(|&kind| wanted(tally, point, kind));
        kinds.map(Kind::name).collect()
    };
    Row {
        point: point.name(),
        passed: names(first, |tally, point, kind| {
            tally.passes.at(point, kind).passed > 0
        }),
        died: names(aimed, |tally, point, kind| {
            tally.passes.at(point, kind).died > 0
        }),
        deaths: aimed.deaths_at(point),
    }
}

impl fmt::Display for Census {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            formatter,
            "{:<20} {:>6} {:>6} {:>7}",
            "point", "kinds", "died", "deaths"
        )?;
        for row in &self.rows {
            let Row {
                point,
                passed,
                died,
                deaths,
            } = row;
            let (passed, died) = (passed.len(), died.len());
            writeln!(formatter, "{point:<20} {passed:>6} {died:>6} {deaths:>7}")?;
        }
        for broken in &self.tally.violations {
            writeln!(formatter, "seed {}: {}", broken.seed, broken.what)?;
        }
        let games = self.tally.games;
        write!(
            formatter,
            "{games} games, {} violations",
            self.tally.violations.len()
        )
    }
}
