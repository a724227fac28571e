//! The values in a custom id or in a menu: numbers, seats and titles.

use std::str::FromStr;

use rules::{Seat, Title};

use super::ControlError;

pub(super) fn title_by_code(code: char) -> Result<Title, ControlError> {
    Title::from_code(code).ok_or(ControlError)
}

pub(super) fn five(
    titles: impl Iterator<Item = Result<Title, ControlError>>,
) -> Result<[Title; 5], ControlError> {
    let five: Vec<_> = titles.collect::<Result<_, _>>()?;
    five.try_into().map_err(|_| ControlError)
}

pub(super) fn title_by_id(id: &str) -> Result<Title, ControlError> {
    id.parse().map_err(|_| ControlError)
}

pub(super) fn seat(text: &str) -> Result<Seat, ControlError> {
    Seat::new(number(text)?).ok_or(ControlError)
}

pub(crate) fn number<T: FromStr>(text: &str) -> Result<T, ControlError> {
    text.parse().map_err(|_| ControlError)
}
