//! What may be expected of a heap of cards.

use crate::{
    hand::Hand,
    scenario::line::{Failure, Line, list},
    title::Title,
};

/// A claim about a heap whose order does not matter.
#[derive(Clone, Debug)]
pub(super) enum Condition {
    Exactly(Hand),
    Cards(usize),
    Has(Title),
    Count(usize, Title),
    AtLeast(usize, Title),
    Lacks(Title),
}

impl Condition {
    pub(super) fn read(line: &Line, words: &[&str]) -> Result<Condition, Failure> {
        match *words {
            [":", ref cards @ ..] => Ok(Condition::Exactly(heap(line, cards)?)),
            ["has", count, "cards"] => Ok(Condition::Cards(line.number(count)?)),
            ["has", "at", "least", count, card] => {
                Ok(Condition::AtLeast(line.number(count)?, line.card(card)?))
            }
            ["has", count, card] => Ok(Condition::Count(line.number(count)?, line.card(card)?)),
            ["has", card] => Ok(Condition::Has(line.card(card)?)),
            ["lacks", card] => Ok(Condition::Lacks(line.card(card)?)),
            _ => Err(line.unreadable(
                "`: CARD…`, `has N cards`, `has CARD`, `has N CARD`, `has at least N CARD` or \
                 `lacks CARD`",
            )),
        }
    }

    /// Holds, or says what was expected and what is there.
    pub(super) fn check(&self, cards: &Hand) -> Result<(), (String, String)> {
        let count = |title: Title| usize::from(cards.count(title));
        let (holds, expected) = match *self {
            Condition::Exactly(ref wanted) => (cards == wanted, list(wanted.cards())),
            Condition::Cards(wanted) => {
                let total = usize::from(cards.total());
                (total == wanted, format!("{wanted} cards"))
            }
            Condition::Has(title) => (cards.has(title), title.to_string()),
            Condition::Count(wanted, title) => {
                (count(title) == wanted, format!("{wanted} {title}"))
            }
            Condition::AtLeast(wanted, title) => {
                (count(title) >= wanted, format!("at least {wanted} {title}"))
            }
            Condition::Lacks(title) => (!cards.has(title), format!("no {title}")),
        };
        match holds {
            true => Ok(()),
            false => Err((expected, list(cards.cards()))),
        }
    }
}

pub(super) fn heap(line: &Line, words: &[&str]) -> Result<Hand, Failure> {
    let cards = line.cards(words)?;
    match cards.len() {
        0..=Hand::MOST => Ok(cards.into_iter().collect()),
        _ => Err(line.unreadable(format!("at most {} cards", Hand::MOST))),
    }
}
