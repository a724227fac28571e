//! Tests that a view hides cards (noninterference): games that differ only in the hidden cards must
//! give equal views.

use crate::{
    game::Game,
    hand::Hand,
    scenario::condition::CheckResult,
    seat::Seat,
    title::{Title, TitleSet},
};

/// The cards that a view is expected to hide.
#[derive(Clone, Copy, Debug)]
pub(super) enum Hidden {
    Hand(Seat),
    Aside(Seat),
    Pile,
}

/// Checks that the view for `viewer` contains the number of the hidden cards and none of their titles.
pub(super) fn check(game: &Game, viewer: Seat, hidden: Hidden) -> CheckResult {
    let view = game.view(Some(viewer));
    let other = with_hidden_cards_changed(game, viewer, hidden);
    let counted = match hidden {
        Hidden::Hand(seat) => view.seats[seat.index()].cards == game.hand(seat).total(),
        Hidden::Aside(seat) => view.seats[seat.index()].face_down == game.face_down(seat).total(),
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

/// Returns the same game with each of these hidden cards replaced by another card.
fn with_hidden_cards_changed(game: &Game, viewer: Seat, hidden: Hidden) -> Game {
    let mut other = game.clone();
    let titles = game.rules().nameable_titles();
    match hidden {
        Hidden::Hand(seat) => {
            other.hands[seat.index()] = with_other_titles(game.hand(seat), titles)
        }
        Hidden::Aside(seat) => {
            other.face_down[seat.index()] = with_other_titles(game.face_down(seat), titles)
        }
        Hidden::Pile => change_pile(&mut other, Some(viewer), titles),
    }
    other
}

/// Returns the same game with every card replaced that `viewer` may not know.
#[cfg(test)]
pub(crate) fn with_all_hidden_cards_changed(game: &Game, viewer: Option<Seat>) -> Game {
    let mut other = game.clone();
    let titles = game.rules().nameable_titles();
    for seat in Seat::ALL.into_iter().filter(|&seat| Some(seat) != viewer) {
        other.hands[seat.index()] = with_other_titles(game.hand(seat), titles);
        other.face_down[seat.index()] = with_other_titles(game.face_down(seat), titles);
    }
    change_pile(&mut other, viewer, titles);
    other
}

fn with_other_titles(hand: &Hand, titles: TitleSet) -> Hand {
    hand.cards().map(|card| other_title(card, titles)).collect()
}

/// Replaces every card of the draw pile that the viewer does not know. The number of hazards is
/// public, and on which side one of them lies, so they only change places, and none that lies face up
/// gets on top.
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
            card if card.title().hazard().is_some() => card,
            card => other_title(card.title(), titles).into(),
        };
    }
    let wrongly_open = view.open_top.is_none() && game.draw_pile.open_top().is_some();
    if wrongly_open && let Some(lowest) = unknown.first() {
        // It came from there.
        game.draw_pile.cards_mut().swap(*lowest, length - 1);
    }
}

/// Returns another title of the edition, but never a hazard.
fn other_title(title: Title, titles: TitleSet) -> Title {
    let after = titles.iter().skip_while(|&other| other != title).nth(1);
    after.or_else(|| titles.nth(0)).unwrap_or(title)
}
