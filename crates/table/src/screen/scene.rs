//! A running game as one viewer sees it, with the people's names and the viewer's language: what
//! the lines of tables and panels are written from.

use rules::{EditionId, PlayerView, Seat, SeatSet, Title};

use super::view::Seated;
use crate::ids::Millis;
use crate::text::{Bold, Card, Language, List, Message, Name, Picture};

/// A game, its people and a language.
#[derive(Clone, Copy)]
pub(super) struct Scene<'v> {
    pub(super) game: &'v PlayerView,
    pub(super) people: &'v [Seated],
    pub(super) deadline: Option<Millis>,
    pub(super) language: &'v Language,
}

impl<'v> Scene<'v> {
    /// The message as the game's edition has it.
    pub(super) fn say(&self, message: &Message<'_>) -> String {
        self.language.say_in(self.edition(), message)
    }

    pub(super) fn edition(&self) -> EditionId {
        self.game.rules.edition()
    }

    pub(super) fn person(&self, seat: Seat) -> Option<&'v Seated> {
        self.people.get(seat.index())
    }

    pub(super) fn name(&self, seat: Seat) -> Name<'v> {
        Name(self.raw_name(seat))
    }

    /// The name of the player on turn.
    pub(super) fn turn_name(&self) -> Name<'v> {
        Name(self.game.turn.map_or("", |turn| self.raw_name(turn.seat)))
    }

    pub(super) fn raw_name(&self, seat: Seat) -> &'v str {
        self.person(seat).map_or("", |person| person.name.as_str())
    }

    pub(super) fn names(&self, seats: SeatSet) -> List<Bold<'v>> {
        List(seats.iter().map(|seat| Bold(self.raw_name(seat))).collect())
    }

    pub(super) fn card(&self, title: Title) -> Card {
        Card {
            title,
            edition: self.edition(),
        }
    }

    pub(super) fn label(&self, title: Title) -> String {
        self.language.card(title, self.edition())
    }

    pub(super) fn pictures(&self, titles: impl IntoIterator<Item = Title>) -> List<Picture> {
        List(
            titles
                .into_iter()
                .map(|title| Picture(self.card(title)))
                .collect(),
        )
    }

    /// Everybody still in the game.
    pub(super) fn living(&self) -> SeatSet {
        self.game.living()
    }

    /// Who comes after a seat among the living; the seat itself if nobody else is left.
    pub(super) fn next(&self, seat: Seat) -> Seat {
        self.living().next_after(seat).unwrap_or(seat)
    }
}
