//! The way a simulated process ends: never, at a failpoint, or by an orderly shutdown.

use kittens::failpoint::Failpoint;

use super::record_kinds::{RecordKind, RecordKinds};
use super::rng::SimRng;

/// The largest number of hits drawn for [`Termination::AfterHits`]; few processes have more.
const MAX_HITS: u32 = 2_000;

/// The way one process ends. Each hit of a failpoint counts the remaining hits down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Termination {
    /// Runs until the game is over.
    Never,
    /// Is killed after this many more hits of any failpoint.
    AfterHits { remaining: u32 },
    /// Is killed after this many more hits of one failpoint.
    AtFailpoint {
        failpoint: Failpoint,
        remaining: u32,
    },
    /// Is asked to shut down this long after its start.
    Shutdown { seconds: u32 },
}

/// Kills a process at this failpoint if the entry decided on last has a record of this kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct KillTarget {
    pub(super) failpoint: Failpoint,
    pub(super) kind: RecordKind,
}

impl KillTarget {
    /// Returns true if a hit of this failpoint, with these records decided on last, is meant.
    pub(super) fn matches(self, failpoint: Failpoint, record_kinds: RecordKinds) -> bool {
        self.failpoint == failpoint && record_kinds.has(self.kind)
    }
}

impl Termination {
    pub(super) fn draw(rng: &mut SimRng) -> Self {
        match rng.below(8) {
            0..4 => Self::AfterHits {
                remaining: rng.between(1, MAX_HITS),
            },
            4..7 => Self::AtFailpoint {
                failpoint: rng
                    .pick(Failpoint::ALL)
                    .copied()
                    .unwrap_or(Failpoint::EntryKept),
                remaining: rng.between(1, 6),
            },
            _ => Self::Shutdown {
                seconds: rng.between(1, 300),
            },
        }
    }

    /// Counts a hit of this failpoint. Returns true if the process is to be killed there.
    pub(super) fn is_due_at(&mut self, failpoint: Failpoint) -> bool {
        match self {
            Self::Never | Self::Shutdown { .. } => false,
            Self::AtFailpoint { failpoint: own, .. } if *own != failpoint => false,
            Self::AtFailpoint { remaining, .. } | Self::AfterHits { remaining } => {
                *remaining = remaining.saturating_sub(1);
                *remaining == 0
            }
        }
    }
}
