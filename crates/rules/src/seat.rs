//! Places at the table, clockwise from 0, and sets of them. Who sits there is not known here.

use std::fmt;

use crate::bits::{count, nth};

/// A place at the table, from 0, clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The most seats that any edition knows (`classic` with two decks).
    pub const MOST: usize = 9;

    /// Every seat there can be.
    pub const ALL: [Seat; Seat::MOST] = [
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

    /// The seat with this index; none from [`Seat::MOST`] on.
    pub fn new(index: usize) -> Option<Seat> {
        Seat::ALL.get(index).copied()
    }

    /// Its place at the table, from 0.
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
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// The first `players` seats.
    pub fn first(players: usize) -> SeatSet {
        Seat::ALL.into_iter().take(players).collect()
    }

    /// This set and `seat`.
    #[must_use]
    pub const fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1 << seat.0)
    }

    /// This set, and `seat` where the condition holds; without a branch, for the hot path.
    #[must_use]
    pub(crate) const fn with_if(self, condition: bool, seat: Seat) -> SeatSet {
        SeatSet(self.0 | (condition as u16) << seat.0)
    }

    /// This set without `seat`.
    #[must_use]
    pub const fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat.0))
    }

    /// What is in this set and not in `other`.
    #[must_use]
    pub const fn minus(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    /// Whether `seat` is in it.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// How many seats it holds.
    pub const fn len(self) -> usize {
        count(self.0)
    }

    /// Whether it holds no seat.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The only seat in it, if there is just one.
    pub fn only(self) -> Option<Seat> {
        match self.len() {
            1 => self.nth(0),
            _ => None,
        }
    }

    /// The seat at `position` in order, from 0; none beyond the end.
    pub fn nth(self, position: usize) -> Option<Seat> {
        nth(self.0, position).map(Seat)
    }

    /// Its seats in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            // Only bits of seats are ever set.
            let seat = (bits != 0).then(|| Seat(bits.trailing_zeros() as u8));
            bits &= bits.wrapping_sub(1);
            seat
        })
    }

    /// The first seat of the set met going clockwise from `seat`, which itself comes last.
    pub fn next_after(self, seat: Seat) -> Option<Seat> {
        let after = self.0 & (!1 << seat.0);
        let chosen = if after == 0 { self.0 } else { after };
        SeatSet(chosen).iter().next()
    }

    /// The seats clockwise from the one after `seat`, which itself comes last if it is in the set.
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
        assert_eq!(set.next_after(Seat(1)), Some(Seat(3)));
        assert_eq!(set.next_after(Seat(3)), Some(Seat(8)));
        assert_eq!(set.next_after(Seat(8)), Some(Seat(1)));
        assert_eq!(SeatSet::EMPTY.next_after(Seat(0)), None);
        let round: Vec<Seat> = set.clockwise_after(Seat(3)).collect();
        assert_eq!(round, [Seat(8), Seat(1), Seat(3)]);
    }

    #[test]
    fn no_seat_lies_beyond_the_ninth() {
        assert_eq!(Seat::new(8).map(Seat::index), Some(8));
        assert_eq!(Seat::new(9), None);
    }
}
