//! Chance as a file fixes it: what stands in its `chance` lines first, then a seeded generator.

use std::collections::VecDeque;

use crate::{
    chance::Chance,
    hand::Hand,
    scenario::line::{Failure, Line, list},
    seeded::Seeded,
    title::Title,
};

/// One `chance` line: what the next pick of its kind gives.
#[derive(Clone, Debug)]
pub(super) struct Fixed {
    line: usize,
    pick: Pick,
}

#[derive(Clone, Debug)]
enum Pick {
    Steal(Title),
    /// The top last.
    Pile(Vec<Title>),
    Place(u8),
    Gives(Title),
    Takes(Title),
    Kitten(u8),
}

impl Fixed {
    pub(super) fn read(line: &Line, words: &[&str]) -> Result<Fixed, Failure> {
        let pick = match *words {
            ["steal", card] => Pick::Steal(line.card(card)?),
            ["pile", ":", ref cards @ ..] => {
                let mut cards = line.cards(cards)?;
                cards.reverse();
                Pick::Pile(cards)
            }
            ["place", place] => Pick::Place(line.small_number(place)?),
            ["gives", card] => Pick::Gives(line.card(card)?),
            ["takes", card] => Pick::Takes(line.card(card)?),
            ["kitten", kitten] => Pick::Kitten(line.small_number(kitten)?),
            _ => {
                return Err(line.unreadable(
                    "`chance steal CARD`, `pile: CARD…`, `place N`, `gives CARD`, `takes CARD` \
                     or `kitten N`",
                ));
            }
        };
        Ok(Fixed {
            line: line.number,
            pick,
        })
    }
}

/// The queues of fixed picks, by kind, before a generator.
#[derive(Clone, Debug)]
pub(super) struct Scripted {
    rest: Seeded,
    fixed: VecDeque<Fixed>,
    impossible: Option<Failure>,
}

impl Scripted {
    pub(super) fn new(rest: Seeded) -> Scripted {
        Scripted {
            rest,
            fixed: VecDeque::new(),
            impossible: None,
        }
    }

    pub(super) fn queue(&mut self, fixed: Fixed) {
        self.fixed.push_back(fixed);
    }

    /// The first pick that could not be.
    pub(super) fn impossible(&mut self) -> Option<Failure> {
        self.impossible.take()
    }

    /// The first pick that nothing asked for.
    pub(super) fn left_over(&self) -> Option<Failure> {
        self.fixed.front().map(|fixed| Failure {
            line: fixed.line,
            expected: "this chance to be used".to_owned(),
            got: "the end of the file without it".to_owned(),
        })
    }

    /// The next pick of a kind, if one is fixed and possible.
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
            self.impossible = Some(Failure {
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

impl Chance for Scripted {
    fn below(&mut self, bound: u32) -> u32 {
        self.rest.below(bound)
    }

    fn shuffle(&mut self, cards: &mut [Title]) {
        let there: Hand = cards.iter().copied().collect();
        let fixed = self.next(
            |pick| match pick {
                Pick::Pile(order) => Some(order.clone()),
                _ => None,
            },
            |order| order.len() == cards.len() && order.iter().copied().collect::<Hand>() == there,
            || format!("any order of {}", list(there.cards())),
        );
        match fixed {
            Some(order) => cards.copy_from_slice(&order),
            None => self.rest.shuffle(cards),
        }
    }

    fn steal(&mut self, from: &Hand) -> Title {
        let fixed = |pick: &Pick| match pick {
            Pick::Steal(title) => Some(*title),
            _ => None,
        };
        self.next_card(fixed, from)
            .unwrap_or_else(|| self.rest.steal(from))
    }

    fn gift(&mut self, from: &Hand) -> Title {
        let fixed = |pick: &Pick| match pick {
            Pick::Gives(title) => Some(*title),
            _ => None,
        };
        self.next_card(fixed, from)
            .unwrap_or_else(|| self.rest.gift(from))
    }

    fn take(&mut self, options: &Hand) -> Title {
        let fixed = |pick: &Pick| match pick {
            Pick::Takes(title) => Some(*title),
            _ => None,
        };
        self.next_card(fixed, options)
            .unwrap_or_else(|| self.rest.take(options))
    }

    fn place(&mut self, cards_in_pile: u8) -> u8 {
        let fixed = |pick: &Pick| match pick {
            Pick::Place(place) => Some(*place),
            _ => None,
        };
        let possible = |&place: &u8| place <= cards_in_pile;
        self.next(fixed, possible, || format!("0 to {cards_in_pile}"))
            .unwrap_or_else(|| self.rest.place(cards_in_pile))
    }

    fn kitten(&mut self, kittens: u8) -> u8 {
        let fixed = |pick: &Pick| match pick {
            Pick::Kitten(kitten) => Some(*kitten),
            _ => None,
        };
        let possible = |&kitten: &u8| kitten < kittens;
        self.next(fixed, possible, || format!("0 to {}", kittens - 1))
            .unwrap_or_else(|| self.rest.kitten(kittens))
    }
}
