//! The trait through which callers supply randomness. The rules have no source of their own: the
//! bot implements the trait with a secure generator, the simulator and the tests
//! with [`SeededChance`](crate::SeededChance).

use crate::{hand::Hand, pile::PileCard, seat::Seat, title::Title};

/// A source of randomness. Each kind of pick is a method of its own, so that a scenario file, or a
/// provably fair game, can answer each kind separately; every provided method is based on
/// [`Chance::below`]. A pick is requested even where there is only one option.
pub trait Chance {
    /// Returns a number from 0 to `bound - 1`, each equally likely. `bound` is at least 1.
    fn below(&mut self, bound: u32) -> u32;

    /// Shuffles cards, each order equally likely. The last of the slice is the top of the pile.
    #[inline]
    fn shuffle(&mut self, cards: &mut [PileCard]) {
        for last in (1..cards.len()).rev() {
            cards.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// Returns the card that a pair steals from this hand (not empty), each card equally likely.
    fn steal(&mut self, from: &Hand) -> Title {
        any_card(self, from)
    }

    /// Returns the card given for a Favor from this hand (not empty) when the giver's deadline has
    /// passed, each card equally likely.
    fn gift(&mut self, from: &Hand) -> Title {
        any_card(self, from)
    }

    /// Returns the card taken from the discard pile, of these options (not empty), when the taker's
    /// deadline has passed, each card equally likely.
    fn take(&mut self, options: &Hand) -> Title {
        any_card(self, options)
    }

    /// Returns the place, from 0 (top) to `cards_in_pile` (bottom), of a kitten that was not put
    /// back before the deadline.
    fn place(&mut self, cards_in_pile: u8) -> u8 {
        self.below(u32::from(cards_in_pile) + 1) as u8
    }

    /// Returns which of the pile's kittens (at least one) is removed when a player leaves: 0 is
    /// the uppermost.
    fn kitten(&mut self, kittens: u8) -> u8 {
        self.below(u32::from(kittens)) as u8
    }

    /// Returns the seat that starts, of this many players (2 to 9).
    fn first_seat(&mut self, players: usize) -> Seat {
        let picked = self.below(players as u32) as usize;
        Seat::new(picked).unwrap_or(Seat::ALL[0])
    }
}

fn any_card(chance: &mut (impl Chance + ?Sized), from: &Hand) -> Title {
    let position = chance.below(u32::from(from.total()).max(1));
    // Callers never pass an empty hand. If one did, a kitten is the answer that the invariants
    // catch.
    from.nth(position as usize)
        .unwrap_or(Title::ExplodingKitten)
}
