//! The heuristic: fixed rules of play with tuned parameters, without search. [`Strength::Cat`](crate::Strength::Cat)
//! uses it with the sensible parameters, the beginner with weaker ones, the search in its playouts, and the table as a
//! fallback if a search is late. Its modules handle turns (`turn`, with `cards_in_front` for cards that stay in front
//! of players), plays on another player's turn (`off_turn`), blind players (`blind`), Nopes (`nope`), places in the
//! pile (`place`), the order of the top cards (`order`), the values of cards (`card_value`), and parameters (`params`).

mod blind;
mod card_value;
mod cards_in_front;
mod nope;
mod off_turn;
mod order;
mod params;
mod place;
mod turn;

use rules::{Action, Answers, ChoiceAnswer, LegalOptions, Randomness};

pub(crate) use card_value::card_value;
pub(crate) use nope::wants_to_nope;
pub(crate) use params::HeuristicParams;
pub(crate) use turn::cheapest_five;

use crate::knowledge::Knowledge;

/// Returns the heuristic's choice among the legal actions; `None` to wait, or if no action is legal.
pub(crate) fn choose(
    knowledge: &impl Knowledge,
    options: &LegalOptions,
    params: &HeuristicParams,
    chance: &mut impl Randomness,
) -> Option<Action> {
    let seat = knowledge.seat();
    match *options {
        LegalOptions::Nothing => None,
        LegalOptions::Turn(ref turn) => turn::choose(knowledge, turn, params, chance),
        LegalOptions::OffTurn(titles) => off_turn::choose(knowledge, titles),
        LegalOptions::Window { pass, nope } => {
            let wanted = |window: &_| wants_to_nope(knowledge, window, params);
            match nope {
                Some(layer) if knowledge.window().is_some_and(wanted) => {
                    Some(Action::Nope { seat, layer })
                }
                Some(_) | None => pass.then_some(Action::Pass { seat }),
            }
        }
        LegalOptions::Choice(answers) => {
            let answer = choose_answer(knowledge, answers, params, chance)?;
            Some(Action::Choose { seat, answer })
        }
        LegalOptions::Blind(options) => Some(blind::choose(knowledge, options, params)),
    }
}

fn choose_answer(
    knowledge: &impl Knowledge,
    answers: Answers,
    params: &HeuristicParams,
    chance: &mut impl Randomness,
) -> Option<ChoiceAnswer> {
    match answers {
        Answers::Place(bottom) => Some(ChoiceAnswer::Place(place::choose(
            knowledge, bottom, params, chance,
        ))),
        Answers::Give(titles) => {
            card_value::least_valuable(knowledge, titles).map(ChoiceAnswer::Give)
        }
        Answers::Put(titles) => {
            card_value::least_valuable(knowledge, titles).map(ChoiceAnswer::Put)
        }
        Answers::Aim(seats) => {
            let picked = chance.below(seats.len().max(1) as u32);
            seats.nth(picked as usize).map(ChoiceAnswer::Aim)
        }
        Answers::Take(titles) => {
            card_value::most_valuable(knowledge, titles).map(ChoiceAnswer::Take)
        }
        Answers::Stop => Some(ChoiceAnswer::Stop),
        Answers::Order(cards) => order::choose(knowledge, cards).map(ChoiceAnswer::Order),
    }
}
