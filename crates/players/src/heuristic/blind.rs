//! The heuristic's choice for a blind player: to pick a random card, or to draw. For a real seat, the hand contains
//! only the cards that the seat remembers.

use rules::{Action, BlindOptions, BlindPick, TitleSet};

use super::{HeuristicParams, turn::is_dangerous};
use crate::knowledge::Knowledge;

/// The minimum share of turn-ending cards in the hand at which the player picks a random card rather than risk a
/// dangerous draw.
const ESCAPES_FROM: f32 = 0.25;

/// Returns a random pick if the player must give a card away or put one into the draw pile. During the player's own
/// turn, usually returns a draw, because a safe draw ends the curse.
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
