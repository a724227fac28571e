//! What people do before a game: sit down, get up, choose, begin.

use rules::{Chance, Game, RulesetError, Seat};

use super::{Reply, Work, person_record};
use crate::ids::UserId;
use crate::input::Clicker;
use crate::intent::PanelStep;
use crate::options::{FirstPlayer, Setting, TableOptions};
use crate::record::{CloseReason, Record, number};
use crate::refusal::Refusal;
use crate::screen::Notice;
use crate::state::Stage;

impl<C: Chance> Work<'_, C> {
    pub(super) fn join(&mut self, person: &Clicker) -> Result<Reply, Refusal> {
        match self.table.state.stage {
            Stage::Lobby => self.sit(person),
            Stage::Playing(_) => self.rejoin(person.id),
            Stage::Over(_) | Stage::Closed => Err(Refusal::GameOver),
        }
    }

    fn sit(&mut self, person: &Clicker) -> Result<Reply, Refusal> {
        if self.table.state.seats.of(person.id).is_some() {
            return Err(Refusal::AlreadySeated);
        }
        self.has_room()?;
        self.record(Record::Joined {
            person: person_record(person),
        });
        Ok(Reply::Follow(Notice::Joined))
    }

    /// Whether the options have a seat for one more.
    pub(super) fn has_room(&self) -> Result<(), Refusal> {
        let state = &self.table.state;
        if state.seats.len() < state.options.players().next_back().unwrap_or(0) {
            Ok(())
        } else {
            Err(Refusal::TableFull)
        }
    }

    /// In a running game only the owner of a seat can sit down again; the click itself has given
    /// him his seat back by now.
    fn rejoin(&mut self, user: UserId) -> Result<Reply, Refusal> {
        let Some(seat) = self.table.state.seats.of(user) else {
            return Err(Refusal::AlreadyStarted);
        };
        if self.gone_for_good(seat) {
            return Err(Refusal::LeftForGood);
        }
        let back = |record: &Record| *record == Record::Returned { seat: number(seat) };
        if self.records.iter().any(back) {
            Ok(Reply::Panel(PanelStep::Hand))
        } else {
            Err(Refusal::AlreadySeated)
        }
    }

    /// Out of the lobby.
    pub(super) fn get_up(&mut self, user: UserId) -> Result<Reply, Refusal> {
        if self.table.state.seats.of(user).is_none() {
            return Err(Refusal::NotSeated);
        }
        self.record(Record::SeatGivenUp { user });
        if self.table.state.seats.has_nobody() {
            self.close(CloseReason::LobbyEmpty);
        } else if self.table.state.options.first == FirstPlayer::Person(user) {
            self.choose(Setting::First(FirstPlayer::Random));
        }
        Ok(Reply::Follow(Notice::LeftLobby))
    }

    pub(super) fn open_options(&mut self, person: &Clicker) -> Result<Reply, Refusal> {
        self.hosts_lobby(person)?;
        Ok(Reply::Options)
    }

    pub(super) fn set(&mut self, person: &Clicker, setting: Setting) -> Result<Reply, Refusal> {
        self.hosts_lobby(person)?;
        if let Setting::First(FirstPlayer::Person(user)) = setting
            && self.table.state.seats.of(user).is_none()
        {
            return Err(Refusal::NotAtTheTable);
        }
        let options = self.table.state.options.with(setting);
        let most = options
            .players()
            .next_back()
            .ok_or(Refusal::OptionsDoNotFit)?;
        if self.table.state.seats.len() > most {
            return Err(Refusal::MorePeopleThanThat);
        }
        if options != self.table.state.options {
            self.choose(setting);
        }
        Ok(Reply::Options)
    }

    fn choose(&mut self, setting: Setting) {
        let options = self.table.state.options.with(setting);
        self.record(Record::OptionsChanged {
            options: (&options).into(),
        });
    }

    pub(super) fn hosts_lobby(&self, person: &Clicker) -> Result<(), Refusal> {
        match self.table.state.stage {
            Stage::Lobby if self.table.state.host == person.id => Ok(()),
            Stage::Lobby => Err(Refusal::HostOnly),
            Stage::Playing(_) => Err(Refusal::AlreadyStarted),
            Stage::Over(_) | Stage::Closed => Err(Refusal::GameOver),
        }
    }

    pub(super) fn start(&mut self, person: &Clicker) -> Result<Reply, Refusal> {
        self.hosts_lobby(person)?;
        let first = match self.table.state.options.first {
            FirstPlayer::Person(user) => self.table.state.seats.of(user),
            FirstPlayer::Random => None,
        };
        self.deal(first)?;
        Ok(Reply::Follow(Notice::Done))
    }

    /// Deals to those who sit here now.
    pub(super) fn deal(&mut self, first: Option<Seat>) -> Result<(), Refusal> {
        let players = self.table.state.seats.len();
        let options = self.table.state.options;
        let rules = options
            .ruleset(players)
            .map_err(|error| misfit(&options, error))?;
        let first = first.unwrap_or_else(|| self.chance.first_seat(players));
        let (_, dealt) = Game::deal(rules, first, self.chance);
        self.record(Record::Dealt {
            first: number(first),
            dealt: (&dealt).into(),
        });
        Ok(())
    }
}

fn misfit(options: &TableOptions, error: RulesetError) -> Refusal {
    match error {
        RulesetError::Players { players, least, .. } if players < least.into() => {
            Refusal::TooFewPlayers
        }
        RulesetError::Players { .. } if options.players().next().is_some() => {
            Refusal::TooManyPlayers
        }
        RulesetError::Players { .. } | RulesetError::TwoDecks => Refusal::OptionsDoNotFit,
    }
}
