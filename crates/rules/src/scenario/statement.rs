//! The lines of a scenario file after its set-up: steps, expected refusals, fixed random outcomes
//! and expectations. They are parsed here and executed in `run.rs`.

use crate::{
    action::{Action, Play},
    game::Game,
    phase::Phase,
    scenario::{
        expectation::Expectation,
        line::{Line, ScenarioError},
        scripted_chance::FixedPick,
        setup::PlayerNames,
    },
    seat::Seat,
    title::Title,
};

/// One line after the set-up.
#[derive(Clone, Debug)]
pub(super) enum Statement {
    Step(Step),
    Refuse(Step),
    Chance(FixedPick),
    /// Must hold for every seed.
    Expect(Expectation),
    /// Must hold for at least one of the seeds.
    ExpectSome(Expectation),
}

/// A step as written. The action that it stands for may depend on the state.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Act(Action),
    NopeOnTop(Seat),
    WindowCloses,
}

impl Step {
    /// Returns the action that the step stands for in this state; `None` if there is no window to
    /// close.
    pub(super) fn action(self, game: &Game) -> Option<Action> {
        let layer = match game.phase() {
            Phase::Window(window) => Some(window.layer()),
            _ => None,
        };
        match self {
            Step::Act(action) => Some(action),
            Step::NopeOnTop(seat) => Some(Action::Nope {
                seat,
                layer: layer.unwrap_or(0),
            }),
            Step::WindowCloses => layer.map(|_| Action::TimeOut),
        }
    }
}

impl Statement {
    pub(super) fn read(line: &Line, names: &PlayerNames) -> Result<Statement, ScenarioError> {
        match line.words[..] {
            ["refuse", ref step @ ..] => read_step(line, step, names).map(Statement::Refuse),
            ["chance", ref fixed @ ..] => FixedPick::read(line, fixed).map(Statement::Chance),
            ["expect", "some", "seed", ref rest @ ..] => {
                Expectation::read(line, rest, names).map(Statement::ExpectSome)
            }
            ["expect", ref rest @ ..] => {
                Expectation::read(line, rest, names).map(Statement::Expect)
            }
            ref step => read_step(line, step, names).map(Statement::Step),
        }
    }
}

fn read_step(line: &Line, words: &[&str], names: &PlayerNames) -> Result<Step, ScenarioError> {
    let (name, what) = match *words {
        ["window", "closes"] => return Ok(Step::WindowCloses),
        ["time", "out"] => return Ok(Step::Act(Action::TimeOut)),
        [name, ref what @ ..] => (name, what),
        [] => return Err(line.syntax_error("a step")),
    };
    let known = [
        "plays", "nopes", "passes", "draws", "places", "gives", "takes", "stops", "leaves",
    ];
    if !what.first().is_some_and(|verb| known.contains(verb)) {
        return Err(line.syntax_error("a step or an expectation"));
    }
    let seat = names.seat(line, name)?;
    let action = match *what {
        ["plays", ref play @ ..] => Action::Play {
            seat,
            play: read_play(line, play, names)?,
        },
        ["nopes"] => return Ok(Step::NopeOnTop(seat)),
        ["nopes", "at", layer] => Action::Nope {
            seat,
            layer: line.small_number(layer)?,
        },
        ["passes"] => Action::Pass { seat },
        ["draws"] => Action::Draw { seat },
        ["places", "kitten", "at", place] => Action::Place {
            seat,
            place: line.small_number(place)?,
        },
        ["gives", card] => Action::Give {
            seat,
            title: line.card(card)?,
        },
        ["takes", card] => Action::Take {
            seat,
            title: line.card(card)?,
        },
        ["stops"] => Action::Stop { seat },
        ["leaves"] => Action::Leave { seat },
        _ => return Err(line.syntax_error("a step or an expectation")),
    };
    Ok(Step::Act(action))
}

fn read_play(line: &Line, words: &[&str], names: &PlayerNames) -> Result<Play, ScenarioError> {
    match *words {
        ["pair", "of", card, "on", target] => Ok(Play::Pair {
            title: line.card(card)?,
            on: names.seat(line, target)?,
        }),
        ["triple", "of", card, "on", target, "naming", naming] => Ok(Play::Triple {
            title: line.card(card)?,
            on: names.seat(line, target)?,
            naming: line.card(naming)?,
        }),
        ["five", ref cards @ ..] => {
            let titles = line.cards(cards)?;
            let titles = titles.try_into();
            titles
                .map(Play::Five)
                .map_err(|_| line.syntax_error("five cards after `five`"))
        }
        ["favor", "on", target] => Ok(Play::Favor {
            on: Some(names.seat(line, target)?),
        }),
        [card] => Ok(match line.card(card)? {
            Title::Favor => Play::Favor { on: None },
            title => Play::Single(title),
        }),
        _ => Err(line.syntax_error(
            "`plays CARD`, `favor on PLAYER`, `pair of CARD on PLAYER`, \
             `triple of CARD on PLAYER naming CARD` or `five CARD CARD CARD CARD CARD`",
        )),
    }
}
