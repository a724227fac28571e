//! The heuristic's choice of a place for a kitten that goes back into the draw pile.

use rules::Chance;

use super::HeuristicParams;
use crate::knowledge::Knowledge;

/// Returns mostly the place where the next player draws it, after the turns that this player still
/// owes; sometimes another one, so that opponents cannot be sure.
pub(super) fn choose(
    knowledge: &impl Knowledge,
    bottom: u8,
    params: &HeuristicParams,
    chance: &mut impl Chance,
) -> u8 {
    let still_owed = knowledge.turn().owed.saturating_sub(1);
    let for_next = u8::try_from(still_owed).unwrap_or(u8::MAX).min(bottom);
    let permille = (params.place_for_next_rate * 1000.0) as u32;
    match chance.below(1000) < permille {
        true => for_next,
        false => for_next + chance.below(u32::from(bottom - for_next) + 1) as u8,
    }
}
