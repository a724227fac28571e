//! The heuristic's choice of an order for the top cards of the draw pile.

use rules::{Hazard, Order, PileCard};

use super::card_value::value_when_gained;
use crate::knowledge::{Knowledge, is_deadly};

/// The value of drawing a kitten that the player can survive and then place for an opponent.
const VALUE_OF_PLACING: f32 = 3.0;

/// Returns an order that gives the player the best safe cards and other players the deadly ones, as far as possible.
/// Takes I'll Take That into account. Returns the order unchanged unless all these cards are known.
pub(super) fn choose(knowledge: &impl Knowledge, cards: u8) -> Option<Order> {
    let seen = |place| knowledge.known_card(place).map(|card| (place, card));
    let known: Vec<(u8, PileCard)> = (0..cards).filter_map(seen).collect();
    if known.len() < usize::from(cards) {
        return Some(Order::unchanged(cards));
    }
    let (mut deadly, mut safe): (Vec<_>, Vec<_>) =
        known.into_iter().partition(|&(_, card)| is_deadly(card));
    safe.sort_by(|one, other| value(knowledge, other.1).total_cmp(&value(knowledge, one.1)));
    let own_turn = knowledge.turn().seat == knowledge.seat();
    let is_receiver = knowledge.next_receiver() == knowledge.seat();
    // If another player will get the top card, it should be deadly.
    let first = usize::from(!is_receiver).min(deadly.len());
    let later = deadly.split_off(first);
    let own = match (own_turn, is_receiver) {
        (true, true) => usize::from(knowledge.turn().owed),
        (true, false) => usize::from(knowledge.turn().owed.saturating_sub(1)),
        (false, true) => 1,
        (false, false) => safe.len(),
    };
    let rest = safe.split_off(own.min(safe.len()));
    let order = deadly.into_iter().chain(safe).chain(later).chain(rest);
    let places: Vec<u8> = order.map(|(place, _)| place).collect();
    Order::new(&places)
}

fn value(knowledge: &impl Knowledge, card: PileCard) -> f32 {
    match card.title().hazard() {
        Some(Hazard::Implodes | Hazard::Explodes) => VALUE_OF_PLACING,
        None => value_when_gained(knowledge, card.title()),
    }
}
