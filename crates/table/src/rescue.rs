//! Which events tell that a player was saved from kittens. A Defuse that is discarded does; a blind player
//! turns theirs up among other cards, and sees again. It decides nothing: `rules::Game::play` does.

use rules::{Event, Game, Seat};

/// Returns the player who is saved by an event, given the game before it.
pub(crate) fn rescued(game: &Game, event: &Event) -> Option<Seat> {
    if let Event::Defused { seat } = *event {
        Some(seat)
    } else if let Event::CurseEnded { seat } = *event {
        // A safe draw ends a curse too, and leaves nothing to put back.
        game.loose().map(|_| seat)
    } else {
        None
    }
}
