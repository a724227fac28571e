//! The trait through which callers supply randomness, because the rules have no source of it. The bot implements the
//! trait with a secure generator; simulations and tests use [`SeededChance`](crate::SeededChance), for example.

use crate::{
    hand::{Hand, HeldCard},
    pile::PileCard,
    seat::{Seat, SeatSet},
    title::Title,
};

/// A source of randomness. Each kind of pick has its own method, so that a scenario file or a
/// provably fair game can answer each kind separately; every provided method is based on
/// [`Randomness::below`]. A pick is requested even if there is only one option.
pub trait Randomness {
    /// Returns a number from 0 to `bound - 1`, each equally likely. `bound` is at least 1.
    fn below(&mut self, bound: u32) -> u32;

    /// Shuffles cards, each order equally likely. The last element is the top of the pile.
    #[inline]
    fn shuffle(&mut self, cards: &mut [PileCard]) {
        for last in (1..cards.len()).rev() {
            cards.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// Returns the card stolen by a pair from this non-empty hand, or taken from the stash that replaces it; each card
    /// is equally likely. `marked` is the marked part of `from`.
    fn steal(&mut self, from: &Hand, marked: &Hand) -> HeldCard {
        any_held_card(self, from, marked)
    }

    /// Returns the card given for a Favor from this non-empty hand, for a player who is blind,
    /// leaves or misses the deadline; each card is equally likely.
    fn gift(&mut self, from: &Hand, marked: &Hand) -> HeldCard {
        any_held_card(self, from, marked)
    }

    /// Returns the card put into the draw pile from this non-empty hand, for a player who is blind,
    /// leaves or misses the deadline; each card is equally likely.
    fn put(&mut self, from: &Hand, marked: &Hand) -> HeldCard {
        any_held_card(self, from, marked)
    }

    /// Returns the card that a blind player turns up from their non-empty hand; each card is equally likely.
    fn turn_up(&mut self, from: &Hand, marked: &Hand) -> HeldCard {
        any_held_card(self, from, marked)
    }

    /// Returns the card that a Mark marks, from this non-empty set of unmarked cards; each card is
    /// equally likely.
    fn mark(&mut self, unmarked: &Hand) -> Title {
        any_card(self, unmarked)
    }

    /// Returns the target for a card turned up by a blind player who missed the deadline. `targets` is not empty; each
    /// player is equally likely.
    fn aim(&mut self, targets: SeatSet) -> Seat {
        let picked = self.below(targets.len().max(1) as u32) as usize;
        targets.nth(picked).unwrap_or(Seat::ALL[0])
    }

    /// Returns the card that a player who missed the deadline takes from the discard pile.
    /// `options` is not empty; each card is equally likely.
    fn take(&mut self, options: &Hand) -> Title {
        any_card(self, options)
    }

    /// Returns the place, from 0 (top) to `cards_in_pile` (bottom), for a kitten or a buried card whose player misses
    /// the deadline or leaves.
    fn place(&mut self, cards_in_pile: u8) -> u8 {
        self.below(u32::from(cards_in_pile) + 1) as u8
    }

    /// Returns which kitten of the pile is removed when a player leaves; 0 is the topmost. `kittens` is at least 1.
    fn kitten(&mut self, kittens: u8) -> u8 {
        self.below(u32::from(kittens)) as u8
    }

    /// Returns the starting seat among this many players (2 to 9).
    fn first_seat(&mut self, players: usize) -> Seat {
        let picked = self.below(players as u32) as usize;
        Seat::new(picked).unwrap_or(Seat::ALL[0])
    }
}

fn any_card(chance: &mut (impl Randomness + ?Sized), from: &Hand) -> Title {
    let position = chance.below(u32::from(from.total()).max(1));
    // Callers must not pass an empty hand. The invariants would catch the kitten returned.
    from.nth(position as usize)
        .unwrap_or(Title::ExplodingKitten)
}

/// Returns a random card from a hand. Positions count the marked cards of a title before its unmarked ones.
fn any_held_card(chance: &mut (impl Randomness + ?Sized), from: &Hand, marked: &Hand) -> HeldCard {
    if marked.is_empty() {
        return HeldCard::new(any_card(chance, from), false);
    }
    let position = chance.below(u32::from(from.total()).max(1)) as usize;
    let title = from.nth(position).unwrap_or(Title::ExplodingKitten);
    let before: usize = from
        .titles()
        .take_while(|&other| other != title)
        .map(|other| usize::from(from.count(other)))
        .sum();
    let is_marked = position < before + usize::from(marked.count(title));
    HeldCard::new(title, is_marked)
}
