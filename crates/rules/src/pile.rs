//! Cards with an order: the draw pile, whose cards may be face up, and the discard pile. Cards without an order are
//! in `hand.rs`.

use std::{fmt, str::FromStr};

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{
    card::Hazard,
    hand::Hand,
    title::{Title, UnknownTitleError},
};

/// The visible side of a card in the draw pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Face {
    /// Its back: no player can see the title.
    Down,
    /// Its front: everybody sees the card while it is on top.
    Up,
}

/// A card of the draw pile. Written as the title's id, followed by `/up` if it is face up. One
/// byte, because piles are copied and shuffled often.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PileCard(u8);

/// The bit that is set for a card that is face up; the other bits are the title.
const FACE_UP: u8 = 0x80;

impl PileCard {
    /// Returns a card of this title, face down.
    #[inline]
    pub const fn down(title: Title) -> PileCard {
        PileCard(title as u8)
    }

    /// Returns a card of this title, face up.
    pub const fn up(title: Title) -> PileCard {
        PileCard(title as u8 | FACE_UP)
    }

    /// Returns the card's title.
    #[inline]
    pub const fn title(self) -> Title {
        Title::ALL[(self.0 & !FACE_UP) as usize]
    }

    /// Returns the visible side.
    #[inline]
    pub const fn face(self) -> Face {
        match self.0 & FACE_UP {
            0 => Face::Down,
            _ => Face::Up,
        }
    }
}

impl From<Title> for PileCard {
    fn from(title: Title) -> PileCard {
        PileCard::down(title)
    }
}

impl From<PileCard> for Title {
    fn from(card: PileCard) -> Title {
        card.title()
    }
}

const UP: &str = "/up";

impl fmt::Display for PileCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.face() {
            Face::Down => write!(f, "{}", self.title()),
            Face::Up => write!(f, "{}{UP}", self.title()),
        }
    }
}

impl fmt::Debug for PileCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for PileCard {
    type Err = UnknownTitleError;

    fn from_str(text: &str) -> Result<PileCard, UnknownTitleError> {
        let card = match text.strip_suffix(UP) {
            Some(id) => PileCard::up(id.parse()?),
            None => PileCard::down(text.parse()?),
        };
        // Only an imploding card may be face up.
        if card.face() == Face::Down || card.title().hazard() == Some(Hazard::Implodes) {
            Ok(card)
        } else {
            Err(UnknownTitleError)
        }
    }
}

/// An end of the draw pile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PileEnd {
    /// The end from which cards are usually drawn.
    #[default]
    Top,
    /// The other end, from which a Draw from the Bottom takes a card.
    Bottom,
}

/// A pile of at most [`Hand::MAX_CARDS`] cards, stored with the top card last.
#[derive(Clone, PartialEq, Eq)]
pub struct Pile<C = Title>(ArrayVec<C, { Hand::MAX_CARDS }>);

/// The pile from which players draw.
pub type DrawPile = Pile<PileCard>;

impl<C> Default for Pile<C> {
    fn default() -> Pile<C> {
        Pile(ArrayVec::new())
    }
}

impl<C: Copy + Into<Title>> Pile<C> {
    /// Returns an empty pile.
    pub fn new() -> Pile<C> {
        Pile::default()
    }

    /// Returns a pile of these cards, top card last; `None` if there are more than [`Hand::MAX_CARDS`].
    pub fn from_bottom(cards: &[C]) -> Option<Pile<C>> {
        ArrayVec::try_from(cards).ok().map(Pile)
    }

    /// Returns the cards, top card last.
    pub fn cards(&self) -> &[C] {
        &self.0
    }

    /// Returns the cards, top card first.
    pub fn from_top(&self) -> impl ExactSizeIterator<Item = C> + Clone {
        self.0.iter().rev().copied()
    }

    /// Returns the number of cards.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if the pile has no cards.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the top card.
    #[inline]
    pub fn top(&self) -> Option<C> {
        self.0.last().copied()
    }

    /// Returns the card at one end.
    #[inline]
    pub fn at_end(&self, end: PileEnd) -> Option<C> {
        match end {
            PileEnd::Top => self.top(),
            PileEnd::Bottom => self.0.first().copied(),
        }
    }

    /// Returns how many cards of this title are in the pile.
    pub fn count(&self, title: Title) -> usize {
        self.0.iter().filter(|&&card| card.into() == title).count()
    }

    /// Returns the cards, counted by title.
    pub fn counts(&self) -> Hand {
        self.0.iter().map(|&card| card.into()).collect()
    }

    /// Puts a card on top. A pile has room for all cards of a game. If an event in a damaged journal overfills it, the
    /// card is dropped, and [`Game::check_invariants`](crate::game::Game::check_invariants) finds it missing.
    #[inline]
    pub(crate) fn push(&mut self, card: C) {
        let _ = self.0.try_push(card);
    }

    #[inline]
    pub(crate) fn draw(&mut self, end: PileEnd) -> Option<C> {
        match end {
            PileEnd::Top => self.0.pop(),
            PileEnd::Bottom => self.0.pop_at(0),
        }
    }

    /// Inserts a card at `place`: 0 is the top, the number of cards is the bottom. If the pile is full, the card is
    /// dropped: see [`Pile::push`].
    pub(crate) fn insert(&mut self, place: usize, card: C) {
        let index = self.0.len().saturating_sub(place);
        let _ = self.0.try_insert(index, card);
    }

    /// Removes and returns the card at `place`, counted from 0 at the top.
    pub(crate) fn remove(&mut self, place: usize) -> Option<C> {
        let index = self.0.len().checked_sub(place + 1)?;
        self.0.pop_at(index)
    }

    /// Removes and returns the topmost card of this title.
    pub(crate) fn remove_title(&mut self, title: Title) -> Option<C> {
        let place = self.from_top().position(|card| card.into() == title)?;
        self.remove(place)
    }

    /// Returns the places of the cards of this title, counted from 0 at the top.
    pub(crate) fn places_of(&self, title: Title) -> impl Iterator<Item = usize> {
        self.from_top()
            .enumerate()
            .filter(move |&(_, card)| card.into() == title)
            .map(|(place, _)| place)
    }

    pub(crate) fn cards_mut(&mut self) -> &mut [C] {
        &mut self.0
    }
}

impl DrawPile {
    /// Returns the title of the top card if the card is face up.
    pub fn open_top(&self) -> Option<Title> {
        let top = self.top()?;
        (top.face() == Face::Up).then_some(top.title())
    }

    /// Returns the visible side of the imploding card in the pile; `None` if there is no such card.
    pub fn imploding(&self) -> Option<Face> {
        let is_imploding = |card: &&PileCard| card.title().hazard() == Some(Hazard::Implodes);
        self.0.iter().find(is_imploding).map(|card| card.face())
    }

    /// Returns the number of hazards in the pile.
    #[inline]
    pub fn hazards(&self) -> usize {
        let is_hazard = |card: &&PileCard| card.title().hazard().is_some();
        self.0.iter().filter(is_hazard).count()
    }
}

/// Shows only the number of cards, so that no pile gets into a log.
impl<C> fmt::Debug for Pile<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pile({} cards)", self.0.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_from_the_top() {
        let mut pile = Pile::new();
        pile.push(Title::Skip);
        pile.push(Title::Nope);
        pile.insert(0, Title::ExplodingKitten);
        pile.insert(3, Title::Defuse);
        let order: Vec<Title> = pile.from_top().collect();
        assert_eq!(
            order,
            [
                Title::ExplodingKitten,
                Title::Nope,
                Title::Skip,
                Title::Defuse
            ]
        );
        assert_eq!(pile.remove(2), Some(Title::Skip));
        assert_eq!(pile.remove(3), None);
        assert_eq!(pile.remove_title(Title::Defuse), Some(Title::Defuse));
        assert_eq!(pile.draw(PileEnd::Top), Some(Title::ExplodingKitten));
        assert_eq!(format!("{pile:?}"), "Pile(1 cards)");
    }

    #[test]
    fn the_bottom_card_is_the_first_one_that_was_put_down() {
        let mut pile = Pile::new();
        pile.push(PileCard::down(Title::Skip));
        pile.push(PileCard::up(Title::ImplodingKitten));
        assert_eq!(pile.open_top(), Some(Title::ImplodingKitten));
        assert_eq!(pile.imploding(), Some(Face::Up));
        let bottom = Some(PileCard::down(Title::Skip));
        assert_eq!(pile.at_end(PileEnd::Bottom), bottom);
        assert_eq!(pile.draw(PileEnd::Bottom), bottom);
        assert_eq!((pile.len(), pile.hazards()), (1, 1));
    }

    #[test]
    fn only_an_imploding_card_lies_face_up() {
        let up = PileCard::up(Title::ImplodingKitten);
        assert_eq!(up.to_string().parse(), Ok(up));
        assert_eq!("nope".parse(), Ok(PileCard::down(Title::Nope)));
        assert!("nope/up".parse::<PileCard>().is_err());
    }
}
