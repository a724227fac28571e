//! The rules for votes against slow players: whom a player may vote against, and how many votes are
//! needed. Votes are cast in `handler::votes`.

use rules::{Seat, SeatSet};

use crate::running_game::RunningGame;
use crate::state::State;

/// Returns the seats that the owner of `seat` may vote against: the seats of other present people for whom the game is
/// waiting. Empty in a paused game, and in a Nope window, because no one is obliged to play a Nope.
pub(crate) fn votable_seats(state: &State, running: &RunningGame, seat: Seat) -> SeatSet {
    if running.deadline().is_none() || running.game.phase().window().is_some() {
        return SeatSet::EMPTY;
    }
    let absent = running.game.awaited().minus(state.seats.present());
    running.game.awaited().minus(absent).without(seat)
}

/// Returns the number of votes against a seat, and the number needed: more than half of the other
/// people still playing.
pub(crate) fn count(state: &State, running: &RunningGame, against: Seat) -> (usize, usize) {
    let dead = state.seats.present().minus(running.game.living());
    let voters = state.seats.present().minus(dead).without(against);
    let absent = running.votes(against).minus(voters);
    let votes = running.votes(against).minus(absent);
    (votes.len(), voters.len() / 2 + 1)
}
