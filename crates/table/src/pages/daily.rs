//! The Kitten of the day: one deal a day, the same for all users of the bot. Each of them plays it alone against three
//! computers. The secret, the number of the deal and the moves determine the whole game: no clock and no other
//! randomness is involved. This module does no I/O. `screen` renders the pages, the port `DailyGames` of the crate
//! `journal` stores the attempts, and the bot's `pages::daily` handles clicks and commands.

mod attempt;
mod day;
mod game;
mod screen;
mod streak;
#[cfg(test)]
mod tests;
mod trial;

#[cfg(any(test, feature = "text-check"))]
pub(crate) use attempt::BOARD_ROWS;
pub use attempt::{Attempt, AttemptResult, DailyBoardRow, ResultPost, better_than, board, current};
pub use day::{Day, FIRST_DEAL};
pub use game::DailyGame;
#[cfg(any(test, feature = "text-check"))]
pub(crate) use screen::title;
pub use screen::{DailyOutcome, DailyView, daily_page, daily_post, daily_proof};
pub use streak::streak_before;
pub use trial::{TRIAL_GAMES, choose_deal, trial_wins};

/// A request about the Kitten of the day that is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DailyRequest {
    /// Show today's page, or the game in progress.
    Open,
    /// Show the secret of a past day.
    Proof,
    /// Post the person's own result publicly in the channel.
    Post,
}
