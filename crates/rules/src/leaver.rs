//! Leaving a running game for good: settles the leaver's obligations and usually removes a hazard from the game.
//! `action_effects.rs` carries out the other actions; `event_application.rs` changes the state.

use crate::{
    action_effects::Resolver,
    choice::{Choice, ChoiceKind},
    event::{Event, LostKitten},
    game::Game,
    phase::Phase,
    randomness::Randomness,
    seat::Seat,
    title::Title,
};

impl<C: Randomness, O: FnMut(&Game, &Event)> Resolver<'_, C, O> {
    pub(crate) fn leave(&mut self, seat: Seat) {
        self.settle_obligations(seat);
        // Giving up a card may have set off a kitten: the leaver may be dead by now, or the game won.
        if !self.game.living.contains(seat) || matches!(self.game.phase, Phase::Won { .. }) {
            return;
        }
        let kitten = self.lost_kitten(seat);
        self.drop_stash(seat);
        let hand = *self.game.hand(seat);
        let completes_turn = self.game.has_drawn_hazard(seat);
        self.emit(Event::Left { seat, hand, kitten });
        self.go_on_without(seat, completes_turn);
        self.close_if_all_passed();
        self.drop_aim_without_target();
        self.set_off_exposed();
    }

    /// Makes the choices that a leaver owes (a card to give or to put in, a place for a buried card, the end of a
    /// Shuffle), ends their own Shuffle, and cancels their pending plays and gains.
    fn settle_obligations(&mut self, seat: Seat) {
        match self.game.phase {
            Phase::Window(ref window) if window.seat == seat => self.emit(Event::Lapsed { seat }),
            Phase::Choice(choice) => self.settle_choice(choice, seat),
            Phase::Turn | Phase::Window(_) | Phase::Won { .. } => {}
        }
    }

    fn settle_choice(&mut self, choice: Choice, seat: Seat) {
        let chooses = choice.choosers.contains(seat);
        let owns = choice.owner == seat;
        match choice.kind {
            ChoiceKind::Give
            | ChoiceKind::Stop
            | ChoiceKind::Put
            | ChoiceKind::Stack
            | ChoiceKind::Bury
                if chooses =>
            {
                self.choose_by_chance(choice.kind, seat);
            }
            ChoiceKind::Stop if owns => self.shuffle(),
            ChoiceKind::Give
            | ChoiceKind::Take
            | ChoiceKind::Order(_)
            | ChoiceKind::Share(_)
            | ChoiceKind::Aim(_)
                if owns =>
            {
                self.emit(Event::Lapsed { seat });
            }
            // A hazard about to be put back leaves with the player: see `lost_kitten`.
            ChoiceKind::Place(_)
            | ChoiceKind::Bury
            | ChoiceKind::Give
            | ChoiceKind::Take
            | ChoiceKind::Stop
            | ChoiceKind::Order(_)
            | ChoiceKind::Share(_)
            | ChoiceKind::Put
            | ChoiceKind::Stack
            | ChoiceKind::Aim(_) => {}
        }
    }

    /// Returns the hazard that is removed along with a leaver, because there is one player fewer to eliminate. Called
    /// while the leaver still counts as living. An Imploding Kitten in the pile is removed only if the pile has no
    /// Exploding Kitten.
    fn lost_kitten(&mut self, seat: Seat) -> LostKitten {
        let pile = &self.game.draw_pile;
        let kittens = pile.count(Title::ExplodingKitten);
        if self.game.living.len() <= 2 {
            return LostKitten::None;
        }
        if self
            .game
            .unresolved
            .is_some_and(|unresolved| unresolved.seat == seat)
        {
            return LostKitten::Drawn;
        }
        if self.game.hand(seat).has(Title::ExplodingKitten) {
            return LostKitten::None;
        }
        let place = match kittens {
            0 => pile.places_of(Title::ImplodingKitten).next(),
            _ => {
                let picked = self.chance.kitten(kittens as u8);
                pile.places_of(Title::ExplodingKitten).nth(picked.into())
            }
        };
        place.map_or(LostKitten::None, |place| LostKitten::FromPile(place as u8))
    }
}
