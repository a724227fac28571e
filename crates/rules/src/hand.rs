//! Cards whose order does not matter: a hand, or any other heap counted by title.

use std::fmt;

use crate::title::{Title, TitleSet};

/// Cards counted by title. At most [`Hand::MOST`] cards lie in one.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Hand {
    // Thirteen are used; the other three stay zero, so that two machine words hold them all.
    counts: [u8; 16],
}

const EVERY_BYTE: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
const GATHER: u64 = 0x0102_0408_1020_4080;

impl Hand {
    /// The most cards that a game can hold in all: two decks of `classic`.
    pub const MOST: usize = 112;

    /// No cards.
    pub const EMPTY: Hand = Hand { counts: [0; 16] };

    /// How many cards of this title it holds.
    #[inline]
    pub fn count(&self, title: Title) -> u8 {
        self.counts[title as usize]
    }

    /// Whether it holds at least one card of this title.
    #[inline]
    pub fn has(&self, title: Title) -> bool {
        self.count(title) > 0
    }

    /// How many cards it holds.
    #[inline]
    pub fn total(&self) -> u8 {
        let [low, high] = self.words();
        // The product's highest byte is the sum of all bytes, which stays below 256.
        ((low.wrapping_mul(EVERY_BYTE) >> 56) + (high.wrapping_mul(EVERY_BYTE) >> 56)) as u8
    }

    /// Whether it holds no card.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.counts == [0; 16]
    }

    /// The titles it holds, in the order of [`Title::ALL`].
    pub fn titles(&self) -> impl Iterator<Item = Title> + Clone {
        self.holding(1).iter()
    }

    /// The titles of which it holds at least `least` cards (1 to 127).
    #[inline]
    pub fn holding(&self, least: u8) -> TitleSet {
        debug_assert!((1..=127).contains(&least));
        let raise = u64::from(128 - least) * EVERY_BYTE;
        let [low, high] = self.words().map(|word| {
            // A byte of at least `least` carries into its high bit and, holding
            // at most 112, never beyond; the product gathers these bits in one byte.
            let reached = (word.wrapping_add(raise) & HIGH_BITS) >> 7;
            (reached.wrapping_mul(GATHER) >> 56) as u16
        });
        TitleSet::from_bits(low | high << 8)
    }

    /// Every card, by title in the order of [`Title::ALL`].
    pub fn cards(&self) -> impl Iterator<Item = Title> + Clone {
        let counts = self.counts;
        Title::ALL
            .into_iter()
            .flat_map(move |title| std::iter::repeat_n(title, counts[title as usize].into()))
    }

    /// The card at `position` when they lie sorted by title, from 0; none beyond the end.
    pub fn nth(&self, position: usize) -> Option<Title> {
        let mut left = position;
        Title::ALL.into_iter().find(|&title| {
            let count = usize::from(self.count(title));
            let found = left < count;
            left = left.saturating_sub(count);
            found
        })
    }

    /// Puts one card in.
    #[inline]
    pub fn add(&mut self, title: Title) {
        let count = &mut self.counts[title as usize];
        *count = count.saturating_add(1);
    }

    /// Takes one card out. That it is there is the caller's affair: see [`Hand::has`].
    #[inline]
    pub fn remove(&mut self, title: Title) {
        let count = &mut self.counts[title as usize];
        debug_assert!(*count > 0, "a card that is not there was taken out");
        *count = count.saturating_sub(1);
    }

    /// Puts all cards of another heap in.
    pub fn add_all(&mut self, other: &Hand) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count = count.saturating_add(more);
        }
    }

    /// Sets how many cards of a title it holds.
    pub fn set(&mut self, title: Title, count: u8) {
        self.counts[title as usize] = count;
    }

    #[inline]
    fn words(&self) -> [u64; 2] {
        let all = u128::from_le_bytes(self.counts);
        [all as u64, (all >> 64) as u64]
    }
}

impl FromIterator<Title> for Hand {
    fn from_iter<I: IntoIterator<Item = Title>>(titles: I) -> Hand {
        let mut hand = Hand::EMPTY;
        titles.into_iter().for_each(|title| hand.add(title));
        hand
    }
}

/// Shows the number of cards only, so that no hand gets into a log.
impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hand({} cards)", self.total())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Hand {
        [
            Title::Nope,
            Title::Skip,
            Title::Nope,
            Title::RainbowRalphingCat,
        ]
        .into_iter()
        .collect()
    }

    #[test]
    fn counting_agrees_with_listing() {
        let hand = example();
        let cards: Vec<Title> = hand.cards().collect();
        assert_eq!(usize::from(hand.total()), cards.len());
        for (position, &card) in cards.iter().enumerate() {
            assert_eq!(hand.nth(position), Some(card));
        }
        assert_eq!(hand.nth(cards.len()), None);
    }

    #[test]
    fn titles_held_once_and_twice_are_told_apart() {
        let hand = example();
        let once: Vec<Title> = hand.titles().collect();
        assert_eq!(once, [Title::Skip, Title::Nope, Title::RainbowRalphingCat]);
        assert_eq!(hand.holding(2), TitleSet::EMPTY.with(Title::Nope));
        assert!(hand.holding(3).is_empty());
    }

    #[test]
    fn a_heap_of_a_hundred_cards_of_one_title_is_counted_right() {
        let mut hand = Hand::EMPTY;
        hand.set(Title::Defuse, 100);
        assert_eq!(hand.total(), 100);
        assert_eq!(hand.holding(100), TitleSet::EMPTY.with(Title::Defuse));
        assert!(hand.holding(101).is_empty());
    }

    #[test]
    fn debug_shows_only_the_total() {
        assert_eq!(format!("{:?}", example()), "Hand(4 cards)");
    }
}
