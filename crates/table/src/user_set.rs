//! A small set of people at one table, such as the people whom a message may ping. Contains only ids, at most as many
//! as a game has seats.

use std::num::NonZeroU64;

use rules::Seat;

use crate::ids::UserId;

/// Up to [`Seat::COUNT`] people, in the order in which they were added. Discord ids are never zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct UserSet([Option<NonZeroU64>; Seat::COUNT]);

impl UserSet {
    /// The empty set.
    pub const EMPTY: Self = Self([None; Seat::COUNT]);

    /// Returns the set of one person.
    pub const fn only(user: UserId) -> Self {
        let mut set = Self::EMPTY;
        set.0[0] = NonZeroU64::new(user.0);
        set
    }

    /// Returns the people in the set.
    pub fn iter(&self) -> impl Iterator<Item = UserId> {
        self.0.iter().flatten().map(|id| UserId(id.get()))
    }

    /// Returns true if the set contains no one.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// Returns true if this person is in the set.
    pub fn contains(&self, user: UserId) -> bool {
        self.iter().any(|member| member == user)
    }

    /// Returns the people in either set.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        self.iter().chain(other.iter()).collect()
    }

    /// Returns the people in this set for whom `keep` returns true.
    #[must_use]
    pub fn filter(&self, keep: impl Fn(UserId) -> bool) -> Self {
        self.iter().filter(|user| keep(*user)).collect()
    }
}

impl FromIterator<UserId> for UserSet {
    /// Collects each person once. Drops any people beyond [`Seat::COUNT`].
    fn from_iter<I: IntoIterator<Item = UserId>>(users: I) -> Self {
        let mut set = Self::EMPTY;
        for user in users {
            let is_new = !set.contains(user);
            let free = set.0.iter_mut().find(|place| place.is_none());
            if let Some(place) = free.filter(|_| is_new) {
                *place = NonZeroU64::new(user.0);
            }
        }
        set
    }
}
