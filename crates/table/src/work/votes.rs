//! Votes to go on without somebody who keeps the others waiting. Only those who play themselves
//! vote, only about one who is waited for and has had half of his time; any click of his makes the
//! votes void, and his seat is his again at the next one after.

use rules::{Chance, Illegal, Seat, SeatSet};

use super::{Reply, Work};
use crate::input::Click;
use crate::playing::Playing;
use crate::record::{Record, number};
use crate::refusal::Refusal;
use crate::screen::Notice;
use crate::state::State;

impl<C: Chance> Work<'_, C> {
    pub(super) fn vote_away(&mut self, click: &Click, against: Seat) -> Result<Reply, Refusal> {
        let seat = self.seated(click)?;
        if !self.is_current(click.origin) {
            return Err(Refusal::MovedOn);
        }
        self.may_vote(seat, against)?;
        self.record(Record::Voted {
            seat: number(seat),
            against: number(against),
        });
        if !self.is_outvoted(against) {
            return Ok(Reply::Follow(Notice::Voted));
        }
        self.record(Record::VotedAway {
            seat: number(against),
        });
        Ok(Reply::Follow(Notice::VotedAway))
    }

    fn may_vote(&self, seat: Seat, against: Seat) -> Result<(), Refusal> {
        let state = &self.table.state;
        let playing = state.playing().ok_or(Refusal::GameOver)?;
        if !playing.game.living().contains(seat) {
            return Err(Refusal::Rules(Illegal::Dead));
        }
        if !dawdlers(state, playing, seat).contains(against) {
            return Err(Refusal::NobodyWaits);
        }
        let from = playing.half_time(state.options.time_limits());
        if self.now < from {
            return Err(Refusal::VoteTooSoon { from });
        }
        if playing.votes(against).contains(seat) {
            return Err(Refusal::VotedAlready);
        }
        Ok(())
    }

    fn is_outvoted(&self, against: Seat) -> bool {
        let state = &self.table.state;
        state.playing().is_some_and(|playing| {
            let (votes, needed) = votes(state, playing, against);
            votes >= needed
        })
    }
}

/// Those whom the one on a seat may want to go on without: people who play themselves and are
/// waited for, but not with a Nope, which nobody has to play.
pub(crate) fn dawdlers(state: &State, playing: &Playing, seat: Seat) -> SeatSet {
    if playing.deadline().is_none() || playing.waits_for_nopes() {
        return SeatSet::EMPTY;
    }
    let absent = playing.game.awaited().minus(state.seats.present());
    playing.game.awaited().minus(absent).without(seat)
}

/// How many want to go on without a seat, and how many it takes: more than half of the other people
/// who still play.
pub(crate) fn votes(state: &State, playing: &Playing, against: Seat) -> (usize, usize) {
    let dead = state.seats.present().minus(playing.game.living());
    let voters = state.seats.present().minus(dead).without(against);
    let absent = playing.votes(against).minus(voters);
    let votes = playing.votes(against).minus(absent);
    (votes.len(), voters.len() / 2 + 1)
}
