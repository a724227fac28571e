//! The pages of leaderboards and statistics, as named in controls. The bot's dispatcher adds the
//! server and the person asking, which are never part of a control.

use super::{Measure, Window};
use crate::ids::UserId;

/// A page of the leaderboard of the server where a control is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardView {
    /// The games that count.
    pub window: Window,
    /// The number of weeks, months or seasons before the current one.
    pub back: u8,
    /// The order of the people.
    pub measure: Measure,
    /// From 0. A page after the last one has no rows.
    pub page: u16,
}

/// The statistics shown by a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StatsView {
    /// The reader's own, on this server.
    Own,
    /// The reader's own, on all servers.
    Everywhere,
    /// Another person's, on this server.
    Of(UserId),
}

impl BoardView {
    /// The page opened by the command.
    pub const FIRST: Self = Self {
        window: Window::Season,
        back: 0,
        measure: Measure::Rating,
        page: 0,
    };
}
