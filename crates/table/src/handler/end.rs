//! Leaving a game, ending or reposting a table, showing ratings, and opening rematches and new lobbies.

use rules::{Action, Randomness, Seat, SeatSet};

use super::{InputHandler, NewMessage, REPOST_INTERVAL, Reply, person_record};
use crate::computer_setup::ComputerSetup;
use crate::ids::{ChannelId, UserId};
use crate::input::{Click, ClickOrigin, Clicker};
use crate::options::{LeaverPolicy, TableOptions};
use crate::record::{CloseReason, Record};
use crate::refusal::Refusal;
use crate::results::RatingChange;
use crate::screen::{Departure, Notice, Presence, Question};
use crate::state::Stage;

impl<C: Randomness> InputHandler<'_, C> {
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
        let departure = self.departure(seat);
        if !confirmed {
            return Ok(Reply::Ask(Question::Leave(departure)));
        }
        if self.table.state.options.leavers == LeaverPolicy::Out {
            // Fails for a dead player, whose seat is already out of the game.
            let _ = self.act(Action::Leave { seat });
        }
        self.record(Record::LeftGame { seat });
        if self.table.is_playing() && self.table.state.seats.all_left() {
            self.close(CloseReason::AllLeft);
        }
        Ok(Reply::Note(Notice::LeftGame(departure)))
    }

    /// Returns what would happen to the running game if the owner of this seat left it.
    fn departure(&self, seat: Seat) -> Departure {
        let state = &self.table.state;
        let running = state.running_game();
        let living = running.map_or(SeatSet::EMPTY, |running| running.game.living());
        let is_out = state.options.leavers == LeaverPolicy::Out;
        let leaves_winner = is_out && living.contains(seat) && living.len() == 2;
        let other_seats = state.seats.iter().filter(|(other, _)| *other != seat);
        let mut others = other_seats.filter_map(|(_, other)| other.presence());
        if others.clone().all(|other| other == Presence::Left) && !leaves_winner {
            Departure::Last
        } else if !living.contains(seat) {
            Departure::Dead
        } else if is_out {
            Departure::ForGood
        } else if others.any(|other| other == Presence::Present) {
            Departure::StandIn
        } else {
            Departure::Asleep
        }
    }

    fn seat_to_leave(&self, user: UserId) -> Result<Seat, Refusal> {
        let seats = &self.table.state.seats;
        let seat = seats.seat_of(user).filter(|seat| !seats.has_left(*seat));
        seat.ok_or(Refusal::NotSeated)
    }

    pub(super) fn end(&mut self, person: &Clicker, confirmed: bool) -> Result<Reply, Refusal> {
        if self.table.state.host != person.id && !person.may_manage {
            return Err(Refusal::HostOrModeratorOnly);
        }
        if self.table.shows_last_death() {
            return Err(Refusal::GameOver);
        }
        if self.table.is_playing() && !confirmed {
            let counts = self.table.state.counts_if_ended();
            let question = if counts {
                Question::EndCounted
            } else {
                Question::End
            };
            return Ok(Reply::Ask(question));
        }
        self.close(CloseReason::Ended {
            by: person_record(person),
        });
        Ok(Reply::Note(Notice::Ended))
    }

    /// Ends the table at the request of a person in another channel. A moderator is first asked to confirm that they
    /// mean this table.
    pub(super) fn end_from_elsewhere(
        &mut self,
        person: &Clicker,
        channel: ChannelId,
        confirmed: bool,
    ) -> Result<Reply, Refusal> {
        if channel != self.table.channel() {
            return Err(Refusal::MovedOn);
        }
        if !confirmed && person.may_manage {
            return Ok(Reply::AskToEnd);
        }
        self.end(person, true)
    }

    /// Shows the rating changes of the finished game: along with the result or, if the message already shows the
    /// result, by editing the message.
    pub(crate) fn show_ratings(&mut self, game: u16, changes: Vec<RatingChange>) {
        let is_newest = self.table.is_over() && self.table.state.games == u32::from(game);
        if !is_newest || changes.is_empty() {
            return;
        }
        self.table.ratings = Some((game.into(), changes));
        if !self.table.shows_last_death() && self.new_message == NewMessage::NotNeeded {
            self.new_message = NewMessage::IfLost;
        }
    }

    /// Reposts the table at the bottom of the channel, or replies with a link to it.
    pub(super) fn post_table(&mut self, click: &Click) -> Reply {
        let has_part = self.has_part(&click.person);
        if self.new_message == NewMessage::NotNeeded && !(has_part && self.is_repost_due()) {
            if has_part {
                // The person may be asking because the message was deleted.
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

    /// Returns true for players, the host and moderators. No one else may move the table, because moving it could make
    /// players press the wrong button.
    fn has_part(&self, person: &Clicker) -> bool {
        let state = &self.table.state;
        let has_seat = state.seats.seat_of(person.id).is_some();
        has_seat || state.host == person.id || person.may_manage
    }

    fn is_repost_due(&self) -> bool {
        let posted_at = self.table.message_posted_at;
        posted_at.is_none_or(|at| self.now.since(at) >= REPOST_INTERVAL)
    }

    /// Opens the lobby for a rematch. If it is already open, joins it instead, because the button remains on the
    /// previous game's message.
    pub(super) fn rematch(&mut self, click: &Click) -> Result<Reply, Refusal> {
        let (is_lobby, user) = (self.table.state.stage == Stage::Lobby, click.person.id);
        let rematch = self.table.state.rematch.as_ref();
        if rematch.is_some_and(|rematch| is_lobby || rematch.asked.contains(user)) {
            return self.join(&click.person);
        }
        self.check_rematch(click)?;
        self.require_room_for_game()?;
        self.record(Record::RematchOpened {
            host: person_record(&click.person),
        });
        self.update_paces();
        self.commit();
        self.start_complete_rematch();
        self.new_message = NewMessage::Append;
        Ok(Reply::Follow(Notice::Done))
    }

    fn check_rematch(&self, click: &Click) -> Result<(), Refusal> {
        let state = &self.table.state;
        self.require_result()?;
        if !self.is_current(click.origin) {
            return Err(Refusal::MovedOn);
        }
        // The host of a game among computers watches without having a seat.
        if state.seats.seat_of(click.person.id).is_none() && state.host != click.person.id {
            return Err(Refusal::NotSeated);
        }
        Ok(())
    }

    /// Starts a rematch once everyone from the previous game has answered, if there are enough players.
    pub(super) fn start_complete_rematch(&mut self) {
        let rematch = self.table.state.rematch.as_ref();
        if rematch.is_some_and(|rematch| rematch.asked.is_empty()) {
            // With too few players, the rematch keeps waiting.
            let _ = self.deal();
        }
    }

    /// Starts a rematch whose time is up. With too few players, it becomes an ordinary lobby.
    pub(super) fn end_rematch_wait(&mut self) {
        if self.deal().is_err() {
            self.record(Record::RematchLapsed);
        }
    }

    /// Refuses a request that needs a finished game until the game's result is shown.
    fn require_result(&self) -> Result<(), Refusal> {
        match self.table.state.stage {
            Stage::Lobby => Err(Refusal::NotStarted),
            Stage::Playing(_) => Err(Refusal::NotOver),
            Stage::Over(_) if self.table.shows_last_death() => Err(Refusal::NotOver),
            Stage::Over(_) => Ok(()),
            Stage::Closed => Err(Refusal::Closed),
        }
    }

    /// Turns the finished table into a lobby whose host is the person who clicked. The lobby keeps the previous game's
    /// options unless a command sets others.
    pub(super) fn new_table(
        &mut self,
        click: &Click,
        setup: Option<(TableOptions, ComputerSetup)>,
    ) -> Result<Reply, Refusal> {
        self.require_result()?;
        if !self.is_current(click.origin) {
            return Err(Refusal::MovedOn);
        }
        self.require_room_for_game()?;
        self.record(Record::Reopened {
            host: person_record(&click.person),
        });
        self.commit();
        self.new_message = NewMessage::Append;
        let Some((options, computers)) = setup else {
            self.update_paces();
            return Ok(Reply::Follow(Notice::Done));
        };
        let options = options.with_paces(self.table.config.paces);
        self.record(Record::OptionsChanged { options });
        self.seat_computers(&click.person, computers);
        Ok(Reply::Follow(Notice::TableOpened))
    }
}
