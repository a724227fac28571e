//! How games and tables end, and what comes after: leaving, ending for all, playing again.

use rules::{Action, Chance, Seat};

use crate::computer_setup::ComputerSetup;

use super::{Post, Reply, Work, person_record};
use crate::ids::UserId;
use crate::input::{Click, ClickOrigin, Clicker};
use crate::options::{LeaverPolicy, TableOptions};
use crate::record::{CloseReason, Record, number};
use crate::refusal::Refusal;
use crate::screen::{Notice, Question};
use crate::seats::Place;
use crate::state::Stage;

impl<C: Chance> Work<'_, C> {
    pub(super) fn leave(&mut self, person: &Clicker, confirmed: bool) -> Result<Reply, Refusal> {
        match self.table.state.stage {
            Stage::Lobby => self.get_up(person.id),
            Stage::Closed => Err(Refusal::Closed),
            Stage::Over(_) => {
                let seat = self.leaver(person.id)?;
                self.record(Record::LeftGame { seat: number(seat) });
                Ok(Reply::Note(Notice::LeftLobby))
            }
            Stage::Playing(_) => self.leave_game(person.id, confirmed),
        }
    }

    fn leave_game(&mut self, user: UserId, confirmed: bool) -> Result<Reply, Refusal> {
        let seat = self.leaver(user)?;
        let (question, notice) = match self.table.state.options.leavers {
            LeaverPolicy::StandIn => (Question::LeaveToStandIn, Notice::LeftToStandIn),
            LeaverPolicy::Out => (Question::LeaveForGood, Notice::LeftForGood),
        };
        if !confirmed {
            return Ok(Reply::Ask(question));
        }
        if self.table.state.options.leavers == LeaverPolicy::Out {
            // A dead player's seat has nothing left that could go out with him.
            let _ = self.act(Action::Leave { seat });
        }
        self.record(Record::LeftGame { seat: number(seat) });
        if self.table.is_playing() && self.table.state.seats.all_left() {
            self.close(CloseReason::Abandoned);
        }
        Ok(Reply::Note(notice))
    }

    /// The seat of one who has not left yet.
    fn leaver(&self, user: UserId) -> Result<Seat, Refusal> {
        let seats = &self.table.state.seats;
        let seat = seats.of(user).ok_or(Refusal::NotSeated)?;
        if seats.at(seat).is_some_and(Place::left) {
            Err(Refusal::NotSeated)
        } else {
            Ok(seat)
        }
    }

    pub(super) fn end(&mut self, person: &Clicker, confirmed: bool) -> Result<Reply, Refusal> {
        if self.table.state.host != person.id && !person.may_manage {
            return Err(Refusal::HostOrModeratorOnly);
        }
        if self.table.is_playing() && !confirmed {
            return Ok(Reply::Ask(Question::End));
        }
        self.close(CloseReason::Ended {
            by: person.name.clone(),
        });
        Ok(Reply::Note(Notice::Ended))
    }

    pub(super) fn post_table(&mut self, origin: ClickOrigin) -> Reply {
        if origin == ClickOrigin::Command {
            return Reply::Public;
        }
        self.post = Post::Anew;
        Reply::Note(Notice::TablePosted)
    }

    pub(super) fn rematch(&mut self, click: &Click) -> Result<Reply, Refusal> {
        let first = self.next_first(click)?;
        let leavers: Vec<UserId> = self.table.state.seats.leavers().collect();
        let staying = self.table.state.seats.len() - leavers.len();
        if self.table.state.options.ruleset(staying).is_err() {
            return Err(Refusal::TooFewPlayers);
        }
        for user in leavers {
            self.record(Record::SeatGivenUp { user });
        }
        self.deal(first)?;
        self.post = Post::Next;
        Ok(Reply::Follow(Notice::Done))
    }

    /// Where the one will sit who begins the rematch: the next after the one who began, of those
    /// who stay.
    fn next_first(&self, click: &Click) -> Result<Option<Seat>, Refusal> {
        let state = &self.table.state;
        let Stage::Over(over) = &state.stage else {
            return Err(self.not_over());
        };
        if !self.is_current(click.origin) {
            return Err(Refusal::MovedOn);
        }
        // Where only computers play, whoever opened the table watches and has no seat.
        if state.seats.of(click.person.id).is_none() && state.host != click.person.id {
            return Err(Refusal::NotSeated);
        }
        let staying = state.seats.places().filter(|(_, place)| !place.left());
        let staying: Vec<Seat> = staying.map(|(seat, _)| seat).collect();
        let next = staying.iter().position(|&seat| seat > over.first);
        Ok(Seat::new(next.unwrap_or(0)))
    }

    fn not_over(&self) -> Refusal {
        match self.table.state.stage {
            Stage::Lobby => Refusal::NotStarted,
            Stage::Playing(_) => Refusal::NotOver,
            Stage::Over(_) | Stage::Closed => Refusal::Closed,
        }
    }

    /// A lobby of the one who clicked; by the options of the last game, unless he wants others.
    pub(super) fn new_table(
        &mut self,
        click: &Click,
        wish: Option<(TableOptions, ComputerSetup)>,
    ) -> Result<Reply, Refusal> {
        let Stage::Over(_) = self.table.state.stage else {
            return Err(self.not_over());
        };
        if !self.is_current(click.origin) {
            return Err(Refusal::MovedOn);
        }
        self.record(Record::Reopened {
            host: person_record(&click.person),
        });
        if let Some((options, computers)) = wish {
            let options = (&options).into();
            self.record(Record::OptionsChanged { options });
            self.invite(&click.person, computers);
        }
        self.post = Post::Next;
        Ok(Reply::Follow(Notice::Done))
    }
}
