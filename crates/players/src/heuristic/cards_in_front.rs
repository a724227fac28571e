//! The heuristic's choice among the *Barking Kittens* cards that stay in front of players (the Barking Kitten,
//! the Tower of Power and I'll Take That), and the Personal Attack, whose turns an Attack passes on.

use rules::{Play, Seat, SeatSet, Targets, Title, TurnOptions};

use crate::knowledge::Knowledge;

/// The minimum probability that another hand holds the second Barking Kitten at which the first is
/// played. Without a mate it stays in front of its player until the second one is played.
const BARK_FROM: f32 = 0.45;

/// The maximum probability of a kitten at which a player wants another player's next card.
const TAKE_UP_TO: f32 = 0.06;

/// Returns a worthwhile play of such a card while a draw is safe.
pub(super) fn choose(
    knowledge: &impl Knowledge,
    options: &TurnOptions,
    preferred: Seat,
) -> Option<Play> {
    bark(knowledge, options, preferred)
        .or_else(|| wear_tower(knowledge, options))
        .or_else(|| take_next_card(knowledge, options))
}

/// Makes another player defuse or explode: if the player has both kittens, the one least likely to
/// have a Defuse.
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

/// Takes the next card of the player who draws after this one, unless that card is likely a kitten,
/// which the taker would have to deal with.
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

/// Returns the target with the highest score; among equals, `preferred` if it is one of them.
pub(super) fn best_of(
    targets: SeatSet,
    preferred: Seat,
    score: impl Fn(Seat) -> f32,
) -> Option<Seat> {
    // `max_by` returns the last of equals, which is the preferred target.
    let targets = targets.clockwise_after(preferred);
    targets.max_by(|&one, &other| score(one).total_cmp(&score(other)))
}
