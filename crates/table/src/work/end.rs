//! The end of a game or a table: leaving, closing, reposting, rematches and new lobbies.

use rules::{Action, Chance, Seat};

use super::{NewMessage, REPOST_INTERVAL, Reply, Work, person_record};
use crate::computer_setup::ComputerSetup;
use crate::ids::UserId;
use crate::input::{Click, ClickOrigin, Clicker};
use crate::options::{LeaverPolicy, TableOptions};
use crate::record::{CloseReason, Record};
use crate::refusal::Refusal;
use crate::screen::{Notice, Question};
use crate::state::Stage;

impl<C: Chance> Work<'_, C> {
    pub(super) fn leave(&mut self, person: &Clicker, confirmed: bool) -> Result<Reply, Refusal> {
        match self.table.state.stage {
            Stage::Lobby => self.leave_lobby(person.id),
            Stage::Closed => Err(Refusal::Closed),
            Stage::Over(_) => {
                let seat = self.seat_to_leave(person.id)?;
                self.record(Record::LeftGame { seat });
                Ok(Reply::Note(Notice::LeftLobby))
            }
            Stage::Playing(_) => self.leave_game(person.id, confirmed),
        }
    }

    fn leave_game(&mut self, user: UserId, confirmed: bool) -> Result<Reply, Refusal> {
        let seat = self.seat_to_leave(user)?;
        let (question, notice) = match self.table.state.options.leavers {
            LeaverPolicy::StandIn => (Question::LeaveToStandIn, Notice::LeftToStandIn),
            LeaverPolicy::Out => (Question::LeaveForGood, Notice::LeftForGood),
        };
        if !confirmed {
            return Ok(Reply::Ask(question));
        }
        if self.table.state.options.leavers == LeaverPolicy::Out {
            // The rules refuse this for a dead player, whose seat is out of the game already.
            let _ = self.act(Action::Leave { seat });
        }
        self.record(Record::LeftGame { seat });
        if self.table.is_playing() && self.table.state.seats.all_left() {
            self.close(CloseReason::Abandoned);
        }
        Ok(Reply::Note(notice))
    }

    /// Returns the seat of a person, unless they have left already.
    fn seat_to_leave(&self, user: UserId) -> Result<Seat, Refusal> {
        let seats = &self.table.state.seats;
        let seat = seats.seat_of(user).filter(|seat| !seats.has_left(*seat));
        seat.ok_or(Refusal::NotSeated)
    }

    pub(super) fn end(&mut self, person: &Clicker, confirmed: bool) -> Result<Reply, Refusal> {
        if self.table.state.host != person.id && !person.may_manage {
            return Err(Refusal::HostOrModeratorOnly);
        }
        if self.table.is_playing() && !confirmed {
            return Ok(Reply::Ask(Question::End));
        }
        self.close(CloseReason::Ended {
            by: person_record(person),
        });
        Ok(Reply::Note(Notice::Ended))
    }

    /// Posts the table again at the bottom of the channel, or replies where it is.
    pub(super) fn post_table(&mut self, click: &Click) -> Reply {
        let has_part = self.has_part(&click.person);
        if self.new_message == NewMessage::NotNeeded && !(has_part && self.is_repost_due()) {
            if has_part {
                // They may ask because somebody has deleted the message.
                self.new_message = NewMessage::IfLost;
            }
            return Reply::Link;
        }
        if click.origin == ClickOrigin::Command {
            return Reply::Public;
        }
        self.new_message = NewMessage::Replace;
        Reply::Note(Notice::TablePosted)
    }

    /// Returns true for players, the host and moderators. Others may not move the table, which takes
    /// its buttons from under the players' fingers.
    fn has_part(&self, person: &Clicker) -> bool {
        let state = &self.table.state;
        let has_seat = state.seats.seat_of(person.id).is_some();
        has_seat || state.host == person.id || person.may_manage
    }

    fn is_repost_due(&self) -> bool {
        let posted_at = self.table.message_posted_at;
        posted_at.is_none_or(|at| self.now.since(at) >= REPOST_INTERVAL)
    }

    pub(super) fn rematch(&mut self, click: &Click) -> Result<Reply, Refusal> {
        let first = self.rematch_first_seat(click)?;
        self.require_room_for_game()?;
        let leavers: Vec<UserId> = self.table.state.seats.leavers().collect();
        let staying = self.table.state.seats.len() - leavers.len();
        let editions = &self.table.config.editions;
        if self.table.state.options.ruleset(editions, staying).is_err() {
            return Err(Refusal::TooFewPlayers);
        }
        for user in leavers {
            self.record(Record::SeatGivenUp { user });
        }
        self.update_paces();
        self.deal(first)?;
        self.new_message = NewMessage::Append;
        Ok(Reply::Follow(Notice::Done))
    }

    /// Returns the seat that takes the first turn of the rematch, numbered as after the leavers'
    /// seats are removed: of those who stay, the next after the first seat of the last game.
    fn rematch_first_seat(&self, click: &Click) -> Result<Option<Seat>, Refusal> {
        let state = &self.table.state;
        let Stage::Over(finished) = &state.stage else {
            return Err(self.not_over());
        };
        if !self.is_current(click.origin) {
            return Err(Refusal::MovedOn);
        }
        // The host of a game among computers watches without a seat.
        if state.seats.seat_of(click.person.id).is_none() && state.host != click.person.id {
            return Err(Refusal::NotSeated);
        }
        let staying = state.seats.iter().filter(|(_, state)| !state.has_left());
        let staying: Vec<Seat> = staying.map(|(seat, _)| seat).collect();
        let next = staying.iter().position(|&seat| seat > finished.first);
        Ok(Seat::new(next.unwrap_or(0)))
    }

    /// Returns the refusal of a request that needs a finished game.
    fn not_over(&self) -> Refusal {
        match self.table.state.stage {
            Stage::Lobby => Refusal::NotStarted,
            Stage::Playing(_) => Refusal::NotOver,
            Stage::Over(_) | Stage::Closed => Refusal::Closed,
        }
    }

    /// Turns the finished table into a lobby with the person who clicked as its host. It keeps the
    /// options of the last game unless a command sets others.
    pub(super) fn new_table(
        &mut self,
        click: &Click,
        setup: Option<(TableOptions, ComputerSetup)>,
    ) -> Result<Reply, Refusal> {
        let Stage::Over(_) = self.table.state.stage else {
            return Err(self.not_over());
        };
        if !self.is_current(click.origin) {
            return Err(Refusal::MovedOn);
        }
        self.require_room_for_game()?;
        self.record(Record::Reopened {
            host: person_record(&click.person),
        });
        match setup {
            Some((options, computers)) => {
                let options = options.with_paces(self.table.config.paces);
                self.record(Record::OptionsChanged {
                    options: (&options).into(),
                });
                self.seat_computers(&click.person, computers);
            }
            None => self.update_paces(),
        }
        self.new_message = NewMessage::Append;
        Ok(Reply::Follow(Notice::Done))
    }
}
