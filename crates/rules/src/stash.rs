//! The stash: cards that the deal sets aside and no player sees. While the stash lasts, cards taken from the player who
//! wears the Tower of Power come from the stash instead of their hand. `deal.rs` sets the stash aside;
//! `event_application.rs` changes the state.

use crate::{
    action_effects::Resolver,
    event::Event,
    game::Game,
    hand::Hand,
    randomness::Randomness,
    seat::{Seat, SeatSet},
};

impl Game {
    /// Returns the cards of the stash, which are hidden from everybody.
    pub fn stash(&self) -> &Hand {
        &self.stash
    }

    /// Returns the player who wears the Tower of Power.
    pub fn tower(&self) -> Option<Seat> {
        self.tower
    }

    /// Returns the player whose hand the stash protects, as a set; empty if nobody wears the Tower or the
    /// stash is empty.
    #[inline]
    pub(crate) fn sheltered_by_stash(&self) -> SeatSet {
        match self.tower {
            None => SeatSet::EMPTY,
            Some(wearer) => SeatSet::EMPTY.with_if(!self.stash.is_empty(), wearer),
        }
    }
}

impl<C: Randomness, O: FnMut(&Game, &Event)> Resolver<'_, C, O> {
    /// If the stash protects the hand of `from`, gives a random card from the stash to `to` and returns true.
    #[inline]
    pub(crate) fn rob_stash(&mut self, from: Seat, to: Seat) -> bool {
        let stands_in = self.game.sheltered_by_stash().contains(from);
        if stands_in {
            self.take_from_stash(from, to);
        }
        stands_in
    }

    #[cold]
    fn take_from_stash(&mut self, from: Seat, to: Seat) {
        let title = self.chance.steal(&self.game.stash, &Hand::EMPTY).title();
        self.emit(Event::StashRobbed { from, to, title });
    }

    /// Discards the Tower and the stash if this player, who is about to be eliminated, wears the Tower.
    #[inline]
    pub(crate) fn drop_stash(&mut self, seat: Seat) {
        if self.game.tower == Some(seat) {
            let cards = self.game.stash;
            self.emit(Event::StashDiscarded { seat, cards });
        }
    }

    #[cold]
    pub(crate) fn wear_tower(&mut self, seat: Seat) {
        self.emit(Event::TowerWorn { seat });
    }
}
