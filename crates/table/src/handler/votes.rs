//! Votes to let a computer play for a person who is holding up the game. Living players may vote against a person for
//! whom the game has been waiting for at least half of that person's time. A click by that person clears the votes or,
//! once the vote has succeeded, returns their seat to them.

use rules::{Illegal, Randomness, Seat};

use super::{InputHandler, Reply};
use crate::input::Click;
use crate::record::Record;
use crate::refusal::Refusal;
use crate::screen::Notice;
use crate::vote_rules::{count, votable_seats};

impl<C: Randomness> InputHandler<'_, C> {
    pub(super) fn vote_away(&mut self, click: &Click, against: Seat) -> Result<Reply, Refusal> {
        let seat = self.seat_in_game(click)?;
        if !self.is_current(click.origin) {
            return Err(Refusal::MovedOn);
        }
        self.may_vote(seat, against)?;
        self.require_repeat(click.person.id)?;
        self.record(Record::Voted { seat, against });
        if !self.has_majority(against) {
            return Ok(Reply::Follow(Notice::Voted));
        }
        self.record(Record::VotedAway { seat: against });
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
