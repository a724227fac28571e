//! Conditions on cards whose order does not matter, such as a hand or the contents of a pile.

use crate::{
    hand::Hand,
    scenario::line::{Line, ScenarioError, list},
    title::Title,
};

/// The result of a check. The error describes the expected and the actual state.
pub(super) type CheckResult = Result<(), (String, String)>;

pub(super) fn check_that(holds: bool, expected: String, got: String) -> CheckResult {
    if holds { Ok(()) } else { Err((expected, got)) }
}

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
    pub(super) fn read(line: &Line, words: &[&str]) -> Result<Condition, ScenarioError> {
        match *words {
            [":", ref cards @ ..] => Ok(Condition::Exactly(read_hand(line, cards)?)),
            ["has", count, "cards"] => Ok(Condition::Cards(line.number(count)?)),
            ["has", "at", "least", count, card] => {
                Ok(Condition::AtLeast(line.number(count)?, line.card(card)?))
            }
            ["has", count, card] => Ok(Condition::Count(line.number(count)?, line.card(card)?)),
            ["has", card] => Ok(Condition::Has(line.card(card)?)),
            ["lacks", card] => Ok(Condition::Lacks(line.card(card)?)),
            _ => Err(line.syntax_error(
                "`: CARD…`, `has N cards`, `has CARD`, `has N CARD`, `has at least N CARD` or \
                 `lacks CARD`",
            )),
        }
    }

    pub(super) fn check(&self, cards: &Hand) -> CheckResult {
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
        if holds {
            Ok(())
        } else {
            Err((expected, list(cards.cards())))
        }
    }
}

/// Reads a list of at most [`Hand::MAX_CARDS`] cards.
pub(super) fn read_hand(line: &Line, words: &[&str]) -> Result<Hand, ScenarioError> {
    let cards = line.cards(words)?;
    match cards.len() {
        0..=Hand::MAX_CARDS => Ok(cards.into_iter().collect()),
        _ => Err(line.syntax_error(format!("at most {} cards", Hand::MAX_CARDS))),
    }
}
