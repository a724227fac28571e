//! The lobby: joining, leaving, options, and starting the game.

use rules::{Editions, Game, Randomness, RulesetError, Seat};

use super::{InputHandler, Reply, person_record};
use crate::computer_setup::opponents_now;
use crate::ids::UserId;
use crate::input::Clicker;
use crate::intent::{OptionPage, PanelStep};
use crate::option_value::OptionKind;
use crate::options::{FirstPlayer, OptionValue, RatingPolicy, TableOptions};
use crate::proof;
use crate::record::{CloseReason, Record};
use crate::refusal::Refusal;
use crate::screen::Notice;
use crate::state::Stage;

impl<C: Randomness> InputHandler<'_, C> {
    pub(super) fn join(&mut self, person: &Clicker) -> Result<Reply, Refusal> {
        match self.table.state.stage {
            Stage::Lobby => self.join_lobby(person),
            Stage::Playing(_) => match self.table.state.seats.seat_of(person.id) {
                Some(seat) => self.rejoin_game(seat),
                None => self.sit_down_late(person),
            },
            Stage::Over(_) | Stage::Closed => Err(Refusal::GameOver),
        }
    }

    fn join_lobby(&mut self, person: &Clicker) -> Result<Reply, Refusal> {
        if self.table.state.seats.seat_of(person.id).is_some() {
            return Err(Refusal::SeatedInLobby);
        }
        if self.table.state.door.removed.contains(&person.id) {
            return Err(Refusal::RemovedFromLobby);
        }
        self.require_free_seat(person.id)?;
        let rematch = self.table.state.rematch.as_ref();
        let is_asked = rematch.is_some_and(|rematch| rematch.asked.contains(person.id));
        if self.table.state.door.is_closed && !is_asked {
            return self.knock(person);
        }
        self.require_repeat(person.id)?;
        self.require_room_for_game()?;
        self.record(Record::Joined {
            person: person_record(person),
        });
        self.start_complete_rematch();
        Ok(Reply::Follow(Notice::Joined))
    }

    /// Refuses a person who has reached the limit of repeated actions since the last deal.
    pub(super) fn require_repeat(&self, user: UserId) -> Result<(), Refusal> {
        let may_repeat = self.table.state.may_repeat(user);
        may_repeat.then_some(()).ok_or(Refusal::TooOften)
    }

    /// Refuses a person unless the options allow one more player. Seats are reserved for others who have been invited
    /// to a rematch.
    pub(super) fn require_free_seat(&self, user: UserId) -> Result<(), Refusal> {
        let state = &self.table.state;
        let mut allowed = state.options.players(&self.table.config.editions);
        let rematch = state.rematch.as_ref();
        let kept = rematch.map_or(0, |rematch| {
            rematch.asked.iter().filter(|asked| *asked != user).count()
        });
        if state.seats.len() + kept < allowed.next_back().unwrap_or(0) {
            Ok(())
        } else {
            Err(Refusal::TableFull)
        }
    }

    /// Replies to the owner of a seat who joins the running game. If they were away, `dispatch` has already returned
    /// the seat to them.
    fn rejoin_game(&mut self, seat: Seat) -> Result<Reply, Refusal> {
        if self.is_out_for_good(seat) {
            return Err(Refusal::LeftForGood);
        }
        let returned = Record::Returned { seat };
        if self.records.contains(&returned) {
            Ok(Reply::Panel(PanelStep::Hand))
        } else {
            Err(Refusal::AlreadySeated)
        }
    }

    /// Gives a latecomer a seat in a rematch that is already running, and deals the cards again with their share.
    fn sit_down_late(&mut self, person: &Clicker) -> Result<Reply, Refusal> {
        self.table.check_latecomer(person.id)?;
        self.require_repeat(person.id)?;
        self.record(Record::Joined {
            person: person_record(person),
        });
        self.deal()?;
        Ok(self.dealt_reply(person))
    }

    pub(super) fn leave_lobby(&mut self, user: UserId) -> Result<Reply, Refusal> {
        let state = &self.table.state;
        let rematch = state.rematch.as_ref();
        let is_asked = rematch.is_some_and(|rematch| rematch.asked.contains(user));
        if state.seats.seat_of(user).is_none() && !is_asked {
            return Err(Refusal::NotSeated);
        }
        self.record(Record::SeatGivenUp { user });
        if self.table.state.seats.has_no_people() {
            self.close(CloseReason::LobbyEmpty);
        } else if self.table.state.options.first == FirstPlayer::Person(user) {
            self.change_option(OptionValue::First(FirstPlayer::Random));
        }
        self.start_complete_rematch();
        Ok(Reply::Follow(Notice::LeftLobby))
    }

    pub(super) fn open_options(
        &mut self,
        person: &Clicker,
        page: OptionPage,
    ) -> Result<Reply, Refusal> {
        self.require_lobby_host(person)?;
        Ok(Reply::Options(page))
    }

    pub(super) fn set_option(
        &mut self,
        person: &Clicker,
        value: OptionValue,
    ) -> Result<Reply, Refusal> {
        self.require_lobby_host(person)?;
        if let OptionValue::First(FirstPlayer::Person(user)) = value
            && self.table.state.seats.seat_of(user).is_none()
        {
            return Err(Refusal::NotAtTheTable);
        }
        if let OptionValue::Rating(chosen) = value
            && [self.table.state.options.rating, chosen].contains(&RatingPolicy::Off)
        {
            return Err(Refusal::NotRatedHere);
        }
        let options = self.table.state.options;
        let is_deck = value.kind() == OptionKind::Edition;
        if options.is_deck_fixed && is_deck
            || options.recipe.is_some() && value.kind().is_part_of_recipe()
        {
            return Err(Refusal::OptionsDoNotFit);
        }
        let options = options.with(value);
        let most = options
            .players(&self.table.config.editions)
            .next_back()
            .ok_or(Refusal::OptionsDoNotFit)?;
        if self.table.state.seats.len() > most {
            return Err(Refusal::MorePeopleThanThat);
        }
        if options != self.table.state.options {
            self.require_room_for_game()?;
            self.change_option(value);
        }
        Ok(Reply::Options(value.kind().page()))
    }

    pub(super) fn change_option(&mut self, value: OptionValue) {
        let options = self.table.state.options.with(value);
        self.record(Record::OptionsChanged { options });
    }

    /// Adopts the time limits of the current configuration before the next game.
    pub(super) fn update_paces(&mut self) {
        let before = self.table.state.options;
        let options = before.with_paces(self.table.config.paces);
        if options != before {
            self.record(Record::OptionsChanged { options });
        }
    }

    pub(super) fn require_lobby_host(&self, person: &Clicker) -> Result<(), Refusal> {
        match self.table.state.stage {
            Stage::Lobby if self.table.state.host == person.id => Ok(()),
            Stage::Lobby => Err(Refusal::HostOnly),
            Stage::Playing(_) => Err(Refusal::AlreadyStarted),
            Stage::Over(_) | Stage::Closed => Err(Refusal::GameOver),
        }
    }

    pub(super) fn start(&mut self, person: &Clicker) -> Result<Reply, Refusal> {
        self.require_lobby_host(person)?;
        self.deal()?;
        Ok(self.dealt_reply(person))
    }

    /// Starts a game between the host, who is alone in the lobby, and computers.
    pub(super) fn play_now(&mut self, person: &Clicker) -> Result<Reply, Refusal> {
        self.require_lobby_host(person)?;
        let options = self.table.state.options;
        let opponents = opponents_now(&options, &self.table.config.editions);
        let (1, Some(count)) = (self.table.state.seats.len(), opponents) else {
            return Err(Refusal::MovedOn);
        };
        self.require_room_for_game()?;
        let strength = options.opponent_strength();
        for _ in 0..count {
            self.seat_computer(strength);
        }
        self.deal()?;
        Ok(self.dealt_reply(person))
    }

    /// Returns the reply to the click that started the game: the person's hand, if they play and do not receive it as a
    /// direct message.
    fn dealt_reply(&self, person: &Clicker) -> Reply {
        let is_seated = self.table.state.seats.seat_of(person.id).is_some();
        if is_seated && !person.preferences.direct_hand {
            Reply::Panel(PanelStep::Hand)
        } else {
            Reply::Follow(Notice::Done)
        }
    }

    /// Commits to the randomness of the next game, unless that is unnecessary or has been done.
    pub(super) fn commit(&mut self) {
        if self.table.state.needs_commitment() {
            let secret = proof::random_secret(self.chance);
            self.record(Record::Committed { secret });
        }
    }

    pub(super) fn deal(&mut self) -> Result<(), Refusal> {
        let players = self.table.state.seats.len();
        let options = self.table.state.options;
        let editions = &self.table.config.editions;
        let rules = options
            .ruleset(editions, players)
            .map_err(|error| ruleset_refusal(&options, editions, error))?;
        let first = self.table.state.chosen_first();
        let mut proof = self.table.state.begun_proof(self.interaction);
        let ((first, dealt), drawn) = proof::draw(proof.as_deref_mut(), self.chance, |chance| {
            let first = first.unwrap_or_else(|| chance.first_seat(players));
            (first, Game::deal(rules, first, chance).1)
        });
        self.record(Record::Dealt {
            first,
            rules: Box::new(rules),
            dealt: (&dealt).into(),
            drawn,
        });
        Ok(())
    }
}

fn ruleset_refusal(options: &TableOptions, editions: &Editions, error: RulesetError) -> Refusal {
    match error {
        RulesetError::Players { players, min, .. } if players < min.into() => {
            Refusal::TooFewPlayers
        }
        RulesetError::Players { .. } if options.players(editions).next().is_some() => {
            Refusal::TooManyPlayers
        }
        RulesetError::Players { .. } | RulesetError::TwoDecks | RulesetError::HouseRule(_) => {
            Refusal::OptionsDoNotFit
        }
    }
}
