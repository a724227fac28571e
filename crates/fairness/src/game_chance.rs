//! The chance of one game, as the rules ask for it: each outcome from a generator of its own.

use std::fmt::Display;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::Rng;
use rules::{Chance, Hand, PileCard, Seat, Title};

use crate::draw::{DrawCounts, DrawId, Drawn, Purpose};
use crate::game_key::GameKey;

/// The chance of a game whose key is known. It keeps what is drawn from it.
pub struct GameChance<'a> {
    key: &'a GameKey,
    counts: &'a mut DrawCounts,
    drawn: Vec<Drawn>,
}

impl<'a> GameChance<'a> {
    /// Returns the chance of a game that has had these draws; more are counted.
    pub fn new(key: &'a GameKey, counts: &'a mut DrawCounts) -> GameChance<'a> {
        GameChance {
            key,
            counts,
            drawn: Vec::new(),
        }
    }

    /// Returns what was drawn from this value, in order.
    pub fn into_drawn(self) -> Vec<Drawn> {
        self.drawn
    }

    fn begin(&mut self, purpose: Purpose) -> OneDraw {
        let id = self.counts.next(purpose);
        OneDraw {
            id,
            generator: self.key.generator(id),
        }
    }

    fn keep(&mut self, DrawId { purpose, number }: DrawId, of: String, is: String) {
        self.drawn.push(Drawn {
            purpose,
            number,
            of,
            is,
        });
    }

    fn draw_number(&mut self, purpose: Purpose, bound: u32) -> u32 {
        let mut draw = self.begin(purpose);
        let number = draw.below(bound);
        self.keep(draw.id, bound.to_string(), number.to_string());
        number
    }

    fn draw_card(&mut self, purpose: Purpose, from: &Hand) -> Title {
        let mut draw = self.begin(purpose);
        let title = draw.any_card(from);
        self.keep(draw.id, listed(from.cards()), title.to_string());
        title
    }
}

fn listed(cards: impl Iterator<Item: Display>) -> String {
    let cards: Vec<String> = cards.map(|card| card.to_string()).collect();
    cards.join(" ")
}

impl Chance for GameChance<'_> {
    fn below(&mut self, bound: u32) -> u32 {
        self.draw_number(Purpose::Number, bound)
    }

    fn shuffle(&mut self, cards: &mut [PileCard]) {
        let before = listed(cards.iter());
        let mut draw = self.begin(Purpose::Shuffle);
        draw.shuffle(cards);
        self.keep(draw.id, before, listed(cards.iter()));
    }

    fn steal(&mut self, from: &Hand) -> Title {
        self.draw_card(Purpose::Steal, from)
    }

    fn gift(&mut self, from: &Hand) -> Title {
        self.draw_card(Purpose::Gift, from)
    }

    fn take(&mut self, options: &Hand) -> Title {
        self.draw_card(Purpose::Take, options)
    }

    fn place(&mut self, cards_in_pile: u8) -> u8 {
        self.draw_number(Purpose::Place, u32::from(cards_in_pile) + 1) as u8
    }

    fn kitten(&mut self, kittens: u8) -> u8 {
        self.draw_number(Purpose::Kitten, kittens.into()) as u8
    }

    fn first_seat(&mut self, players: usize) -> Seat {
        let picked = self.draw_number(Purpose::First, players as u32);
        Seat::new(picked as usize).unwrap_or(Seat::ALL[0])
    }
}

/// The numbers of one draw.
struct OneDraw {
    id: DrawId,
    generator: ChaCha20Rng,
}

impl OneDraw {
    /// Takes 32 bits again while they are at or above the last multiple of `bound` up to 2³²: there the
    /// remainders would not be equally likely.
    fn below(&mut self, bound: u32) -> u32 {
        let excess = (1 << 32) % u64::from(bound);
        loop {
            let bits = self.generator.next_u32();
            if u64::from(bits) < (1 << 32) - excess {
                return bits % bound;
            }
        }
    }

    fn shuffle(&mut self, cards: &mut [PileCard]) {
        for last in (1..cards.len()).rev() {
            let other = self.below(last as u32 + 1) as usize;
            cards.swap(last, other);
        }
    }

    fn any_card(&mut self, from: &Hand) -> Title {
        let position = self.below(u32::from(from.total()).max(1));
        // Callers never pass an empty hand. If one did, a kitten is the answer that the invariants
        // catch.
        from.nth(position as usize)
            .unwrap_or(Title::ExplodingKitten)
    }
}
