//! Who sits where, and whether he is there. It knows people, computers and seats, and nothing of
//! cards.

use players::Strength;
use rules::{Seat, SeatSet};

use crate::ids::UserId;
use crate::pace::Pace;
use crate::record::PersonRecord;
use crate::screen::{Occupant, Player, Presence};

/// How well a computer plays that keeps a person's seat for him.
const KEEPER: Strength = Strength::Cat;

/// The seats of a table in clockwise order, each with its owner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seats(Vec<Place>);

/// One seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) name: String,
    pub(crate) occupant: Occupant,
    /// Turns that its person let run out since he last showed himself.
    missed: u8,
}

impl Place {
    /// The person whose seat it is.
    pub(crate) fn user(&self) -> Option<UserId> {
        match self.occupant {
            Occupant::Person { user, .. } => Some(user),
            Occupant::Computer(_) => None,
        }
    }

    /// Who plays for the person whose seat it is.
    pub(crate) fn presence(&self) -> Option<Presence> {
        match self.occupant {
            Occupant::Person { presence, .. } => Some(presence),
            Occupant::Computer(_) => None,
        }
    }

    /// The computer that plays it, if one does.
    pub(crate) fn computer(&self) -> Option<Strength> {
        match self.occupant {
            Occupant::Computer(strength) => Some(strength),
            Occupant::Person { .. } => (!self.present()).then_some(KEEPER),
        }
    }

    /// Whether its owner is a person, who plays it himself.
    pub(crate) fn present(&self) -> bool {
        self.presence() == Some(Presence::Present)
    }

    /// Whether its owner is a person, who has left.
    pub(crate) fn left(&self) -> bool {
        self.presence() == Some(Presence::Left)
    }

    /// Whether a click of its owner would change how the table thinks of him.
    pub(crate) fn forgotten(&self) -> bool {
        !self.present() || self.missed > 0
    }

    fn seat_for(&mut self, now: Presence) {
        if let Occupant::Person { presence, .. } = &mut self.occupant {
            *presence = now;
        }
    }
}

impl Seats {
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn places(&self) -> impl Iterator<Item = (Seat, &Place)> + Clone {
        Seat::ALL.into_iter().zip(&self.0)
    }

    pub(crate) fn at(&self, seat: Seat) -> Option<&Place> {
        self.0.get(seat.index())
    }

    pub(crate) fn of(&self, user: UserId) -> Option<Seat> {
        self.places()
            .find_map(|(seat, place)| (place.user() == Some(user)).then_some(seat))
    }

    /// The owner of a seat, if he plays it himself.
    pub(crate) fn present_at(&self, seat: Seat) -> Option<UserId> {
        self.at(seat)
            .filter(|place| place.present())
            .and_then(Place::user)
    }

    /// The computer that plays a seat, if one does.
    pub(crate) fn computer_at(&self, seat: Seat) -> Option<Strength> {
        self.at(seat).and_then(Place::computer)
    }

    /// The seats whose owners play them themselves.
    pub(crate) fn present(&self) -> SeatSet {
        let present = self.places().filter(|(_, place)| place.present());
        present.map(|(seat, _)| seat).collect()
    }

    /// Whether no seat is a person's.
    pub(crate) fn has_nobody(&self) -> bool {
        self.people().next().is_none()
    }

    /// Whether of all the people here nobody plays his seat himself. Where only computers sit,
    /// nobody is missed.
    pub(crate) fn deserted(&self) -> bool {
        !self.has_nobody() && !self.people().any(Place::present)
    }

    /// Whether all people have left, with nobody merely asleep.
    pub(crate) fn all_left(&self) -> bool {
        !self.has_nobody() && self.people().all(Place::left)
    }

    /// Those who left, in the order of their seats.
    pub(crate) fn leavers(&self) -> impl Iterator<Item = UserId> {
        let left = self.0.iter().filter(|place| place.left());
        left.filter_map(Place::user)
    }

    /// The computer that sat down last.
    pub(crate) fn last_computer(&self) -> Option<Seat> {
        let computers = self.places().filter(|(_, place)| place.user().is_none());
        computers.map(|(seat, _)| seat).last()
    }

    pub(crate) fn seated(&self) -> Vec<Player> {
        let seated = |place: &Place| Player {
            name: place.name.clone(),
            occupant: place.occupant,
        };
        self.0.iter().map(seated).collect()
    }

    pub(crate) fn sit(&mut self, person: &PersonRecord) {
        let PersonRecord { user, name } = person.clone();
        let presence = Presence::Present;
        self.take_place(name, Occupant::Person { user, presence });
    }

    pub(crate) fn sit_computer(&mut self, name: String, strength: Strength) {
        self.take_place(name, Occupant::Computer(strength));
    }

    pub(crate) fn get_up(&mut self, user: UserId) {
        self.0.retain(|place| place.user() != Some(user));
    }

    /// A computer gives its seat up.
    pub(crate) fn put_away(&mut self, seat: Seat) {
        if self.at(seat).is_some_and(|place| place.user().is_none()) {
            self.0.remove(seat.index());
        }
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn missed(&mut self, seat: Seat) {
        if let Some(place) = self.0.get_mut(seat.index()) {
            place.missed = place.missed.saturating_add(1);
            if place.missed >= Pace::MISSED_UNTIL_AWAY && place.present() {
                place.seat_for(Presence::Away);
            }
        }
    }

    /// A person who is there is so no more.
    pub(crate) fn away(&mut self, seat: Seat) {
        if let Some(place) = self.0.get_mut(seat.index()).filter(|place| place.present()) {
            place.seat_for(Presence::Away);
        }
    }

    pub(crate) fn returned(&mut self, seat: Seat) {
        if let Some(place) = self.0.get_mut(seat.index()) {
            place.missed = 0;
            place.seat_for(Presence::Present);
        }
    }

    pub(crate) fn left(&mut self, seat: Seat) {
        if let Some(place) = self.0.get_mut(seat.index()) {
            place.seat_for(Presence::Left);
        }
    }

    fn people(&self) -> impl Iterator<Item = &Place> {
        self.0.iter().filter(|place| place.user().is_some())
    }

    fn take_place(&mut self, name: String, occupant: Occupant) {
        self.0.push(Place {
            name,
            occupant,
            missed: 0,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two() -> Seats {
        let mut seats = Seats::default();
        for (user, name) in [(1, "Ann"), (2, "Bob")] {
            seats.sit(&PersonRecord {
                user: UserId(user),
                name: name.into(),
            });
        }
        seats
    }

    #[test]
    fn two_missed_turns_make_a_seat_away_and_a_return_forgives_them() {
        let mut seats = two();
        let ann = Seat::ALL[0];
        seats.missed(ann);
        assert_eq!(seats.present_at(ann), Some(UserId(1)));
        seats.missed(ann);
        assert_eq!(seats.present_at(ann), None);
        seats.returned(ann);
        seats.missed(ann);
        assert_eq!(seats.present_at(ann), Some(UserId(1)));
    }

    #[test]
    fn a_seat_that_was_left_does_not_become_merely_away() {
        let mut seats = two();
        let bob = Seat::ALL[1];
        seats.left(bob);
        seats.missed(bob);
        seats.missed(bob);
        assert_eq!(seats.leavers().collect::<Vec<_>>(), [UserId(2)]);
        assert!(!seats.deserted());
    }

    #[test]
    fn computers_keep_nobody_company() {
        let mut seats = two();
        seats.sit_computer("Mog".into(), Strength::Kitten);
        assert!(!seats.deserted());
        seats.left(Seat::ALL[0]);
        seats.left(Seat::ALL[1]);
        assert!(seats.deserted() && seats.all_left());
        assert_eq!(seats.computer_at(Seat::ALL[0]), Some(Strength::Cat));
        assert_eq!(seats.computer_at(Seat::ALL[2]), Some(Strength::Kitten));
        seats.get_up(UserId(1));
        seats.get_up(UserId(2));
        assert!(seats.has_nobody() && !seats.deserted() && !seats.all_left());
        seats.put_away(Seat::ALL[0]);
        assert_eq!(seats.len(), 0);
    }
}
