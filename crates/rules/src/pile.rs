//! Cards with an order: the draw pile and the discard pile. Cards without one are in `hand.rs`.

use std::fmt;

use arrayvec::ArrayVec;

use crate::{hand::Hand, title::Title};

/// A pile of at most [`Hand::MAX_CARDS`] cards, stored with the top last.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Pile(ArrayVec<Title, { Hand::MAX_CARDS }>);

impl Pile {
    /// Returns an empty pile.
    pub fn new() -> Pile {
        Pile::default()
    }

    /// Returns a pile of cards given from the bottom up, the top last; `None` if there are more
    /// than [`Hand::MAX_CARDS`].
    pub fn from_bottom(cards: &[Title]) -> Option<Pile> {
        ArrayVec::try_from(cards).ok().map(Pile)
    }

    /// Returns the cards from the bottom up, the top last.
    pub fn cards(&self) -> &[Title] {
        &self.0
    }

    /// Returns the cards from the top down.
    pub fn from_top(&self) -> impl ExactSizeIterator<Item = Title> + Clone {
        self.0.iter().rev().copied()
    }

    /// Returns the number of cards.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if it holds no card.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the card on top, without drawing it.
    #[inline]
    pub fn top(&self) -> Option<Title> {
        self.0.last().copied()
    }

    /// Returns how many cards of this title it holds.
    pub fn count(&self, title: Title) -> usize {
        self.0.iter().filter(|&&card| card == title).count()
    }

    /// Returns its cards, counted by title.
    pub fn counts(&self) -> Hand {
        self.0.iter().copied().collect()
    }

    /// Puts a card on top. A game never holds more cards than fit; a card beyond is dropped, as an event
    /// of a damaged journal may add it, and [`Game::check_invariants`](crate::game::Game::check_invariants)
    /// finds that it is missing.
    #[inline]
    pub(crate) fn push(&mut self, card: Title) {
        let _ = self.0.try_push(card);
    }

    /// Takes the card from the top.
    #[inline]
    pub(crate) fn draw(&mut self) -> Option<Title> {
        self.0.pop()
    }

    /// Inserts a card at `place`: 0 is the top, the number of cards the bottom. A card beyond those that
    /// fit is dropped, as in [`Pile::push`].
    pub(crate) fn insert(&mut self, place: usize, card: Title) {
        let index = self.0.len().saturating_sub(place);
        let _ = self.0.try_insert(index, card);
    }

    /// Removes the card at `place`, the top being 0.
    pub(crate) fn remove(&mut self, place: usize) -> Option<Title> {
        let index = self.0.len().checked_sub(place + 1)?;
        self.0.pop_at(index)
    }

    /// Removes the uppermost card of this title.
    pub(crate) fn remove_title(&mut self, title: Title) -> Option<Title> {
        let place = self.from_top().position(|card| card == title)?;
        self.remove(place)
    }

    /// Returns the places of the kittens in ascending order, the top being 0.
    pub(crate) fn kittens(&self) -> impl Iterator<Item = usize> {
        self.from_top()
            .enumerate()
            .filter(|&(_, card)| card == Title::ExplodingKitten)
            .map(|(place, _)| place)
    }

    pub(crate) fn cards_mut(&mut self) -> &mut [Title] {
        &mut self.0
    }
}

/// Shows the number of cards only, so that no pile gets into a log.
impl fmt::Debug for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pile({} cards)", self.len())
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
        assert_eq!(pile.draw(), Some(Title::ExplodingKitten));
        assert_eq!(format!("{pile:?}"), "Pile(1 cards)");
    }
}
