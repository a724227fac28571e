//! What all games together came to.

use std::collections::BTreeMap;

use kittens::failpoint::Failpoint;

use super::fault::Fault;
use super::kinds::{Kind, Kinds};

/// An invariant that did not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The seed of the one game, which shows it again.
    pub seed: u64,
    /// What did not hold.
    pub what: String,
}

/// How often a point was passed, and how often a process died there, by what had been written last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Passes(Vec<Counts>);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) passed: u32,
    pub(super) died: u32,
}

impl Default for Passes {
    fn default() -> Self {
        Self(vec![Counts::default(); Failpoint::ALL.len() * Kind::COUNT])
    }
}

impl Passes {
    fn note(&mut self, point: Failpoint, kinds: Kinds, died: bool) {
        for kind in kinds.iter() {
            let counts = &mut self.0[place(point, kind)];
            counts.passed += 1;
            counts.died += u32::from(died);
        }
    }

    pub(super) fn at(&self, point: Failpoint, kind: Kind) -> Counts {
        self.0[place(point, kind)]
    }

    fn add(&mut self, other: &Self) {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            own.passed += other.passed;
            own.died += other.died;
        }
    }
}

/// A count for each point.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PerPoint(Vec<u64>);

impl Default for PerPoint {
    fn default() -> Self {
        Self(vec![0; Failpoint::ALL.len()])
    }
}

fn place(point: Failpoint, kind: Kind) -> usize {
    point as usize * Kind::COUNT + kind.index()
}

/// Counts of everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub games: u64,
    /// A number that stands for everything that happened: another, if anything was different.
    pub digest: u64,
    /// Games that somebody won.
    pub won: u64,
    /// Tables that were closed before.
    pub closed: u64,
    /// Processes that ran.
    pub lives: u64,
    /// Those that were killed at a point.
    pub kills: u64,
    /// Those that were told to end.
    pub stops: u64,
    pub entries: u64,
    pub requests: u64,
    /// Clicks and commands of people.
    pub clicks: u64,
    /// How often one of them reached a process.
    pub deliveries: u64,
    /// How often one reached a process once more.
    pub duplicates: u64,
    /// How often one was overtaken by a later one.
    pub reorderings: u64,
    /// Clicks that changed something, and whose owner was told so.
    pub acknowledged: u64,
    pub(super) faults: BTreeMap<Fault, u64>,
    pub(super) passes: Passes,
    /// How many died at each point, whatever was written last.
    deaths: PerPoint,
    pub violations: Vec<Violation>,
}

impl Tally {
    pub(super) fn strike(&mut self, fault: Fault) {
        *self.faults.entry(fault).or_default() += 1;
    }

    /// How many processes died at a point.
    pub(super) fn deaths_at(&self, point: Failpoint) -> u64 {
        self.deaths.0[point as usize]
    }

    pub(super) fn pass(&mut self, point: Failpoint, kinds: Kinds, died: bool) {
        self.passes.note(point, kinds, died);
        self.kills += u64::from(died);
        self.deaths.0[point as usize] += u64::from(died);
    }

    /// Takes in what another one counted.
    pub(super) fn add(&mut self, other: Self) {
        self.games += other.games;
        self.digest = self.digest.wrapping_add(other.digest);
        self.won += other.won;
        self.closed += other.closed;
        self.lives += other.lives;
        self.kills += other.kills;
        self.stops += other.stops;
        self.entries += other.entries;
        self.requests += other.requests;
        self.clicks += other.clicks;
        self.deliveries += other.deliveries;
        self.duplicates += other.duplicates;
        self.reorderings += other.reorderings;
        self.acknowledged += other.acknowledged;
        for (fault, count) in other.faults {
            *self.faults.entry(fault).or_default() += count;
        }
        self.passes.add(&other.passes);
        for (own, other) in self.deaths.0.iter_mut().zip(other.deaths.0) {
            *own += other;
        }
        self.violations.extend(other.violations);
    }
}
