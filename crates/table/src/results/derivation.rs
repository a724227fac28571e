//! Derives the result of a game at its end, from what its table knows then. A table's entries give the same
//! results by the same code, however late.

use std::collections::BTreeSet;

use rules::SeatSet;

use super::{Badge, Deeds, Fate, GameResult, PlayerResult, ResultPlayer};
use crate::entry::Entry;
use crate::finished_game::FinishedGame;
use crate::options::RatingPolicy;
use crate::record::RecordError;
use crate::running_game::RunningGame;
use crate::screen::{Occupant, Outcome, Standing};
use crate::seats::SeatState;
use crate::state::State;

/// Returns the results of the won games of the table with these entries, the first one first.
///
/// # Errors
/// [`RecordError`] if the entries are not those of one table without a gap, or cannot be read.
pub fn results_of(entries: &[Entry]) -> Result<Vec<GameResult>, RecordError> {
    let first = entries.first().ok_or(RecordError::OutOfSequence(0))?;
    let mut state = State::opened(first)?;
    let mut results = Vec::new();
    for entry in entries {
        results.extend(state.apply_entry(entry)?.map(|result| *result));
    }
    Ok(results)
}

impl State {
    /// Returns the result of a game that is won.
    pub(crate) fn game_result(&self, running: &RunningGame, finished: &FinishedGame) -> GameResult {
        let left = self.seats_left(running);
        let is_left = |standing: &&Standing| left.contains(standing.seat);
        let (left, stayed): (Vec<&Standing>, Vec<&Standing>) =
            finished.standings.iter().partition(is_left);
        let last = finished.standings.len() as u8;
        let stayed = stayed.into_iter().zip(1..).map(|(standing, place)| {
            let fate = match standing.outcome {
                Outcome::Won | Outcome::WonByComputer => Fate::Won,
                Outcome::Exploded => Fate::Exploded,
                Outcome::Imploded => Fate::Imploded,
                Outcome::Left => Fate::Left,
            };
            self.player_result(running, finished, standing, (place, fate))
        });
        let left = left.into_iter();
        let left = left
            .map(|standing| self.player_result(running, finished, standing, (last, Fate::Left)));
        GameResult {
            game: u16::try_from(self.games).unwrap_or(u16::MAX),
            edition: running.game.rules().edition(),
            began: running.began,
            ended: finished.ended,
            turns: finished.stats.turns,
            rated: self.is_rated(),
            players: stayed.chain(left).flatten().collect(),
        }
    }

    /// Returns true if the game at the table changes ratings: people are rated against people.
    fn is_rated(&self) -> bool {
        self.options.rating == RatingPolicy::Rated && self.seats.people().count() >= 2
    }

    /// Returns the seats of people who left the game alive, or for whom a computer played most of their turns.
    fn seats_left(&self, running: &RunningGame) -> SeatSet {
        let has_left = |standing: &Standing| standing.outcome == Outcome::Left;
        let out = running.standings().into_iter().filter(has_left);
        let out = out.map(|standing| standing.seat);
        let by_computer = self.seats.iter().filter_map(|(seat, state)| {
            let count = running.history.counts.get(seat);
            let is_most = count.turns_by_computer * 2 > count.turns;
            let left_alive = state.has_left() && count.absent_at_end;
            (left_alive || is_most).then_some(seat)
        });
        out.chain(by_computer).collect()
    }

    fn player_result(
        &self,
        running: &RunningGame,
        finished: &FinishedGame,
        standing: &Standing,
        (place, fate): (u8, Fate),
    ) -> Option<PlayerResult> {
        let seat = standing.seat;
        let count = running.history.counts.get(seat);
        let who = self.seats.get(seat).map(result_player)?;
        let died_by_them = |other: &&Standing| other.hidden_by == Some(seat);
        let victims = finished.standings.iter().filter(died_by_them);
        let deeds = Deeds {
            count: *count,
            fate,
            place,
            players: finished.standings.len(),
            by_own_kitten: standing.hidden_by == Some(seat),
            victims: victims.filter(|other| other.seat != seat).count(),
        };
        let is_rated_person = self.is_rated() && matches!(who, ResultPlayer::Person(_));
        Some(PlayerResult {
            seat,
            who,
            place,
            fate,
            killer: standing.hidden_by,
            nopes: count.nopes,
            noped: count.noped,
            taken: count.stolen,
            lost: count.robbed,
            closest_shave: count.closest_shave,
            survived_odds: count.survived_odds,
            turns: count.turns,
            turns_by_computer: count.turns_by_computer,
            badges: match is_rated_person {
                true => Badge::earned(&deeds),
                false => BTreeSet::new(),
            },
        })
    }
}

fn result_player(state: &SeatState) -> ResultPlayer {
    match state.player.occupant {
        Occupant::Person { user, .. } => ResultPlayer::Person(user),
        Occupant::Computer(strength) => ResultPlayer::Computer(strength),
    }
}
