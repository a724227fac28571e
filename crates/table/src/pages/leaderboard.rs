//! The leaderboard of a server, and last week's leaderboard, which is posted on Mondays.

mod board;
pub mod period;
mod screen;
#[cfg(test)]
mod tests;

pub use board::{
    BOARD_PAGE, Board, BoardQuery, BoardRow, BoardView, ComputerRow, Measure, Placing,
    RATED_FOR_BOARD, Window,
};
pub use screen::{leaderboard, weekly_board};
pub(crate) use screen::{named, place_mark};
