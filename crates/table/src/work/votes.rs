//! Votes to let a computer play for a person who keeps the others waiting. Present players vote, about
//! a person whom the game waits for and who has used half of their time. A click of that person clears
//! the votes, or, after the vote has succeeded, gives them their seat back.

use rules::{Chance, Illegal, Seat, SeatSet};

use super::{Reply, Work};
use crate::input::Click;
use crate::record::{Record, seat_number};
use crate::refusal::Refusal;
use crate::running_game::RunningGame;
use crate::screen::Notice;
use crate::state::State;

impl<C: Chance> Work<'_, C> {
    pub(super) fn vote_away(&mut self, click: &Click, against: Seat) -> Result<Reply, Refusal> {
        let seat = self.seat_in_game(click)?;
        if !self.is_current(click.origin) {
            return Err(Refusal::MovedOn);
        }
        self.may_vote(seat, against)?;
        self.record(Record::Voted {
            seat: seat_number(seat),
            against: seat_number(against),
        });
        if !self.has_majority(against) {
            return Ok(Reply::Follow(Notice::Voted));
        }
        self.record(Record::VotedAway {
            seat: seat_number(against),
        });
        Ok(Reply::Follow(Notice::VotedAway))
    }

    fn may_vote(&self, seat: Seat, against: Seat) -> Result<(), Refusal> {
        let state = &self.table.state;
        let running = state.running_game().ok_or(Refusal::GameOver)?;
        if !running.game.living().contains(seat) {
            return Err(Refusal::Rules(Illegal::Dead));
        }
        if !votable_seats(state, running, seat).contains(against) {
            return Err(Refusal::NobodyWaits);
        }
        let from = running.half_time(state.options.time_limits());
        if self.now < from {
            return Err(Refusal::VoteTooSoon { from });
        }
        if running.votes(against).contains(seat) {
            return Err(Refusal::VotedAlready);
        }
        Ok(())
    }

    fn has_majority(&self, against: Seat) -> bool {
        let state = &self.table.state;
        state.running_game().is_some_and(|running| {
            let (votes, needed) = count(state, running, against);
            votes >= needed
        })
    }
}

/// Returns the seats that the owner of `seat` may vote against: those of present people for whom the
/// game waits, unless it waits for a Nope, which nobody has to play.
pub(crate) fn votable_seats(state: &State, running: &RunningGame, seat: Seat) -> SeatSet {
    if running.deadline().is_none() || running.has_open_window() {
        return SeatSet::EMPTY;
    }
    let absent = running.game.awaited().minus(state.seats.present());
    running.game.awaited().minus(absent).without(seat)
}

/// Returns the number of votes against a seat, and the number needed: more than half of the other
/// people who still play.
pub(crate) fn count(state: &State, running: &RunningGame, against: Seat) -> (usize, usize) {
    let dead = state.seats.present().minus(running.game.living());
    let voters = state.seats.present().minus(dead).without(against);
    let absent = running.votes(against).minus(voters);
    let votes = running.votes(against).minus(absent);
    (votes.len(), voters.len() / 2 + 1)
}
