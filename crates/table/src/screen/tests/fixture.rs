//! Games laid out by hand, and the views that the table would make of them.

use ::rules::{
    Action, Chance, Edition, EditionId, Game, Hand, HouseRules, Pile, Play, Ruleset, Seat, SeatSet,
    SeededChance, SeenEvent, Setup, Title, Turn, redact,
};
use players::Strength;

use crate::control::Stamp;
use crate::ids::{Millis, Revision, TableId, UserId};
use crate::intent::PanelStep;
use crate::screen::{Occupant, PanelView, Seated, Sitter, TableView};
use crate::text::{Language, Locale};

pub(super) const STAMP: Stamp = Stamp {
    table: TableId(u64::MAX),
    revision: Revision(u32::MAX),
};
pub(super) const DEADLINE: Millis = Millis(1_800_000_030_000);

/// A game with what happened in it.
pub(super) struct Scenario {
    pub(super) game: Game,
    pub(super) people: Vec<Seated>,
    events: Vec<rules::Event>,
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

pub(super) fn people(names: &[&str]) -> Vec<Seated> {
    let person = |(index, name): (usize, &&str)| Seated {
        name: (*name).to_owned(),
        occupant: Occupant::Person {
            user: UserId(1000 + index as u64),
            sitter: Sitter::Person,
        },
    };
    names.iter().enumerate().map(person).collect()
}

pub(super) fn ruleset(edition: EditionId, house: HouseRules, players: usize) -> Ruleset {
    Ruleset::new(Edition::built_in(edition), house, players).expect("rules for so many")
}

impl Scenario {
    /// Hands by seat, and the pile from its top.
    pub(super) fn new(rules: Ruleset, names: &[&str], hands: &[&[Title]], pile: &[Title]) -> Self {
        let mut setup = Setup::new(rules);
        for (index, cards) in hands.iter().enumerate() {
            setup.hands[index] = hand(cards);
        }
        let from_bottom: Vec<_> = pile.iter().rev().copied().collect();
        setup.pile = Pile::from_bottom(&from_bottom).expect("a pile");
        setup.turn = Some(Turn::normal(seat(0)));
        let game = Game::from_setup(setup).expect("a set-up");
        Self {
            game,
            people: people(names),
            events: Vec::new(),
        }
    }

    /// A game as dealt.
    pub(super) fn of(game: Game, names: &[&str]) -> Self {
        Self {
            game,
            people: people(names),
            events: Vec::new(),
        }
    }

    /// Any action that anybody may take.
    pub(super) fn anything(mut self, chance: &mut SeededChance) -> Self {
        let seats = self.game.rules().seats();
        let open: Vec<_> = seats
            .iter()
            .flat_map(|seat| self.game.legal(seat).actions().collect::<Vec<_>>())
            .collect();
        let chosen = open[chance.below(open.len() as u32) as usize];
        let events = self.game.play(chosen, chance).expect("allowed");
        self.events.extend(events);
        self
    }

    pub(super) fn act(mut self, action: Action) -> Self {
        let events = self
            .game
            .play(action, &mut SeededChance::new(1))
            .expect("allowed");
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

    pub(super) fn sits(mut self, index: usize, sitter: Sitter) -> Self {
        if let Occupant::Person { sitter: now, .. } = &mut self.people[index].occupant {
            *now = sitter;
        }
        self
    }

    pub(super) fn computer(mut self, index: usize, strength: Strength) -> Self {
        self.people[index].occupant = Occupant::Computer(strength);
        self
    }

    fn seen(&self, viewer: Option<Seat>) -> Vec<SeenEvent> {
        self.events
            .iter()
            .map(|event| redact(event, viewer, self.game.rules()))
            .collect()
    }

    pub(super) fn table(&self) -> TableView {
        TableView {
            stamp: STAMP,
            people: self.people.clone(),
            game: self.game.view(None),
            story: self.seen(None),
            remarks: Vec::new(),
            votes: Vec::new(),
            deadline: Some(DEADLINE),
        }
    }

    pub(super) fn panel(&self, index: usize, step: PanelStep) -> PanelView {
        let seat = seat(index);
        PanelView {
            stamp: STAMP,
            people: self.people.clone(),
            seat,
            game: self.game.view(Some(seat)),
            news: self.seen(Some(seat)),
            refusal: None,
            deadline: Some(DEADLINE),
            step,
            dawdlers: SeatSet::EMPTY,
        }
    }
}
