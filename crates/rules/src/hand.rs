//! Cards whose order does not matter, counted by title: a hand, a deck, the contents of a pile.
//! Cards with an order are in `pile.rs`.

use std::{fmt, str::FromStr};

use crate::title::{Title, TitleSet, UnknownTitleError};

/// A multiset of at most [`Hand::MAX_CARDS`] cards, counted by title.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hand {
    // The counts beyond the last title stay zero and pad the last machine word.
    counts: [u8; Hand::SLOTS],
    /// The sum of the counts, cached because many rules ask whether a hand is empty.
    total: u8,
}

/// A 1 in every byte. Multiplying a word by this factor puts the sum of its bytes into the highest byte.
const EVERY_BYTE: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
/// A factor that collects the lowest bit of each of eight bytes in the highest byte.
const GATHER: u64 = 0x0102_0408_1020_4080;

impl Hand {
    /// The maximum number of cards in any game: two decks of `classic`.
    pub const MAX_CARDS: usize = 112;

    /// The number of machine words that hold one byte per title.
    const WORDS: usize = Title::ALL.len().div_ceil(8);

    const SLOTS: usize = Hand::WORDS * 8;

    /// A hand without cards.
    pub const EMPTY: Hand = Hand {
        counts: [0; Hand::SLOTS],
        total: 0,
    };

    /// Returns how many cards of this title the hand holds.
    #[inline]
    pub fn count(&self, title: Title) -> u8 {
        self.counts[title as usize]
    }

    /// Returns true if the hand holds at least one card of this title.
    #[inline]
    pub fn has(&self, title: Title) -> bool {
        self.count(title) > 0
    }

    /// Returns the total number of cards.
    #[inline]
    pub fn total(&self) -> u8 {
        self.total
    }

    /// Returns true if the hand has no cards.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// Returns the titles in the hand, in the order of [`Title::ALL`].
    pub fn titles(&self) -> impl Iterator<Item = Title> + Clone {
        self.holding(1).iter()
    }

    /// Returns the titles that occur at least `min` (1 to 127) times.
    #[inline(always)]
    pub fn holding(&self, min: u8) -> TitleSet {
        debug_assert!((1..=127).contains(&min));
        let raise = u64::from(128 - min) * EVERY_BYTE;
        let [first, second, rest @ ..] = self.words();
        let mut titles = titles_reached(first, raise) | titles_reached(second, raise) << 8;
        // In most editions the remaining words are zero.
        if rest.iter().fold(0, |all, word| all | word) != 0 {
            for (place, word) in rest.into_iter().enumerate() {
                titles |= titles_reached(word, raise) << (8 * (place + 2));
            }
        }
        TitleSet::from_bits(titles)
    }

    /// Returns every card, sorted by title in the order of [`Title::ALL`].
    pub fn cards(&self) -> impl Iterator<Item = Title> + Clone {
        let counts = self.counts;
        self.titles()
            .flat_map(move |title| std::iter::repeat_n(title, counts[title as usize].into()))
    }

    /// Returns the card at `position` (from 0) of [`Hand::cards`]; `None` beyond the end.
    pub fn nth(&self, position: usize) -> Option<Title> {
        let mut left = position;
        self.titles().find(|&title| {
            let count = usize::from(self.count(title));
            let found = left < count;
            left = left.saturating_sub(count);
            found
        })
    }

    /// Adds one card.
    #[inline]
    pub fn add(&mut self, title: Title) {
        let count = &mut self.counts[title as usize];
        *count = count.saturating_add(1);
        self.total = self.total.wrapping_add(1);
    }

    /// Removes one card, if there is one. Only an event from a damaged journal takes a card that the player's hand
    /// lacks; [`Game::check_invariants`](crate::game::Game::check_invariants) then finds that cards are not conserved.
    #[inline]
    pub fn remove(&mut self, title: Title) {
        let count = &mut self.counts[title as usize];
        self.total = self.total.wrapping_sub(u8::from(*count > 0));
        *count = count.saturating_sub(1);
    }

    /// Returns this hand without the cards of `other`.
    #[must_use]
    pub fn minus(&self, other: &Hand) -> Hand {
        let mut rest = *self;
        for (count, less) in rest.counts.iter_mut().zip(other.counts) {
            *count = count.saturating_sub(less);
        }
        rest.sum_up();
        rest
    }

    /// Returns true if `other` holds at least as many cards of each title.
    pub fn is_within(&self, other: &Hand) -> bool {
        let mut counts = self.counts.iter().zip(other.counts);
        counts.all(|(count, more)| *count <= more)
    }

    /// Returns true if one more Exploding Kitten would not go off in this hand.
    pub fn shelters_another_kitten(&self) -> bool {
        self.count(Title::StreakingKitten) > self.count(Title::ExplodingKitten)
    }

    /// Returns true if the hand contains a hazard that goes off: any hazard other than an Exploding Kitten, or more
    /// Exploding Kittens than there are cards to shelter them.
    pub(crate) fn has_unsheltered_hazard(&self) -> bool {
        let hazards = self.holding(1).and(TitleSet::HAZARDS);
        let others = hazards.without(Title::ExplodingKitten);
        let shelters = self.count(Title::StreakingKitten);
        !others.is_empty() || self.count(Title::ExplodingKitten) > shelters
    }

    /// Adds all cards of another hand.
    pub fn add_all(&mut self, other: &Hand) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count = count.saturating_add(more);
        }
        self.sum_up();
    }

    /// Sets the number of cards of a title.
    pub fn set(&mut self, title: Title, count: u8) {
        self.counts[title as usize] = count;
        self.sum_up();
    }

    /// Recomputes the total, which overflows only for decks of more than 255 cards. Editions with such decks
    /// are rejected.
    #[inline]
    fn sum_up(&mut self) {
        // The product's highest byte is the sum of all bytes.
        let sums = self.words().map(|word| word.wrapping_mul(EVERY_BYTE) >> 56);
        self.total = sums.into_iter().sum::<u64>() as u8;
    }

    #[inline(always)]
    fn words(&self) -> [u64; Hand::WORDS] {
        let mut words = [0; Hand::WORDS];
        for (word, bytes) in words.iter_mut().zip(self.counts.as_chunks().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        words
    }
}

/// A card in a hand, which may be marked: turned outward, so that everybody sees it. Written as the title's id,
/// followed by `/marked` if it is marked. One byte, like a [`PileCard`](crate::PileCard).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HeldCard(u8);

/// The bit that is set for a marked card; the other bits are the title.
const MARK: u8 = 0x80;

impl HeldCard {
    /// Returns a card of this title.
    pub const fn new(title: Title, is_marked: bool) -> HeldCard {
        HeldCard(title as u8 | if is_marked { MARK } else { 0 })
    }

    /// Returns the card's title.
    pub const fn title(self) -> Title {
        Title::ALL[(self.0 & !MARK) as usize]
    }

    /// Returns true if the card is marked.
    pub const fn is_marked(self) -> bool {
        self.0 & MARK != 0
    }
}

impl From<HeldCard> for Title {
    fn from(card: HeldCard) -> Title {
        card.title()
    }
}

pub(crate) const MARKED: &str = "/marked";

impl fmt::Display for HeldCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = if self.is_marked() { MARKED } else { "" };
        write!(f, "{}{end}", self.title())
    }
}

impl fmt::Debug for HeldCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for HeldCard {
    type Err = UnknownTitleError;

    fn from_str(text: &str) -> Result<HeldCard, UnknownTitleError> {
        match text.strip_suffix(MARKED) {
            Some(id) => id.parse().map(|title| HeldCard::new(title, true)),
            None => text.parse().map(|title| HeldCard::new(title, false)),
        }
    }
}

/// For each of eight counts, returns a bit that is set if adding `raise` carries into the high bit of its byte.
#[inline(always)]
fn titles_reached(word: u64, raise: u64) -> u64 {
    // No count exceeds 112, so no sum carries into the next byte. The product collects the high bits in one byte.
    let reached = (word.wrapping_add(raise) & HIGH_BITS) >> 7;
    reached.wrapping_mul(GATHER) >> 56
}

impl Default for Hand {
    fn default() -> Hand {
        Hand::EMPTY
    }
}

impl FromIterator<Title> for Hand {
    fn from_iter<I: IntoIterator<Item = Title>>(titles: I) -> Hand {
        let mut hand = Hand::EMPTY;
        titles.into_iter().for_each(|title| hand.add(title));
        hand
    }
}

/// Shows only the number of cards, so that no hand gets into a log.
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
    fn the_total_and_the_nth_card_agree_with_the_list_of_cards() {
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
    fn a_hundred_cards_of_one_title_are_counted_right() {
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
