//! The weakest computer player, [`Strength::Kitten`](crate::Strength::Kitten): [`crate::heuristic`]
//! with a beginner's parameters, mixed with random and pointless moves.

use rules::{Action, Legal, Play, Randomness, Title};

use crate::{
    heuristic::{self, HeuristicParams},
    knowledge::{Knowledge as _, SeatKnowledge},
};

/// The percentage of choices made at random. A random choice that would rob a spared player is not used.
const RANDOM_PERCENT: u32 = 8;

/// The percentage of decisions on the player's own turn at which they play a card for no reason, if they can.
const POINTLESS_PERCENT: u32 = 20;

pub(crate) fn choose(
    knowledge: &SeatKnowledge,
    legal: &Legal,
    chance: &mut impl Randomness,
) -> Option<Action> {
    let roll = chance.below(100);
    if roll < RANDOM_PERCENT {
        let random = legal.nth(chance.below(legal.count() as u32) as usize);
        let robs_spared = random.is_some_and(
            |action| matches!(action, Action::Play { play, .. } if knowledge.robs_spared(&play)),
        );
        if !robs_spared {
            return random;
        }
    }
    if roll < RANDOM_PERCENT + POINTLESS_PERCENT
        && let Some(action) = pointless_play(legal, chance)
    {
        return Some(action);
    }
    heuristic::choose(
        knowledge,
        legal.options(),
        &HeuristicParams::BEGINNER,
        chance,
    )
}

/// Returns the play of a random card that needs no target, even if the card would be more useful later. Excludes
/// Attacks, which are never pointless.
fn pointless_play(legal: &Legal, chance: &mut impl Randomness) -> Option<Action> {
    let turn = legal.turn()?;
    let titles = turn.unaimed.without(Title::Attack);
    let title = titles.nth(chance.below(titles.len().max(1) as u32) as usize)?;
    Some(Action::Play {
        seat: legal.seat(),
        play: Play::single(title),
    })
}
