//! The end of a Nope window, which closes at its deadline, or once every living player except the top card's owner has
//! passed. The play then takes effect if the number of Nopes is even. [`Game::legal`] decides who may play a Nope.

use crate::{
    action_effects::Resolver, event::Event, game::Game, phase::Phase, randomness::Randomness,
    seat::Seat,
};

impl<C: Randomness, O: FnMut(&Game, &Event)> Resolver<'_, C, O> {
    #[inline]
    pub(crate) fn pass(&mut self, seat: Seat) {
        self.emit(Event::Passed { seat });
        self.close_if_all_passed();
    }

    #[inline]
    pub(crate) fn close_if_all_passed(&mut self) {
        if let Phase::Window(window) = &self.game.phase
            && window.awaited(self.game.living).is_empty()
        {
            self.close_window();
        }
    }

    /// Closes the window, and carries out the play unless Nopes have cancelled it.
    pub(crate) fn close_window(&mut self) {
        let Phase::Window(window) = &self.game.phase else {
            return;
        };
        let (seat, play, stands) = (window.seat, window.play, window.stands());
        self.emit(Event::WindowClosed { stands });
        if stands {
            self.resolve_play(seat, play);
        }
    }
}
