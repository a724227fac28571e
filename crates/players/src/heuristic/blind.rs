//! The heuristic's choice for a blind player: a random card of their hand, or the draw. The hand is
//! then what the player remembers of it.

use rules::{Action, BlindOptions, BlindPick, TitleSet};

use super::{HeuristicParams, turn::is_dangerous};
use crate::knowledge::Knowledge;

/// The minimum share of turn-ending cards at which a random card is played instead of a dangerous draw.
const ESCAPES_FROM: f32 = 0.25;

/// Returns the pick that others wait for. On the player's own turn it is usually the draw, which
/// ends the curse if it is safe.
pub(super) fn choose(
    knowledge: &impl Knowledge,
    options: BlindOptions,
    params: &HeuristicParams,
) -> Action {
    let seat = knowledge.seat();
    let plays = match options.pick {
        Some(BlindPick::Give | BlindPick::Put) => true,
        Some(BlindPick::Play) => !options.draw || hopes_for_escape(knowledge, params),
        None => false,
    };
    if plays {
        Action::PickBlindly { seat }
    } else {
        Action::Draw { seat }
    }
}

fn hopes_for_escape(knowledge: &impl Knowledge, params: &HeuristicParams) -> bool {
    let hand = knowledge.hand();
    let escapes: u8 = TitleSet::ENDING_TURN
        .iter()
        .map(|title| hand.count(title))
        .sum();
    let cards = knowledge.cards(knowledge.seat()).max(1);
    is_dangerous(knowledge, params) && f32::from(escapes) / f32::from(cards) >= ESCAPES_FROM
}
