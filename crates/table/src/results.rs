//! The results of games, and the ratings that follow from them. This module uses neither a database nor a clock. A
//! result is derived in `derivation` and stored by the crate `journal`, which also computes the ratings.
//! `pages::leaderboard` and `pages::statistics` define the queries about results.

mod badge;
mod derivation;
mod game_result;
mod rating;

pub use badge::Badge;
pub(crate) use badge::BadgeFacts;
pub use game_result::{GameResult, PlayerEnding, PlayerResult, ResultPlayer};
pub use rating::{PLACING_GAMES, RatingChange, ShownRating};
