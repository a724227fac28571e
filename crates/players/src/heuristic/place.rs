//! The heuristic's choice of a place for a card that goes into the draw pile: a kitten, or a card
//! that the player buries.

use rules::{Randomness, Title};

use super::{HeuristicParams, card_value::value_when_gained};
use crate::knowledge::Knowledge;

/// For a kitten, returns the place from which the next player will draw after the turns that this player still owes.
/// Sometimes returns a random place from there to the bottom instead, so that opponents cannot be sure.
pub(super) fn choose(
    knowledge: &impl Knowledge,
    bottom: u8,
    params: &HeuristicParams,
    chance: &mut impl Randomness,
) -> u8 {
    if let Some(title) = knowledge.buried()
        && title.hazard().is_none()
    {
        return place_for_safe_card(knowledge, bottom, title, chance);
    }
    let still_owed = knowledge.turn().owed.saturating_sub(1);
    let for_next = u8::try_from(still_owed).unwrap_or(u8::MAX).min(bottom);
    let permille = (params.place_for_next_rate * 1000.0) as u32;
    if chance.below(1000) < permille {
        for_next
    } else {
        for_next + chance.below(u32::from(bottom - for_next) + 1) as u8
    }
}

/// The minimum value at which a player who buries a card places it for their own next turn.
const WORTH_DRAWING: f32 = 3.0;

/// For a good card, returns the place of this player's next draw: the top if they owe another turn, or else the place
/// after one draw by every other player. For any other card, returns a random place.
fn place_for_safe_card(
    knowledge: &impl Knowledge,
    bottom: u8,
    title: Title,
    chance: &mut impl Randomness,
) -> u8 {
    let owes_more = knowledge.turn().owed > 1;
    let own_next = if owes_more {
        0
    } else {
        knowledge.living().len() as u8 - 1
    };
    if value_when_gained(knowledge, title) >= WORTH_DRAWING {
        own_next.min(bottom)
    } else {
        chance.below(u32::from(bottom) + 1) as u8
    }
}
