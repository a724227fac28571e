//! Whether a view hides something: the same view must come of two worlds that differ in it.

use crate::{
    game::Game,
    hand::Hand,
    scenario::expectation::{Hidden, Verdict},
    seat::Seat,
    title::{Title, TitleSet},
};

/// Whether the view made for `viewer` holds the number of the hidden cards and no title of them.
pub(super) fn check(game: &Game, viewer: Seat, hidden: Hidden) -> Verdict {
    let view = game.view(Some(viewer));
    let other = in_other_world(game, viewer, hidden);
    let counted = match hidden {
        Hidden::Hand(seat) => view.seats[seat.index()].cards == game.hand(seat).total(),
        Hidden::Aside(seat) => view.seats[seat.index()].aside == game.aside(seat).total(),
        Hidden::Pile => usize::from(view.pile_count) == game.draw_pile().len(),
    };
    match counted && other.view(Some(viewer)) == view {
        true => Ok(()),
        false => Err((
            "a view with the number of these cards and nothing else".to_owned(),
            "a view that tells more, or another number".to_owned(),
        )),
    }
}

/// The same game with every hidden card changed into another.
fn in_other_world(game: &Game, viewer: Seat, hidden: Hidden) -> Game {
    let mut other = game.clone();
    let titles = game.rules().namings();
    match hidden {
        Hidden::Hand(seat) => other.hands[seat.index()] = changed(game.hand(seat), titles),
        Hidden::Aside(seat) => other.aside[seat.index()] = changed(game.aside(seat), titles),
        Hidden::Pile => change_pile(&mut other, Some(viewer), titles),
    }
    other
}

/// The same game with all changed that `viewer` may not know.
#[cfg(test)]
pub(crate) fn everything_hidden_changed(game: &Game, viewer: Option<Seat>) -> Game {
    let mut other = game.clone();
    let titles = game.rules().namings();
    for seat in Seat::ALL.into_iter().filter(|&seat| Some(seat) != viewer) {
        other.hands[seat.index()] = changed(game.hand(seat), titles);
        other.aside[seat.index()] = changed(game.aside(seat), titles);
    }
    change_pile(&mut other, viewer, titles);
    other
}

fn changed(hand: &Hand, titles: TitleSet) -> Hand {
    hand.cards().map(|card| next(card, titles)).collect()
}

/// Changes every card that the viewer does not know; the number of kittens is public, so they
/// only change places.
fn change_pile(game: &mut Game, viewer: Option<Seat>, titles: TitleSet) {
    let view = game.view(viewer);
    let length = game.draw_pile.len();
    let unknown: Vec<usize> = (0..length)
        .filter(|index| view.known_at((length - 1 - index) as u8).is_none())
        .collect();
    let before = game.draw_pile.clone();
    let cards = game.draw_pile.cards_mut();
    for (&index, &source) in unknown.iter().zip(unknown.iter().rev()) {
        cards[index] = match before.cards()[source] {
            Title::ExplodingKitten => Title::ExplodingKitten,
            card => next(card, titles),
        };
    }
}

/// Another title of the edition, the kitten excepted.
fn next(title: Title, titles: TitleSet) -> Title {
    let after = titles.iter().skip_while(|&other| other != title).nth(1);
    after.or_else(|| titles.nth(0)).unwrap_or(title)
}
