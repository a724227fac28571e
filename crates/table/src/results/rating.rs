//! Ratings as people see them. They are computed by the crate `ratings`.

use super::Badge;
use crate::ids::UserId;

/// The rated games from which on a rating is shown as a number.
pub const PLACING_GAMES: u32 = 10;

/// A rating as people see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownRating {
    /// Too few rated games for a number.
    Placing {
        /// The rated games so far: fewer than [`PLACING_GAMES`].
        games: u32,
    },
    /// The rating as a number.
    Points(i32),
}

/// The changes of one game for a person: their rating, and the rarest badge that they did not have on the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct RatingChange {
    pub person: UserId,
    pub before: ShownRating,
    pub after: ShownRating,
    pub badge: Option<Badge>,
}
