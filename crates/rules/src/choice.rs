//! Choices that the game waits for outside turns and Nope windows, such as a place for a kitten, a card to give, or the
//! moment to stop a Shuffle. One type covers all of them: the kind of choice, the players who have yet to choose, and
//! the player they choose for. The possible answers follow from the state: see `Game::answers` in `game.rs`.
//! `action_effects.rs` continues the game after an answer, and picks the answer after a time-out. This module does not
//! depend on a running game.

use serde::{Deserialize, Serialize};

use crate::{
    answer_kind::AnswerKind,
    pile::PileCard,
    rulebook::MAX_LOOK,
    seat::{Seat, SeatSet},
    title::{Title, TitleSet},
};

/// A choice that the game is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Choice {
    /// The kind of choice, such as giving a card.
    pub kind: ChoiceKind,
    /// The players who have not chosen yet; never empty.
    pub choosers: SeatSet,
    /// The player for whom the choosers choose: the only chooser, or the player who played the card.
    pub owner: Seat,
}

impl Choice {
    pub(crate) fn own(kind: ChoiceKind, seat: Seat) -> Choice {
        Choice {
            kind,
            choosers: SeatSet::EMPTY.with(seat),
            owner: seat,
        }
    }

    /// Returns the only player who has yet to choose; `None` if there are several.
    pub fn chooser(&self) -> Option<Seat> {
        self.choosers.only()
    }
}

/// The kind of a choice. Entirely public.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "choice", content = "of", rename_all = "kebab-case")]
pub enum ChoiceKind {
    /// A place in the draw pile for this hazard.
    Place(
        /// The card as it will return to the pile.
        PileCard,
    ),
    /// A place in the draw pile for the card that the chooser is burying. The choice does not reveal the card.
    Bury,
    /// A card from the chooser's hand, for the owner of the choice.
    Give,
    /// A card from the discard pile.
    Take,
    /// The moment at which the owner's Shuffle ends.
    Stop,
    /// A new order of the top cards of the draw pile, which the chooser has seen.
    Order(
        /// The number of cards: 0 to [`MAX_LOOK`].
        u8,
    ),
    /// Like `Order`, but the next player also sees the result.
    Share(
        /// The number of cards: 0 to [`MAX_LOOK`].
        u8,
    ),
    /// A card from the chooser's hand for the draw pile. The cards of all choosers go in together.
    Put,
    /// A card from the chooser's hand for the top of the draw pile. The cards of all choosers are
    /// stacked together.
    Stack,
    /// The target of this card, which a blind player turned up.
    Aim(
        /// The card, already in the discard pile.
        Title,
    ),
}

/// A blind player's purpose in picking a random card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlindPick {
    /// To play the card on their turn.
    Play,
    /// To give the card to another player.
    Give,
    /// To put the card into the draw pile.
    Put,
}

impl ChoiceKind {
    /// Returns the kind of answer expected.
    pub fn answer_kind(self) -> AnswerKind {
        match self {
            ChoiceKind::Place(_) | ChoiceKind::Bury => AnswerKind::Place,
            ChoiceKind::Give => AnswerKind::Give,
            ChoiceKind::Take => AnswerKind::Take,
            ChoiceKind::Stop => AnswerKind::Stop,
            ChoiceKind::Order(_) | ChoiceKind::Share(_) => AnswerKind::Order,
            ChoiceKind::Put | ChoiceKind::Stack => AnswerKind::Put,
            ChoiceKind::Aim(_) => AnswerKind::Aim,
        }
    }

    /// Returns a blind player's purpose in picking a random card for the answer; `None` if the answer is not a card
    /// from the hand.
    pub fn blind_pick(self) -> Option<BlindPick> {
        match self {
            ChoiceKind::Give => Some(BlindPick::Give),
            ChoiceKind::Put | ChoiceKind::Stack => Some(BlindPick::Put),
            ChoiceKind::Place(_)
            | ChoiceKind::Bury
            | ChoiceKind::Take
            | ChoiceKind::Stop
            | ChoiceKind::Order(_)
            | ChoiceKind::Share(_)
            | ChoiceKind::Aim(_) => None,
        }
    }
}

/// An answer to a choice. Untrusted when it comes from a player. `Debug` shows only its kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "answer", content = "of", rename_all = "kebab-case")]
pub enum ChoiceAnswer {
    /// A place in the draw pile: 0 is the top, the number of cards is the bottom.
    Place(u8),
    /// The title of the card to give.
    Give(Title),
    /// The title of the card to take.
    Take(Title),
    /// Ends the Shuffle.
    Stop,
    /// The new order of the top cards of the draw pile.
    Order(Order),
    /// The title of the card to put into the draw pile.
    Put(Title),
    /// The target of the card that a blind player turned up.
    Aim(Seat),
}

crate::redacted_debug! { ChoiceAnswer { Place, Give, Take, Stop, Order, Put, Aim } }

impl ChoiceAnswer {
    /// Returns the kind of answer.
    pub fn answer_kind(self) -> AnswerKind {
        match self {
            ChoiceAnswer::Place(_) => AnswerKind::Place,
            ChoiceAnswer::Give(_) => AnswerKind::Give,
            ChoiceAnswer::Take(_) => AnswerKind::Take,
            ChoiceAnswer::Stop => AnswerKind::Stop,
            ChoiceAnswer::Order(_) => AnswerKind::Order,
            ChoiceAnswer::Put(_) => AnswerKind::Put,
            ChoiceAnswer::Aim(_) => AnswerKind::Aim,
        }
    }

    /// Returns the title of the card that enters or leaves a hand; `None` if the answer moves no such card.
    pub fn card(self) -> Option<Title> {
        let ChoiceAnswer::Take(title) = self else {
            return self.card_from_hand();
        };
        Some(title)
    }

    /// Returns the title of the card that leaves the chooser's hand; `None` if the answer moves no such card.
    pub(crate) fn card_from_hand(self) -> Option<Title> {
        let (ChoiceAnswer::Give(title) | ChoiceAnswer::Put(title)) = self else {
            return None;
        };
        Some(title)
    }

    /// Returns the chosen place in the draw pile, if the answer is a place.
    pub fn place(self) -> Option<u8> {
        let ChoiceAnswer::Place(place) = self else {
            return None;
        };
        Some(place)
    }

    /// Returns the chosen order, if the answer is an order.
    pub fn order(self) -> Option<Order> {
        let ChoiceAnswer::Order(order) = self else {
            return None;
        };
        Some(order)
    }

    /// Returns the whole answer, hidden cards included. Only for failure messages of tests and simulations.
    pub fn in_full(self) -> String {
        match self {
            ChoiceAnswer::Place(place) => format!("place {place}"),
            ChoiceAnswer::Give(title) => format!("give {title}"),
            ChoiceAnswer::Take(title) => format!("take {title}"),
            ChoiceAnswer::Stop => "stop".to_owned(),
            ChoiceAnswer::Order(order) => format!("order {:?}", order.places()),
            ChoiceAnswer::Put(title) => format!("put {title}"),
            ChoiceAnswer::Aim(seat) => format!("aim at {seat}"),
        }
    }
}

/// A new order of the top cards of the draw pile: for each new place, top first, the old place of its card. Untrusted
/// until [`Order::is_of`] has checked it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Order {
    places: [u8; MAX_LOOK],
    cards: u8,
}

impl Order {
    /// Returns the order with these old places, new top first; `None` if there are more than [`MAX_LOOK`].
    pub fn new(old_places: &[u8]) -> Option<Order> {
        let mut places = [0; MAX_LOOK];
        places
            .get_mut(..old_places.len())?
            .copy_from_slice(old_places);
        Some(Order {
            places,
            cards: old_places.len() as u8,
        })
    }

    /// Returns the order that leaves this many cards where they are.
    pub fn unchanged(cards: u8) -> Order {
        let mut places = [0; MAX_LOOK];
        let cards = cards.min(MAX_LOOK as u8);
        for (place, old) in places.iter_mut().zip(0..cards) {
            *place = old;
        }
        Order { places, cards }
    }

    /// Returns the old place of each card, new top first.
    pub fn places(&self) -> &[u8] {
        &self.places[..usize::from(self.cards)]
    }

    /// Returns true if the order contains each of this many cards exactly once.
    pub fn is_of(&self, cards: u8) -> bool {
        let named = |place: u8| self.places().contains(&place);
        self.cards == cards && (0..cards).all(named)
    }

    /// Returns true if the places can begin an order of this many cards: each exists, and none occurs twice.
    pub fn is_part_of(&self, cards: u8) -> bool {
        let places = self.places();
        let is_new = |(index, place): (usize, &u8)| !places[..index].contains(place);
        places.iter().all(|&place| place < cards) && places.iter().enumerate().all(is_new)
    }

    pub(crate) fn count(cards: u8) -> usize {
        (1..=usize::from(cards)).product()
    }

    /// Returns the order at `position` (from 0) among all orders of this many cards; `None` beyond the last.
    pub(crate) fn nth(cards: u8, position: usize) -> Option<Order> {
        if position >= Order::count(cards) {
            return None;
        }
        let mut left = position;
        let mut rest: arrayvec::ArrayVec<u8, MAX_LOOK> =
            Order::unchanged(cards).places().iter().copied().collect();
        let mut places = arrayvec::ArrayVec::<u8, MAX_LOOK>::new();
        while !rest.is_empty() {
            let ways = Order::count(rest.len() as u8 - 1);
            places.push(rest.pop_at(left / ways)?);
            left %= ways;
        }
        Order::new(&places)
    }
}

/// Shows only the number of cards, because a new order is hidden from most players.
impl std::fmt::Debug for Order {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Order({} cards)", self.cards)
    }
}

/// The possible answers of one seat. `Debug` shows only their kind, because titles may come from the seat's hand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Answers {
    /// A place from 0 (top) to this number (bottom).
    Place(u8),
    /// A card of one of these titles.
    Give(TitleSet),
    /// A card of one of these titles from the discard pile (`classic`).
    Take(TitleSet),
    /// The only answer is to end the Shuffle (`travel`).
    Stop,
    /// Any order of this many cards.
    Order(u8),
    /// A card of one of these titles for the draw pile (`streaking`, `barking`).
    Put(TitleSet),
    /// One of these players (`streaking`).
    Aim(SeatSet),
}

crate::redacted_debug! { Answers { Place, Give, Take, Stop, Order, Put, Aim } }

impl Answers {
    /// Returns true if `answer` is among the possible answers.
    #[inline]
    pub fn allow(&self, answer: ChoiceAnswer) -> bool {
        match (*self, answer) {
            (Answers::Place(bottom), ChoiceAnswer::Place(place)) => place <= bottom,
            (Answers::Give(titles), ChoiceAnswer::Give(title))
            | (Answers::Take(titles), ChoiceAnswer::Take(title))
            | (Answers::Put(titles), ChoiceAnswer::Put(title)) => titles.contains(title),
            (Answers::Aim(seats), ChoiceAnswer::Aim(seat)) => seats.contains(seat),
            (Answers::Stop, ChoiceAnswer::Stop) => true,
            (Answers::Order(cards), ChoiceAnswer::Order(order)) => order.is_of(cards),
            (
                Answers::Place(_)
                | Answers::Give(_)
                | Answers::Take(_)
                | Answers::Stop
                | Answers::Order(_)
                | Answers::Put(_)
                | Answers::Aim(_),
                ChoiceAnswer::Place(_)
                | ChoiceAnswer::Give(_)
                | ChoiceAnswer::Take(_)
                | ChoiceAnswer::Stop
                | ChoiceAnswer::Order(_)
                | ChoiceAnswer::Put(_)
                | ChoiceAnswer::Aim(_),
            ) => false,
        }
    }

    /// Returns the number of possible answers.
    #[inline]
    pub fn count(&self) -> usize {
        match *self {
            Answers::Place(bottom) => usize::from(bottom) + 1,
            Answers::Give(titles) | Answers::Take(titles) | Answers::Put(titles) => titles.len(),
            Answers::Aim(seats) => seats.len(),
            Answers::Stop => 1,
            Answers::Order(cards) => Order::count(cards),
        }
    }

    /// Returns the answer at `position`, or `None` if `position` is not below [`Answers::count`].
    #[inline]
    pub fn nth(&self, position: usize) -> Option<ChoiceAnswer> {
        match *self {
            Answers::Place(bottom) => u8::try_from(position)
                .ok()
                .filter(|&place| place <= bottom)
                .map(ChoiceAnswer::Place),
            Answers::Give(titles) => titles.nth(position).map(ChoiceAnswer::Give),
            Answers::Take(titles) => titles.nth(position).map(ChoiceAnswer::Take),
            Answers::Put(titles) => titles.nth(position).map(ChoiceAnswer::Put),
            Answers::Aim(seats) => seats.nth(position).map(ChoiceAnswer::Aim),
            Answers::Stop => (position == 0).then_some(ChoiceAnswer::Stop),
            Answers::Order(cards) => Order::nth(cards, position).map(ChoiceAnswer::Order),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_order_is_listed_once_and_nothing_else_is_an_order() {
        for cards in 0..=MAX_LOOK as u8 {
            let all = Answers::Order(cards);
            let listed: HashSet<ChoiceAnswer> =
                (0..all.count()).filter_map(|at| all.nth(at)).collect();
            assert_eq!(listed.len(), all.count());
            assert!(listed.iter().all(|&answer| all.allow(answer)));
            assert!(all.nth(all.count()).is_none());
        }
        let three = Answers::Order(3);
        for forged in [&[0, 1][..], &[0, 1, 1], &[1, 2, 3], &[2, 1, 200]] {
            let order = Order::new(forged).unwrap();
            assert!(!three.allow(ChoiceAnswer::Order(order)), "{forged:?}");
        }
        assert!(Order::new(&[0; MAX_LOOK + 1]).is_none());
    }

    #[test]
    fn an_answer_of_another_kind_is_not_allowed() {
        let titles = TitleSet::EMPTY.with(Title::Nope);
        assert!(Answers::Give(titles).allow(ChoiceAnswer::Give(Title::Nope)));
        assert!(!Answers::Give(titles).allow(ChoiceAnswer::Take(Title::Nope)));
        assert!(!Answers::Stop.allow(ChoiceAnswer::Place(0)));
    }
}
