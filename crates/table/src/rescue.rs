//! Recognizes the events that save a player from kittens: a Defuse or, for a blind player who turns up a Defuse among
//! other cards, the end of the curse. The rules themselves are in `rules::Game::play`.

use rules::{Event, Game, Seat};

/// Returns the player saved by an event, given the game before it.
pub(crate) fn rescued(game: &Game, event: &Event) -> Option<Seat> {
    if let Event::Defused { seat } = *event {
        Some(seat)
    } else if let Event::CurseEnded { seat } = *event {
        // A safe draw ends a curse too, but leaves nothing to put back.
        game.unresolved().map(|_| seat)
    } else {
        None
    }
}
