//! Random outcomes as a scenario file fixes them: first those of its `chance` lines, then those of
//! a seeded generator.

use std::collections::VecDeque;

use crate::{
    chance::Chance,
    hand::Hand,
    pile::{Face, PileCard},
    scenario::line::{Line, ScenarioError, list},
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
    Card(CardPick, Title),
    /// The order of the pile after a shuffle, the top last.
    Pile(Vec<PileCard>),
    Number(NumberPick, u8),
}

/// The kinds of picks of a card.
#[derive(Clone, Copy, Debug, PartialEq)]
enum CardPick {
    Steal,
    Gives,
    Takes,
}

/// The kinds of picks of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
enum NumberPick {
    Place,
    Kitten,
}

impl Pick {
    fn card(&self, kind: CardPick) -> Option<Title> {
        match *self {
            Pick::Card(found, title) => (found == kind).then_some(title),
            Pick::Pile(_) | Pick::Number(..) => None,
        }
    }

    fn number(&self, kind: NumberPick) -> Option<u8> {
        match *self {
            Pick::Number(found, number) => (found == kind).then_some(number),
            Pick::Pile(_) | Pick::Card(..) => None,
        }
    }

    fn pile(&self) -> Option<Vec<PileCard>> {
        match self {
            Pick::Pile(order) => Some(order.clone()),
            Pick::Card(..) | Pick::Number(..) => None,
        }
    }
}

impl FixedPick {
    pub(super) fn read(line: &Line, words: &[&str]) -> Result<FixedPick, ScenarioError> {
        let pick = match *words {
            ["steal", card] => Pick::Card(CardPick::Steal, line.markable_card(card)?),
            ["pile", ":", ref cards @ ..] => {
                let mut cards = line.pile_cards(cards)?;
                cards.reverse();
                Pick::Pile(cards)
            }
            ["place", place] => Pick::Number(NumberPick::Place, line.small_number(place)?),
            ["gives", card] => Pick::Card(CardPick::Gives, line.markable_card(card)?),
            ["takes", card] => Pick::Card(CardPick::Takes, line.card(card)?),
            ["kitten", kitten] => Pick::Number(NumberPick::Kitten, line.small_number(kitten)?),
            _ => {
                return Err(line.syntax_error(
                    "`chance steal CARD`, `pile: CARD…`, `place N`, `gives CARD`, `takes CARD` \
                     or `kitten N`",
                ));
            }
        };
        Ok(FixedPick {
            line: line.number,
            pick,
        })
    }
}

/// Answers each pick with the first fixed one of its kind, or else by a generator.
#[derive(Clone, Debug)]
pub(super) struct ScriptedChance {
    generator: SeededChance,
    fixed: VecDeque<FixedPick>,
    /// The first fixed pick that was not among the options.
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

    /// Returns the error of the first fixed pick that was not among the options, and clears it.
    pub(super) fn take_impossible_pick(&mut self) -> Option<ScenarioError> {
        self.impossible.take()
    }

    /// Returns an error for the first fixed pick that no step has used.
    pub(super) fn unused_pick(&self) -> Option<ScenarioError> {
        self.fixed.front().map(|fixed| ScenarioError {
            line: fixed.line,
            expected: "this chance to be used".to_owned(),
            got: "the end of the file without it".to_owned(),
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
                expected: format!("a pick that is possible ({})", options()),
                got: "one that is not".to_owned(),
            });
        }
        chosen
    }

    fn next_card(&mut self, kind: CardPick, from: &Hand) -> Option<Title> {
        let fixed = |pick: &Pick| pick.card(kind);
        self.next(fixed, |&title| from.has(title), || list(from.titles()))
    }
}

fn sorted(cards: &[PileCard]) -> Vec<PileCard> {
    let mut cards = cards.to_vec();
    cards.sort_by_key(|card| (card.title(), card.face() == Face::Up));
    cards
}

impl Chance for ScriptedChance {
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

    fn steal(&mut self, from: &Hand) -> Title {
        self.next_card(CardPick::Steal, from)
            .unwrap_or_else(|| self.generator.steal(from))
    }

    fn gift(&mut self, from: &Hand) -> Title {
        self.next_card(CardPick::Gives, from)
            .unwrap_or_else(|| self.generator.gift(from))
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
