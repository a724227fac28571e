//! The stash: cards set aside by the deal. Whenever the player who wears the Tower of Power is
//! robbed, the stash replaces their hand. No player sees it. It is set aside in `deal.rs`;
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

    /// Returns the player whose hand the stash replaces, as a set: empty without a wearer or a stash.
    #[inline]
    pub(crate) fn sheltered_by_stash(&self) -> SeatSet {
        match self.tower {
            None => SeatSet::EMPTY,
            Some(wearer) => SeatSet::EMPTY.with_if(!self.stash.is_empty(), wearer),
        }
    }
}

impl<C: Randomness, O: FnMut(&Game, &Event)> Resolver<'_, C, O> {
    /// Takes a random card from the stash for a robber, if it replaces the hand of `from`. Returns
    /// true if it does.
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

    /// Discards the stash of its wearer, who is about to be eliminated.
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
