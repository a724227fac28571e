//! The Kitten of the day: one deal a day for the whole bot, which everybody plays alone against three computers. A
//! game is a pure function of the day's secret and the moves: no clock, no task and no chance from elsewhere. This
//! module does no I/O. Its texts: `screen::daily`; storage: the port `DailyGames` of the crate `journal`; clicks and
//! commands: `dispatcher::daily` of the bot; the chance: the crate `fairness`.

mod attempt;
mod day;
mod game;

pub(crate) use attempt::BOARD_ROWS;
pub use attempt::{Attempt, AttemptResult, DailyBoardRow, board, current, streak_before};
pub use day::Day;
pub use game::{DailyGame, MovesError};

/// A request about the Kitten of the day that is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DailyRequest {
    /// Show today's page, or the game that has begun.
    Open,
    /// Show the secret of a day that is over.
    Proof,
    /// Post one's own result for everybody in the channel.
    Post,
}
