//! The lines of a scenario file after its setup: steps, expected refusals, fixed random outcomes
//! and expectations. Parsed here, executed in `run.rs`.

use crate::{
    action::{Action, Play},
    choice::BlindPick,
    choice::{ChoiceAnswer, Order},
    game::Game,
    phase::NopeWindow,
    pile::PileCard,
    scenario::{
        expectation::Expectation,
        line::{Line, ScenarioError, VERBS, lines},
        player_names::PlayerNames,
        scripted_chance::FixedPick,
        setup::SetupSection,
    },
    seat::Seat,
    title::Title,
};

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

/// A step as written. Its action may depend on the game's state.
#[derive(Clone, Debug)]
pub(super) enum Step {
    Act(Action),
    /// Arranges the top cards in this order, top card first.
    Orders(Seat, Vec<PileCard>),
    NopeOnTop(Seat),
    PicksBlindly(Seat, BlindPick),
    WindowCloses,
    /// A step that is illegal in every edition, with the reason.
    Impossible(&'static str),
}

impl Step {
    /// Returns the step's action in this state, or the reason why there is no such action.
    pub(super) fn action(&self, game: &Game) -> Result<Action, String> {
        let layer = game.phase().window().map(NopeWindow::layer);
        match self {
            Step::Act(action) => Ok(*action),
            Step::Orders(seat, cards) => Ok(Action::Choose {
                seat: *seat,
                answer: ChoiceAnswer::Order(order(game, cards)),
            }),
            Step::NopeOnTop(seat) => Ok(Action::Nope {
                seat: *seat,
                layer: layer.unwrap_or(0),
            }),
            Step::PicksBlindly(seat, pick) => match game.legal(*seat).blind_pick() {
                Some(other) if other != *pick => Err("a different kind of pick".to_owned()),
                _ => Ok(Action::PickBlindly { seat: *seat }),
            },
            Step::WindowCloses if layer.is_some() => Ok(Action::TimeOut),
            Step::WindowCloses => Err("no open window".to_owned()),
            Step::Impossible(reason) => Err(format!("a refusal: {reason}")),
        }
    }
}

/// A place that is never valid in an order.
const NO_PLACE: u8 = u8::MAX;

/// Returns the order that arranges the top cards of the pile like `cards`. A card that is not among the top cards, or
/// is listed too often, gets an invalid place, so that the order is refused.
fn order(game: &Game, cards: &[PileCard]) -> Order {
    let top = game.draw_pile().from_top().take(cards.len());
    let mut left: Vec<Option<PileCard>> = top.map(Some).collect();
    let mut take = |card: &PileCard| {
        let place = left.iter().position(|there| *there == Some(*card))?;
        left[place] = None;
        u8::try_from(place).ok()
    };
    let places = cards.iter().map(|card| take(card).unwrap_or(NO_PLACE));
    Order::new(&places.collect::<Vec<u8>>()).unwrap_or(Order::unchanged(0))
}

/// A statement and, if an `or` line follows, the statement that the second world executes instead.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) line: usize,
    pub(super) statement: Statement,
    pub(super) other: Option<Statement>,
}

impl Row {
    pub(super) fn read_all(body: &[Line], names: &PlayerNames) -> Result<Vec<Row>, ScenarioError> {
        let mut rows: Vec<Row> = Vec::new();
        for line in body {
            if SetupSection::is_part(line) {
                return Err(line.syntax_error("the setup before the first step"));
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
        if fits && self.other.is_none() {
            self.other = Some(other);
            Ok(())
        } else {
            Err(line.syntax_error("a single `or`, directly after a line of the same kind"))
        }
    }
}

impl Statement {
    pub(super) fn read(line: &Line, names: &PlayerNames) -> Result<Statement, ScenarioError> {
        match line.words[..] {
            ["refuse", ref step @ ..] => read_step(line, step, names).map(Statement::Refuse),
            ["chance", ref fixed @ ..] => {
                FixedPick::read(line, fixed, names).map(Statement::Chance)
            }
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

/// Reads an action from a line of a scenario file in which the players are named A, B, C …
///
/// # Errors
/// Returns a message that names the words that cannot be parsed, or says why the step is impossible in this state.
pub fn read_action(text: &str, game: &Game) -> Result<Action, String> {
    let line = lines(text).next().ok_or("an empty line")?;
    let names = PlayerNames::letters(game.rules().players());
    let step = read_step(&line, &line.words, &names);
    step.map_err(|error| error.to_string())?.action(game)
}

fn read_step(line: &Line, words: &[&str], names: &PlayerNames) -> Result<Step, ScenarioError> {
    let (name, what) = match *words {
        ["window", "closes"] => return Ok(Step::WindowCloses),
        ["time", "out"] => return Ok(Step::Act(Action::TimeOut)),
        [name, ref what @ ..] => (name, what),
        [] => return Err(line.syntax_error("a step")),
    };
    if !what.first().is_some_and(|verb| VERBS.contains(verb)) {
        return Err(line.syntax_error("a step or an expectation"));
    }
    let seat = names.seat(line, name)?;
    let choose = |answer| Action::Choose { seat, answer };
    let action = match *what {
        ["plays", "blindly"] => return Ok(Step::PicksBlindly(seat, BlindPick::Play)),
        ["plays", ref play @ ..] => match read_play(line, play, names)? {
            Some(play) => Action::Play { seat, play },
            None => return Ok(Step::Impossible("cards of different titles")),
        },
        ["nopes"] => return Ok(Step::NopeOnTop(seat)),
        ["nopes", "at", layer] => Action::Nope {
            seat,
            layer: line.small_number(layer)?,
        },
        ["passes"] => Action::Pass { seat },
        ["draws"] => Action::Draw { seat },
        ["orders", ref cards @ ..] => return Ok(Step::Orders(seat, line.pile_cards(cards)?)),
        ["places", "kitten" | "card", "at", place] => {
            choose(ChoiceAnswer::Place(line.small_number(place)?))
        }
        ["gives", "blindly"] => return Ok(Step::PicksBlindly(seat, BlindPick::Give)),
        ["puts", "blindly"] => return Ok(Step::PicksBlindly(seat, BlindPick::Put)),
        ["puts", card] => choose(ChoiceAnswer::Put(line.card(card)?)),
        ["aims", "at", target] => choose(ChoiceAnswer::Aim(names.seat(line, target)?)),
        ["gives", card] => choose(ChoiceAnswer::Give(line.card(card)?)),
        ["takes", card] => choose(ChoiceAnswer::Take(line.card(card)?)),
        ["stops"] => choose(ChoiceAnswer::Stop),
        ["leaves"] => Action::Leave { seat },
        _ => return Err(line.syntax_error("a step or an expectation")),
    };
    Ok(Step::Act(action))
}

/// Reads a play; `None` for a pair or a triple of different titles, which cannot be played.
fn read_play(
    line: &Line,
    words: &[&str],
    names: &PlayerNames,
) -> Result<Option<Play>, ScenarioError> {
    let play = match *words {
        ["pair", "of", cards, "on", target] => {
            let on = names.seat(line, target)?;
            let kind = read_kind(line, cards, 2)?;
            return Ok(kind.map(|(title, wild)| Play::Pair { title, wild, on }));
        }
        ["triple", "of", cards, "on", target, "naming", naming] => {
            let (on, naming) = (names.seat(line, target)?, line.card(naming)?);
            let kind = read_kind(line, cards, 3)?;
            return Ok(kind.map(|(title, wild)| Play::Triple {
                title,
                wild,
                on,
                naming,
            }));
        }
        ["five", ref cards @ ..] => {
            let titles = line.cards(cards)?.try_into();
            Play::Five {
                titles: titles.map_err(|_| line.syntax_error("five cards after `five`"))?,
            }
        }
        [card, "on", target] => Play::aimed(line.card(card)?, names.seat(line, target)?),
        [card] => Play::single(line.card(card)?),
        _ => {
            return Err(line.syntax_error(
                "`plays CARD`, `CARD on PLAYER`, `pair of CARD on PLAYER`, \
                 `triple of CARD on PLAYER naming CARD` or `five CARD CARD CARD CARD CARD`",
            ));
        }
    };
    Ok(Some(play))
}

/// Reads the cards of a pair or a triple: one title, or `count` cards joined by plus signs. Returns the title and the
/// number of Feral Cats that replace a card of that title; `None` if the other cards have different titles.
fn read_kind(line: &Line, word: &str, count: usize) -> Result<Option<(Title, u8)>, ScenarioError> {
    let words: Vec<&str> = word.split('+').collect();
    let cards = line.cards(&words)?;
    if cards.len() != 1 && cards.len() != count {
        return Err(line.syntax_error(format!("one title, or {count} cards joined by plus signs")));
    }
    let tame = cards.iter().filter(|&&card| card != Title::FeralCat);
    let Some(&title) = tame.clone().next() else {
        return Ok(Some((Title::FeralCat, 0)));
    };
    let of_one_title = tame.clone().all(|&card| card == title);
    let wild = (cards.len() - tame.count()) as u8;
    Ok(of_one_title.then_some((title, wild)))
}
