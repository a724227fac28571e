//! Checks that a view hides cards (noninterference): games that differ only in hidden cards must give equal views.

use crate::{
    game::Game,
    hand::Hand,
    pile::PileCard,
    scenario::condition::CheckResult,
    seat::Seat,
    title::{Title, TitleSet},
};

/// The cards that a view must hide.
#[derive(Clone, Copy, Debug)]
pub(super) enum Hidden {
    Hand(Seat),
    Aside(Seat),
    Pile,
    /// The cards that the other players have put in.
    Put,
    Stash,
    /// The card that another player is burying.
    Drawn,
}

/// Checks that the view shows the number of hidden cards, if that number is public, but not the cards.
pub(super) fn check(game: &Game, viewer: Seat, hidden: Hidden) -> CheckResult {
    let view = game.view(Some(viewer));
    let other = with_hidden_cards_changed(game, viewer, hidden);
    let counted = match hidden {
        Hidden::Hand(seat) => view.seats[seat.index()].cards == game.hand(seat).total(),
        Hidden::Aside(seat) => view.seats[seat.index()].face_down == game.face_down(seat).total(),
        Hidden::Put => view
            .seats
            .iter()
            .all(|seat| seat.has_put == game.put(seat.seat).is_some()),
        Hidden::Stash => view.stash == game.stash().total(),
        Hidden::Drawn => true,
        Hidden::Pile => usize::from(view.pile_count) == game.draw_pile().len(),
    };
    if counted && other.view(Some(viewer)) == view {
        Ok(())
    } else {
        Err((
            "a view that shows only the number of these cards".to_owned(),
            "a view that shows more, or a wrong number".to_owned(),
        ))
    }
}

fn with_hidden_cards_changed(game: &Game, viewer: Seat, hidden: Hidden) -> Game {
    let mut other = game.clone();
    let titles = game.rules().nameable_titles();
    match hidden {
        Hidden::Hand(seat) => change_hand(&mut other, seat, Some(viewer), titles),
        Hidden::Aside(seat) => {
            other.face_down[seat.index()] = with_other_titles(game.face_down(seat), titles)
        }
        Hidden::Pile => change_pile(&mut other, Some(viewer), titles),
        Hidden::Put => change_put(&mut other, Some(viewer), titles),
        Hidden::Stash => other.stash = with_other_titles(game.stash(), titles),
        Hidden::Drawn => change_buried(&mut other, Some(viewer), titles),
    }
    other
}

#[cfg(test)]
pub(crate) fn with_all_hidden_cards_changed(game: &Game, viewer: Option<Seat>) -> Game {
    let mut other = game.clone();
    let titles = game.rules().nameable_titles();
    for seat in Seat::ALL.into_iter().filter(|&seat| Some(seat) != viewer) {
        change_hand(&mut other, seat, viewer, titles);
        other.face_down[seat.index()] = with_other_titles(game.face_down(seat), titles);
    }
    if let Some(blind) = viewer.filter(|&seat| game.blind().contains(seat)) {
        change_hand(&mut other, blind, viewer, titles);
    }
    if game.buried_as_seen_by(viewer).is_none() {
        change_buried(&mut other, viewer, titles);
    }
    other.stash = with_other_titles(game.stash(), titles);
    change_put(&mut other, viewer, titles);
    change_pile(&mut other, viewer, titles);
    other
}

/// Replaces every unmarked card of a hand. A hidden kitten is swapped with a pile card unknown to the viewer, because
/// the kitten could equally be in the pile.
fn change_hand(game: &mut Game, seat: Seat, viewer: Option<Seat>, titles: TitleSet) {
    let hidden = game.hand(seat).minus(game.marked(seat));
    let mut changed = with_other_titles(&hidden, titles);
    for _ in 0..hidden.count(Title::ExplodingKitten) {
        let kitten = Title::ExplodingKitten;
        let card = swap_into_pile(game, viewer, kitten).unwrap_or(kitten);
        changed.add(card);
    }
    changed.add_all(game.marked(seat));
    game.hands[seat.index()] = changed;
}

/// Of the harmless cards in the pile that the viewer does not know, replaces the lowest one with a hazard. Returns the
/// replaced card; `None` if there is no such card.
fn swap_into_pile(game: &mut Game, viewer: Option<Seat>, hazard: Title) -> Option<Title> {
    let view = game.view(viewer);
    let length = game.draw_pile.len();
    let is_known = |index: usize| view.known_at((length - 1 - index) as u8).is_some();
    let mut cards = game.draw_pile.cards_mut().iter_mut().enumerate();
    let (_, card) =
        cards.find(|(index, card)| card.title().hazard().is_none() && !is_known(*index))?;
    Some(std::mem::replace(card, hazard.into()).title())
}

/// Replaces the card that is being buried. A hazard is swapped into the pile, because it could equally be there.
fn change_buried(game: &mut Game, viewer: Option<Seat>, titles: TitleSet) {
    let Some(title) = game.buried.map(PileCard::title) else {
        return;
    };
    let other = match title.hazard() {
        Some(_) => swap_into_pile(game, viewer, title).unwrap_or(title),
        None => other_title(title, titles),
    };
    game.buried = Some(PileCard::down(other));
}

fn change_put(game: &mut Game, viewer: Option<Seat>, titles: TitleSet) {
    for seat in Seat::ALL.into_iter().filter(|&seat| Some(seat) != viewer) {
        let harmless = game.put(seat).filter(|title| title.hazard().is_none());
        if let Some(title) = harmless {
            game.put[seat.index()] = Some(other_title(title, titles));
        }
    }
}

/// Returns the hand without hazards, and with every other card replaced by a card of another title.
fn with_other_titles(hand: &Hand, titles: TitleSet) -> Hand {
    let harmless = hand.cards().filter(|card| card.hazard().is_none());
    harmless.map(|card| other_title(card, titles)).collect()
}

/// Replaces every card of the draw pile that the viewer does not know. Hazards only change places, because their number
/// and the visible side of each are public. A face-up hazard is never moved to the top.
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
        // The card that is now on top came from the lowest unknown place.
        game.draw_pile.cards_mut().swap(*lowest, length - 1);
    }
}

/// Returns a different title of the edition, never a hazard.
fn other_title(title: Title, titles: TitleSet) -> Title {
    let after = titles.iter().skip_while(|&other| other != title).nth(1);
    after.or_else(|| titles.nth(0)).unwrap_or(title)
}
