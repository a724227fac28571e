//! The heuristic: fixed rules of play with tuned parameters, without search. It is
//! [`Strength::Cat`](crate::Strength::Cat) itself, the beginner with other parameters, the playout
//! policy of the search, and the fallback when a search is late. One module for each decision:
//! `turn` (plays and draws), `nope`, `place` (kittens), `card_value` (gifts and takes).

mod card_value;
mod nope;
mod params;
mod place;
mod turn;

use rules::{Action, Chance, LegalOptions};

pub(crate) use card_value::card_value;
pub(crate) use nope::wants_to_nope;
pub(crate) use params::HeuristicParams;
pub(crate) use turn::cheapest_five;

use crate::knowledge::Knowledge;

/// Returns the heuristic's choice among the legal actions; `None` if there is none.
pub(crate) fn choose(
    knowledge: &impl Knowledge,
    options: &LegalOptions,
    params: &HeuristicParams,
    chance: &mut impl Chance,
) -> Option<Action> {
    let seat = knowledge.seat();
    match *options {
        LegalOptions::Nothing => None,
        LegalOptions::Turn(ref turn) => turn::choose(knowledge, turn, params, chance),
        LegalOptions::Window { pass, nope } => {
            let wanted = |window: &_| wants_to_nope(knowledge, window, params);
            match nope {
                Some(layer) if knowledge.window().is_some_and(wanted) => {
                    Some(Action::Nope { seat, layer })
                }
                _ => pass.then_some(Action::Pass { seat }),
            }
        }
        LegalOptions::Place(bottom) => Some(Action::Place {
            seat,
            place: place::choose(knowledge, bottom, params, chance),
        }),
        LegalOptions::Give(titles) => {
            let title = card_value::least_valuable(knowledge, titles)?;
            Some(Action::Give { seat, title })
        }
        LegalOptions::Take(titles) => {
            let title = card_value::most_valuable(knowledge, titles)?;
            Some(Action::Take { seat, title })
        }
        LegalOptions::Stop => Some(Action::Stop { seat }),
    }
}
