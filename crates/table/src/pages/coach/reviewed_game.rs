//! A review in the form stored for the player's statistics.

use std::collections::BTreeMap;

use players::{MistakeKind, Review};
use serde::Serialize;

use crate::ids::{Millis, TableId};

/// The number of reviewed games that count in a person's statistics: the games that ended last.
pub const COUNTED_REVIEWS: u32 = 10;

/// The cost of a person's decisions in a game. Shown only to them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReviewedGame {
    /// The table of the game.
    pub table: TableId,
    /// The number of the game at its table, from 1.
    pub game: u16,
    /// When the game ended.
    pub ended_at: Millis,
    /// The chance of winning lost to each kind of mistake, in thousandths.
    pub lost: BTreeMap<MistakeKind, u16>,
}

impl ReviewedGame {
    /// Returns the part of a review that is stored.
    pub fn new(table: TableId, game: u16, ended_at: Millis, review: &Review) -> Self {
        let thousandths = |(kind, chance): (&_, &f32)| (*kind, (chance * 1_000.0).round() as u16);
        Self {
            table,
            game,
            ended_at,
            lost: review.lost.iter().map(thousandths).collect(),
        }
    }

    /// Returns the chance of winning lost to all mistakes, in thousandths.
    pub fn lost_in_all(&self) -> u32 {
        self.lost.values().copied().map(u32::from).sum()
    }
}
