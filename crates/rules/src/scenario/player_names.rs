//! The names of the players in a scenario file, and the text of cards in front of players, which may contain names.

use crate::{
    scenario::line::{Line, ScenarioError, list},
    seat::Seat,
    title::Title,
};

/// The names of the players, by seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PlayerNames(Vec<String>);

impl PlayerNames {
    /// Returns the names A, B, C … for this number of players.
    pub(super) fn letters(players: usize) -> PlayerNames {
        PlayerNames(('A'..='I').take(players).map(String::from).collect())
    }

    pub(super) fn read(line: &Line) -> Result<PlayerNames, ScenarioError> {
        let names: Vec<String> = line.words[1..].iter().map(ToString::to_string).collect();
        let mut numbered = names.iter().enumerate();
        let twice = numbered.any(|(index, name)| names[..index].contains(name));
        if twice || names.iter().any(|name| name == ":") {
            Err(line.syntax_error("names that are all different"))
        } else {
            Ok(PlayerNames(names))
        }
    }

    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    pub(super) fn seat(&self, line: &Line, name: &str) -> Result<Seat, ScenarioError> {
        self.0
            .iter()
            .position(|known| known == name)
            .and_then(Seat::new)
            .ok_or_else(|| line.error("the name of a player", format!("`{name}`")))
    }

    /// Reads the cards in front of a player. If another player laid a card, a slash and that player's name follow
    /// the card.
    pub(super) fn cards_in_front(
        &self,
        line: &Line,
        words: &[&str],
        before: Seat,
    ) -> Result<Vec<(Title, Seat)>, ScenarioError> {
        let read = |word: &&str| {
            let (id, by) = match word.split_once('/') {
                Some((id, by)) => (id, self.seat(line, by)?),
                None => (*word, before),
            };
            Ok((line.card(id)?, by))
        };
        words.iter().map(read).collect()
    }

    /// Returns the cards in front of a player as sorted text.
    pub(super) fn describe_cards_in_front(
        &self,
        cards: impl Iterator<Item = (Title, Seat)>,
        before: Seat,
    ) -> String {
        let mut cards: Vec<(Title, Seat)> = cards.collect();
        cards.sort();
        list(cards.into_iter().map(|(title, by)| {
            if by == before {
                title.to_string()
            } else {
                format!("{title}/{}", self.name(by))
            }
        }))
    }

    pub(super) fn name(&self, seat: Seat) -> &str {
        self.0.get(seat.index()).map_or("?", String::as_str)
    }

    pub(super) fn list(&self, seats: impl IntoIterator<Item = Seat>) -> String {
        let names: Vec<&str> = seats.into_iter().map(|seat| self.name(seat)).collect();
        if names.is_empty() {
            "nobody".to_owned()
        } else {
            names.join(" ")
        }
    }
}
