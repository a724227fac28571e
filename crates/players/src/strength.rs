//! The strengths of computer players and their permanent ids, which are stored in journals. The
//! players themselves are in `beginner`, `heuristic` and `search`.

use std::{fmt, str::FromStr};

rules::named! {
    /// The strength of a computer player, weakest first.
    #[derive(Default)]
    pub enum Strength {
        /// A beginner, with plausible moves and real mistakes.
        Kitten = "kitten",
        /// A sensible player that counts and remembers cards and follows tuned rules.
        #[default]
        Cat = "cat",
        /// A searching player that plays out many games that agree with its knowledge.
        Tiger = "tiger",
    }
}

/// The error for a text that is not the id of a strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a strength: kitten, cat or tiger")]
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
