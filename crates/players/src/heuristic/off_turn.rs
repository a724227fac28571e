//! The heuristic's choice of a card on another player's turn.

use rules::{Action, Play, TitleSet};

use crate::knowledge::Knowledge;

/// The probability of a kitten that is about to be drawn by the player themself from which they play.
const SAVES_FROM: f32 = 0.3;

/// The probability of a kitten among the top cards from which it is put on top for another.
const AIMS_FROM: f32 = 0.8;

/// Returns the play; `None` to wait. It puts a kitten before the player on turn, or takes it from the top if the
/// player would get it by an I'll Take That.
pub(super) fn choose(knowledge: &impl Knowledge, titles: TitleSet) -> Option<Action> {
    let seat = knowledge.seat();
    let title = titles.nth(0)?;
    let top = knowledge.kitten_probability(0);
    let below: f32 = (1..3)
        .map(|place| knowledge.kitten_probability(place))
        .sum();
    let plays = match knowledge.next_receiver() == seat {
        true => top >= SAVES_FROM,
        false => below >= AIMS_FROM && top < 1.0,
    };
    plays.then_some(Action::Play {
        seat,
        play: Play::single(title),
    })
}
