//! The four paces of a game and the time limits of each. [`fixed_time_limits`](crate::fixed_time_limits) contains the
//! limits that do not depend on the pace.

use serde::{Deserialize, Serialize};

use crate::ids::Millis;

rules::named! {
    /// The speed of a game, chosen in the lobby; fastest first.
    #[derive(Default)]
    pub enum Pace {
        /// Half a minute per turn by default.
        Fast = "fast",
        /// One minute per turn by default.
        #[default]
        Normal = "normal",
        /// Five minutes per turn by default.
        Relaxed = "relaxed",
        /// One day per turn by default.
        Slow = "slow",
    }
}

impl Pace {
    /// Returns true for the paces at which players are pinged in Nope windows and reminded of their turns.
    pub(crate) const fn reminds(self) -> bool {
        matches!(self, Self::Relaxed | Self::Slow)
    }

    /// Returns the default time limit for the next action of a turn.
    pub const fn turn(self) -> Millis {
        match self {
            Self::Fast => Millis::seconds(30),
            Self::Normal => Millis::seconds(60),
            Self::Relaxed => Millis::minutes(5),
            Self::Slow => Millis::hours(24),
        }
    }

    /// Returns the default time limit for a choice, such as where to put a kitten or which card to give.
    pub const fn choice(self) -> Millis {
        match self {
            Self::Fast => Millis::seconds(15),
            Self::Normal => Millis::seconds(30),
            Self::Relaxed => Millis::minutes(2),
            Self::Slow => Millis::hours(12),
        }
    }

    /// Returns the default time for which a Nope window stays open after its last card.
    pub const fn window(self) -> Millis {
        match self {
            Self::Fast => Millis::seconds(4),
            Self::Normal => Millis::seconds(7),
            Self::Relaxed => Millis::seconds(15),
            Self::Slow => Millis::hours(1),
        }
    }
}

/// The time limits of one pace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeLimits {
    /// The time limit for the next action of a turn.
    pub turn: Millis,
    /// The time limit for a choice, such as where to put a kitten or which card to give.
    pub choice: Millis,
    /// How long a Nope window stays open after its last card.
    pub window: Millis,
}

/// The time limits of every pace at one table: the defaults, unless the operator configured others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each is named after its pace")]
pub struct Paces {
    pub fast: TimeLimits,
    pub normal: TimeLimits,
    pub relaxed: TimeLimits,
    pub slow: TimeLimits,
}

impl Paces {
    /// Returns the time limits of a pace.
    pub const fn limits(&self, pace: Pace) -> TimeLimits {
        match pace {
            Pace::Fast => self.fast,
            Pace::Normal => self.normal,
            Pace::Relaxed => self.relaxed,
            Pace::Slow => self.slow,
        }
    }
}

impl Default for Paces {
    fn default() -> Self {
        let limits = |pace: Pace| TimeLimits {
            turn: pace.turn(),
            choice: pace.choice(),
            window: pace.window(),
        };
        Self {
            fast: limits(Pace::Fast),
            normal: limits(Pace::Normal),
            relaxed: limits(Pace::Relaxed),
            slow: limits(Pace::Slow),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_faster_pace_is_faster_in_everything() {
        for pair in Pace::ALL.windows(2) {
            assert!(pair[0].turn() < pair[1].turn());
            assert!(pair[0].choice() < pair[1].choice());
            assert!(pair[0].window() < pair[1].window());
        }
    }
}
