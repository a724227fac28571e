//! Adds up the counts, faults, failpoint hits and violations of simulated games.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use discord::failpoint::Failpoint;

use super::fault::Fault;
use super::interruption::KillTarget;
use super::record_kinds::RecordKind;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The seed of the game in which the invariant was violated.
    pub seed: u64,
    /// A sentence that describes the violation.
    pub description: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "seed {}: {}", self.seed, self.description)
    }
}

/// The hits of a failpoint while the latest entry had a record of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct HitCount {
    /// How often a process hit the failpoint, including the hits at which it was interrupted.
    pub(super) hits: u32,
    /// How often a process was killed or paused there.
    pub(super) deaths: u32,
}

macro_rules! totals {
    ($( $(#[$doc:meta])* $count:ident = $name:literal, )*) => {
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Totals {
            $( $(#[$doc])* pub $count: u64, )*
            /// The sum of the games' transcript digests, so that the order of the games does not matter.
            pub digest: u64,
            pub(super) faults: BTreeMap<Fault, u64>,
            pub(super) hit_counts: BTreeMap<KillTarget, HitCount>,
            /// The number of kills and pauses at each failpoint, after any kind of record.
            pub(super) deaths: BTreeMap<Failpoint, u64>,
            /// The violated invariants, at most one per game. `coverage` adds the targets that it missed.
            pub violations: Vec<Violation>,
        }

        impl Totals {
            pub(super) fn named(&self) -> Vec<(&'static str, u64)> {
                vec![$( ($name, self.$count), )*]
            }

            fn add_counts(&mut self, other: &Self) {
                $( self.$count += other.$count; )*
            }
        }
    };
}

totals! {
    games = "games",
    /// Games won by a player. A table can have several.
    won = "won",
    /// Finished games with a valid file that contains a proof.
    verified = "verified",
    /// Games whose table was closed by the end, or never opened.
    closed = "closed before",
    processes = "processes",
    kills = "killed",
    /// Processes that were asked to shut down and did.
    shutdowns = "told to end",
    /// Leases that one process took over from another.
    takeovers = "taken over",
    /// How often a table left memory because nobody was using it.
    unloadings = "unloaded",
    entries = "entries",
    /// Requests sent to Discord, including lost ones.
    requests = "requests",
    clicks = "clicks",
    /// Deliveries of clicks to a process, including repeated ones.
    deliveries = "deliveries",
    /// Deliveries of clicks that had already been delivered.
    duplicates = "duplicates",
    /// Deliveries after the delivery of a newer click.
    reorderings = "reorderings",
    /// Clicks whose answer means that they must be in the journal.
    acknowledged = "acknowledged",
}

impl Totals {
    pub(super) fn record_fault(&mut self, fault: Fault) {
        *self.faults.entry(fault).or_default() += 1;
    }

    pub(super) fn record_hit(
        &mut self,
        failpoint: Failpoint,
        kinds: &BTreeSet<RecordKind>,
        is_interrupted: bool,
    ) {
        self.unloadings += u64::from(failpoint == Failpoint::TableUnloaded);
        for &kind in kinds {
            let target = KillTarget { failpoint, kind };
            let counts = self.hit_counts.entry(target).or_default();
            counts.hits += 1;
            counts.deaths += u32::from(is_interrupted);
        }
        if is_interrupted {
            *self.deaths.entry(failpoint).or_default() += 1;
        }
    }

    pub(super) fn add(&mut self, other: Self) {
        self.add_counts(&other);
        self.digest = self.digest.wrapping_add(other.digest);
        for (fault, count) in other.faults {
            *self.faults.entry(fault).or_default() += count;
        }
        for (target, more) in other.hit_counts {
            let counts = self.hit_counts.entry(target).or_default();
            counts.hits += more.hits;
            counts.deaths += more.deaths;
        }
        for (failpoint, count) in other.deaths {
            *self.deaths.entry(failpoint).or_default() += count;
        }
        self.violations.extend(other.violations);
    }
}
