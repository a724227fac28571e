//! A page of a server's leaderboard: the query and its result.

use players::Strength;

use super::period::Period;
use crate::ids::{GuildId, Millis, UserId};
use crate::pages::statistics::Names;

/// The number of people on a page of a leaderboard.
pub const BOARD_PAGE: u16 = 10;

/// The minimum number of rated people for the leaderboard to open with ratings.
pub const RATED_FOR_BOARD: u32 = 10;

rules::named! {
    /// The kind of time span that a leaderboard covers. Weeks, months and seasons start and end at midnight UTC.
    pub enum Window {
        /// Starts on Monday.
        Week = "week",
        /// Starts on the first of the month.
        Month = "month",
        /// Starts on the first of January, April, July or October.
        Season = "season",
        /// All games.
        Ever = "ever",
    }
}

rules::named! {
    /// The number by which a leaderboard is ordered.
    pub enum Measure {
        /// The rating after the last rated game of the window, for people who have completed their placement games.
        Rating = "rating",
        /// Games won.
        Wins = "wins",
        /// Nopes played.
        Nopes = "nopes",
        /// The sum of the risks of survived draws, in tenths of a percent.
        SurvivedOdds = "survived-odds",
    }
}

/// The page of the server's leaderboard that a control opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardView {
    /// The time span whose games count.
    pub window: Window,
    /// The number of weeks, months or seasons before the current one.
    pub back: u8,
    /// The number by which people are ordered.
    pub measure: Measure,
    /// The number of the page, from 0. A page after the last one has no rows.
    pub page: u16,
}

impl BoardView {
    /// The first page of this season's ratings.
    pub const FIRST: Self = Self {
        window: Window::Season,
        back: 0,
        measure: Measure::Rating,
        page: 0,
    };
}

/// A query for a page of a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardQuery {
    /// The server whose leaderboard is shown.
    pub guild: GuildId,
    /// The page to show.
    pub view: BoardView,
    /// The person asking.
    pub person: UserId,
    /// The current time, from which weeks, months and seasons are counted back.
    pub at: Millis,
}

impl BoardQuery {
    /// Returns the period whose games count.
    pub fn period(&self) -> Period {
        Period::before(self.view.window, self.at, self.view.back)
    }
}

/// A page of a leaderboard, without people who are hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The query that this page answers.
    pub query: BoardQuery,
    /// The people on the page: at most [`BOARD_PAGE`].
    pub rows: Vec<BoardRow>,
    /// The number of people on all pages.
    pub people: u32,
    /// The row of the person asking, if they are on any page.
    pub own: Option<BoardRow>,
    /// The names of the people shown.
    pub names: Names,
    /// The results of the computers that played on the server in the period, strongest first.
    pub computers: Vec<ComputerRow>,
    /// Set only if this is, or replaces, a board by rating with too few rated people.
    pub placing: Option<Placing>,
}

/// The progress towards a board by rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placing {
    /// The number of people with a rating.
    pub rated: u32,
    /// The people without a rating who have played the most rated games, each with the number of those games.
    pub people: Vec<(UserId, u32)>,
}

impl Board {
    /// Returns this board, which is shown in place of `other`, with the placement progress and the names from `other`.
    #[must_use]
    pub fn instead_of(mut self, other: Self) -> Self {
        self.placing = other.placing;
        self.names.extend(other.names);
        self
    }

    /// Returns the number of the last page, from 0.
    pub fn last_page(&self) -> u16 {
        let last = self.people.saturating_sub(1) / u32::from(BOARD_PAGE);
        u16::try_from(last).unwrap_or(u16::MAX)
    }
}

/// A person on a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardRow {
    /// The rank, from 1. People with equal values share a rank.
    pub rank: u32,
    /// The person in this row.
    pub person: UserId,
    /// The value of the measure, in its unit.
    pub value: i64,
    /// The person's games in the window.
    pub games: u32,
}

/// The computers of one strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct ComputerRow {
    pub strength: Strength,
    /// How often a computer of this strength had a seat.
    pub games: u32,
    pub wins: u32,
}
