//! Expectations about the state of a game: parses and checks the `expect` lines of a scenario file.

use crate::{
    answer_kind::AnswerKind,
    direction::Direction,
    game::Game,
    hand::Hand,
    phase::{Phase, Turn},
    pile::PileCard,
    scenario::{
        check_result::{CheckResult, check_that},
        condition::{Condition, read_hand},
        hidden_cards::{self, Hidden},
        line::{Line, ScenarioError, list},
        setup::PlayerNames,
    },
    seat::Seat,
};

/// An expected property of a game's state.
#[derive(Clone, Debug)]
pub(super) enum Expectation {
    Turn(Turn),
    Hand(Seat, Condition),
    EveryHand(Condition),
    PileOrder(Vec<PileCard>),
    PileTop(PileCard),
    Pile(Condition),
    Discard(Condition),
    Aside(Seat, Hand),
    FaceUp(Seat, Hand),
    OutOfGame(Condition),
    InPlay(Condition),
    Dead(Seat),
    Alive(Seat),
    Winner(Option<Seat>),
    Died(Vec<Seat>),
    WindowOpen(bool),
    WaitingFor(Seat, Awaited),
    Places(u64),
    Sees(Seat, Vec<PileCard>),
    Direction(Direction),
    /// Checked where both worlds are known, in `run.rs`.
    View(Seat, Likeness),
    KnowsNothing(Seat),
    Hides(Seat, Hidden),
}

/// The kind of choice that a player is waited for to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Awaited {
    Place,
    Give,
    Take,
    Stop,
    Order,
    Play,
}

/// How alike two worlds look to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Likeness {
    Same,
    Differs,
}

impl Expectation {
    pub(super) fn read(
        line: &Line,
        words: &[&str],
        names: &PlayerNames,
    ) -> Result<Expectation, ScenarioError> {
        let seat = |name: &str| names.seat(line, name);
        Ok(match *words {
            ["turn", ref turn @ ..] => Expectation::Turn(read_turn(line, turn, names)?),
            ["hand", name, ref rest @ ..] => {
                Expectation::Hand(seat(name)?, Condition::read(line, rest)?)
            }
            ["every", "hand", ref rest @ ..] => {
                Expectation::EveryHand(Condition::read(line, rest)?)
            }
            ["pile", ":", ref cards @ ..] => Expectation::PileOrder(line.pile_cards(cards)?),
            ["pile", "top", card] => Expectation::PileTop(line.pile_card(card)?),
            ["pile", ref rest @ ..] => Expectation::Pile(Condition::read(line, rest)?),
            ["discard", ref rest @ ..] => Expectation::Discard(Condition::read(line, rest)?),
            ["aside", name, ":", ref cards @ ..] => {
                Expectation::Aside(seat(name)?, read_hand(line, cards)?)
            }
            ["face", "up", name, ":", ref cards @ ..] => {
                Expectation::FaceUp(seat(name)?, read_hand(line, cards)?)
            }
            ["out", "of", "game", ref rest @ ..] => {
                Expectation::OutOfGame(Condition::read(line, rest)?)
            }
            ["in", "play", ref rest @ ..] => Expectation::InPlay(Condition::read(line, rest)?),
            ["dead", name] => Expectation::Dead(seat(name)?),
            ["alive", name] => Expectation::Alive(seat(name)?),
            ["winner", name] => Expectation::Winner(Some(seat(name)?)),
            ["no", "winner"] => Expectation::Winner(None),
            ["died", ":", ref dead @ ..] => Expectation::Died(
                dead.iter()
                    .map(|name| seat(name))
                    .collect::<Result<_, _>>()?,
            ),
            ["window", "open"] => Expectation::WindowOpen(true),
            ["window", "closed"] => Expectation::WindowOpen(false),
            ["waiting", "for", name, "to", what] => {
                Expectation::WaitingFor(seat(name)?, read_awaited(line, what)?)
            }
            ["places", range] => Expectation::Places(read_places(line, range)?),
            ["direction", word] => Expectation::Direction(read_direction(line, word)?),
            ["view", name, "same"] => Expectation::View(seat(name)?, Likeness::Same),
            ["view", name, "differs"] => Expectation::View(seat(name)?, Likeness::Differs),
            ["view", name, "hides", ref what @ ..] => {
                Expectation::Hides(seat(name)?, read_hidden(line, what, names)?)
            }
            [name, "sees", ref cards @ ..] if !cards.is_empty() => {
                Expectation::Sees(seat(name)?, line.pile_cards(cards)?)
            }
            [name, "knows", "nothing"] => Expectation::KnowsNothing(seat(name)?),
            _ => return Err(line.syntax_error("an expectation")),
        })
    }

    /// Checks the expectation against a state.
    pub(super) fn check(&self, game: &Game, names: &PlayerNames) -> CheckResult {
        match *self {
            Expectation::Turn(turn) => {
                let wanted = describe_turn(Some(turn), names);
                check_that(
                    game.turn() == Some(turn),
                    wanted,
                    describe_turn(game.turn(), names),
                )
            }
            Expectation::Hand(seat, ref wanted) => wanted.check(game.hand(seat)),
            Expectation::EveryHand(ref wanted) => {
                let mut living = game.living().iter();
                living.try_for_each(|seat| wanted.check(game.hand(seat)))
            }
            Expectation::PileOrder(ref wanted) => {
                let there: Vec<PileCard> = game.draw_pile().from_top().collect();
                check_that(there == *wanted, list(wanted), list(there))
            }
            Expectation::PileTop(wanted) => {
                let top = game.draw_pile().top();
                check_that(top == Some(wanted), wanted.to_string(), list(top))
            }
            Expectation::Pile(ref wanted) => wanted.check(&game.draw_pile().counts()),
            Expectation::Discard(ref wanted) => wanted.check(&game.discard().counts()),
            Expectation::Aside(seat, wanted) => {
                Condition::Exactly(wanted).check(game.face_down(seat))
            }
            Expectation::FaceUp(seat, wanted) => {
                Condition::Exactly(wanted).check(&game.face_up(seat).into_iter().collect())
            }
            Expectation::OutOfGame(ref wanted) => wanted.check(game.removed_cards()),
            Expectation::InPlay(ref wanted) => wanted.check(&in_play(game)),
            Expectation::Places(last) => check_places(game, last),
            Expectation::Sees(seat, ref wanted) => {
                let look = game.look(seat);
                check_that(look[..] == wanted[..], list(wanted), list(look))
            }
            Expectation::KnowsNothing(seat) => {
                let look = game.look(seat);
                check_that(look.is_empty(), "no look that holds".to_owned(), list(look))
            }
            Expectation::Hides(viewer, hidden) => hidden_cards::check(game, viewer, hidden),
            Expectation::Direction(wanted) => {
                let there = game.direction();
                check_that(
                    there == wanted,
                    wanted.id().to_owned(),
                    there.id().to_owned(),
                )
            }
            Expectation::Dead(_)
            | Expectation::Alive(_)
            | Expectation::Winner(_)
            | Expectation::Died(_)
            | Expectation::WindowOpen(_)
            | Expectation::WaitingFor(..)
            | Expectation::View(..) => self.check_players(game, names),
        }
    }

    fn check_players(&self, game: &Game, names: &PlayerNames) -> CheckResult {
        let dead = game.deaths().iter().map(|death| death.seat);
        match *self {
            Expectation::Dead(seat) => {
                let wanted = format!("{} dead", names.name(seat));
                check_that(!game.living().contains(seat), wanted, "alive".to_owned())
            }
            Expectation::Alive(seat) => {
                let wanted = format!("{} alive", names.name(seat));
                check_that(game.living().contains(seat), wanted, "dead".to_owned())
            }
            Expectation::Winner(wanted) => {
                let winner = game.winner();
                let described = |seat: Option<Seat>| format!("as winner {}", names.list(seat));
                check_that(winner == wanted, described(wanted), described(winner))
            }
            Expectation::Died(ref wanted) => {
                let described = names.list(wanted.iter().copied());
                check_that(
                    dead.clone().eq(wanted.iter().copied()),
                    described,
                    names.list(dead),
                )
            }
            Expectation::WindowOpen(wanted) => {
                let described = |open: bool| match open {
                    true => "an open window".to_owned(),
                    false => "no open window".to_owned(),
                };
                let open = matches!(game.phase(), Phase::Window(_));
                check_that(open == wanted, described(wanted), described(open))
            }
            Expectation::WaitingFor(seat, wanted) => {
                let described = format!("{} waited for to {wanted:?}", names.name(seat));
                let holds = awaited(game) == Some(wanted) && game.awaited().contains(seat);
                check_that(holds, described, describe_phase(game, names))
            }
            // `check` has looked at the others, and views need both worlds.
            Expectation::Turn(_)
            | Expectation::Hand(..)
            | Expectation::EveryHand(_)
            | Expectation::PileOrder(_)
            | Expectation::PileTop(_)
            | Expectation::Pile(_)
            | Expectation::Discard(_)
            | Expectation::Aside(..)
            | Expectation::FaceUp(..)
            | Expectation::OutOfGame(_)
            | Expectation::InPlay(_)
            | Expectation::Places(_)
            | Expectation::Sees(..)
            | Expectation::KnowsNothing(_)
            | Expectation::Hides(..)
            | Expectation::Direction(_)
            | Expectation::View(..) => Ok(()),
        }
    }
}

fn read_turn(line: &Line, words: &[&str], names: &PlayerNames) -> Result<Turn, ScenarioError> {
    let (name, owed, attacked) = match *words {
        [name, "owed", owed] => (name, owed, false),
        [name, "owed", owed, "attacked"] => (name, owed, true),
        _ => return Err(line.syntax_error("`expect turn PLAYER owed N [attacked]`")),
    };
    Ok(Turn {
        seat: names.seat(line, name)?,
        owed: line.number(owed)?,
        attacked,
    })
}

fn read_direction(line: &Line, word: &str) -> Result<Direction, ScenarioError> {
    let known = |direction: &Direction| direction.id() == word;
    let found = Direction::ALL.into_iter().find(known);
    found.ok_or_else(|| line.error("`clockwise` or `reversed`", format!("`{word}`")))
}

fn read_awaited(line: &Line, word: &str) -> Result<Awaited, ScenarioError> {
    match word {
        "place" => Ok(Awaited::Place),
        "give" => Ok(Awaited::Give),
        "take" => Ok(Awaited::Take),
        "stop" => Ok(Awaited::Stop),
        "order" => Ok(Awaited::Order),
        "play" => Ok(Awaited::Play),
        _ => Err(line.error(
            "`place`, `give`, `take`, `stop`, `order` or `play`",
            format!("`{word}`"),
        )),
    }
}

fn read_places(line: &Line, word: &str) -> Result<u64, ScenarioError> {
    let places = line.range(word)?;
    match places.start() {
        0 => Ok(*places.end()),
        _ => Err(line.syntax_error("`expect places 0..N`")),
    }
}

fn read_hidden(line: &Line, words: &[&str], names: &PlayerNames) -> Result<Hidden, ScenarioError> {
    match *words {
        ["hand", name] => names.seat(line, name).map(Hidden::Hand),
        ["aside", name] => names.seat(line, name).map(Hidden::Aside),
        ["pile"] => Ok(Hidden::Pile),
        _ => Err(line.syntax_error("`hides hand PLAYER`, `hides aside PLAYER` or `hides pile`")),
    }
}

fn in_play(game: &Game) -> Hand {
    let mut cards = game.draw_pile().counts();
    let hands = game.rules().seats().iter().map(|seat| game.hand(seat));
    hands.for_each(|hand| cards.add_all(hand));
    cards
}

fn check_places(game: &Game, last: u64) -> CheckResult {
    let offered = match awaited(game) {
        Some(Awaited::Place) => Some(game.draw_pile().len() as u64),
        _ => None,
    };
    let got = match offered {
        Some(bottom) => format!("places 0..{bottom}"),
        None => "no place asked for".to_owned(),
    };
    check_that(offered == Some(last), format!("places 0..{last}"), got)
}

fn awaited(game: &Game) -> Option<Awaited> {
    match game.phase() {
        Phase::Turn => Some(Awaited::Play),
        Phase::Choice(choice) => Some(match choice.kind.answer_kind() {
            AnswerKind::Place => Awaited::Place,
            AnswerKind::Give => Awaited::Give,
            AnswerKind::Take => Awaited::Take,
            AnswerKind::Stop => Awaited::Stop,
            AnswerKind::Order => Awaited::Order,
        }),
        Phase::Window(_) | Phase::Won { .. } => None,
    }
}

fn describe_phase(game: &Game, names: &PlayerNames) -> String {
    match awaited(game) {
        Some(what) => format!(
            "{} waited for to {what:?}",
            names.list(game.awaited().iter())
        ),
        None if game.winner().is_some() => "a game that is won".to_owned(),
        None => "an open window".to_owned(),
    }
}

fn describe_turn(turn: Option<Turn>, names: &PlayerNames) -> String {
    match turn {
        None => "no turn".to_owned(),
        Some(turn) => {
            let attacked = match turn.attacked {
                true => " attacked",
                false => "",
            };
            format!(
                "turn {} owed {}{attacked}",
                names.name(turn.seat),
                turn.owed
            )
        }
    }
}
