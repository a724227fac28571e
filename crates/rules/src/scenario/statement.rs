//! The lines of a scenario file after its set-up: steps, expected refusals, fixed random outcomes
//! and expectations. They are parsed here and executed in `run.rs`.

use crate::{
    action::{Action, Play},
    choice::{ChoiceAnswer, Order},
    game::Game,
    phase::Phase,
    pile::PileCard,
    scenario::{
        expectation::Expectation,
        line::{Line, ScenarioError},
        scripted_chance::FixedPick,
        setup::{PlayerNames, SetupSection},
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
#[derive(Clone, Debug)]
pub(super) enum Step {
    Act(Action),
    /// Puts cards, which are named from the top down, in this order.
    Orders(Seat, Vec<PileCard>),
    NopeOnTop(Seat),
    WindowCloses,
}

impl Step {
    /// Returns the action that the step stands for in this state; `None` if there is no window to close.
    pub(super) fn action(&self, game: &Game) -> Option<Action> {
        let layer = match game.phase() {
            Phase::Window(window) => Some(window.layer()),
            Phase::Turn | Phase::Choice(_) | Phase::Won { .. } => None,
        };
        match self {
            Step::Act(action) => Some(*action),
            Step::Orders(seat, cards) => Some(Action::Choose {
                seat: *seat,
                answer: ChoiceAnswer::Order(order(game, cards)),
            }),
            Step::NopeOnTop(seat) => Some(Action::Nope {
                seat: *seat,
                layer: layer.unwrap_or(0),
            }),
            Step::WindowCloses => layer.map(|_| Action::TimeOut),
        }
    }
}

/// A place that no card of an order has.
const NO_PLACE: u8 = u8::MAX;

/// Returns the order that puts the top cards of the pile like this. A card that is not among them, or
/// not as often, gets a place that no card has, so that the order is refused.
fn order(game: &Game, cards: &[PileCard]) -> Order {
    let mut left: Vec<Option<PileCard>> = game
        .draw_pile()
        .from_top()
        .take(cards.len())
        .map(Some)
        .collect();
    let mut take = |card: &PileCard| {
        let place = left.iter().position(|there| *there == Some(*card))?;
        left[place] = None;
        u8::try_from(place).ok()
    };
    let places: Vec<u8> = cards
        .iter()
        .map(|card| take(card).unwrap_or(NO_PLACE))
        .collect();
    Order::new(&places).unwrap_or(Order::unchanged(0))
}

/// A statement, and what the second world does instead of it.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) line: usize,
    pub(super) statement: Statement,
    pub(super) other: Option<Statement>,
}

impl Row {
    /// Reads the lines after the set-up.
    pub(super) fn read_all(body: &[Line], names: &PlayerNames) -> Result<Vec<Row>, ScenarioError> {
        let mut rows: Vec<Row> = Vec::new();
        for line in body {
            if SetupSection::is_part(line) {
                return Err(line.syntax_error("the set-up before the first step"));
            }
            match (line.words[0], rows.last_mut()) {
                ("or", Some(row)) => row.add_other(line, names)?,
                ("or", None) => return Err(line.syntax_error("a step before `or`")),
                _ => rows.push(Row {
                    line: line.number,
                    statement: Statement::read(line, names)?,
                    other: None,
                }),
            }
        }
        Ok(rows)
    }

    fn add_other(&mut self, line: &Line, names: &PlayerNames) -> Result<(), ScenarioError> {
        let other = Statement::read(&line.without_first_word(), names)?;
        let fits = matches!(
            (&self.statement, &other),
            (Statement::Step(_), Statement::Step(_)) | (Statement::Chance(_), Statement::Chance(_))
        );
        match fits && self.other.is_none() {
            true => {
                self.other = Some(other);
                Ok(())
            }
            false => Err(line.syntax_error("`or` once, directly after a line of its kind")),
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
        "plays", "nopes", "passes", "draws", "places", "gives", "takes", "stops", "orders",
        "leaves",
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
        ["orders", ref cards @ ..] => return Ok(Step::Orders(seat, line.pile_cards(cards)?)),
        ["places", "kitten" | "card", "at", place] => Action::Choose {
            seat,
            answer: ChoiceAnswer::Place(line.small_number(place)?),
        },
        ["gives", card] => Action::Choose {
            seat,
            answer: ChoiceAnswer::Give(line.card(card)?),
        },
        ["takes", card] => Action::Choose {
            seat,
            answer: ChoiceAnswer::Take(line.card(card)?),
        },
        ["stops"] => Action::Choose {
            seat,
            answer: ChoiceAnswer::Stop,
        },
        ["leaves"] => Action::Leave { seat },
        _ => return Err(line.syntax_error("a step or an expectation")),
    };
    Ok(Step::Act(action))
}

fn read_play(line: &Line, words: &[&str], names: &PlayerNames) -> Result<Play, ScenarioError> {
    match *words {
        ["pair", "of", cards, "on", target] => {
            let (title, wild) = read_kind(line, cards, 2)?;
            let on = names.seat(line, target)?;
            Ok(Play::Pair { title, wild, on })
        }
        ["triple", "of", cards, "on", target, "naming", naming] => {
            let (title, wild) = read_kind(line, cards, 3)?;
            Ok(Play::Triple {
                title,
                wild,
                on: names.seat(line, target)?,
                naming: line.card(naming)?,
            })
        }
        ["five", ref cards @ ..] => {
            let titles = line.cards(cards)?;
            let titles = titles.try_into();
            titles
                .map(Play::Five)
                .map_err(|_| line.syntax_error("five cards after `five`"))
        }
        [card, "on", target] => Ok(Play::aimed(line.card(card)?, names.seat(line, target)?)),
        [card] => Ok(Play::single(line.card(card)?)),
        _ => Err(line.syntax_error(
            "`plays CARD`, `CARD on PLAYER`, `pair of CARD on PLAYER`, \
             `triple of CARD on PLAYER naming CARD` or `five CARD CARD CARD CARD CARD`",
        )),
    }
}

/// Reads the cards of a combo: one title, or `count` cards with a plus between them, of which all that
/// are no Feral Cats are of one title. Returns the title and the number of Feral Cats that stand for it.
fn read_kind(line: &Line, word: &str, count: usize) -> Result<(Title, u8), ScenarioError> {
    let words: Vec<&str> = word.split('+').collect();
    let cards = line.cards(&words)?;
    let tame: Vec<Title> = cards
        .iter()
        .copied()
        .filter(|&title| title != Title::FeralCat)
        .collect();
    let Some(&title) = tame.first() else {
        return Ok((Title::FeralCat, 0));
    };
    let of_one_title = tame.iter().all(|&card| card == title);
    match cards.len() {
        1 => Ok((title, 0)),
        length if length == count && of_one_title => Ok((title, (count - tame.len()) as u8)),
        _ => Err(line.syntax_error(format!("{count} cards of one title, or Feral Cats"))),
    }
}
