//! The host of a lobby: admitting and removing people, calling for players, and passing on the host's role. If the host
//! leaves, `State::replace_absent_host` chooses the next.

use rules::Randomness;

use super::{InputHandler, Reply, person_record};
use crate::door::MAX_KNOCKING;
use crate::ids::UserId;
use crate::input::{Click, ClickOrigin, Clicker};
use crate::intent::OptionPage;
use crate::options::{FirstPlayer, OptionValue};
use crate::pages::calls::PlayerCall;
use crate::record::Record;
use crate::refusal::Refusal;
use crate::screen::Notice;
use crate::state::Stage;

impl<C: Randomness> InputHandler<'_, C> {
    /// Removes a person from the lobby until the next game, or turns away a person who is knocking.
    pub(super) fn remove(&mut self, click: &Click, user: UserId) -> Result<Reply, Refusal> {
        self.require_lobby_host(&click.person)?;
        let state = &self.table.state;
        let is_here = state.seats.seat_of(user).is_some() || state.door.knocking(user).is_some();
        if user == click.person.id || !is_here {
            return Err(Refusal::NotAtTheTable);
        }
        self.record(Record::Removed { user });
        if self.table.state.options.first == FirstPlayer::Person(user) {
            self.change_option(OptionValue::First(FirstPlayer::Random));
        }
        self.start_complete_rematch();
        Ok(self.people_page(click))
    }

    pub(super) fn set_door(&mut self, click: &Click, closed: bool) -> Result<Reply, Refusal> {
        self.require_lobby_host(&click.person)?;
        if self.table.state.door.is_closed != closed {
            self.require_repeat(click.person.id)?;
            self.record(Record::DoorSet { closed });
        }
        Ok(self.people_page(click))
    }

    /// Asks the host to let a person join.
    pub(super) fn knock(&mut self, person: &Clicker) -> Result<Reply, Refusal> {
        let door = &self.table.state.door;
        if door.knocking(person.id).is_none() {
            if door.knocking.len() >= MAX_KNOCKING {
                return Err(Refusal::TableFull);
            }
            self.require_repeat(person.id)?;
            let person = person_record(person);
            self.record(Record::Knocked { person });
        }
        Ok(Reply::Note(Notice::Knocked))
    }

    pub(super) fn let_in(&mut self, click: &Click, user: UserId) -> Result<Reply, Refusal> {
        self.require_lobby_host(&click.person)?;
        let knocking = self.table.state.door.knocking(user).cloned();
        let person = knocking.ok_or(Refusal::NotAtTheTable)?;
        self.require_free_seat(user)?;
        self.require_room_for_game()?;
        self.record(Record::Joined { person });
        Ok(self.people_page(click))
    }

    pub(super) fn hand_over(&mut self, click: &Click, user: UserId) -> Result<Reply, Refusal> {
        self.require_lobby_host(&click.person)?;
        if self.table.state.seats.seat_of(user).is_none() {
            return Err(Refusal::NotAtTheTable);
        }
        self.require_repeat(click.person.id)?;
        self.record(Record::HostChanged { user });
        Ok(Reply::Link)
    }

    /// Gives the host's role to a person, if the lobby offers it because the host is away.
    pub(super) fn take_over(&mut self, person: &Clicker) -> Result<Reply, Refusal> {
        let state = &self.table.state;
        match state.stage {
            Stage::Lobby if state.seats.seat_of(person.id).is_none() => Err(Refusal::NotSeated),
            Stage::Lobby if !state.offers_host => Err(Refusal::HostIsHere),
            Stage::Lobby => {
                self.record(Record::HostChanged { user: person.id });
                Ok(Reply::Follow(Notice::Done))
            }
            Stage::Playing(_) => Err(Refusal::AlreadyStarted),
            Stage::Over(_) | Stage::Closed => Err(Refusal::GameOver),
        }
    }

    /// Calls for players: pings people who have asked to be called.
    pub(super) fn call_players(&mut self, person: &Clicker) -> Result<Reply, Refusal> {
        self.require_lobby_host(person)?;
        if self.table.state.has_called {
            return Err(Refusal::CalledAlready);
        }
        self.record(Record::PlayersCalled);
        let state = &self.table.state;
        let door = &state.door;
        let seated = state.seats.iter().filter_map(|(_, seat)| seat.user());
        let knocking = door.knocking.iter().map(|person| person.user);
        let removed = door.removed.iter().copied();
        self.player_call = Some(PlayerCall {
            excluded: seated.chain(knocking).chain(removed).collect(),
            host: person.name.clone(),
            language: state.options.language,
            stamp: state.stamp(),
        });
        Ok(Reply::Note(Notice::PlayersCalled))
    }

    /// Returns the reply to the host's change: the options page about people, if it was made in the lobby's panel.
    fn people_page(&self, click: &Click) -> Reply {
        match click.origin {
            ClickOrigin::Panel(_) if self.table.state.stage == Stage::Lobby => {
                Reply::Options(OptionPage::People)
            }
            ClickOrigin::Panel(_)
            | ClickOrigin::Table(_)
            | ClickOrigin::Direct { .. }
            | ClickOrigin::Command => Reply::Follow(Notice::Done),
        }
    }
}
