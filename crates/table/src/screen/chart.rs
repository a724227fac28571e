//! The data behind a finished game's chart: the podium, and each player's chance of survival turn by turn.
//! Computed by `crate::survival`, drawn by the bot as a picture without text (`discord::pictures`), and put into
//! words by `chart_text`.

use rules::Seat;

use crate::ids::UserId;

/// The podium and the survival chart of a finished game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chart {
    /// The number of turns, which is the length of the horizontal axis.
    pub turns: u32,
    /// One line per seat, in order of placement, starting with the winner's.
    pub lines: Vec<ChartLine>,
}

/// The line of one seat in a [`Chart`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ChartLine {
    /// The seat. Its mark stands in for the avatar if the player has none.
    pub seat: Seat,
    /// The person in the seat; `None` for a computer player.
    pub user: Option<UserId>,
    /// How the game ended for the seat, which determines how its line ends.
    pub ending: LineEnding,
    /// The points from left to right. The first is [`ChartPoint::START`], and the chance never increases.
    pub points: Vec<ChartPoint>,
    /// The risk of the player's last draw, in percent; 0 if the line was later extended without a draw.
    pub risk: u32,
}

/// How the game ended for one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineEnding {
    /// The player survived.
    Won,
    /// A stand-in survived in the player's seat.
    StandInWon,
    /// The player exploded, on a draw or because of a Barking Kitten.
    Exploded,
    /// An Imploding Kitten killed the player.
    Imploded,
    /// The player left the game.
    Left,
}

/// A point of a line: a player's chance of survival at one moment, usually after a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChartPoint {
    /// The turn, counted from 1; 0 for the start of the line.
    pub turn: u32,
    /// The chance of surviving every draw so far.
    pub chance: SurvivalChance,
    /// True if the player survived a kitten at this point.
    pub rescued: bool,
}

/// A chance of survival in millionths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SurvivalChance(u32);

impl ChartLine {
    /// Returns true if the player, or a stand-in, survived.
    pub fn has_survived(&self) -> bool {
        matches!(self.ending, LineEnding::Won | LineEnding::StandInWon)
    }

    /// Returns the last point of the line.
    pub fn end(&self) -> ChartPoint {
        self.points.last().copied().unwrap_or(ChartPoint::START)
    }

    /// Returns the number of points at which the player survived a kitten.
    pub fn rescues(&self) -> usize {
        self.points.iter().filter(|point| point.rescued).count()
    }
}

impl ChartPoint {
    /// The point before any draw, where every line starts.
    pub const START: Self = Self {
        turn: 0,
        chance: SurvivalChance::CERTAIN,
        rescued: false,
    };
}

impl SurvivalChance {
    /// The chance of a player who has not drawn yet.
    pub const CERTAIN: Self = Self(1_000_000);

    /// Returns the chance after one more draw from a pile of `cards` cards, including `kittens` kittens. The chance
    /// stays the same if the pile is empty.
    pub fn after_draw(self, kittens: u8, cards: u8) -> Self {
        let safe = cards.saturating_sub(kittens);
        let millionths = (u64::from(self.0) * u64::from(safe)).checked_div(u64::from(cards));
        Self(millionths.map_or(self.0, |chance| u32::try_from(chance).unwrap_or(self.0)))
    }

    /// Returns the chance as a rounded percentage, which is 0 or 100 only if that is the exact value.
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
