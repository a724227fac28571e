//! The trait through which callers supply the randomness that the rules need. The bot implements the trait with a
//! secure generator; simulations and tests can use [`SeededChance`](crate::SeededChance).

use crate::{
    hand::{Hand, HeldCard},
    pile::PileCard,
    seat::{Seat, SeatSet},
    title::Title,
};

/// A source of randomness. Each kind of pick has its own method, so that a scenario file or a provably fair game can
/// answer each kind separately. Provided methods use [`Randomness::below`]. The rules request a pick even if there is
/// only one option.
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

    /// Returns the card that is stolen from `from`: a hand robbed by a pair, or the stash that stands in for a hand.
    /// `from` is not empty, and each card is equally likely. `marked` is the marked part of `from`.
    fn steal(&mut self, from: &Hand, marked: &Hand) -> HeldCard {
        any_held_card(self, from, marked)
    }

    /// Returns the card that a player gives for a Favor if they are blind, leave or miss the deadline. `from` is their
    /// hand, which is not empty; each card is equally likely.
    fn gift(&mut self, from: &Hand, marked: &Hand) -> HeldCard {
        any_held_card(self, from, marked)
    }

    /// Returns the card that a player puts into the draw pile if they are blind, leave or miss the deadline. `from` is
    /// their hand, which is not empty; each card is equally likely.
    fn put(&mut self, from: &Hand, marked: &Hand) -> HeldCard {
        any_held_card(self, from, marked)
    }

    /// Returns the card that a blind player turns up from their non-empty hand; each card is equally likely.
    fn turn_up(&mut self, from: &Hand, marked: &Hand) -> HeldCard {
        any_held_card(self, from, marked)
    }

    /// Returns the card that a Mark marks. `unmarked` is not empty; each of its cards is equally likely.
    fn mark(&mut self, unmarked: &Hand) -> Title {
        any_card(self, unmarked)
    }

    /// Returns the target of a card that a blind player turned up, if they miss the deadline for choosing it. `targets`
    /// is not empty; each player is equally likely.
    fn aim(&mut self, targets: SeatSet) -> Seat {
        let picked = self.below(targets.len().max(1) as u32) as usize;
        targets.nth(picked).unwrap_or(Seat::ALL[0])
    }

    /// Returns the card that a player who missed the deadline takes from the discard pile.
    /// `options` is not empty; each card is equally likely.
    fn take(&mut self, options: &Hand) -> Title {
        any_card(self, options)
    }

    /// Returns the place, from 0 (top) to `cards_in_pile` (bottom), for a hazard or a buried card if the player misses
    /// the deadline, or for a buried card if the player leaves.
    fn place(&mut self, cards_in_pile: u8) -> u8 {
        self.below(u32::from(cards_in_pile) + 1) as u8
    }

    /// Returns which Exploding Kitten of the pile is removed with a leaver; 0 is the topmost. `kittens` is at least 1.
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
    // Callers must not pass an empty hand. If one did, the invariants would reveal the additional kitten.
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
