//! The result of one game, which the journal stores.

use std::collections::BTreeSet;

use players::Strength;
use rules::{EditionId, Seat};

use super::Badge;
use crate::ids::{Millis, UserId};

/// The result of a game that was won, or of a rated game that was ended early after a kitten had killed a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The number of the game at its table, from 1.
    pub game: u16,
    /// The edition that the game was played with.
    pub edition: EditionId,
    /// When the game was dealt.
    pub began: Millis,
    /// When the game ended. The game counts in the periods that contain this time.
    pub ended: Millis,
    /// The total number of turns of all players.
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
    /// The player, regardless of who acted for them.
    pub who: ResultPlayer,
    /// The display name at the table. A person's name is stored until they are erased.
    pub name: String,
    /// The place, from 1. Players who left share the last place, and survivors share the first.
    pub place: u8,
    /// How the game ended for this player.
    pub fate: PlayerEnding,
    /// The seat of the player who hid the kitten that killed this player; `None` if there is no such player.
    pub killer: Option<Seat>,
    /// The number of Nopes this player played.
    pub nopes: u32,
    /// The number of Nopes on this player's cards.
    pub noped: u32,
    /// The number of cards this player took from others.
    pub taken: u32,
    /// The number of cards others took from this player.
    pub lost: u32,
    /// The risk, in percent, of the riskiest draw that turned out safe.
    pub closest_shave: u32,
    /// The sum of the risks of all draws that turned out safe, in tenths of a percent.
    pub survived_odds: u32,
    /// The number of turns that this player had.
    pub turns: u32,
    /// The number of turns that a computer ended on behalf of a person.
    pub turns_by_computer: u32,
    /// The badges that a person earned; empty for a computer, or if the game is not rated.
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
    /// How a game ended for one of its players.
    pub enum PlayerEnding {
        /// The player was the last one alive.
        Won = "won",
        /// The player was one of several still alive when the game was ended early.
        Survived = "survived",
        /// An Exploding Kitten or a Barking Kitten killed the player.
        Exploded = "exploded",
        /// An Imploding Kitten killed the player.
        Imploded = "imploded",
        /// The person left or ended the game while alive, a computer played most of their turns, or their stand-in won.
        Left = "left",
    }
}
