//! Lines of a scenario file, split into words, and the error that names a line.

use std::{fmt::Display, ops::RangeInclusive, str::FromStr};

use crate::{
    hand::{HeldCard, MARKED},
    pile::PileCard,
    title::Title,
};

/// The words that can follow a player's name in a step.
pub(super) const VERBS: [&str; 12] = [
    "plays", "nopes", "passes", "draws", "places", "gives", "takes", "stops", "orders", "leaves",
    "puts", "aims",
];

/// The error for a line of a scenario file that cannot be parsed or that fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, got {got}")]
pub struct ScenarioError {
    /// The number of the line, starting from 1.
    pub line: usize,
    /// The expected syntax or state.
    pub expected: String,
    /// The actual syntax or state.
    pub got: String,
}

/// A line that is neither blank nor a comment.
#[derive(Clone, Debug)]
pub(super) struct Line<'a> {
    pub(super) number: usize,
    /// The words of the line; a colon is a separate word.
    pub(super) words: Vec<&'a str>,
    text: &'a str,
}

/// Returns the lines of a file, without comments, blank lines or a leading byte order mark.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.lines().enumerate().filter_map(|(index, line)| {
        let text = line.split('#').next().unwrap_or_default().trim();
        let words: Vec<&str> = text.split_whitespace().flat_map(split_colons).collect();
        (!words.is_empty()).then_some(Line {
            number: index + 1,
            words,
            text,
        })
    })
}

fn split_colons(word: &str) -> impl Iterator<Item = &str> {
    word.split_inclusive(':').flat_map(|part| {
        let (before, colon) = match part.strip_suffix(':') {
            Some(before) => (before, ":"),
            None => (part, ""),
        };
        [before, colon]
            .into_iter()
            .filter(|piece| !piece.is_empty())
    })
}

impl Line<'_> {
    /// Returns an error that quotes the line; `expected` says what is valid instead.
    pub(super) fn syntax_error(&self, expected: impl Into<String>) -> ScenarioError {
        self.error(expected, format!("`{}`", self.text))
    }

    pub(super) fn error(
        &self,
        expected: impl Into<String>,
        got: impl Into<String>,
    ) -> ScenarioError {
        ScenarioError {
            line: self.number,
            expected: expected.into(),
            got: got.into(),
        }
    }

    pub(super) fn card(&self, word: &str) -> Result<Title, ScenarioError> {
        word.parse()
            .map_err(|_| self.error("the id of a card", format!("`{word}`")))
    }

    /// Reads a card of a hand, possibly marked.
    pub(super) fn held_card(&self, word: &str) -> Result<HeldCard, ScenarioError> {
        let (id, is_marked) = match word.strip_suffix(MARKED) {
            Some(id) => (id, true),
            None => (word, false),
        };
        self.card(id).map(|title| HeldCard::new(title, is_marked))
    }

    pub(super) fn held_cards(&self, words: &[&str]) -> Result<Vec<HeldCard>, ScenarioError> {
        words.iter().map(|word| self.held_card(word)).collect()
    }

    pub(super) fn cards(&self, words: &[&str]) -> Result<Vec<Title>, ScenarioError> {
        words.iter().map(|word| self.card(word)).collect()
    }

    /// Reads cards of the draw pile, possibly face up.
    pub(super) fn pile_cards(&self, words: &[&str]) -> Result<Vec<PileCard>, ScenarioError> {
        words.iter().map(|word| self.pile_card(word)).collect()
    }

    pub(super) fn pile_card(&self, word: &str) -> Result<PileCard, ScenarioError> {
        word.parse().or_else(|_| self.card(word).map(Into::into))
    }

    pub(super) fn without_first_word(&self) -> Self {
        Self {
            words: self.words[1..].to_vec(),
            ..self.clone()
        }
    }

    pub(super) fn number<T: FromStr>(&self, word: &str) -> Result<T, ScenarioError> {
        // `parse` also accepts a sign, which this format does not.
        let digits = word.bytes().all(|byte| byte.is_ascii_digit());
        word.parse()
            .ok()
            .filter(|_| digits)
            .ok_or_else(|| self.error("a whole number", format!("`{word}`")))
    }

    /// Reads a number as a `u8`. Larger numbers become 255, which is never a possible place, kitten or Nope layer.
    pub(super) fn small_number(&self, word: &str) -> Result<u8, ScenarioError> {
        let number: u64 = self.number(word)?;
        Ok(u8::try_from(number).unwrap_or(u8::MAX))
    }

    pub(super) fn range(&self, word: &str) -> Result<RangeInclusive<u64>, ScenarioError> {
        let (first, last) = word
            .split_once("..")
            .ok_or_else(|| self.error("a range such as 1..1000", format!("`{word}`")))?;
        let (first, last) = (self.number(first)?, self.number(last)?);
        if first <= last {
            Ok(first..=last)
        } else {
            Err(self.error(
                "a range whose start is not above its end",
                format!("`{word}`"),
            ))
        }
    }
}

pub(super) fn list<C: Display>(cards: impl IntoIterator<Item = C>) -> String {
    let ids: Vec<String> = cards.into_iter().map(|card| card.to_string()).collect();
    if ids.is_empty() {
        "no cards".to_owned()
    } else {
        ids.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colon_is_a_word_of_its_own_with_or_without_spaces() {
        for text in [
            "hand A: skip nope",
            "hand A:skip nope # two",
            "  hand A :skip\tnope",
            "\u{feff}hand A: skip nope\r\n",
        ] {
            let found: Vec<Line> = lines(text).collect();
            assert_eq!(found[0].words, ["hand", "A", ":", "skip", "nope"]);
        }
        assert_eq!(lines("\n  # only this\n\r\n").count(), 0);
    }
}
