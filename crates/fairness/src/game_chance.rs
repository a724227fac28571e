//! The randomness of a game, as requested by the rules. Each outcome comes from a generator of its own or from
//! a record.

use std::fmt::Display;
use std::vec::IntoIter;

use rand_chacha::ChaCha20Rng;
use rules::{Hand, HeldCard, PileCard, Randomness, Seat, SeatSet, Title};

use crate::game_key::GameKey;
use crate::random_pick::{PickCounts, PickId, Purpose, RandomOutcome, RandomPick};
use crate::uniform_number::below;

/// The randomness of a game whose key is known or whose outcomes are recorded. Records every pick.
pub struct GameChance<'a> {
    source: Source<'a>,
    counts: &'a mut PickCounts,
    drawn: Vec<RandomPick>,
}

enum Source<'a> {
    Key(&'a GameKey),
    /// The recorded outcomes that have not been used yet.
    Recorded(IntoIter<RandomOutcome>),
}

impl<'a> GameChance<'a> {
    /// Creates the randomness for a game that has had `counts` picks so far. Counts all further picks.
    pub fn new(key: &'a GameKey, counts: &'a mut PickCounts) -> GameChance<'a> {
        GameChance::from_source(Source::Key(key), counts)
    }

    /// Creates the randomness for a game whose key is unknown, from its recorded outcomes in order.
    /// An impossible outcome is replaced by a possible one, so callers must compare
    /// [`GameChance::into_picks`] with the record.
    pub fn from_outcomes(
        outcomes: Vec<RandomOutcome>,
        counts: &'a mut PickCounts,
    ) -> GameChance<'a> {
        GameChance::from_source(Source::Recorded(outcomes.into_iter()), counts)
    }

    fn from_source(source: Source<'a>, counts: &'a mut PickCounts) -> GameChance<'a> {
        GameChance {
            source,
            counts,
            drawn: Vec::new(),
        }
    }

    /// Returns the picks made with this value, in order.
    pub fn into_picks(self) -> Vec<RandomPick> {
        self.drawn
    }

    fn begin(&mut self, purpose: Purpose) -> OneDraw {
        let id = self.counts.next(purpose);
        let outcome = match &mut self.source {
            Source::Key(key) => Decided::By(Box::new(key.generator(id))),
            Source::Recorded(outcomes) => Decided::As(outcomes.next()),
        };
        OneDraw { id, outcome }
    }

    fn keep(&mut self, PickId { purpose, number }: PickId, of: Possible, result: RandomOutcome) {
        let (from, below) = match of {
            Possible::Cards(cards) => (Some(cards), None),
            Possible::Numbers(below) => (None, Some(below)),
        };
        self.drawn.push(RandomPick {
            purpose,
            number,
            from,
            below,
            result,
        });
    }

    fn draw_number(&mut self, purpose: Purpose, bound: u32) -> u32 {
        let mut draw = self.begin(purpose);
        let number = draw.number(bound);
        self.keep(
            draw.id,
            Possible::Numbers(bound),
            RandomOutcome::Number(number),
        );
        number
    }

    /// Picks one of these cards. Callers never pass an empty slice. If they did, the result would be an Exploding
    /// Kitten, which the game's invariant checks would detect.
    fn draw_card<T: Copy + Display + From<HeldCard>>(&mut self, purpose: Purpose, from: &[T]) -> T {
        let mut draw = self.begin(purpose);
        let drawn = draw.any_card(from);
        let card = drawn.unwrap_or_else(|| HeldCard::new(Title::ExplodingKitten, false).into());
        let result = RandomOutcome::Card(card.to_string());
        self.keep(draw.id, Possible::Cards(listed(from.iter())), result);
        card
    }
}

fn titles(hand: &Hand) -> Vec<Title> {
    hand.cards().collect()
}

/// Returns the cards of a hand. Marked cards come before unmarked cards of the same title.
fn held_cards(hand: &Hand, marked: &Hand) -> Vec<HeldCard> {
    let cards_of = |title| {
        let is_marked = move |card| card < marked.count(title);
        (0..hand.count(title)).map(move |card| HeldCard::new(title, is_marked(card)))
    };
    hand.titles().flat_map(cards_of).collect()
}

enum Possible {
    Cards(Vec<String>),
    Numbers(u32),
}

fn listed(cards: impl Iterator<Item: Display>) -> Vec<String> {
    cards.map(|card| card.to_string()).collect()
}

impl Randomness for GameChance<'_> {
    fn below(&mut self, bound: u32) -> u32 {
        self.draw_number(Purpose::Number, bound)
    }

    fn shuffle(&mut self, cards: &mut [PileCard]) {
        let before = listed(cards.iter());
        let mut draw = self.begin(Purpose::Shuffle);
        draw.shuffle(cards);
        let result = RandomOutcome::Cards(listed(cards.iter()));
        self.keep(draw.id, Possible::Cards(before), result);
    }

    fn steal(&mut self, from: &Hand, marked: &Hand) -> HeldCard {
        self.draw_card(Purpose::Steal, &held_cards(from, marked))
    }

    fn gift(&mut self, from: &Hand, marked: &Hand) -> HeldCard {
        self.draw_card(Purpose::Gift, &held_cards(from, marked))
    }

    fn put(&mut self, from: &Hand, marked: &Hand) -> HeldCard {
        self.draw_card(Purpose::Put, &held_cards(from, marked))
    }

    fn turn_up(&mut self, from: &Hand, marked: &Hand) -> HeldCard {
        self.draw_card(Purpose::TurnUp, &held_cards(from, marked))
    }

    fn mark(&mut self, unmarked: &Hand) -> Title {
        self.draw_card(Purpose::Mark, &titles(unmarked))
    }

    fn aim(&mut self, targets: SeatSet) -> Seat {
        let picked = self.draw_number(Purpose::Aim, targets.len().max(1) as u32);
        targets.nth(picked as usize).unwrap_or(Seat::ALL[0])
    }

    fn take(&mut self, options: &Hand) -> Title {
        self.draw_card(Purpose::Take, &titles(options))
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

struct OneDraw {
    id: PickId,
    outcome: Decided,
}

enum Decided {
    By(Box<ChaCha20Rng>),
    As(Option<RandomOutcome>),
}

impl OneDraw {
    fn number(&mut self, bound: u32) -> u32 {
        match &mut self.outcome {
            Decided::By(generator) => below(generator, bound),
            Decided::As(Some(RandomOutcome::Number(number))) if *number < bound => *number,
            Decided::As(_) => 0,
        }
    }

    fn shuffle(&mut self, cards: &mut [PileCard]) {
        match &mut self.outcome {
            Decided::By(generator) => {
                for last in (1..cards.len()).rev() {
                    cards.swap(last, below(generator, last as u32 + 1) as usize);
                }
            }
            Decided::As(Some(RandomOutcome::Cards(recorded))) => arrange(cards, recorded),
            Decided::As(_) => {}
        }
    }

    fn any_card<T: Copy + Display>(&mut self, from: &[T]) -> Option<T> {
        let position = match &mut self.outcome {
            Decided::By(generator) => below(generator, (from.len() as u32).max(1)) as usize,
            Decided::As(Some(RandomOutcome::Card(recorded))) => {
                let position = from.iter().position(|card| card.to_string() == *recorded);
                position.unwrap_or_default()
            }
            Decided::As(_) => 0,
        };
        from.get(position).copied()
    }
}

/// Puts the cards in the recorded order, if the record has the same cards.
fn arrange(cards: &mut [PileCard], recorded: &[String]) {
    let read: Option<Vec<PileCard>> = recorded.iter().map(|card| card.parse().ok()).collect();
    let sorted = |cards: &[PileCard]| {
        let mut cards = listed(cards.iter());
        cards.sort_unstable();
        cards
    };
    if let Some(read) = read.filter(|read| sorted(read) == sorted(cards)) {
        cards.copy_from_slice(&read);
    }
}
