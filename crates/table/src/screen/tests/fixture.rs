//! Games with chosen hands and draw piles, and the views that a table would build from them.

use ::rules::{
    Action, ChoiceAnswer, Edition, EditionId, Game, Hand, HouseRules, Pile, Play, Ruleset, Seat,
    SeatSet, SeededChance, Setup, Title, Turn,
};
use players::Strength;

use crate::ids::UserId;
use crate::intent::PanelStep;
use crate::screen::{
    Occupant, PanelPlace, PanelView, Player, Presence, Screen, TableView, panel, table,
};
use crate::text::check::SampleGame;
pub(crate) use crate::text::check::{DEADLINE, STAMP};
use crate::text::{Language, Locale};
use crate::turn_reason::TurnHistory;

/// A sample game with the reason for each turn.
pub(crate) struct Scenario {
    sample: SampleGame,
    turns: TurnHistory,
}

pub(crate) fn english() -> &'static Language {
    Language::of(Locale::fallback())
}

pub(crate) fn seat(index: usize) -> Seat {
    Seat::new(index).expect("a seat")
}

pub(crate) fn hand(cards: &[Title]) -> Hand {
    cards.iter().copied().collect()
}

pub(crate) fn players(names: &[&str]) -> Vec<Player> {
    let player = |(index, name): (usize, &&str)| Player {
        name: (*name).to_owned(),
        occupant: Occupant::Person {
            user: UserId(1000 + index as u64),
            presence: Presence::Present,
        },
        mark: None,
    };
    let mut players: Vec<_> = names.iter().enumerate().map(player).collect();
    Player::mark_lookalikes(players.iter_mut());
    players
}

pub(crate) fn ruleset(edition: EditionId, house: HouseRules, players: usize) -> Ruleset {
    Ruleset::new(Edition::built_in(edition), house, players)
        .expect("rules for this number of players")
}

/// Creates a game of three people. The first holds the cards in `held`.
pub(crate) fn three_players(edition: EditionId, held: &[Title], pile: &[Title]) -> Scenario {
    use ::rules::Title::{Attack, Nope, Skip};
    Scenario::new(
        ruleset(edition, HouseRules::default(), 3),
        &["Anna", "Bert", "Cleo"],
        &[held, &[Attack, Skip, Skip], &[Nope]],
        pile,
    )
}

impl Scenario {
    /// Creates a game in its first turn. `hands` are in seat order, and `pile` starts with the top card.
    pub(crate) fn new(rules: Ruleset, names: &[&str], hands: &[&[Title]], pile: &[Title]) -> Self {
        Self::with(Setup::new(rules), names, hands, pile)
    }

    /// Creates a game from `setup` with Anna, Bert and Cleo, these hands and this pile. It is Anna's turn.
    pub(crate) fn of(setup: Setup, hands: &[&[Title]], pile: &[Title]) -> Self {
        Self::with(setup, &["Anna", "Bert", "Cleo"], hands, pile)
    }

    fn with(mut setup: Setup, names: &[&str], hands: &[&[Title]], pile: &[Title]) -> Self {
        for (index, cards) in hands.iter().enumerate() {
            setup.hands[index] = hand(cards);
        }
        let from_bottom: Vec<_> = pile.iter().rev().map(|&title| title.into()).collect();
        setup.pile = Pile::from_bottom(&from_bottom).expect("a pile");
        setup.turn = Some(Turn::normal(seat(0)));
        let game = Game::from_setup(setup).expect("a valid setup");
        Self {
            sample: SampleGame::new(game, players(names)),
            turns: TurnHistory::default(),
        }
    }

    pub(crate) fn act(mut self, action: Action) -> Self {
        let game = &mut self.sample.game;
        let events = &mut self.sample.events;
        let played = game.play_into(action, &mut SeededChance::new(1), |before, event| {
            self.turns.observe(before, event);
            events.push(event.clone());
        });
        played.expect("a legal action");
        self
    }

    pub(crate) fn chooses(self, by: usize, answer: ChoiceAnswer) -> Self {
        let seat = seat(by);
        self.act(Action::Choose { seat, answer })
    }

    pub(crate) fn plays(self, by: usize, play: Play) -> Self {
        let seat = seat(by);
        self.act(Action::Play { seat, play })
    }

    pub(crate) fn nopes(self, by: usize, layer: u8) -> Self {
        let seat = seat(by);
        self.act(Action::Nope { seat, layer })
    }

    pub(crate) fn passes(self, by: usize) -> Self {
        self.act(Action::Pass { seat: seat(by) })
    }

    pub(crate) fn draws(self, by: usize) -> Self {
        self.act(Action::Draw { seat: seat(by) })
    }

    pub(crate) fn times_out(self) -> Self {
        self.act(Action::TimeOut)
    }

    pub(crate) fn with_presence(mut self, index: usize, presence: Presence) -> Self {
        let occupant = &mut self.sample.players[index].occupant;
        if let Occupant::Person { presence: now, .. } = occupant {
            *now = presence;
        }
        self
    }

    pub(crate) fn with_computer(mut self, index: usize, strength: Strength) -> Self {
        self.sample.players[index].occupant = Occupant::Computer(strength);
        self
    }

    pub(crate) fn table_screen(&self) -> Screen {
        table(&self.table(), english())
    }

    pub(crate) fn panel_screen(&self, index: usize, step: PanelStep) -> Screen {
        panel(&self.panel(index, step), english())
    }

    pub(crate) fn hand_screen(&self, index: usize) -> Screen {
        self.panel_screen(index, PanelStep::Hand)
    }

    pub(crate) fn table(&self) -> TableView {
        TableView {
            remarks: Vec::new(),
            votes: Vec::new(),
            turn_reason: self.turns.reason(),
            ..self.sample.table_view(Some(DEADLINE))
        }
    }

    pub(crate) fn panel(&self, index: usize, step: PanelStep) -> PanelView {
        PanelView {
            turn_reason: self.turns.reason(),
            has_auto_pass: false,
            is_first_hand: false,
            hint: None,
            notice: None,
            commitment: None,
            overdue: SeatSet::EMPTY,
            oracle: None,
            ghost_hands: Vec::new(),
            place: PanelPlace::Table { direct: None },
            ..self.sample.panel_view(seat(index), step, None)
        }
    }
}
