//! The draws of a game: each random outcome has a purpose, and a number among those of its purpose.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The use of a random outcome. The specification names it as its stored form does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// The seat that starts.
    First,
    /// A shuffle of the draw pile; the first two are the deal.
    Shuffle,
    /// The card that a pair steals.
    Steal,
    /// The card of a Favor whose giver did not choose, or does not see their hand.
    Gift,
    /// The card that a player who did not choose, or does not see their hand, puts into the draw pile.
    Put,
    /// A card that a blind player turns up.
    TurnUp,
    /// The card that a Mark marks.
    Mark,
    /// The target of a card that a blind player turned up and did not aim.
    Aim,
    /// The card taken from the discard pile for a player who did not choose.
    Take,
    /// The place of a kitten that goes back at random.
    Place,
    /// The kitten that leaves the game with a player.
    Kitten,
    /// A number of any other kind.
    Number,
}

impl Purpose {
    const COUNT: usize = Purpose::Number as usize + 1;

    fn name(self) -> &'static str {
        match self {
            Purpose::First => "first",
            Purpose::Shuffle => "shuffle",
            Purpose::Steal => "steal",
            Purpose::Gift => "gift",
            Purpose::Put => "put",
            Purpose::TurnUp => "turn-up",
            Purpose::Mark => "mark",
            Purpose::Aim => "aim",
            Purpose::Take => "take",
            Purpose::Place => "place",
            Purpose::Kitten => "kitten",
            Purpose::Number => "number",
        }
    }
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Which random outcome of a game it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DrawId {
    pub(crate) purpose: Purpose,
    pub(crate) number: u16,
}

/// How many draws of each purpose a game has had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawCounts([u16; Purpose::COUNT]);

impl DrawCounts {
    pub fn add(&mut self, purpose: Purpose) {
        self.next(purpose);
    }

    pub(crate) fn next(&mut self, purpose: Purpose) -> DrawId {
        let count = &mut self.0[purpose as usize];
        let number = *count;
        // A table has fewer entries than that, and an entry few draws.
        *count = count.saturating_add(1);
        DrawId { purpose, number }
    }
}

/// A random outcome, as the file of a game tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drawn {
    /// Its use.
    pub purpose: Purpose,
    /// How many draws of this purpose the game had before it.
    pub number: u16,
    /// The cards that were possible: those of a pile from the bottom to the top, those of a hand in the order
    /// of the specification's list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Vec<String>>,
    /// How many numbers were possible, if it is none of cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub below: Option<u32>,
    /// The outcome.
    pub result: Outcome,
}

/// The outcome of a draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Outcome {
    /// The cards after a shuffle, from the bottom to the top.
    Cards(Vec<String>),
    /// A card.
    Card(String),
    /// A number from 0.
    Number(u32),
}
