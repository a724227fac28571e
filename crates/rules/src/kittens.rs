//! Kittens that go off because they were drawn or turned up, or are no longer sheltered in a hand: how a player is
//! saved from them, and how the game continues. Also the Catomic Bomb. The draw itself is in `action_effects.rs`, a
//! blind player's search for Defuses in `hand_visibility.rs`; `event_application.rs` changes the state.

use crate::{
    action_effects::Resolver,
    event::Event,
    game::Game,
    phase::Phase,
    pile::{DrawPile, Pile, PileCard},
    randomness::Randomness,
    seat::Seat,
    title::Title,
    unresolved_hazards::{Aftermath, UnresolvedHazards},
};

impl Game {
    /// Returns true if this player must deal with a drawn hazard, even if another player drew it.
    pub(crate) fn has_drawn_hazard(&self, seat: Seat) -> bool {
        let is_drawn = |unresolved: &UnresolvedHazards| unresolved.aftermath == Aftermath::TurnEnds;
        self.unresolved
            .as_ref()
            .filter(|unresolved| unresolved.seat == seat)
            .is_some_and(is_drawn)
    }

    /// Returns the first player in order of play, starting with the player on turn, who has an unsheltered kitten.
    /// `None` unless the phase is a turn, because exposed kittens wait until an open choice has been answered.
    fn first_exposed(&self) -> Option<Seat> {
        if self.phase != Phase::Turn {
            return None;
        }
        let others = self.living.all_in(self.direction, self.turn.seat);
        let mut seats = [self.turn.seat].into_iter().chain(others);
        seats.find(|&seat| self.exposed(seat) > 0)
    }
}

impl<C: Randomness, O: FnMut(&Game, &Event)> Resolver<'_, C, O> {
    /// Sets off the exposed kittens of one hand. The next hand follows once the player has dealt with them.
    #[inline]
    pub(crate) fn set_off_exposed(&mut self) {
        if self.game.rules.titles().contains(Title::StreakingKitten) {
            self.set_off_next();
        }
    }

    #[cold]
    fn set_off_next(&mut self) {
        if let Some(seat) = self.game.first_exposed() {
            let kittens = self.game.exposed(seat);
            self.emit(Event::WentOff { seat, kittens });
            self.resolve_hazards(seat);
        }
    }

    /// Spends Defuses to save a player from the kittens they must deal with, or lets the player explode.
    pub(crate) fn resolve_hazards(&mut self, seat: Seat) {
        let kittens = self
            .game
            .unresolved
            .map_or(0, |unresolved| unresolved.count);
        let is_saved = if self.game.blind.contains(seat) {
            self.search_blindly(seat, kittens)
        } else {
            self.spend_defuses(seat, kittens)
        };
        if is_saved {
            self.ask_next_place()
        } else {
            self.die(seat, Title::ExplodingKitten)
        }
    }

    /// Spends a Defuse for each kitten. Returns false if there are too few.
    pub(crate) fn spend_defuses(&mut self, seat: Seat, kittens: u8) -> bool {
        let is_saved = self.game.hand(seat).count(Title::Defuse) >= kittens;
        if is_saved {
            (0..kittens).for_each(|_| self.emit(Event::Defused { seat }));
        }
        is_saved
    }

    /// Asks where to put back the next hazard, if one is left.
    pub(crate) fn ask_next_place(&mut self) {
        if let Some(unresolved) = self.game.unresolved {
            self.ask_place(unresolved.seat, PileCard::down(unresolved.title));
        }
    }

    /// Continues the game after one of the hazards in `unresolved` has been put back.
    pub(crate) fn placed(&mut self, unresolved: UnresolvedHazards) {
        match (self.game.unresolved, unresolved.aftermath) {
            (Some(_), _) => self.ask_next_place(),
            (None, Aftermath::TurnEnds) => self.end_one_turn(),
            (None, Aftermath::TurnGoesOn) => self.set_off_exposed(),
        }
    }

    /// Shows the Exploding Kittens in the pile, shuffles the rest, puts the kittens on top, and ends one turn. An
    /// Imploding Kitten keeps its position within the rest.
    #[cold]
    pub(crate) fn raise_kittens(&mut self) {
        let kitten = |card: &&PileCard| card.title() == Title::ExplodingKitten;
        let cards = self.game.draw_pile.cards();
        let kittens = cards.iter().filter(kitten).count() as u8;
        let mut pile = Pile::new();
        let rest = cards.iter().filter(|card| !kitten(card));
        rest.for_each(|&card| pile.push(card));
        let imploding = |pile: &DrawPile| pile.places_of(Title::ImplodingKitten).next();
        let place = imploding(&pile);
        self.chance.shuffle(pile.cards_mut());
        if let (Some(before), Some(now)) = (place, imploding(&pile)) {
            let bottom = pile.len() - 1;
            pile.cards_mut().swap(bottom - before, bottom - now);
        }
        (0..kittens).for_each(|_| pile.push(PileCard::down(Title::ExplodingKitten)));
        self.emit(Event::KittensRaised { kittens, pile });
        self.end_one_turn();
    }
}
