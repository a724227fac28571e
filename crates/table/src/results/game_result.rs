//! The result of one game, as it is stored.

use std::collections::BTreeSet;

use players::Strength;
use rules::{EditionId, Seat};

use super::Badge;
use crate::ids::{Millis, UserId};

/// The result of a game: one that was won, or a rated one that people ended after somebody had died.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The number of the game at its table, from 1.
    pub game: u16,
    /// The edition by whose rules it was played.
    pub edition: EditionId,
    /// The time of the deal.
    pub began: Millis,
    /// The time of the last action. The game counts in the periods of this time.
    pub ended: Millis,
    /// The number of turns of all players together.
    pub turns: u32,
    /// True if the game changes ratings.
    pub rated: bool,
    /// All players, in the order of their places.
    pub players: Vec<PlayerResult>,
}

/// One player's part in a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerResult {
    /// The player's seat.
    pub seat: Seat,
    /// The player, whoever acted for them.
    pub who: ResultPlayer,
    /// The display name at the table. That of a person is stored until they are forgotten.
    pub name: String,
    /// From 1. All who left share the last place, and all survivors the first.
    pub place: u8,
    /// The end of the game for this player.
    pub fate: Fate,
    /// The player who hid the kitten that killed this one, themselves included; none if nobody did.
    pub killer: Option<Seat>,
    /// The Nopes that the player played.
    pub nopes: u32,
    /// The Nopes on cards of the player.
    pub noped: u32,
    /// The cards that the player took from others.
    pub taken: u32,
    /// The cards that others took from the player.
    pub lost: u32,
    /// The risk in per cent of the riskiest draw that brought no kitten.
    pub closest_shave: u32,
    /// The sum of the risks of all draws that brought no kitten, in tenths of a per cent.
    pub survived_odds: u32,
    /// The number of turns.
    pub turns: u32,
    /// How many of them a computer ended in a person's place.
    pub turns_by_computer: u32,
    /// The badges that the game earns a person, if it is rated.
    pub badges: BTreeSet<Badge>,
}

/// A player in a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names and types say it")]
pub enum ResultPlayer {
    Person(UserId),
    Computer(Strength),
}

rules::named! {
    /// The end of a game for one of its players.
    pub enum Fate {
        /// The player was the last one alive.
        Won = "won",
        /// Several were alive when the table was ended.
        Survived = "survived",
        /// An Exploding Kitten killed the player.
        Exploded = "exploded",
        /// An Imploding Kitten killed the player.
        Imploded = "imploded",
        /// The person left, or a computer played most of their turns.
        Left = "left",
    }
}
