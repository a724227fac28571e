//! The heuristic's choice of a card during another player's turn.

use rules::{Action, Play, TitleSet};

use crate::knowledge::Knowledge;

/// The minimum probability of drawing a kitten next at which the player acts to avoid it.
const SAVES_FROM: f32 = 0.3;

/// The minimum probability of a kitten in second or third place at which the player moves it up for another player.
const AIMS_FROM: f32 = 0.8;

/// Returns the play, or `None` to wait. The play can move a kitten to the top for another player, or away from the top
/// if this player would get it through an I'll Take That.
pub(super) fn choose(knowledge: &impl Knowledge, titles: TitleSet) -> Option<Action> {
    let seat = knowledge.seat();
    let title = titles.nth(0)?;
    let top = knowledge.kitten_probability(0);
    let below: f32 = (1..3)
        .map(|place| knowledge.kitten_probability(place))
        .sum();
    let plays = if knowledge.next_receiver() == seat {
        top >= SAVES_FROM
    } else {
        below >= AIMS_FROM && top < 1.0
    };
    plays.then_some(Action::Play {
        seat,
        play: Play::single(title),
    })
}
