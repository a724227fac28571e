//! The seats of a table: the owner of each seat, and the person or computer that currently plays it. The rules for
//! votes against a person are in `vote_rules`.

use players::Strength;
use rules::{Seat, SeatSet};

use crate::fixed_time_limits::MISSED_UNTIL_AWAY;
use crate::ids::{InteractionId, UserId};
use crate::record::PersonRecord;
use crate::screen::{Occupant, Player, Presence};

pub(crate) const SUBSTITUTE_STRENGTH: Strength = Strength::Cat;

/// The seats of a table in clockwise order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seats(Vec<SeatState>);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeatState {
    pub(crate) player: Player,
    /// The number of turns that the owner has missed since their last click in a running game.
    missed: u8,
    /// The interaction with which the owner joined, which is their share in the game's randomness.
    share: Option<InteractionId>,
}

impl SeatState {
    pub(crate) fn user(&self) -> Option<UserId> {
        self.player.user()
    }

    pub(crate) fn presence(&self) -> Option<Presence> {
        match self.player.occupant {
            Occupant::Person { presence, .. } => Some(presence),
            Occupant::Computer(_) => None,
        }
    }

    pub(crate) fn computer(&self) -> Option<Strength> {
        match self.player.occupant {
            Occupant::Computer(strength) => Some(strength),
            Occupant::Person { .. } => (!self.is_present()).then_some(SUBSTITUTE_STRENGTH),
        }
    }

    /// Returns true if the owner is a person who plays the seat themselves.
    pub(crate) fn is_present(&self) -> bool {
        self.presence() == Some(Presence::Present)
    }

    pub(crate) fn has_left(&self) -> bool {
        self.presence() == Some(Presence::Left)
    }

    /// Returns true if [`Seats::mark_returned`] would change this seat. Meaningful only for a seat that a person owns.
    pub(crate) fn is_marked(&self) -> bool {
        !self.is_present() || self.missed > 0
    }

    fn set_substitute(&mut self, now: Presence) {
        if let Occupant::Person { presence, .. } = &mut self.player.occupant {
            *presence = now;
        }
    }
}

impl Seats {
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Seat, &SeatState)> + Clone {
        Seat::ALL.into_iter().zip(&self.0)
    }

    pub(crate) fn get(&self, seat: Seat) -> Option<&SeatState> {
        self.0.get(seat.index())
    }

    pub(crate) fn seat_of(&self, user: UserId) -> Option<Seat> {
        self.iter()
            .find_map(|(seat, state)| (state.user() == Some(user)).then_some(seat))
    }

    pub(crate) fn set_share(&mut self, user: UserId, share: Option<InteractionId>) {
        let mut seats = self.0.iter_mut();
        if let Some(state) = seats.find(|state| state.user() == Some(user)) {
            state.share = share;
        }
    }

    pub(crate) fn seat_with(&self, share: InteractionId) -> Option<Seat> {
        self.iter()
            .find_map(|(seat, state)| (state.share == Some(share)).then_some(seat))
    }

    /// Removes all shares, before people join the next game.
    pub(crate) fn clear_shares(&mut self) {
        self.0.iter_mut().for_each(|state| state.share = None);
    }

    /// Returns the shares of the people who joined after the commitment, in seat order.
    pub(crate) fn shares(&self) -> impl Iterator<Item = InteractionId> {
        self.0.iter().filter_map(|state| state.share)
    }

    /// Returns the person who owns a seat and plays it themselves; `None` if a computer plays it.
    pub(crate) fn present_at(&self, seat: Seat) -> Option<UserId> {
        self.get(seat)
            .filter(|state| state.is_present())
            .and_then(SeatState::user)
    }

    pub(crate) fn has_left(&self, seat: Seat) -> bool {
        self.get(seat).is_some_and(SeatState::has_left)
    }

    pub(crate) fn computer_at(&self, seat: Seat) -> Option<Strength> {
        self.get(seat).and_then(SeatState::computer)
    }

    /// Returns the seats played by the people who own them.
    pub(crate) fn present(&self) -> SeatSet {
        self.seats_where(SeatState::is_present)
    }

    /// Returns the seats of people replaced by computers.
    pub(crate) fn absent(&self) -> SeatSet {
        self.seats_where(|state| state.user().is_some() && !state.is_present())
    }

    /// Returns true if every seat belongs to a computer player, or there are no seats.
    pub(crate) fn has_no_people(&self) -> bool {
        self.people().next().is_none()
    }

    /// Returns true if people own seats here, but none of them is playing. A table of only computer players is not
    /// deserted, because no person is expected to play there.
    pub(crate) fn is_deserted(&self) -> bool {
        !self.has_no_people() && !self.people().any(SeatState::is_present)
    }

    /// Returns the seats whose owners may still play them: people who have not left, whether or not they are away.
    pub(crate) fn staying(&self) -> SeatSet {
        self.seats_where(|state| state.user().is_some() && !state.has_left())
    }

    /// Returns the only seat owned by a person, present or absent; `None` if people own several seats or none.
    pub(crate) fn only_person(&self) -> Option<Seat> {
        self.seats_where(|state| state.user().is_some()).only()
    }

    pub(crate) fn all_left(&self) -> bool {
        !self.has_no_people() && self.people().all(SeatState::has_left)
    }

    pub(crate) fn last_computer(&self) -> Option<Seat> {
        self.seats_where(|state| state.user().is_none())
            .iter()
            .last()
    }

    pub(crate) fn to_view(&self) -> Vec<Player> {
        self.0.iter().map(|state| state.player.clone()).collect()
    }

    pub(crate) fn add_person(&mut self, person: &PersonRecord) {
        let PersonRecord { user, name } = person.clone();
        let presence = Presence::Present;
        self.add(name, Occupant::Person { user, presence });
    }

    pub(crate) fn add_computer(&mut self, name: String, strength: Strength) {
        self.add(name, Occupant::Computer(strength));
    }

    pub(crate) fn remove_person(&mut self, user: UserId) {
        self.0.retain(|state| state.user() != Some(user));
        self.mark_lookalikes();
    }

    /// Removes the seat of a computer player; does nothing if a person owns the seat.
    pub(crate) fn remove_computer(&mut self, seat: Seat) {
        if self.get(seat).is_some_and(|state| state.user().is_none()) {
            self.0.remove(seat.index());
            self.mark_lookalikes();
        }
    }

    pub(crate) fn remove_people(&mut self) {
        self.0.retain(|state| state.user().is_none());
        self.mark_lookalikes();
    }

    pub(crate) fn sort_by_place(&mut self, place_of: impl Fn(&Player) -> usize) {
        self.0.sort_by_key(|state| place_of(&state.player));
        self.mark_lookalikes();
    }

    /// Counts a missed turn. A present owner who has missed [`MISSED_UNTIL_AWAY`] turns in a row is marked as away.
    pub(crate) fn count_missed_turn(&mut self, seat: Seat) {
        if let Some(state) = self.0.get_mut(seat.index()) {
            state.missed = state.missed.saturating_add(1);
            if state.missed >= MISSED_UNTIL_AWAY {
                self.mark_away(seat);
            }
        }
    }

    /// Lets a computer play for a present person until they return.
    pub(crate) fn mark_away(&mut self, seat: Seat) {
        let state = self.0.get_mut(seat.index());
        if let Some(state) = state.filter(|state| state.is_present()) {
            state.set_substitute(Presence::Away);
        }
    }

    /// Gives a seat back to its owner and resets the count of missed turns.
    pub(crate) fn mark_returned(&mut self, seat: Seat) {
        if let Some(state) = self.0.get_mut(seat.index()) {
            state.missed = 0;
            state.set_substitute(Presence::Present);
        }
    }

    pub(crate) fn mark_left(&mut self, seat: Seat) {
        if let Some(state) = self.0.get_mut(seat.index()) {
            state.set_substitute(Presence::Left);
        }
    }

    pub(crate) fn people(&self) -> impl Iterator<Item = &SeatState> {
        self.0.iter().filter(|state| state.user().is_some())
    }

    fn seats_where(&self, fits: impl Fn(&SeatState) -> bool) -> SeatSet {
        let fitting = self.iter().filter(|(_, state)| fits(state));
        fitting.map(|(seat, _)| seat).collect()
    }

    fn add(&mut self, name: String, occupant: Occupant) {
        let player = Player {
            name,
            occupant,
            mark: None,
        };
        self.0.push(SeatState {
            player,
            missed: 0,
            share: None,
        });
        self.mark_lookalikes();
    }

    fn mark_lookalikes(&mut self) {
        Player::mark_lookalikes(self.0.iter_mut().map(|state| &mut state.player));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_people() -> Seats {
        let mut seats = Seats::default();
        for (user, name) in [(1, "Ann"), (2, "Bob")] {
            seats.add_person(&PersonRecord {
                user: UserId(user),
                name: name.into(),
            });
        }
        seats
    }

    #[test]
    fn a_person_is_away_after_two_missed_turns_and_returning_resets_the_count() {
        let mut seats = two_people();
        let ann = Seat::ALL[0];
        seats.count_missed_turn(ann);
        assert_eq!(seats.present_at(ann), Some(UserId(1)));
        seats.count_missed_turn(ann);
        assert_eq!(seats.present_at(ann), None);
        seats.mark_returned(ann);
        seats.count_missed_turn(ann);
        assert_eq!(seats.present_at(ann), Some(UserId(1)));
    }

    #[test]
    fn missed_turns_do_not_turn_left_into_away() {
        let mut seats = two_people();
        let bob = Seat::ALL[1];
        seats.mark_left(bob);
        seats.count_missed_turn(bob);
        seats.count_missed_turn(bob);
        assert!(seats.has_left(bob));
        assert!(!seats.is_deserted());
    }

    #[test]
    fn a_table_is_deserted_when_only_computers_are_left() {
        let mut seats = two_people();
        seats.add_computer("Mog".into(), Strength::Kitten);
        assert!(!seats.is_deserted());
        seats.mark_left(Seat::ALL[0]);
        seats.mark_left(Seat::ALL[1]);
        assert!(seats.is_deserted() && seats.all_left());
        assert_eq!(seats.computer_at(Seat::ALL[0]), Some(Strength::Cat));
        assert_eq!(seats.computer_at(Seat::ALL[2]), Some(Strength::Kitten));
        seats.remove_person(UserId(1));
        seats.remove_person(UserId(2));
        assert!(seats.has_no_people() && !seats.is_deserted() && !seats.all_left());
        seats.remove_computer(Seat::ALL[0]);
        assert_eq!(seats.len(), 0);
    }

    #[test]
    fn the_marks_of_names_that_look_alike_follow_every_change_of_the_seats() {
        let mut seats = two_people();
        let marks = |seats: &Seats| {
            let players = seats.iter().map(|(_, state)| &state.player);
            players.map(|player| player.mark).collect::<Vec<_>>()
        };
        let [first, second, third] = [0, 1, 2].map(Seat::new);
        seats.add_computer("ann".to_owned(), Strength::Cat);
        assert_eq!(marks(&seats), [first, None, third]);
        seats.sort_by_place(|player| usize::from(player.name != "ann"));
        assert_eq!(marks(&seats), [first, second, None]);
        seats.remove_computer(Seat::ALL[0]);
        assert_eq!(marks(&seats), [None; 2]);
        seats.add_computer("bob".to_owned(), Strength::Cat);
        assert_eq!(marks(&seats), [None, second, third]);
        seats.remove_person(UserId(2));
        assert_eq!(marks(&seats), [None; 2]);
        seats.add_computer("ann".to_owned(), Strength::Cat);
        assert_eq!(marks(&seats), [first, None, third]);
        seats.remove_people();
        assert_eq!(marks(&seats), [None; 2]);
    }
}
