//! Face-up cards in front of living players. An I'll Take That usually stays until the player draws, a Barking Kitten
//! until its mate is played. Their effects are decided here; `event_application.rs` changes the state.

use crate::{
    action_effects::Resolver,
    event::Event,
    game::Game,
    pile::{PileCard, PileEnd},
    randomness::Randomness,
    seat::{Seat, SeatSet},
    title::Title,
};

impl Game {
    /// Returns the player who laid an I'll Take That in front of this seat and will get the next card that the
    /// seat draws.
    #[inline]
    pub fn claimed_by(&self, seat: Seat) -> Option<Seat> {
        self.claimed_by[seat.index()]
    }

    /// Returns the players who have their own Barking Kitten in front of them.
    pub fn barking(&self) -> SeatSet {
        self.barking
    }

    /// Returns the cards in front of a player, each with the player who played it.
    pub(crate) fn cards_in_front(&self, seat: Seat) -> impl Iterator<Item = (Title, Seat)> {
        let barks = self.barking.contains(seat);
        let claim = self.claimed_by(seat).map(|by| (Title::IllTakeThat, by));
        claim
            .into_iter()
            .chain(barks.then_some((Title::BarkingKitten, seat)))
    }

    pub(crate) fn unclaimed(&self, seat: Seat) -> SeatSet {
        let others = self.living.without(seat).iter();
        others
            .filter(|&other| self.claimed_by(other).is_none())
            .collect()
    }

    /// Returns true if a player who has a Barking Kitten in hand has another one, in hand or in front of them.
    pub(crate) fn has_pair_of_barking(&self, seat: Seat) -> bool {
        self.barking.contains(seat) || self.hand(seat).count(Title::BarkingKitten) > 1
    }

    pub(crate) fn has_barking(&self, seat: Seat) -> bool {
        self.barking.contains(seat) || self.hand(seat).has(Title::BarkingKitten)
    }

    /// Returns the first player in order of play after `seat` who has a Barking Kitten, in hand or
    /// in front of them.
    fn barking_mate(&self, seat: Seat) -> Option<Seat> {
        let mut others = self.living.without(seat).all_in(self.direction, seat);
        others.find(|&other| self.has_barking(other))
    }
}

impl<C: Randomness, O: FnMut(&Game, &Event)> Resolver<'_, C, O> {
    /// Lays an I'll Take That in front of its target, unless the target is out or already has one in front of them.
    #[cold]
    pub(crate) fn claim(&mut self, by: Seat, on: Option<Seat>) {
        match on.filter(|&on| self.game.unclaimed(by).contains(on)) {
            Some(seat) => self.emit(Event::Claimed { seat, by }),
            None => self.emit(Event::Fizzled { seat: by }),
        }
    }

    /// Draws a card for `to`, who played the I'll Take That in front of `seat`. If the card is a hazard that `to`
    /// cannot shelter, `to` must deal with it. Either way, `seat` has drawn without exploding, which ends a curse.
    #[cold]
    pub(crate) fn draw_for(&mut self, to: Seat, seat: Seat, card: PileCard, from: PileEnd) {
        self.emit(Event::ClaimUsed { seat, to });
        if self.game.blind.contains(seat) {
            self.end_curse(seat);
        }
        match card.title().hazard() {
            Some(hazard) if !self.game.is_sheltered(to, hazard) => {
                self.draw_hazard(to, (card, hazard), from);
            }
            Some(_) | None => {
                let title = card.title();
                self.emit(Event::DrewFor {
                    seat,
                    to,
                    title,
                    from,
                });
                self.end_one_turn();
            }
        }
    }

    /// Makes the player with the other Barking Kitten, or `on` if `seat` has both, defuse or explode. If no player has
    /// the other card, the card played stays in front of `seat`.
    #[cold]
    pub(crate) fn bark(&mut self, seat: Seat, title: Title, on: Option<Seat>) {
        let Some(victim) = on.or_else(|| self.game.barking_mate(seat)) else {
            return self.emit(Event::BarkedInVain { seat });
        };
        let mate = if on.is_some() { seat } else { victim };
        self.emit(Event::Barked {
            seat,
            on: victim,
            mate,
        });
        let is_saved = if self.game.blind.contains(victim) {
            self.search_blindly(victim, 1)
        } else {
            self.spend_defuses(victim, 1)
        };
        match self.game.unresolved {
            _ if !is_saved => self.die(victim, title),
            // Kittens went off during the blind player's search, which found enough Defuses for them.
            Some(_) => self.ask_next_place(),
            None => self.set_off_exposed(),
        }
    }
}
