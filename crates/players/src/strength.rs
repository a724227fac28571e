//! How well a computer plays.

use std::{fmt, str::FromStr};

/// How well a computer plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Strength {
    /// A beginner: plausible moves, and real mistakes.
    Kitten,
    /// Sensible: counts cards, remembers what it saw, and knows what a Defuse is worth.
    #[default]
    Cat,
    /// Searches: plays on in its mind, in many worlds that agree with what it has seen.
    Tiger,
}

/// No strength has this id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownStrength;

impl Strength {
    /// Every strength, the weakest first.
    pub const ALL: [Strength; 3] = [Strength::Kitten, Strength::Cat, Strength::Tiger];

    /// The fixed id used by files, stored games and command options.
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

impl fmt::Display for UnknownStrength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a strength: kitten, cat or tiger")
    }
}

impl std::error::Error for UnknownStrength {}

impl FromStr for Strength {
    type Err = UnknownStrength;

    fn from_str(id: &str) -> Result<Strength, UnknownStrength> {
        let found = Strength::ALL
            .into_iter()
            .find(|strength| strength.id() == id);
        found.ok_or(UnknownStrength)
    }
}
