//! The score of a table over its rematches. A new lobby starts a new series.

use crate::screen::{Player, SeriesWins};

/// The games played at a table since its last ordinary lobby.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Series {
    games: u32,
    wins: Vec<SeriesWins>,
}

impl Series {
    /// Counts a game. `winner` is `None` if a computer won in a person's seat.
    pub(crate) fn count(&mut self, winner: Option<&Player>) {
        self.games += 1;
        let Some(winner) = winner else {
            return;
        };
        let mut scores = self.wins.iter_mut();
        match scores.find(|score| score.player.is_same_as(winner)) {
            Some(score) => score.wins += 1,
            None => self.wins.push(SeriesWins {
                player: winner.clone(),
                wins: 1,
            }),
        }
        self.wins.sort_by_key(|score| u32::MAX - score.wins);
    }

    /// Returns the number of games so far.
    pub(crate) fn games(&self) -> u16 {
        u16::try_from(self.games).unwrap_or(u16::MAX)
    }

    /// Returns the score, best first; empty before the first rematch.
    pub(crate) fn score(&self) -> &[SeriesWins] {
        if self.games > 1 { &self.wins } else { &[] }
    }
}
