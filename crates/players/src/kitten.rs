//! The beginner: it knows the cards, and makes a beginner's mistakes. It plays cards for their own
//! sake, trusts its luck, lets itself be robbed, and forgets to think now and then.

use rules::{Action, Chance, Legal, Options, Play, Title};

use crate::{
    cat::{self, Habits},
    outlook::Remembered,
};

/// How often, of 100 choices, it does just anything.
const THOUGHTLESS: u32 = 8;

/// How often, of 100 own turns, it plays a card that serves no purpose just now.
const PLAYFUL: u32 = 20;

/// What a beginner would do.
pub(crate) fn choose(
    outlook: &Remembered,
    legal: &Legal,
    chance: &mut impl Chance,
) -> Option<Action> {
    let mood = chance.below(100);
    if mood < THOUGHTLESS {
        return legal.nth(chance.below(legal.count() as u32) as usize);
    }
    if mood < THOUGHTLESS + PLAYFUL
        && let Some(whim) = whim(legal, chance)
    {
        return Some(whim);
    }
    cat::choose(outlook, legal.options(), &Habits::BEGINNER, chance)
}

/// A card played because it is there: seldom the one that would save it later.
fn whim(legal: &Legal, chance: &mut impl Chance) -> Option<Action> {
    let Options::Turn(turn) = legal.options() else {
        return None;
    };
    let titles = turn.singles.without(Title::Attack);
    let title = titles.nth(chance.below(titles.len().max(1) as u32) as usize)?;
    Some(Action::Play {
        seat: legal.seat(),
        play: Play::Single(title),
    })
}
