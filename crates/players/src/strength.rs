//! The strengths of computer players and their fixed ids. The ids are stored in journals and must
//! not change; the players themselves are in `beginner`, `heuristic` and `search`.

use std::{fmt, str::FromStr};

/// The strength of a computer player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Strength {
    /// A beginner, with plausible moves and real mistakes.
    Kitten,
    /// A sensible player, which counts and remembers cards and follows tuned rules.
    #[default]
    Cat,
    /// A searching player, which plays many games to the end that agree with its knowledge.
    Tiger,
}

/// Reports a text that is not the id of a strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a strength: kitten, cat or tiger")]
pub struct UnknownStrengthError;

impl Strength {
    /// Every strength, the weakest first.
    pub const ALL: [Strength; 3] = [Strength::Kitten, Strength::Cat, Strength::Tiger];

    /// Returns the fixed id used by files, stored games and command options.
    pub fn id(self) -> &'static str {
        match self {
            Strength::Kitten => "kitten",
            Strength::Cat => "cat",
            Strength::Tiger => "tiger",
        }
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for Strength {
    type Err = UnknownStrengthError;

    fn from_str(id: &str) -> Result<Strength, UnknownStrengthError> {
        let found = Strength::ALL
            .into_iter()
            .find(|strength| strength.id() == id);
        found.ok_or(UnknownStrengthError)
    }
}
