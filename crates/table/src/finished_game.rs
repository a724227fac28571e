//! A finished game: the data needed to show its result and to start a rematch.

use std::sync::Arc;

use rules::{Phase, Seat};

use crate::beat::Beat;
use crate::ids::Millis;
use crate::record::CloseReason;
use crate::running_game::RunningGame;
use crate::screen::{Award, Chart, GameStats, Outcome, Standing};
use crate::seats::SeatState;
use crate::state::{Stage, State};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FinishedGame {
    /// The seat that took the first turn.
    pub(crate) first: Seat,
    pub(crate) standings: Vec<Standing>,
    pub(crate) stats: GameStats,
    pub(crate) awards: Vec<Award>,
    pub(crate) chart: Arc<Chart>,
    /// When the game ended; outages do not shift it.
    pub(crate) ended: Millis,
    /// The last death, if it is shown alone before the result.
    pub(crate) beat: Option<Beat>,
}

impl State {
    /// Replaces a won game with its result, and updates the series. Does nothing if no game has been won.
    pub(crate) fn finish_won_game(&mut self, at: Millis) {
        let Some(running) = self.running_game() else {
            return;
        };
        if let Phase::Won { .. } = running.game.phase() {
            let standings = self.standings(running);
            let finished = FinishedGame {
                first: running.first,
                stats: running.history.stats,
                awards: running.history.counts.awards(&running.history.stats),
                chart: Arc::new(self.chart(running, &standings)),
                standings,
                ended: at,
                beat: running.beat,
            };
            let result = self.game_result(running, &finished.standings, at, None);
            let is_won = |standing: &&Standing| standing.outcome == Outcome::Won;
            let winner = finished
                .standings
                .iter()
                .find(is_won)
                .and_then(|winner| self.seats.get(winner.seat));
            self.series.count(winner.map(|winner| &winner.player));
            self.note_kills(&finished.standings);
            self.result = result;
            self.bind_end();
            self.on_turn = None;
            self.stage = Stage::Over(Box::new(finished));
        }
    }

    /// Closes the table. A rated game that is cut short still has a result if a kitten has killed a player.
    pub(crate) fn apply_closed(&mut self, why: &CloseReason, at: Millis) {
        let by = if let CloseReason::Ended { by } = why {
            Some(by.user)
        } else {
            None
        };
        self.has_counted = self.counts_if_ended();
        if let (true, Some(running)) = (self.has_counted, self.running_game()) {
            self.result = self.game_result(running, &self.standings(running), at, by);
        }
        self.bind_end();
        self.stage = Stage::Closed;
    }

    fn chart(&self, running: &RunningGame, standings: &[Standing]) -> Chart {
        let mut chart = running.history.chart(standings);
        for line in &mut chart.lines {
            line.user = self.seats.get(line.seat).and_then(SeatState::user);
        }
        chart
    }

    /// Returns the standings. A win by a computer in an absent person's seat counts as the computer's.
    fn standings(&self, running: &RunningGame) -> Vec<Standing> {
        let mut standings = running.standings();
        for placed in &mut standings {
            let seat_state = self.seats.get(placed.seat);
            let is_absent = seat_state
                .is_some_and(|seat_state| seat_state.user().is_some() && !seat_state.is_present());
            if placed.outcome == Outcome::Won && is_absent {
                placed.outcome = Outcome::WonByComputer;
            }
        }
        standings
    }
}
