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
    Steal(Title),
    /// The order of the pile after a shuffle, the top last.
    Pile(Vec<PileCard>),
    Place(u8),
    Gives(Title),
    Takes(Title),
    Kitten(u8),
}

impl FixedPick {
    pub(super) fn read(line: &Line, words: &[&str]) -> Result<FixedPick, ScenarioError> {
        let pick = match *words {
            ["steal", card] => Pick::Steal(line.card(card)?),
            ["pile", ":", ref cards @ ..] => {
                let mut cards = line.pile_cards(cards)?;
                cards.reverse();
                Pick::Pile(cards)
            }
            ["place", place] => Pick::Place(line.small_number(place)?),
            ["gives", card] => Pick::Gives(line.card(card)?),
            ["takes", card] => Pick::Takes(line.card(card)?),
            ["kitten", kitten] => Pick::Kitten(line.small_number(kitten)?),
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

    /// Removes and returns the next fixed pick of a kind, if there is one and it is possible.
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

    fn next_card(&mut self, kind: impl Fn(&Pick) -> Option<Title>, from: &Hand) -> Option<Title> {
        self.next(kind, |&title| from.has(title), || list(from.titles()))
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
            |pick| match pick {
                Pick::Pile(order) => Some(order.clone()),
                _ => None,
            },
            |order| sorted(order) == contents,
            || format!("any order of {}", list(&contents)),
        );
        match fixed {
            Some(order) => cards.copy_from_slice(&order),
            None => self.generator.shuffle(cards),
        }
    }

    fn steal(&mut self, from: &Hand) -> Title {
        let fixed = |pick: &Pick| match pick {
            Pick::Steal(title) => Some(*title),
            _ => None,
        };
        self.next_card(fixed, from)
            .unwrap_or_else(|| self.generator.steal(from))
    }

    fn gift(&mut self, from: &Hand) -> Title {
        let fixed = |pick: &Pick| match pick {
            Pick::Gives(title) => Some(*title),
            _ => None,
        };
        self.next_card(fixed, from)
            .unwrap_or_else(|| self.generator.gift(from))
    }

    fn take(&mut self, options: &Hand) -> Title {
        let fixed = |pick: &Pick| match pick {
            Pick::Takes(title) => Some(*title),
            _ => None,
        };
        self.next_card(fixed, options)
            .unwrap_or_else(|| self.generator.take(options))
    }

    fn place(&mut self, cards_in_pile: u8) -> u8 {
        let fixed = |pick: &Pick| match pick {
            Pick::Place(place) => Some(*place),
            _ => None,
        };
        let possible = |&place: &u8| place <= cards_in_pile;
        self.next(fixed, possible, || format!("0 to {cards_in_pile}"))
            .unwrap_or_else(|| self.generator.place(cards_in_pile))
    }

    fn kitten(&mut self, kittens: u8) -> u8 {
        let fixed = |pick: &Pick| match pick {
            Pick::Kitten(kitten) => Some(*kitten),
            _ => None,
        };
        let possible = |&kitten: &u8| kitten < kittens;
        self.next(fixed, possible, || format!("0 to {}", kittens - 1))
            .unwrap_or_else(|| self.generator.kitten(kittens))
    }
}
