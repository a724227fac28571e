//! The values in a custom id or in a menu: numbers, seats and titles.

use std::str::FromStr;

use rules::{Seat, Title};

use super::ControlError;

/// Returns the letter of a title. Titles are single letters so that five of them fit into an id.
pub(super) fn letter(title: Title) -> char {
    Title::ALL
        .into_iter()
        .zip('a'..='z')
        .find_map(|(each, letter)| (each == title).then_some(letter))
        .unwrap_or('?')
}

/// Returns the title of a letter.
pub(super) fn title_by_letter(letter: char) -> Option<Title> {
    Title::ALL
        .into_iter()
        .zip('a'..='z')
        .find_map(|(title, each)| (each == letter).then_some(title))
}

/// Parses the letters of five titles.
pub(super) fn five_by_letter(letters: &str) -> Result<[Title; 5], ControlError> {
    let titles: Option<Vec<Title>> = letters.chars().map(title_by_letter).collect();
    titles
        .and_then(|titles| titles.try_into().ok())
        .ok_or(ControlError)
}

/// Parses the id of a title.
pub(super) fn title_by_id(id: &str) -> Result<Title, ControlError> {
    id.parse().map_err(|_| ControlError)
}

/// Parses the index of a seat.
pub(super) fn seat(text: &str) -> Result<Seat, ControlError> {
    Seat::new(number(text)?).ok_or(ControlError)
}

/// Parses a number.
pub(super) fn number<T: FromStr>(text: &str) -> Result<T, ControlError> {
    text.parse().map_err(|_| ControlError)
}
