//! The random picks of a game. Each has a purpose, and a number among the picks with the same purpose.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The purpose of a random pick. The specification uses the serialized names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// The player who takes the first turn.
    First,
    /// A shuffle of the draw pile. The deal makes the first two, or three if there is a stash.
    Shuffle,
    /// The card stolen by a pair or taken from the stash.
    Steal,
    /// The card given for a Favor by a player who did not choose one or is blind.
    Gift,
    /// The card put into the draw pile for a player who did not choose one or is blind.
    Put,
    /// A card that a blind player turns up.
    TurnUp,
    /// The card marked by a Mark.
    Mark,
    /// The target of a card that a blind player turned up, if they did not choose one.
    Aim,
    /// The card taken from the discard pile for a player who did not choose one.
    Take,
    /// A random place in the draw pile for a kitten or a buried card.
    Place,
    /// The kitten that is removed when a player leaves.
    Kitten,
    /// A number for any other purpose.
    Number,
}

impl Purpose {
    const COUNT: usize = Purpose::Number as usize + 1;
}

impl fmt::Display for Purpose {
    /// Writes the serialized name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PickId {
    pub(crate) purpose: Purpose,
    pub(crate) number: u16,
}

/// The number of picks made so far in a game, by purpose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PickCounts([u16; Purpose::COUNT]);

impl PickCounts {
    pub fn add(&mut self, purpose: Purpose) {
        self.next(purpose);
    }

    pub(crate) fn next(&mut self, purpose: Purpose) -> PickId {
        let count = &mut self.0[purpose as usize];
        let number = *count;
        // Never saturates in practice: no game has nearly `u16::MAX` picks with one purpose.
        *count = count.saturating_add(1);
        PickId { purpose, number }
    }
}

/// A random pick, as recorded in a game file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RandomPick {
    pub purpose: Purpose,
    /// The number of earlier picks with this purpose in the game.
    pub number: u16,
    /// The cards to shuffle, from bottom to top, or the cards to choose from, in the order that the
    /// specification defines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Vec<String>>,
    /// The exclusive upper bound, if the pick was a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub below: Option<u32>,
    pub result: RandomOutcome,
}

/// The outcome of a random pick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RandomOutcome {
    /// The cards after a shuffle, from bottom to top.
    Cards(Vec<String>),
    Card(String),
    /// A number, counted from 0.
    Number(u32),
}
