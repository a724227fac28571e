//! One line of a file, split into words, and the failure that names it.

use std::{fmt, ops::RangeInclusive, str::FromStr};

use crate::title::Title;

/// The first thing in a file that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The line, from 1.
    pub line: usize,
    /// What should have been there, or should have held.
    pub expected: String,
    /// What was there instead.
    pub got: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, got {}", self.expected, self.got)
    }
}

/// A line that says something.
#[derive(Clone, Debug)]
pub(super) struct Line<'a> {
    pub(super) number: usize,
    /// Its words; a colon is one of its own.
    pub(super) words: Vec<&'a str>,
    text: &'a str,
}

/// The lines of a file that say something: comments and blanks are gone, and so is the mark that
/// some editors put before the first of them.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.lines().enumerate().filter_map(|(index, line)| {
        let text = line.split('#').next().unwrap_or_default().trim();
        let words: Vec<&str> = text.split_whitespace().flat_map(around_colons).collect();
        (!words.is_empty()).then_some(Line {
            number: index + 1,
            words,
            text,
        })
    })
}

fn around_colons(word: &str) -> impl Iterator<Item = &str> {
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
    /// That this line cannot be read: `expected` is what could have stood there.
    pub(super) fn unreadable(&self, expected: impl Into<String>) -> Failure {
        self.failure(expected, format!("`{}`", self.text))
    }

    pub(super) fn failure(&self, expected: impl Into<String>, got: impl Into<String>) -> Failure {
        Failure {
            line: self.number,
            expected: expected.into(),
            got: got.into(),
        }
    }

    pub(super) fn card(&self, word: &str) -> Result<Title, Failure> {
        word.parse()
            .map_err(|_| self.failure("the id of a card", format!("`{word}`")))
    }

    pub(super) fn cards(&self, words: &[&str]) -> Result<Vec<Title>, Failure> {
        words.iter().map(|word| self.card(word)).collect()
    }

    pub(super) fn number<T: FromStr>(&self, word: &str) -> Result<T, Failure> {
        // `parse` also takes a sign, which no number of this format has.
        let digits = word.bytes().all(|byte| byte.is_ascii_digit());
        word.parse()
            .ok()
            .filter(|_| digits)
            .ok_or_else(|| self.failure("a whole number", format!("`{word}`")))
    }

    /// A number that no pile and no window reaches is as good as any other such number.
    pub(super) fn small_number(&self, word: &str) -> Result<u8, Failure> {
        let number: u64 = self.number(word)?;
        Ok(u8::try_from(number).unwrap_or(u8::MAX))
    }

    pub(super) fn range(&self, word: &str) -> Result<RangeInclusive<u64>, Failure> {
        let (first, last) = word
            .split_once("..")
            .ok_or_else(|| self.failure("a range as 1..1000", format!("`{word}`")))?;
        let (first, last) = (self.number(first)?, self.number(last)?);
        match first <= last {
            true => Ok(first..=last),
            false => Err(self.failure("a range from the lower to the higher", format!("`{word}`"))),
        }
    }
}

/// Cards as a file writes them.
pub(super) fn list(cards: impl IntoIterator<Item = Title>) -> String {
    let ids: Vec<&str> = cards.into_iter().map(Title::id).collect();
    match ids.is_empty() {
        true => "no cards".to_owned(),
        false => ids.join(" "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colon_is_a_word_of_its_own_however_it_is_written() {
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
