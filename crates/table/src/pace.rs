//! How long people have for what: the four paces and the few limits that no pace changes.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::ids::Millis;

/// How fast a game goes, chosen in the lobby.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// Half a minute a turn.
    Fast,
    /// One minute a turn.
    #[default]
    Normal,
    /// Five minutes a turn.
    Relaxed,
    /// A day a turn.
    Slow,
}

/// A word that names no pace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such pace")]
pub struct UnknownPaceError;

impl Pace {
    /// Every pace, the fastest first.
    pub const ALL: [Self; 4] = [Self::Fast, Self::Normal, Self::Relaxed, Self::Slow];

    /// Turns missed in a row until a seat is away.
    pub const MISSED_UNTIL_AWAY: u8 = 2;

    /// The word that stands for it in options and stored games.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Fast => "fast",
            Self::Normal => "normal",
            Self::Relaxed => "relaxed",
            Self::Slow => "slow",
        }
    }

    /// How long a turn may wait for its next action, unless an operator set otherwise.
    pub const fn turn(self) -> Millis {
        match self {
            Self::Fast => Millis::seconds(30),
            Self::Normal => Millis::seconds(60),
            Self::Relaxed => Millis::minutes(5),
            Self::Slow => Millis::hours(24),
        }
    }

    /// How long a choice may take, unless an operator set otherwise: a place, a gift, a card to take, a word to stop the shuffle.
    pub const fn choice(self) -> Millis {
        match self {
            Self::Fast => Millis::seconds(15),
            Self::Normal => Millis::seconds(30),
            Self::Relaxed => Millis::minutes(2),
            Self::Slow => Millis::hours(12),
        }
    }

    /// How long a Nope window stays open after its last card, unless an operator set otherwise.
    pub const fn window(self) -> Millis {
        match self {
            Self::Fast => Millis::seconds(4),
            Self::Normal => Millis::seconds(7),
            Self::Relaxed => Millis::seconds(15),
            Self::Slow => Millis::hours(1),
        }
    }
}

/// How long people have for what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeLimits {
    /// For the next action of a turn.
    pub turn: Millis,
    /// For a choice: a place, a gift, a card to take, a word to stop the shuffle.
    pub choice: Millis,
    /// For a Nope, after the last card.
    pub window: Millis,
}

/// What each pace means at one table. The game's own figures stand unless an operator set others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each is named after its pace")]
pub struct Paces {
    pub fast: TimeLimits,
    pub normal: TimeLimits,
    pub relaxed: TimeLimits,
    pub slow: TimeLimits,
}

impl Paces {
    /// What this pace means.
    pub const fn of(&self, pace: Pace) -> TimeLimits {
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
            fast: time_limits(Pace::Fast),
            normal: time_limits(Pace::Normal),
            relaxed: time_limits(Pace::Relaxed),
            slow: time_limits(Pace::Slow),
        }
    }
}

impl FromStr for Pace {
    type Err = UnknownPaceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|pace| pace.id() == text)
            .ok_or(UnknownPaceError)
    }
}

/// A lobby without a click closes after this.
pub const LOBBY_IDLE: Millis = Millis::minutes(15);

/// A game that nobody is there for ends after this.
pub const PAUSE_END: Millis = Millis::hours(24);

/// A finished table without a click is forgotten after this.
pub const OVER_IDLE: Millis = Millis::hours(1);

/// A game that ended less than this before its process did may not have shown its last screen.
pub(crate) const LAST_SCREEN_WITHIN: Millis = Millis::minutes(1);

/// The table's message is posted anew before edits of it are throttled, at an hour.
pub const REPOST_AFTER: Millis = Millis::minutes(55);

/// How long a private panel can be changed after the click that it answers. Discord accepts an
/// interaction token for 15 minutes; the last one is left out, for requests that are under way. The
/// outbox goes by this constant too.
pub const PANEL_LIFETIME: Millis = Millis::minutes(14);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pace_is_found_by_its_own_id() {
        for pace in Pace::ALL {
            assert_eq!(pace.id().parse(), Ok(pace));
        }
        assert_eq!("".parse::<Pace>(), Err(UnknownPaceError));
    }

    #[test]
    fn a_faster_pace_is_faster_in_everything() {
        for pair in Pace::ALL.windows(2) {
            assert!(pair[0].turn() < pair[1].turn());
            assert!(pair[0].choice() < pair[1].choice());
            assert!(pair[0].window() < pair[1].window());
        }
    }
}
