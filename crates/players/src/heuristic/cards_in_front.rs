//! The heuristic's choice among the *Barking Kittens* cards that stay in front of players: the
//! Barking Kitten, the Tower of Power and I'll Take That.

use rules::{Play, Seat, SeatSet, Targets, Title, TurnOptions};

use crate::knowledge::Knowledge;

/// The minimum probability that another player holds the second Barking Kitten at which the first is played. If nobody
/// holds the second, the first stays in front of its player until the second is played.
const BARK_FROM: f32 = 0.45;

/// The maximum probability of a kitten at which the player claims another player's next card.
const TAKE_UP_TO: f32 = 0.06;

/// Returns a worthwhile play of one of these cards, if there is one.
pub(super) fn choose(
    knowledge: &impl Knowledge,
    options: &TurnOptions,
    preferred: Seat,
) -> Option<Play> {
    bark(knowledge, options, preferred)
        .or_else(|| wear_tower(knowledge, options))
        .or_else(|| take_next_card(knowledge, options))
}

/// Returns the play of a Barking Kitten if another player has the second, or is likely enough to hold it. A player who
/// holds both aims at the target least likely to have a Defuse.
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

/// Claims the next player's next card, unless the risk is too high that this player would receive a kitten.
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

/// Returns the target with the highest score. On a tie, returns `preferred` if it is among the best.
pub(super) fn best_of(
    targets: SeatSet,
    preferred: Seat,
    score: impl Fn(Seat) -> f32,
) -> Option<Seat> {
    // On a tie, `max_by` returns the last element, so the preferred target comes last.
    let targets = targets.clockwise_after(preferred);
    targets.max_by(|&one, &other| score(one).total_cmp(&score(other)))
}
