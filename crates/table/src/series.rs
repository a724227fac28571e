//! The score of a table over its games. A new lobby that is not for a rematch starts a new series.

use rules::Seat;

use crate::beat::DeathBeat;
use crate::screen::lobby::count;
use crate::screen::{Player, SeriesWins, Standing};
use crate::state::State;

/// The games of the current series.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Series {
    games: u32,
    wins: Vec<SeriesWins>,
    /// For each death by another player's kitten, the player who hid it and the player who died.
    kills: Vec<(Player, Player)>,
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

    pub(crate) fn games(&self) -> u16 {
        u16::try_from(self.games).unwrap_or(u16::MAX)
    }

    /// Returns the players' wins, most first; empty until the first rematch has ended.
    pub(crate) fn score(&self) -> &[SeriesWins] {
        if self.games > 1 { &self.wins } else { &[] }
    }
}

impl State {
    fn player_at(&self, seat: Seat) -> Option<&Player> {
        self.seats.get(seat).map(|state| &state.player)
    }

    /// Records who killed whom in a finished game: each death caused by a kitten that another player hid.
    pub(crate) fn note_kills(&mut self, standings: &[Standing]) {
        let kill = |dead: &Standing| {
            let killer = dead.hidden_by.filter(|killer| *killer != dead.seat)?;
            Some((
                self.player_at(killer)?.clone(),
                self.player_at(dead.seat)?.clone(),
            ))
        };
        let kills: Vec<_> = standings.iter().filter_map(kill).collect();
        self.series.kills.extend(kills);
    }

    /// Returns how often the known hider of the kitten has killed the dead player in this series, including this death.
    /// 0 if the hider is not publicly known or is the dead player.
    pub(crate) fn times_killed(&self, death: &DeathBeat) -> u32 {
        let hider = death.hider.filter(|hider| hider.seat != death.seat);
        let killer = hider.and_then(|hider| self.player_at(hider.seat));
        let Some((killer, victim)) = killer.zip(self.player_at(death.seat)) else {
            return 0;
        };
        let is_same =
            |kill: &&(Player, Player)| kill.0.is_same_as(killer) && kill.1.is_same_as(victim);
        count(self.series.kills.iter().filter(is_same).count()) + 1
    }
}
