//! The strengths of computer players and their permanent ids, which are stored in journals. The strengths are
//! implemented in `beginner`, `heuristic` and `search`.

use std::{fmt, str::FromStr};

rules::named! {
    /// The strengths of computer players, weakest first.
    #[derive(Default)]
    pub enum Strength {
        /// A beginner, who makes plausible moves and real mistakes.
        Kitten = "kitten",
        /// A sensible player, who counts and remembers cards and follows tuned rules.
        #[default]
        Cat = "cat",
        /// A searching player, who plays out many games that are consistent with what they know.
        Tiger = "tiger",
    }
}

/// The error for a string that is not the id of a strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown strength; expected kitten, cat or tiger")]
pub struct UnknownStrengthError;

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for Strength {
    type Err = UnknownStrengthError;

    fn from_str(id: &str) -> Result<Strength, UnknownStrengthError> {
        Strength::from_id(id).ok_or(UnknownStrengthError)
    }
}
