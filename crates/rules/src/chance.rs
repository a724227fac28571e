//! The one door through which chance enters the game: the caller brings it along.
//! Nothing here makes chance of its own.

use crate::{hand::Hand, seat::Seat, title::Title};

/// A source of chance. Each kind of pick is a method of its own, so that a provably fair table or
/// a scenario file can answer each in its own way; all have a body that rests on [`Chance::below`].
/// A pick is asked for also where only one thing is possible.
pub trait Chance {
    /// A number from 0 up to but not including `bound` (at least 1), each equally likely.
    fn below(&mut self, bound: u32) -> u32;

    /// Mixes cards, each order equally likely. The last of the slice is the top of the pile.
    #[inline]
    fn shuffle(&mut self, cards: &mut [Title]) {
        for last in (1..cards.len()).rev() {
            cards.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// The card that a pair steals from this hand (not empty), each card equally likely.
    fn steal(&mut self, from: &Hand) -> Title {
        any_card(self, from)
    }

    /// The card that a giver who did not choose gives from this hand (not empty), each card
    /// equally likely.
    fn gift(&mut self, from: &Hand) -> Title {
        any_card(self, from)
    }

    /// The card that a taker who did not choose takes out of these (not empty), each card equally
    /// likely.
    fn take(&mut self, options: &Hand) -> Title {
        any_card(self, options)
    }

    /// The place, from 0 (top) to `cards_in_pile` (bottom), of a kitten whose place nobody chose.
    fn place(&mut self, cards_in_pile: u8) -> u8 {
        self.below(u32::from(cards_in_pile) + 1) as u8
    }

    /// Which of the pile's kittens (at least one) leaves with a leaver: 0 is the uppermost.
    fn kitten(&mut self, kittens: u8) -> u8 {
        self.below(u32::from(kittens)) as u8
    }

    /// Who starts, of this many players (2 to 9).
    fn first_seat(&mut self, players: usize) -> Seat {
        let picked = self.below(players as u32) as usize;
        Seat::new(picked).unwrap_or(Seat::ALL[0])
    }
}

fn any_card(chance: &mut (impl Chance + ?Sized), from: &Hand) -> Title {
    let position = chance.below(u32::from(from.total()).max(1));
    // An empty heap is never asked about; a kitten is the answer that no check would let pass.
    from.nth(position as usize)
        .unwrap_or(Title::ExplodingKitten)
}
