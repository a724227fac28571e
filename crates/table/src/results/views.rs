//! The pages of leaderboards and statistics, as controls name them. The bot's dispatcher adds the server and the
//! person who asks, who are never part of a control.

use super::{Measure, Window};
use crate::ids::UserId;

/// A page of the leaderboard of the server in which a control is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardView {
    /// The games that count.
    pub window: Window,
    /// The number of weeks, months or seasons before the present one.
    pub back: u8,
    /// The order of the people.
    pub measure: Measure,
    /// From 0. A page behind the last one has no rows.
    pub page: u16,
}

/// The statistics that a control shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StatsView {
    /// One's own, on this server.
    Own,
    /// One's own, on all servers.
    Everywhere,
    /// Those of a person on this server.
    Of(UserId),
}

impl BoardView {
    /// The page that the command opens.
    pub const FIRST: Self = Self {
        window: Window::Season,
        back: 0,
        measure: Measure::Rating,
        page: 0,
    };
}
