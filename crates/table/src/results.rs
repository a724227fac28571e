//! The results of won games, and the queries about them: statistics of a person, leaderboards,
//! rating changes. Needs no database and no clock. A result is derived in `derivation` and stored
//! by the crate `journal`, which answers the queries and computes ratings.

mod badge;
mod board;
mod derivation;
mod game_result;
pub mod period;
mod person_stats;
mod rating;
mod views;

pub use badge::Badge;
pub(crate) use badge::BadgeFacts;
pub use board::{BOARD_PAGE, Board, BoardQuery, BoardRow, ComputerRow, Measure, Window};
pub use game_result::{GameResult, PlayerEnding, PlayerResult, ResultPlayer};
pub use person_stats::{BestDay, Names, PersonStats, PlacementCounts, StatsScope};
pub use rating::{PLACING_GAMES, RatingChange, ShownRating};
pub use views::{BoardView, StatsView};
