//! The chart of a finished game as data: the podium, and each player's chance to survive over the
//! turns. `crate::survival` computes it. The bot draws it as a picture without text
//! (`end_picture`); `chart_text` puts it into words.

use rules::Seat;

use crate::ids::UserId;

/// The podium and the survival chart of a finished game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chart {
    /// The number of turns, which is the length of the chart's horizontal axis.
    pub turns: u32,
    /// A line for each seat in the order of the result, the winner's first.
    pub lines: Vec<ChartLine>,
}

/// The line of one seat in a [`Chart`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ChartLine {
    /// The seat; its mark is shown if its owner has no avatar.
    pub seat: Seat,
    /// The person who owns the seat; `None` for a computer player.
    pub user: Option<UserId>,
    /// How the line ends.
    pub ending: LineEnding,
    /// The points from left to right: the first is [`ChartPoint::START`], and none is higher than
    /// the previous one.
    pub points: Vec<ChartPoint>,
    /// The probability in percent that the last draw kills.
    pub risk: u32,
}

/// How the game, and with it the line, ended for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineEnding {
    /// The seat survived.
    Won,
    /// The player exploded with the last draw.
    Exploded,
    /// The player imploded with the last draw.
    Imploded,
    /// The player left.
    Left,
}

/// A player's chance after one of their draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChartPoint {
    /// The turn of the draw, counted from 1; 0 at the start.
    pub turn: u32,
    /// The player's chance of surviving every draw so far.
    pub chance: SurvivalChance,
    /// True if the player defused the kitten drawn here.
    pub rescued: bool,
}

/// A chance of survival, in millionths. It never rises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SurvivalChance(u32);

impl ChartLine {
    /// Returns the point at which the line ends.
    pub fn end(&self) -> ChartPoint {
        self.points.last().copied().unwrap_or(ChartPoint::START)
    }

    /// Returns how many kittens the player defused.
    pub fn rescues(&self) -> usize {
        self.points.iter().filter(|point| point.rescued).count()
    }
}

impl ChartPoint {
    /// The start of every line, before any draw.
    pub const START: Self = Self {
        turn: 0,
        chance: SurvivalChance::CERTAIN,
        rescued: false,
    };
}

impl SurvivalChance {
    /// The chance of a player who has drawn nothing.
    pub const CERTAIN: Self = Self(1_000_000);

    /// Returns the chance after one more draw from a pile with these numbers of cards and kittens.
    /// An empty pile changes nothing.
    pub fn after_draw(self, kittens: u8, cards: u8) -> Self {
        let safe = cards.saturating_sub(kittens);
        let millionths = (u64::from(self.0) * u64::from(safe)).checked_div(u64::from(cards));
        Self(millionths.map_or(self.0, |chance| u32::try_from(chance).unwrap_or(self.0)))
    }

    /// Returns the chance in percent, rounded; 0 and 100 only if exact.
    pub fn percent(self) -> u32 {
        match self.0 {
            0 => 0,
            1_000_000.. => 100,
            chance => ((chance + 5_000) / 10_000).clamp(1, 99),
        }
    }

    /// Returns the chance as a fraction from 0 to 1.
    pub fn fraction(self) -> f64 {
        f64::from(self.0) / 1_000_000.0
    }
}
