//! Seats, counted clockwise from 0, and sets of seats. The `table` crate decides which person or computer takes a seat.

use std::fmt;

use crate::{
    bits::{count, nth},
    direction::Direction,
};

/// A seat at the table, counted clockwise from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The number of seats at the largest table (`classic` with two decks).
    pub const COUNT: usize = 9;

    /// Every seat, in order.
    pub const ALL: [Seat; Seat::COUNT] = [
        Seat(0),
        Seat(1),
        Seat(2),
        Seat(3),
        Seat(4),
        Seat(5),
        Seat(6),
        Seat(7),
        Seat(8),
    ];

    /// Returns the seat with this index; `None` for [`Seat::COUNT`] and above.
    pub fn new(index: usize) -> Option<Seat> {
        Seat::ALL.get(index).copied()
    }

    /// Returns the seat's index, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A set of seats, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(u16);

impl SeatSet {
    /// The empty set.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// Returns the first `players` seats.
    pub fn first(players: usize) -> SeatSet {
        Seat::ALL.into_iter().take(players).collect()
    }

    /// Returns this set with `seat` added.
    #[must_use]
    pub const fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1 << seat.0)
    }

    /// Returns this set, with `seat` added if the condition holds. Branch-free, because simulations call it very often.
    #[must_use]
    pub(crate) const fn with_if(self, condition: bool, seat: Seat) -> SeatSet {
        SeatSet(self.0 | (condition as u16) << seat.0)
    }

    /// Returns this set without `seat`.
    #[must_use]
    pub const fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat.0))
    }

    /// Returns the seats in this set that are not in `other`.
    #[must_use]
    pub const fn minus(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    /// Returns the seats that are in at least one of the sets.
    #[must_use]
    pub const fn or(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }

    /// Returns true if `seat` is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// Returns the number of seats in the set.
    pub const fn len(self) -> usize {
        count(self.0 as u64)
    }

    /// Returns true if no seat is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the only seat in the set; `None` if there are none or several.
    pub fn only(self) -> Option<Seat> {
        match self.len() {
            1 => self.nth(0),
            _ => None,
        }
    }

    /// Returns the seat at `position` (from 0) of [`SeatSet::iter`]; `None` beyond the end.
    pub fn nth(self, position: usize) -> Option<Seat> {
        nth(self.0 as u64, position).map(Seat)
    }

    /// Returns the seats of the set in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            // Only bits of seats are ever set.
            let seat = (bits != 0).then(|| Seat(bits.trailing_zeros() as u8));
            bits &= bits.wrapping_sub(1);
            seat
        })
    }

    /// Returns the first seat of the set after `seat` in this direction; `seat` itself comes last.
    pub fn next_in(self, direction: Direction, seat: Seat) -> Option<Seat> {
        match direction {
            Direction::Clockwise => self.clockwise_after(seat).next(),
            Direction::Reversed => {
                let before = self.0 & ((1 << seat.0) - 1);
                let chosen = if before == 0 { self.0 } else { before };
                (chosen != 0).then(|| Seat(15 - chosen.leading_zeros() as u8))
            }
        }
    }

    /// Returns the seats of the set after `seat` in this direction; `seat` itself comes last.
    pub fn all_in(self, direction: Direction, seat: Seat) -> impl Iterator<Item = Seat> {
        let (mut left, mut at) = (self, seat);
        std::iter::from_fn(move || {
            at = left.without(seat).next_in(direction, at).or(left.only())?;
            left = left.without(at);
            Some(at)
        })
    }

    /// Returns the seats of the set clockwise after `seat`; `seat` itself comes last.
    pub fn clockwise_after(self, seat: Seat) -> impl Iterator<Item = Seat> {
        let after = SeatSet(self.0 & (!1 << seat.0));
        after.iter().chain(self.minus(after).iter())
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::EMPTY, SeatSet::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seat_after_the_last_is_the_first_of_the_set() {
        let set: SeatSet = [Seat(1), Seat(3), Seat(8)].into_iter().collect();
        assert_eq!(SeatSet::EMPTY.clockwise_after(Seat(0)).next(), None);
        assert_eq!(set.clockwise_after(Seat(8)).next(), Some(Seat(1)));
        let round: Vec<Seat> = set.clockwise_after(Seat(3)).collect();
        assert_eq!(round, [Seat(8), Seat(1), Seat(3)]);
    }

    #[test]
    fn seats_follow_one_another_in_both_directions() {
        let set: SeatSet = [Seat(1), Seat(3), Seat(8)].into_iter().collect();
        for (seat, next) in [(1, 8), (3, 1), (8, 3), (0, 8), (5, 3)] {
            assert_eq!(
                set.next_in(Direction::Reversed, Seat(seat)),
                Some(Seat(next))
            );
        }
        let round = |direction| set.all_in(direction, Seat(3)).collect::<Vec<_>>();
        assert_eq!(round(Direction::Clockwise), [Seat(8), Seat(1), Seat(3)]);
        assert_eq!(round(Direction::Reversed), [Seat(1), Seat(8), Seat(3)]);
        let other: Vec<Seat> = set.all_in(Direction::Reversed, Seat(2)).collect();
        assert_eq!(other, [Seat(1), Seat(8), Seat(3)]);
    }

    #[test]
    fn the_ninth_seat_is_the_last() {
        assert_eq!(Seat::new(8).map(Seat::index), Some(8));
        assert_eq!(Seat::new(9), None);
    }
}
