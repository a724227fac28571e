//! The interruptions of a simulated process: none, at a failpoint, or an orderly shutdown. At a failpoint, the process
//! is killed or stopped for a while, as with SIGSTOP, or its machine sleeps.

use std::collections::BTreeSet;

use discord::failpoint::Failpoint;
use table::ids::Millis;

use super::record_kinds::RecordKind;
use super::rng::SimRng;

/// The maximum number of hits drawn for an interruption that counts the hits of all failpoints.
const MAX_HITS: u32 = 2_000;
/// The pause at the target of a coverage run, long enough for a takeover.
const TARGET_PAUSE: Millis = Millis::seconds(12);

/// The planned interruption of one process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interruption {
    /// The process runs until the game is over.
    Never,
    /// The process is interrupted after this many more hits of the failpoint, or of any failpoint if it is `None`.
    AtHit {
        failpoint: Option<Failpoint>,
        remaining: u32,
        blow: Blow,
    },
    /// The process is asked to shut down this long after its start.
    Shutdown { seconds: u32 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blow {
    Kill,
    /// The process is stopped for this long.
    Pause(Millis),
}

/// A process that hits this failpoint is interrupted if the latest entry has a record of this kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct KillTarget {
    pub(super) failpoint: Failpoint,
    pub(super) kind: RecordKind,
}

impl KillTarget {
    pub(super) fn matches(self, failpoint: Failpoint, kinds: &BTreeSet<RecordKind>) -> bool {
        self.failpoint == failpoint && kinds.contains(&self.kind)
    }

    /// Returns the effect of hitting the target. With one writer, the process is killed; with several, about half of
    /// the targets pause it instead.
    pub(super) fn blow(self, writers: usize) -> Blow {
        let number = self.failpoint as usize + self.kind as usize;
        if writers > 1 && number.is_multiple_of(2) {
            Blow::Pause(TARGET_PAUSE)
        } else {
            Blow::Kill
        }
    }
}

impl Interruption {
    fn draw_kill(rng: &mut SimRng) -> Self {
        match rng.below(8) {
            0..4 => Self::AtHit {
                failpoint: None,
                remaining: rng.between(1, MAX_HITS),
                blow: Blow::Kill,
            },
            4..7 => Self::AtHit {
                failpoint: Some(failpoint(rng)),
                remaining: rng.between(1, 6),
                blow: Blow::Kill,
            },
            _ => Self::Shutdown {
                seconds: rng.between(1, 300),
            },
        }
    }

    /// Draws the interruption of a process. About half of the interruptions at failpoints are pauses.
    pub(super) fn draw(rng: &mut SimRng) -> Self {
        match Self::draw_kill(rng) {
            Self::AtHit {
                failpoint,
                remaining,
                ..
            } if rng.one_in(2) => Self::AtHit {
                failpoint,
                remaining,
                blow: Blow::Pause(pause(rng)),
            },
            other => other,
        }
    }

    /// Counts a hit of this failpoint. Returns the effect if the process must be interrupted now.
    pub(super) fn blow_at(&mut self, failpoint: Failpoint) -> Option<Blow> {
        let Self::AtHit {
            failpoint: own,
            remaining,
            blow,
        } = self
        else {
            return None;
        };
        if own.is_some_and(|own| own != failpoint) {
            return None;
        }
        *remaining = remaining.saturating_sub(1);
        (*remaining == 0).then_some(*blow)
    }
}

fn failpoint(rng: &mut SimRng) -> Failpoint {
    rng.pick(Failpoint::ALL)
        .copied()
        .unwrap_or(Failpoint::EntryAppended)
}

/// Draws the length of a pause or of a lost connection: usually up to 15 seconds (a lease expires after five),
/// sometimes much longer.
pub(super) fn pause(rng: &mut SimRng) -> Millis {
    match rng.below(20) {
        0..8 => Millis(rng.between(50, 2_000).into()),
        8..16 => Millis(rng.between(2_000, 15_000).into()),
        16..19 => Millis::seconds(rng.between(15, 90).into()),
        _ if rng.one_in(20) => Millis::minutes(rng.between(10, 120).into()),
        _ => Millis::seconds(rng.between(90, 300).into()),
    }
}
