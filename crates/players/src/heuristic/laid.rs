//! The heuristic's choice among the cards of *Barking Kittens* that stay before players: the Barking Kitten, the
//! Tower of Power and I'll Take That, and the attack on oneself that an Attack hands on.

use rules::{Play, Seat, Targets, Title, TurnOptions};

use super::turn::best_of;
use crate::knowledge::Knowledge;

/// The probability that another hand holds the second Barking Kitten from which the first is played: alone, it
/// stays before its player until the second one calls it.
const BARK_FROM: f32 = 0.45;

/// The highest probability of a kitten at which a player wants the next card of another.
const TAKE_UP_TO: f32 = 0.06;

/// Returns a play of such a card that is worth it while a draw is safe.
pub(super) fn choose(
    knowledge: &impl Knowledge,
    options: &TurnOptions,
    preferred: Seat,
) -> Option<Play> {
    bark(knowledge, options, preferred)
        .or_else(|| wear_tower(knowledge, options))
        .or_else(|| take_next_card(knowledge, options))
}

/// Makes another player defuse or explode: one who most likely cannot defuse, if the player has both kittens.
pub(super) fn bark(
    knowledge: &impl Knowledge,
    options: &TurnOptions,
    preferred: Seat,
) -> Option<Play> {
    let title = Title::BarkingKitten;
    if options.aimed.contains(title)
        && let Targets::OneOf(targets) = options.targets_of(title)
    {
        let on = best_of(targets, preferred, |seat| {
            -knowledge.defuse_probability(seat)
        })?;
        return Some(Play::aimed(title, on));
    }
    let lies_before_another = !knowledge.barking().without(knowledge.seat()).is_empty();
    let finds_mate = lies_before_another || knowledge.mate_probability() >= BARK_FROM;
    (options.unaimed.contains(title) && finds_mate).then_some(Play::single(title))
}

fn wear_tower(knowledge: &impl Knowledge, options: &TurnOptions) -> Option<Play> {
    let title = Title::TowerOfPower;
    let stands_in = knowledge.stash() > 0 && options.unaimed.contains(title);
    stands_in.then_some(Play::single(title))
}

/// Takes the next card of the player who draws after this one. Not of one who is about to draw a kitten: it
/// would be the taker's.
fn take_next_card(knowledge: &impl Knowledge, options: &TurnOptions) -> Option<Play> {
    let title = Title::IllTakeThat;
    let next = knowledge.next_in(knowledge.direction(), knowledge.seat());
    let Targets::OneOf(targets) = options.targets_of(title) else {
        return None;
    };
    let owed = u8::try_from(knowledge.turn().owed).unwrap_or(u8::MAX);
    let danger = knowledge.kitten_probability(owed);
    let is_safe = owed < knowledge.pile_count() && danger <= TAKE_UP_TO;
    let may = options.aimed.contains(title) && targets.contains(next);
    (may && is_safe).then_some(Play::aimed(title, next))
}
