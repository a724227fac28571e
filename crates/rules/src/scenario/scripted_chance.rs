//! Random outcomes fixed by the `chance` lines of a scenario file. All other outcomes come from a seeded generator.

use std::collections::VecDeque;

use crate::{
    hand::{Hand, HeldCard},
    pile::{Face, PileCard},
    randomness::Randomness,
    scenario::{
        line::{Line, ScenarioError, list},
        player_names::PlayerNames,
    },
    seat::{Seat, SeatSet},
    seeded_chance::SeededChance,
    title::Title,
};

/// One `chance` line: the outcome of the next pick of its kind.
#[derive(Clone, Debug)]
pub(super) struct FixedPick {
    line: usize,
    pick: Pick,
}

#[derive(Clone, Debug)]
enum Pick {
    Card(CardPick, HeldCard),
    Aim(Seat),
    /// The order of the pile after a shuffle, top card last.
    Pile(Vec<PileCard>),
    Number(NumberPick, u8),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum CardPick {
    Steal,
    Gives,
    Takes,
    Puts,
    Blind,
    Mark,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum NumberPick {
    Place,
    Kitten,
}

impl Pick {
    fn card(&self, kind: CardPick) -> Option<HeldCard> {
        let Pick::Card(found, card) = *self else {
            return None;
        };
        (found == kind).then_some(card)
    }

    fn number(&self, kind: NumberPick) -> Option<u8> {
        let Pick::Number(found, number) = *self else {
            return None;
        };
        (found == kind).then_some(number)
    }

    fn pile(&self) -> Option<Vec<PileCard>> {
        let Pick::Pile(order) = self else {
            return None;
        };
        Some(order.clone())
    }

    fn aim(&self) -> Option<Seat> {
        let Pick::Aim(seat) = *self else {
            return None;
        };
        Some(seat)
    }
}

impl FixedPick {
    pub(super) fn read(
        line: &Line,
        words: &[&str],
        names: &PlayerNames,
    ) -> Result<FixedPick, ScenarioError> {
        let plain = |card| line.card(card).map(|title| HeldCard::new(title, false));
        let pick = match *words {
            ["steal", card] => Pick::Card(CardPick::Steal, line.held_card(card)?),
            ["puts", card] => Pick::Card(CardPick::Puts, line.held_card(card)?),
            ["blind", card] => Pick::Card(CardPick::Blind, line.held_card(card)?),
            ["mark", card] => Pick::Card(CardPick::Mark, plain(card)?),
            ["aim", name] => Pick::Aim(names.seat(line, name)?),
            ["pile", ":", ref cards @ ..] => {
                let mut cards = line.pile_cards(cards)?;
                cards.reverse();
                Pick::Pile(cards)
            }
            ["place", place] => Pick::Number(NumberPick::Place, line.small_number(place)?),
            ["gives", card] => Pick::Card(CardPick::Gives, line.held_card(card)?),
            ["takes", card] => Pick::Card(CardPick::Takes, plain(card)?),
            ["kitten", kitten] => Pick::Number(NumberPick::Kitten, line.small_number(kitten)?),
            _ => {
                return Err(line.syntax_error(
                    "`chance steal CARD`, `pile: CARD…`, `place N`, `gives CARD`, `takes CARD`, \
                     `kitten N`, `puts CARD`, `blind CARD`, `mark CARD` or `aim PLAYER`",
                ));
            }
        };
        Ok(FixedPick {
            line: line.number,
            pick,
        })
    }
}

/// Answers each pick with the next fixed outcome of its kind; if that is missing or impossible, a generator decides.
#[derive(Clone, Debug)]
pub(super) struct ScriptedChance {
    generator: SeededChance,
    fixed: VecDeque<FixedPick>,
    /// The error for the first fixed pick that was not among the options.
    impossible: Option<ScenarioError>,
}

impl ScriptedChance {
    pub(super) fn new(generator: SeededChance) -> ScriptedChance {
        ScriptedChance {
            generator,
            fixed: VecDeque::new(),
            impossible: None,
        }
    }

    pub(super) fn queue(&mut self, fixed: FixedPick) {
        self.fixed.push_back(fixed);
    }

    pub(super) fn take_impossible_pick(&mut self) -> Option<ScenarioError> {
        self.impossible.take()
    }

    /// Returns an error for the first fixed pick that no step has used.
    pub(super) fn unused_pick(&self) -> Option<ScenarioError> {
        self.fixed.front().map(|fixed| ScenarioError {
            line: fixed.line,
            expected: "this `chance` line to be used".to_owned(),
            got: "the end of the file".to_owned(),
        })
    }

    fn next<T>(
        &mut self,
        kind: impl Fn(&Pick) -> Option<T>,
        possible: impl Fn(&T) -> bool,
        options: impl Fn() -> String,
    ) -> Option<T> {
        let index = self
            .fixed
            .iter()
            .position(|fixed| kind(&fixed.pick).is_some())?;
        let fixed = self.fixed.remove(index)?;
        let chosen = kind(&fixed.pick).filter(possible);
        if chosen.is_none() && self.impossible.is_none() {
            self.impossible = Some(ScenarioError {
                line: fixed.line,
                expected: format!("a possible pick ({})", options()),
                got: "an impossible pick".to_owned(),
            });
        }
        chosen
    }

    fn next_card(&mut self, kind: CardPick, from: &Hand) -> Option<Title> {
        self.next_held(kind, from, &Hand::EMPTY)
            .map(HeldCard::title)
    }

    /// Returns the next fixed card of this kind. A card without a mark in the file is taken as marked if the hand has
    /// only marked cards of that title.
    fn next_held(&mut self, kind: CardPick, from: &Hand, marked: &Hand) -> Option<HeldCard> {
        let fixed = |pick: &Pick| pick.card(kind);
        let possible = |card: &HeldCard| {
            if card.is_marked() {
                marked.has(card.title())
            } else {
                from.has(card.title())
            }
        };
        let card = self.next(fixed, possible, || list(from.titles()))?;
        let title = card.title();
        let only_marked = from.count(title) == marked.count(title);
        Some(HeldCard::new(title, card.is_marked() || only_marked))
    }
}

fn sorted(cards: &[PileCard]) -> Vec<PileCard> {
    let mut cards = cards.to_vec();
    cards.sort_by_key(|card| (card.title(), card.face() == Face::Up));
    cards
}

impl Randomness for ScriptedChance {
    fn below(&mut self, bound: u32) -> u32 {
        self.generator.below(bound)
    }

    fn shuffle(&mut self, cards: &mut [PileCard]) {
        let contents = sorted(cards);
        let fixed = self.next(
            Pick::pile,
            |order| sorted(order) == contents,
            || format!("any order of {}", list(&contents)),
        );
        match fixed {
            Some(order) => cards.copy_from_slice(&order),
            None => self.generator.shuffle(cards),
        }
    }

    fn steal(&mut self, from: &Hand, marked: &Hand) -> HeldCard {
        self.next_held(CardPick::Steal, from, marked)
            .unwrap_or_else(|| self.generator.steal(from, marked))
    }

    fn gift(&mut self, from: &Hand, marked: &Hand) -> HeldCard {
        self.next_held(CardPick::Gives, from, marked)
            .unwrap_or_else(|| self.generator.gift(from, marked))
    }

    fn put(&mut self, from: &Hand, marked: &Hand) -> HeldCard {
        self.next_held(CardPick::Puts, from, marked)
            .unwrap_or_else(|| self.generator.put(from, marked))
    }

    fn turn_up(&mut self, from: &Hand, marked: &Hand) -> HeldCard {
        self.next_held(CardPick::Blind, from, marked)
            .unwrap_or_else(|| self.generator.turn_up(from, marked))
    }

    fn mark(&mut self, unmarked: &Hand) -> Title {
        self.next_card(CardPick::Mark, unmarked)
            .unwrap_or_else(|| self.generator.mark(unmarked))
    }

    fn aim(&mut self, targets: SeatSet) -> Seat {
        let possible = |&seat: &Seat| targets.contains(seat);
        self.next(Pick::aim, possible, || list(targets.iter()))
            .unwrap_or_else(|| self.generator.aim(targets))
    }

    fn take(&mut self, options: &Hand) -> Title {
        self.next_card(CardPick::Takes, options)
            .unwrap_or_else(|| self.generator.take(options))
    }

    fn place(&mut self, cards_in_pile: u8) -> u8 {
        let fixed = |pick: &Pick| pick.number(NumberPick::Place);
        let possible = |&place: &u8| place <= cards_in_pile;
        self.next(fixed, possible, || format!("0 to {cards_in_pile}"))
            .unwrap_or_else(|| self.generator.place(cards_in_pile))
    }

    fn kitten(&mut self, kittens: u8) -> u8 {
        let fixed = |pick: &Pick| pick.number(NumberPick::Kitten);
        let possible = |&kitten: &u8| kitten < kittens;
        self.next(fixed, possible, || format!("0 to {}", kittens - 1))
            .unwrap_or_else(|| self.generator.kitten(kittens))
    }
}
