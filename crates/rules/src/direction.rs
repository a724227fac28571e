//! The direction of play. It knows no seats: `seat.rs` finds the next one.

/// The direction in which the turn passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Direction {
    /// By rising seat.
    #[default]
    Clockwise,
    /// By falling seat.
    Reversed,
}

impl Direction {
    /// Every direction.
    pub const ALL: [Direction; 2] = [Direction::Clockwise, Direction::Reversed];

    /// Returns the other direction.
    #[must_use]
    pub fn turned(self) -> Direction {
        match self {
            Direction::Clockwise => Direction::Reversed,
            Direction::Reversed => Direction::Clockwise,
        }
    }

    /// Returns the fixed id used by files and stored games.
    pub fn id(self) -> &'static str {
        match self {
            Direction::Clockwise => "clockwise",
            Direction::Reversed => "reversed",
        }
    }
}
