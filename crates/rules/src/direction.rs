//! The direction of play. `seat.rs` finds the next seat in a direction.

crate::named! {
    /// The direction in which the turn passes.
    #[derive(Default)]
    pub enum Direction {
        /// In ascending order of seats.
        #[default]
        Clockwise = "clockwise",
        /// In descending order of seats.
        Reversed = "reversed",
    }
}

impl Direction {
    /// Returns the opposite direction.
    #[must_use]
    pub fn turned(self) -> Direction {
        match self {
            Direction::Clockwise => Direction::Reversed,
            Direction::Reversed => Direction::Clockwise,
        }
    }
}
