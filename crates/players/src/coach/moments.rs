//! The moments of a finished game that the coach examines, each with the seat's knowledge at the time.

use rules::{Action, Event, Game, LegalOptions, Phase, PlayerView, Seat, redact};

use super::PlayedStep;
use crate::{memory::Memory, search};

/// A point in the game, just before `step` for a decision and just after it for a chance to win.
pub(super) struct Moment {
    pub(super) step: u16,
    pub(super) view: PlayerView,
    pub(super) memory: Memory,
    pub(super) question: Question,
}

#[derive(Clone, Copy)]
pub(super) enum Question {
    Chance,
    Decision(Action),
}

/// Returns the moments until the seat is out or the game is over, and whether the seat has won.
pub(super) fn of_seat<'e>(
    dealt: &Game,
    seat: Seat,
    steps: impl Iterator<Item = PlayedStep<'e>>,
) -> (Vec<Moment>, bool) {
    let mut game = dealt.clone();
    let mut memory = Memory::new(seat, &game.view(Some(seat)));
    let mut moments = Vec::new();
    let mut ask = |game: &Game, memory: &Memory, step, question| {
        moments.push(Moment {
            step,
            view: game.view(Some(seat)),
            memory: memory.clone(),
            question,
        });
    };
    ask(&game, &memory, 0, Question::Chance);
    for PlayedStep {
        step,
        action,
        events,
    } in steps
    {
        let decision = decision(&game, seat, action, events);
        if let Some(done) = decision {
            ask(&game, &memory, step, Question::Decision(done));
        }
        for event in events {
            memory.observe(&redact(event, Some(seat), game.rules()));
            game.evolve(event);
        }
        if !game.living().contains(seat) || game.winner().is_some() {
            break;
        }
        let is_turn = |event: &Event| matches!(event, Event::TurnBegan(_));
        if events.iter().any(is_turn) {
            ask(&game, &memory, step, Question::Chance);
        }
    }
    (moments, game.winner() == Some(seat))
}

/// Returns the seat's decision in this step; `None` if the seat decided nothing, or if the search cannot judge
/// the decision.
fn decision(game: &Game, seat: Seat, action: Action, events: &[Event]) -> Option<Action> {
    let legal = game.legal(seat);
    if !game.living().contains(seat) || search::is_trivial(&legal) {
        return None;
    }
    if action.seat() == Some(seat) {
        return Some(action).filter(|action| legal.allows(action));
    }
    // A player who may still play a Nope when the window closes has decided against it.
    let LegalOptions::Window { .. } = legal.options() else {
        return None;
    };
    let closes = |event: &Event| matches!(event, Event::WindowClosed { .. });
    let pass = Action::Pass { seat };
    let has_closed = matches!(game.phase(), Phase::Window(_)) && events.iter().any(closes);
    (has_closed && legal.allows(&pass)).then_some(pass)
}
