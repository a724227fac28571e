//! The kittens that a player put back into the draw pile, and whom each of them killed. It follows their true
//! places, which no player knows: nothing of it is shown before the game is over.

use std::fmt;

use rules::{ChoiceAnswer, Event, Game, LostKitten, Order, PileEnd, Seat};

/// The kittens in the draw pile of which it is known who put them there.
#[derive(Clone, Default, PartialEq)]
pub(crate) struct HiddenKittens {
    hidden: Vec<HiddenKitten>,
    /// The player who hid the kitten that was drawn last, if one did.
    last_drawn: Option<Seat>,
    /// By seat: the player who hid the kitten that killed its player.
    killers: [Option<Seat>; Seat::COUNT],
}

#[derive(Clone, Copy, PartialEq)]
struct HiddenKitten {
    by: Seat,
    /// The number of cards above it.
    place: usize,
}

impl HiddenKittens {
    /// Returns who hid the kitten that killed a player; none if it had not been moved since the last shuffle.
    pub(crate) fn killer_of(&self, seat: Seat) -> Option<Seat> {
        self.killers[seat.index()]
    }

    /// Takes an event in, given the game before it.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all other events move no card of the draw pile"
    )]
    pub(crate) fn observe(&mut self, game: &Game, event: &Event) {
        let cards = game.draw_pile().len();
        match event {
            Event::Drew { from, .. } | Event::DrewKitten { from, .. } => {
                let place = match from {
                    PileEnd::Top => 0,
                    PileEnd::Bottom => cards.saturating_sub(1),
                };
                self.last_drawn = self.take(place);
            }
            Event::Chosen { seat, answer, .. } => match answer {
                ChoiceAnswer::Place(place) => self.put(*seat, usize::from(*place).min(cards)),
                ChoiceAnswer::Order(order) => self.put_in_order(*order),
                ChoiceAnswer::Give(_) | ChoiceAnswer::Take(_) | ChoiceAnswer::Stop => {}
            },
            Event::Shuffled { .. } => self.hidden.clear(),
            Event::Left {
                kitten: LostKitten::FromPile(place),
                ..
            } => drop(self.take((*place).into())),
            Event::Exploded { seat, .. } => self.killers[seat.index()] = self.last_drawn,
            _ => {}
        }
    }

    /// Takes the card at this place out of the pile, and returns who hid it if it is a hidden kitten.
    fn take(&mut self, place: usize) -> Option<Seat> {
        let index = self.hidden.iter().position(|kitten| kitten.place == place);
        let taken = index.map(|index| self.hidden.swap_remove(index).by);
        let below = self.hidden.iter_mut().filter(|kitten| kitten.place > place);
        below.for_each(|kitten| kitten.place -= 1);
        taken
    }

    fn put(&mut self, by: Seat, place: usize) {
        let below = self
            .hidden
            .iter_mut()
            .filter(|kitten| kitten.place >= place);
        below.for_each(|kitten| kitten.place += 1);
        self.hidden.push(HiddenKitten { by, place });
    }

    fn put_in_order(&mut self, order: Order) {
        for kitten in &mut self.hidden {
            let mut old_places = order.places().iter();
            let moved = old_places.position(|old| usize::from(*old) == kitten.place);
            kitten.place = moved.unwrap_or(kitten.place);
        }
    }
}

/// Shows no place: whoever knows it could avoid the kitten.
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
        kittens.put(ADA, 3);
        kittens.put(BEN, 0);
        assert_eq!(kittens.take(1), None);
        assert_eq!(kittens.take(0), Some(BEN));
        kittens.put_in_order(Order::new(&[2, 0, 1]).unwrap());
        assert_eq!(kittens.take(2), None);
        assert_eq!(kittens.take(0), Some(ADA));
    }
}
