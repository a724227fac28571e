//! The kittens that players put back into the draw pile, and the fate of each. Tracks their actual places, which are
//! secret, so none of this may be shown before the game is over.

use std::fmt;

use rules::{
    Choice, ChoiceAnswer, ChoiceKind, Event, Game, LostKitten, Order, Phase, PileCard, PileEnd,
    Seat, Title,
};

use crate::rescue::rescued;

/// The hazards that players put back, in the order in which they did so.
#[derive(Clone, Default, PartialEq)]
pub(crate) struct HiddenKittens {
    hidden: Vec<HiddenKitten>,
    /// The index in `hidden` of the drawn hazard that may now kill or be defused; `None` if no player hid it.
    last_drawn: Option<usize>,
}

/// A hazard that a player put back into the draw pile.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct HiddenKitten {
    pub(crate) by: Seat,
    pub(crate) title: Title,
    /// The number of cards above it when it was put back.
    pub(crate) above: u8,
    /// The number of cards above it now, while it is in the pile.
    place: usize,
    pub(crate) fate: KittenFate,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum KittenFate {
    InPile,
    /// The draw pile was shuffled.
    Mixed,
    Drawn,
    Defused(Seat),
    Killed(Seat),
    /// It left the game along with a player.
    Gone,
}

impl HiddenKittens {
    pub(crate) fn all(&self) -> &[HiddenKitten] {
        &self.hidden
    }

    /// Returns the player who hid the kitten that killed `seat`; `None` unless a kitten hidden since the last
    /// shuffle killed this player.
    pub(crate) fn killer_of(&self, seat: Seat) -> Option<Seat> {
        let mut hidden = self.hidden.iter();
        let killer = hidden.find(|kitten| kitten.fate == KittenFate::Killed(seat));
        killer.map(|kitten| kitten.by)
    }

    /// Records an event, given the game before it.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all other events move no card of the draw pile"
    )]
    pub(crate) fn observe(&mut self, game: &Game, event: &Event) {
        let cards = game.draw_pile().len();
        match event {
            // A kitten drawn like any other card is sheltered: it may go off much later.
            Event::Drew { from, .. } | Event::DrewFor { from, .. } => {
                self.take(place_of(*from, cards), KittenFate::Drawn);
                self.last_drawn = None;
            }
            Event::Lifted { .. } => drop(self.take(0, KittenFate::Drawn)),
            Event::Stacked { .. } => {
                let seats = game.rules().seats().iter();
                let put = seats.filter(|seat| game.put(*seat).is_some()).count();
                self.in_pile().for_each(|kitten| kitten.place += put);
            }
            // The explosion that follows is not caused by a kitten from the draw pile.
            Event::Barked { .. } => self.last_drawn = None,
            Event::DrewKitten { from, .. } => {
                self.last_drawn = self.take(place_of(*from, cards), KittenFate::Drawn);
            }
            Event::TurnedUp { .. } | Event::WentOff { .. } if game.unresolved().is_none() => {
                self.last_drawn = None;
            }
            Event::EndsSwapped { .. } => self.swap_ends(cards),
            Event::Chosen { seat, answer, .. } => match (answer, game.phase()) {
                (
                    ChoiceAnswer::Place(place),
                    Phase::Choice(Choice {
                        kind: ChoiceKind::Place(card),
                        ..
                    }),
                ) => self.put(*seat, card.title(), usize::from(*place).min(cards)),
                (
                    ChoiceAnswer::Place(place),
                    Phase::Choice(Choice {
                        kind: ChoiceKind::Bury,
                        ..
                    }),
                ) => self.bury(game, *seat, usize::from(*place).min(cards)),
                (ChoiceAnswer::Order(order), _) => self.put_in_order(*order),
                _ => {}
            },
            Event::Shuffled { .. } | Event::KittensRaised { .. } => self
                .in_pile()
                .for_each(|kitten| kitten.fate = KittenFate::Mixed),
            Event::Left {
                kitten: LostKitten::FromPile(place),
                ..
            } => drop(self.take((*place).into(), KittenFate::Gone)),
            Event::Exploded { seat, .. } => self.end_drawn(KittenFate::Killed(*seat)),
            _ => {
                if let Some(seat) = rescued(game, event) {
                    self.end_drawn(KittenFate::Defused(seat));
                }
            }
        }
    }

    fn in_pile(&mut self) -> impl Iterator<Item = &mut HiddenKitten> {
        let hidden = self.hidden.iter_mut();
        hidden.filter(|kitten| kitten.fate == KittenFate::InPile)
    }

    /// Takes the card at this place out of the pile. Returns its index in `hidden` if it is a hidden kitten.
    fn take(&mut self, place: usize, fate: KittenFate) -> Option<usize> {
        let is_taken =
            |kitten: &HiddenKitten| kitten.fate == KittenFate::InPile && kitten.place == place;
        let index = self.hidden.iter().position(is_taken);
        if let Some(taken) = index {
            self.hidden[taken].fate = fate;
        }
        let below = self.in_pile().filter(|kitten| kitten.place > place);
        below.for_each(|kitten| kitten.place -= 1);
        index
    }

    /// Puts back the card that a player buries, which may be a kitten.
    fn bury(&mut self, game: &Game, by: Seat, place: usize) {
        let buried = game.buried().map(PileCard::title);
        match buried.filter(|title| title.hazard().is_some()) {
            Some(title) => self.put(by, title, place),
            None => self.make_room(place),
        }
    }

    fn make_room(&mut self, place: usize) {
        let below = self.in_pile().filter(|kitten| kitten.place >= place);
        below.for_each(|kitten| kitten.place += 1);
    }

    fn put(&mut self, by: Seat, title: Title, place: usize) {
        self.make_room(place);
        self.hidden.push(HiddenKitten {
            by,
            title,
            above: u8::try_from(place).unwrap_or(u8::MAX),
            place,
            fate: KittenFate::InPile,
        });
    }

    fn swap_ends(&mut self, cards: usize) {
        let bottom = cards.saturating_sub(1);
        for kitten in self.in_pile() {
            kitten.place = match kitten.place {
                0 => bottom,
                place if place == bottom => 0,
                place => place,
            };
        }
    }

    fn put_in_order(&mut self, order: Order) {
        for kitten in self.in_pile() {
            let mut old_places = order.places().iter();
            let moved = old_places.position(|old| usize::from(*old) == kitten.place);
            kitten.place = moved.unwrap_or(kitten.place);
        }
    }

    fn end_drawn(&mut self, fate: KittenFate) {
        if let Some(index) = self.last_drawn {
            self.hidden[index].fate = fate;
        }
    }
}

fn place_of(end: PileEnd, cards: usize) -> usize {
    match end {
        PileEnd::Top => 0,
        PileEnd::Bottom => cards.saturating_sub(1),
    }
}

/// Omits all fields, because anyone who knows a kitten's place could avoid it.
impl fmt::Debug for HiddenKittens {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("HiddenKittens").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADA: Seat = Seat::ALL[0];
    const BEN: Seat = Seat::ALL[1];

    #[test]
    fn a_kitten_is_found_where_the_cards_above_it_and_a_new_order_have_brought_it() {
        let mut kittens = HiddenKittens::default();
        let hazard = Title::ExplodingKitten;
        kittens.put(ADA, hazard, 3);
        kittens.put(BEN, hazard, 0);
        let mut take = |place, order: &[u8]| {
            if let Some(order) = Order::new(order) {
                kittens.put_in_order(order);
            }
            let taken = kittens.take(place, KittenFate::Drawn);
            taken.map(|index| kittens.all()[index].by)
        };
        assert_eq!(take(1, &[]), None);
        assert_eq!(take(0, &[]), Some(BEN));
        assert_eq!(take(2, &[2, 0, 1]), None);
        assert_eq!(take(0, &[]), Some(ADA));
    }
}
