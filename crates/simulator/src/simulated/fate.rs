//! Where a process is to die.

use kittens::failpoint::Failpoint;

use super::dice::Dice;
use super::kinds::{Kind, Kinds};

/// More passes than this come seldom.
const PASSES: u32 = 2_000;

/// What becomes of one process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It runs until all is over.
    Spared,
    /// It dies when it has come past this many points.
    After { passes: u32 },
    /// It dies when it has come past this point so often.
    At { point: Failpoint, passes: u32 },
    /// It is told to end after so many seconds.
    Stopped { seconds: u32 },
}

/// A point where a process dies as soon as something of this kind was written last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Target {
    pub(super) point: Failpoint,
    pub(super) kind: Kind,
}

impl Target {
    /// Whether it is here.
    pub(super) fn is(self, here: Failpoint, kinds: Kinds) -> bool {
        self.point == here && kinds.has(self.kind)
    }
}

impl Fate {
    pub(super) fn draw(dice: &mut Dice) -> Self {
        match dice.below(8) {
            0..4 => Self::After {
                passes: dice.between(1, PASSES),
            },
            4..7 => Self::At {
                point: dice
                    .pick(Failpoint::ALL)
                    .copied()
                    .unwrap_or(Failpoint::EntryKept),
                passes: dice.between(1, 6),
            },
            _ => Self::Stopped {
                seconds: dice.between(1, 300),
            },
        }
    }

    /// Whether it dies here.
    pub(super) fn strikes(&mut self, here: Failpoint) -> bool {
        match self {
            Self::Spared | Self::Stopped { .. } => false,
            Self::At { point, .. } if *point != here => false,
            Self::At { passes, .. } | Self::After { passes } => {
                *passes = passes.saturating_sub(1);
                *passes == 0
            }
        }
    }
}
