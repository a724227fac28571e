//! Games with chosen hands and piles, and the views that the table would make of them.

use ::rules::{
    Action, Chance, Edition, EditionId, Game, Hand, HouseRules, Pile, Play, Ruleset, Seat, SeatSet,
    SeededChance, SeenEvent, Setup, Title, Turn, redact,
};
use players::Strength;

use crate::control::Stamp;
use crate::ids::{Millis, Revision, TableId, UserId};
use crate::intent::PanelStep;
use crate::screen::{Occupant, PanelPlace, PanelView, Player, Presence, TableView};
use crate::text::{Language, Locale};
use crate::turn_reason::TurnHistory;

pub(super) const STAMP: Stamp = Stamp {
    table: TableId(u64::MAX),
    revision: Revision(u32::MAX),
};
pub(super) const DEADLINE: Millis = Millis(1_800_000_030_000);

/// A game with its players and all events so far.
pub(super) struct Scenario {
    pub(super) game: Game,
    pub(super) players: Vec<Player>,
    events: Vec<rules::Event>,
    turns: TurnHistory,
}

pub(super) fn english() -> &'static Language {
    Language::of(Locale::fallback())
}

pub(super) fn seat(index: usize) -> Seat {
    Seat::new(index).expect("a seat")
}

pub(super) fn hand(cards: &[Title]) -> Hand {
    cards.iter().copied().collect()
}

pub(super) fn players(names: &[&str]) -> Vec<Player> {
    let player = |(index, name): (usize, &&str)| Player {
        name: (*name).to_owned(),
        occupant: Occupant::Person {
            user: UserId(1000 + index as u64),
            presence: Presence::Present,
        },
    };
    names.iter().enumerate().map(player).collect()
}

pub(super) fn ruleset(edition: EditionId, house: HouseRules, players: usize) -> Ruleset {
    Ruleset::new(Edition::built_in(edition), house, players)
        .expect("rules for this number of players")
}

impl Scenario {
    /// Creates a game in its first turn from the hands by seat and the pile from its top.
    pub(super) fn new(rules: Ruleset, names: &[&str], hands: &[&[Title]], pile: &[Title]) -> Self {
        let mut setup = Setup::new(rules);
        for (index, cards) in hands.iter().enumerate() {
            setup.hands[index] = hand(cards);
        }
        let from_bottom: Vec<_> = pile.iter().rev().map(|&title| title.into()).collect();
        setup.pile = Pile::from_bottom(&from_bottom).expect("a pile");
        setup.turn = Some(Turn::normal(seat(0)));
        let game = Game::from_setup(setup).expect("a valid setup");
        Self {
            game,
            players: players(names),
            events: Vec::new(),
            turns: TurnHistory::default(),
        }
    }

    /// Wraps a game that was dealt elsewhere.
    pub(super) fn from_game(game: Game, names: &[&str]) -> Self {
        Self {
            game,
            players: players(names),
            events: Vec::new(),
            turns: TurnHistory::default(),
        }
    }

    /// Plays a random legal action of a random seat.
    pub(super) fn random_action(self, chance: &mut SeededChance) -> Self {
        let seats = self.game.rules().seats();
        let legal: Vec<_> = seats
            .iter()
            .flat_map(|seat| self.game.legal(seat).actions().collect::<Vec<_>>())
            .collect();
        let chosen = legal[chance.below(legal.len() as u32) as usize];
        self.decide(chosen, chance)
    }

    pub(super) fn act(self, action: Action) -> Self {
        self.decide(action, &mut SeededChance::new(1))
    }

    fn decide(mut self, action: Action, chance: &mut SeededChance) -> Self {
        let events = self.game.decide(action, chance).expect("a legal action");
        for event in &events {
            self.turns.observe(&self.game, event);
            self.game.evolve(event);
        }
        self.events.extend(events);
        self
    }

    pub(super) fn plays(self, by: usize, play: Play) -> Self {
        self.act(Action::Play {
            seat: seat(by),
            play,
        })
    }

    pub(super) fn nopes(self, by: usize, layer: u8) -> Self {
        self.act(Action::Nope {
            seat: seat(by),
            layer,
        })
    }

    pub(super) fn passes(self, by: usize) -> Self {
        self.act(Action::Pass { seat: seat(by) })
    }

    pub(super) fn draws(self, by: usize) -> Self {
        self.act(Action::Draw { seat: seat(by) })
    }

    pub(super) fn times_out(self) -> Self {
        self.act(Action::TimeOut)
    }

    pub(super) fn with_presence(mut self, index: usize, presence: Presence) -> Self {
        if let Occupant::Person {
            presence: current, ..
        } = &mut self.players[index].occupant
        {
            *current = presence;
        }
        self
    }

    pub(super) fn with_computer(mut self, index: usize, strength: Strength) -> Self {
        self.players[index].occupant = Occupant::Computer(strength);
        self
    }

    fn news(&self, seat: Seat) -> Vec<rules::PrivateNews> {
        let seen = self.seen_events(Some(seat)).into_iter();
        seen.filter_map(|event| event.private_news(seat)).collect()
    }

    fn seen_events(&self, viewer: Option<Seat>) -> Vec<SeenEvent> {
        self.events
            .iter()
            .map(|event| redact(event, viewer, self.game.rules()))
            .collect()
    }

    pub(super) fn table(&self) -> TableView {
        TableView {
            display_mode: crate::display_mode::DisplayMode::default(),
            stamp: STAMP,
            players: self.players.clone(),
            game: self.game.view(None),
            beat: None,
            events: self.seen_events(None),
            remarks: Vec::new(),
            votes: Vec::new(),
            deadline: Some(DEADLINE),
            turn_reason: self.turns.reason(),
        }
    }

    pub(super) fn panel(&self, index: usize, step: PanelStep) -> PanelView {
        let seat = seat(index);
        PanelView {
            display_mode: crate::display_mode::DisplayMode::default(),
            stamp: STAMP,
            players: self.players.clone(),
            seat,
            game: self.game.view(Some(seat)),
            news: self.news(seat),
            refusal: None,
            deadline: Some(DEADLINE),
            turn_reason: self.turns.reason(),
            step,
            overdue: SeatSet::EMPTY,
            place: PanelPlace::Table { direct: None },
        }
    }
}
