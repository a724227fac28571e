//! Counts over all simulated games.

use std::collections::BTreeMap;

use outbox::failpoint::Failpoint;

use super::fault::Fault;
use super::record_kinds::{RecordKind, RecordKinds};

/// An invariant that did not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The seed that replays the game.
    pub seed: u64,
    /// One sentence for the log.
    pub description: String,
}

/// Hits and deaths for each failpoint and each kind of record in the entry decided on last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HitCounts(Vec<HitCount>);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct HitCount {
    /// Times a process hit the failpoint, including those at which it was killed.
    pub(super) hits: u32,
    /// Times a process was killed there, or one of several stood still there.
    pub(super) deaths: u32,
}

impl Default for HitCounts {
    fn default() -> Self {
        Self(vec![
            HitCount::default();
            Failpoint::ALL.len() * RecordKind::COUNT
        ])
    }
}

impl HitCounts {
    fn add_hit(&mut self, failpoint: Failpoint, record_kinds: RecordKinds, is_killed: bool) {
        for kind in record_kinds.iter() {
            let counts = &mut self.0[index_of(failpoint, kind)];
            counts.hits += 1;
            counts.deaths += u32::from(is_killed);
        }
    }

    pub(super) fn at(&self, failpoint: Failpoint, kind: RecordKind) -> HitCount {
        self.0[index_of(failpoint, kind)]
    }

    fn add(&mut self, other: &Self) {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            own.hits += other.hits;
            own.deaths += other.deaths;
        }
    }
}

/// The number of deaths at each failpoint, in the order of [`Failpoint::ALL`].
#[derive(Clone, Debug, PartialEq, Eq)]
struct DeathsByFailpoint(Vec<u64>);

impl Default for DeathsByFailpoint {
    fn default() -> Self {
        Self(vec![0; Failpoint::ALL.len()])
    }
}

fn index_of(failpoint: Failpoint, kind: RecordKind) -> usize {
    failpoint as usize * RecordKind::COUNT + kind.index()
}

/// The counts of one game or of many.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Games played.
    pub games: u64,
    /// A hash of everything that happened, equal for equal games in any order.
    pub digest: u64,
    /// Games won by a player; a table can have several.
    pub won: u64,
    /// Tables that were closed at the end of their game.
    pub closed: u64,
    /// Processes started.
    pub processes: u64,
    /// Processes killed at a failpoint.
    pub kills: u64,
    /// Processes that were asked to shut down and did.
    pub shutdowns: u64,
    /// Tables taken over by one of several processes from one whose heartbeat had stopped.
    pub takeovers: u64,
    /// Times that a table left memory because nobody used it.
    pub unloadings: u64,
    /// Entries appended to the journal.
    pub entries: u64,
    /// Requests sent to Discord, including those that never arrived.
    pub requests: u64,
    /// Clicks and commands of people.
    pub clicks: u64,
    /// Deliveries of clicks to a process, including repeated ones.
    pub deliveries: u64,
    /// Deliveries of clicks that had been delivered before.
    pub duplicates: u64,
    /// Deliveries after a delivery of a newer click.
    pub reorderings: u64,
    /// Clicks that change the table and whose answer said so.
    pub acknowledged: u64,
    pub(super) faults: BTreeMap<Fault, u64>,
    pub(super) hit_counts: HitCounts,
    /// Deaths at each failpoint, whatever was decided on last.
    deaths: DeathsByFailpoint,
    /// Violated invariants, at most one for each game.
    pub violations: Vec<Violation>,
}

impl Totals {
    pub(super) fn record_fault(&mut self, fault: Fault) {
        *self.faults.entry(fault).or_default() += 1;
    }

    /// Returns the number of processes killed at a failpoint.
    pub(super) fn deaths_at(&self, failpoint: Failpoint) -> u64 {
        self.deaths.0[failpoint as usize]
    }

    pub(super) fn record_hit(
        &mut self,
        failpoint: Failpoint,
        record_kinds: RecordKinds,
        is_interrupted: bool,
    ) {
        self.unloadings += u64::from(failpoint == Failpoint::TableUnloaded);
        self.hit_counts
            .add_hit(failpoint, record_kinds, is_interrupted);
        self.deaths.0[failpoint as usize] += u64::from(is_interrupted);
    }

    /// Adds the counts of other games.
    pub(super) fn add(&mut self, other: Self) {
        self.games += other.games;
        self.digest = self.digest.wrapping_add(other.digest);
        self.won += other.won;
        self.closed += other.closed;
        self.processes += other.processes;
        self.kills += other.kills;
        self.shutdowns += other.shutdowns;
        self.takeovers += other.takeovers;
        self.unloadings += other.unloadings;
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
        self.hit_counts.add(&other.hit_counts);
        for (own, other) in self.deaths.0.iter_mut().zip(other.deaths.0) {
            *own += other;
        }
        self.violations.extend(other.violations);
    }
}
