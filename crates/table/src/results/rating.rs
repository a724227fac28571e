//! Ratings as people see them, and their changes after a game. The crate `journal` computes both.

use super::Badge;
use crate::ids::UserId;

/// The number of rated games after which a rating is shown as a number.
pub const PLACING_GAMES: u32 = 10;

/// A rating in the form shown to people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShownRating {
    /// Too few rated games for a number.
    Placing {
        /// The number of rated games so far, less than [`PLACING_GAMES`].
        games: u32,
    },
    /// The rating as a number.
    Points(i32),
}

/// How a game changed a person's standing on the server: their rating, the rarest of their new badges, and how often
/// their killer in this game has killed them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct RatingChange {
    pub person: UserId,
    pub before: ShownRating,
    pub after: ShownRating,
    pub badge: Option<Badge>,
    /// The person whose hidden kitten killed this person, and the number of such kills on the server within a month.
    pub killer: Option<(UserId, u32)>,
}
