//! The random picks of a game: each has a purpose, and a number among those with the same purpose.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The purpose of a random pick. The specification uses the name of the stored form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// The seat that starts.
    First,
    /// A shuffle of the draw pile; the first two are the deal.
    Shuffle,
    /// The card stolen by a pair.
    Steal,
    /// The card given for a Favor by a player who did not choose or is blind.
    Gift,
    /// The card put into the draw pile by a player who did not choose or is blind.
    Put,
    /// A card that a blind player turns up.
    TurnUp,
    /// The card that a Mark marks.
    Mark,
    /// The target of a card that a blind player turned up but did not aim.
    Aim,
    /// The card taken from the discard pile for a player who did not choose.
    Take,
    /// The place of a kitten that is put back at random.
    Place,
    /// The kitten that leaves the game along with a player.
    Kitten,
    /// A number for any other purpose.
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

/// Identifies a random pick within a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PickId {
    pub(crate) purpose: Purpose,
    pub(crate) number: u16,
}

/// How many picks of each purpose a game has had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PickCounts([u16; Purpose::COUNT]);

impl PickCounts {
    pub fn add(&mut self, purpose: Purpose) {
        self.next(purpose);
    }

    pub(crate) fn next(&mut self, purpose: Purpose) -> PickId {
        let count = &mut self.0[purpose as usize];
        let number = *count;
        // A table has fewer entries than that, and an entry has few picks.
        *count = count.saturating_add(1);
        PickId { purpose, number }
    }
}

/// A random pick, as recorded in a game file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RandomPick {
    pub purpose: Purpose,
    /// How many picks with this purpose the game had before it.
    pub number: u16,
    /// The possible cards: those of a pile from the bottom to the top, those of a hand in the order
    /// of the specification's list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Vec<String>>,
    /// How many numbers were possible, if the pick was not among cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub below: Option<u32>,
    pub result: RandomOutcome,
}

/// The outcome of a random pick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RandomOutcome {
    /// The cards after a shuffle, from the bottom to the top.
    Cards(Vec<String>),
    Card(String),
    /// A number, counted from 0.
    Number(u32),
}
