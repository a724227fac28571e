//! Sensible play by rules of thumb. The search plays its imagined games by the same thumb.

mod habits;
mod nope;
mod place;
mod turn;
mod worth;

use rules::{Action, Chance, Options, TitleSet};

pub(crate) use habits::Habits;
pub(crate) use nope::wants_to_nope;
pub(crate) use turn::cheapest_five;
pub(crate) use worth::worth;

use crate::outlook::Outlook;

/// What a sensible player does with these options; nothing where nothing is asked of him.
pub(crate) fn choose(
    outlook: &impl Outlook,
    options: &Options,
    habits: &Habits,
    chance: &mut impl Chance,
) -> Option<Action> {
    let seat = outlook.seat();
    match *options {
        Options::Nothing => None,
        Options::Turn(ref turn) => turn::choose(outlook, turn, habits, chance),
        Options::Window { pass, nope } => {
            let wanted = |window: &_| wants_to_nope(outlook, window, habits);
            match nope {
                Some(layer) if outlook.window().is_some_and(wanted) => {
                    Some(Action::Nope { seat, layer })
                }
                _ => pass.then_some(Action::Pass { seat }),
            }
        }
        Options::Place(bottom) => Some(Action::Place {
            seat,
            place: place::choose(outlook, bottom, habits, chance),
        }),
        Options::Give(titles) => {
            let title = worth::least(outlook, titles)?;
            Some(Action::Give { seat, title })
        }
        Options::Take(titles) => {
            let title = worth::most(outlook, titles)?;
            Some(Action::Take { seat, title })
        }
        Options::Stop => Some(Action::Stop { seat }),
    }
}

/// Titles that end a turn without a draw.
const ESCAPES: TitleSet = TitleSet::EMPTY
    .with(rules::Title::Attack)
    .with(rules::Title::Skip);
