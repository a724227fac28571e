//! The direction of play. It knows no seats: `seat.rs` finds the next one.

crate::named! {
    /// The direction in which the turn passes.
    #[derive(Default)]
    pub enum Direction {
        /// By rising seat.
        #[default]
        Clockwise = "clockwise",
        /// By falling seat.
        Reversed = "reversed",
    }
}

impl Direction {
    /// Returns the other direction.
    #[must_use]
    pub fn turned(self) -> Direction {
        match self {
            Direction::Clockwise => Direction::Reversed,
            Direction::Reversed => Direction::Clockwise,
        }
    }
}
