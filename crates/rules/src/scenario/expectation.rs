//! Expectations about the state of a game: parses and checks the `expect` lines of a scenario file.

use crate::{
    answer_kind::AnswerKind,
    direction::Direction,
    game::Game,
    hand::Hand,
    phase::{Phase, Turn},
    pile::PileCard,
    scenario::{
        condition::{CheckResult, Condition, check_that, read_hand},
        hidden_cards::{self, Hidden},
        line::{Line, ScenarioError, list},
        player_names::PlayerNames,
    },
    seat::Seat,
    title::Title,
};

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
    /// The word is one of `AWAITED`.
    WaitingFor(Seat, &'static str),
    Places(u64),
    Sees(Seat, Vec<PileCard>),
    Direction(Direction),
    /// Needs both worlds of the scenario (`or` in the file), so it is checked in `run.rs`.
    View(Seat, Likeness),
    KnowsNothing(Seat),
    Hides(Seat, Hidden),
    Marked(Seat, Hand),
    Blind(Seat, bool),
    Stash(Condition),
    Tower(Option<Seat>),
    Before(Seat, Vec<(Title, Seat)>),
}

/// The kinds of actions that a game waits for outside a Nope window, as scenario files name them.
const AWAITED: [&str; 8] = [
    "place", "give", "take", "stop", "order", "put", "aim", "play",
];

/// The result, expected or found, of comparing what a player sees in the two worlds.
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
            ["died", ":", ref dead @ ..] => {
                let dead: Result<_, _> = dead.iter().map(|name| seat(name)).collect();
                Expectation::Died(dead?)
            }
            ["window", "open"] => Expectation::WindowOpen(true),
            ["window", "closed"] => Expectation::WindowOpen(false),
            ["waiting", "for", name, "to", what] => {
                Expectation::WaitingFor(seat(name)?, read_awaited(line, what)?)
            }
            ["marked", name, ":", ref cards @ ..] => {
                Expectation::Marked(seat(name)?, read_hand(line, cards)?)
            }
            ["blind", name] => Expectation::Blind(seat(name)?, true),
            ["not", "blind", name] => Expectation::Blind(seat(name)?, false),
            ["tower", name] => Expectation::Tower(Some(seat(name)?)),
            ["no", "tower"] => Expectation::Tower(None),
            ["before", name, ":", ref cards @ ..] => {
                let before = seat(name)?;
                Expectation::Before(before, names.cards_in_front(line, cards, before)?)
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
            // Must come after the patterns that start with a player's name, because a player may be called `stash`.
            ["stash", ref rest @ ..] => Expectation::Stash(Condition::read(line, rest)?),
            _ => return Err(line.syntax_error("an expectation")),
        })
    }

    pub(super) fn check(&self, game: &Game, names: &PlayerNames) -> CheckResult {
        let death = |living: bool| if living { "alive" } else { "dead" };
        match *self {
            Expectation::Hand(seat, ref wanted) => wanted.check(game.hand(seat)),
            Expectation::EveryHand(ref wanted) => {
                let mut living = game.living().iter();
                living.try_for_each(|seat| wanted.check(game.hand(seat)))
            }
            Expectation::Pile(ref wanted) => wanted.check(&game.draw_pile().counts()),
            Expectation::Discard(ref wanted) => wanted.check(&game.discard().counts()),
            Expectation::Aside(seat, wanted) => {
                Condition::Exactly(wanted).check(game.face_down(seat))
            }
            Expectation::FaceUp(seat, wanted) => {
                Condition::Exactly(wanted).check(&game.face_up(seat).into_iter().collect())
            }
            Expectation::Marked(seat, wanted) => {
                Condition::Exactly(wanted).check(game.marked(seat))
            }
            Expectation::Blind(seat, wanted) => {
                same(wanted, game.blind().contains(seat), describe_sight)
            }
            Expectation::Stash(ref wanted) => wanted.check(game.stash()),
            Expectation::Tower(wanted) => same(wanted, game.tower(), |seat| {
                format!("the Tower worn by {}", names.list(seat))
            }),
            Expectation::Before(seat, ref wanted) => check_before(game, names, (seat, wanted)),
            Expectation::OutOfGame(ref wanted) => wanted.check(game.removed_cards()),
            Expectation::InPlay(ref wanted) => wanted.check(&in_play(game)),
            Expectation::Hides(viewer, hidden) => hidden_cards::check(game, viewer, hidden),
            Expectation::Places(last) => check_places(game, last),
            Expectation::PileOrder(ref wanted) => {
                same(wanted.clone(), game.draw_pile().from_top().collect(), list)
            }
            Expectation::PileTop(wanted) => same(Some(wanted), game.draw_pile().top(), list),
            Expectation::Sees(seat, ref wanted) => {
                same(wanted.clone(), game.look(seat).to_vec(), list)
            }
            Expectation::KnowsNothing(seat) => same(Vec::new(), game.look(seat).to_vec(), list),
            Expectation::Turn(turn) => {
                same(Some(turn), game.turn(), |turn| describe_turn(turn, names))
            }
            Expectation::Direction(wanted) => same(wanted, game.direction(), |direction| {
                direction.id().to_owned()
            }),
            Expectation::Dead(seat) | Expectation::Alive(seat) => {
                let wanted = matches!(self, Expectation::Alive(_));
                let described = |living| format!("{} {}", names.name(seat), death(living));
                same(wanted, game.living().contains(seat), described)
            }
            Expectation::Winner(wanted) => {
                let described = |seat| format!("winner: {}", names.list(seat));
                same(wanted, game.winner(), described)
            }
            Expectation::Died(ref wanted) => {
                let dead = game.deaths().iter().map(|death| death.seat);
                same(wanted.clone(), dead.collect(), |seats| names.list(seats))
            }
            Expectation::WindowOpen(wanted) => {
                same(wanted, game.phase().window().is_some(), describe_window)
            }
            Expectation::WaitingFor(seat, wanted) => {
                let described = format!("waiting for {} to {wanted}", names.name(seat));
                let holds = awaited(game) == Some(wanted) && game.awaited().contains(seat);
                check_that(holds, described, describe_phase(game, names))
            }
            // Views need both worlds: see `run.rs`.
            Expectation::View(..) => Ok(()),
        }
    }
}

fn same<T: PartialEq>(wanted: T, there: T, describe: impl Fn(T) -> String) -> CheckResult {
    if wanted == there {
        Ok(())
    } else {
        Err((describe(wanted), describe(there)))
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
    Direction::from_id(word)
        .ok_or_else(|| line.error("`clockwise` or `reversed`", format!("`{word}`")))
}

fn read_awaited(line: &Line, word: &str) -> Result<&'static str, ScenarioError> {
    let expected = "`place`, `give`, `take`, `stop`, `order`, `put`, `aim` or `play`";
    let found = AWAITED.into_iter().find(|known| *known == word);
    found.ok_or_else(|| line.error(expected, format!("`{word}`")))
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
        ["put"] => Ok(Hidden::Put),
        ["stash"] => Ok(Hidden::Stash),
        ["drawn"] => Ok(Hidden::Drawn),
        _ => Err(line.syntax_error(
            "`hides hand PLAYER`, `hides aside PLAYER`, `hides pile`, `put`, `stash` or `drawn`",
        )),
    }
}

fn in_play(game: &Game) -> Hand {
    let mut cards = game.draw_pile().counts();
    cards.add_all(game.stash());
    let hands = game.rules().seats().iter().map(|seat| game.hand(seat));
    hands.for_each(|hand| cards.add_all(hand));
    cards
}

fn check_places(game: &Game, last: u64) -> CheckResult {
    let offered = match awaited(game) {
        Some("place") => Some(game.draw_pile().len() as u64),
        _ => None,
    };
    let got = match offered {
        Some(bottom) => format!("places 0..{bottom}"),
        None => "no choice of a place".to_owned(),
    };
    check_that(offered == Some(last), format!("places 0..{last}"), got)
}

fn awaited(game: &Game) -> Option<&'static str> {
    match game.phase() {
        Phase::Turn => Some("play"),
        Phase::Choice(choice) => Some(match choice.kind.answer_kind() {
            AnswerKind::Place => "place",
            AnswerKind::Give => "give",
            AnswerKind::Take => "take",
            AnswerKind::Stop => "stop",
            AnswerKind::Order => "order",
            AnswerKind::Put => "put",
            AnswerKind::Aim => "aim",
        }),
        Phase::Window(_) | Phase::Won { .. } => None,
    }
}

fn check_before(
    game: &Game,
    names: &PlayerNames,
    (seat, wanted): (Seat, &[(Title, Seat)]),
) -> CheckResult {
    let there = names.describe_cards_in_front(game.cards_in_front(seat), seat);
    let wanted = names.describe_cards_in_front(wanted.iter().copied(), seat);
    same(wanted, there, |text| text)
}

fn describe_window(is_open: bool) -> String {
    let window = if is_open { "an open" } else { "no open" };
    format!("{window} window")
}

fn describe_sight(is_blind: bool) -> String {
    if is_blind {
        "a blind player".to_owned()
    } else {
        "a player who sees their hand".to_owned()
    }
}

fn describe_phase(game: &Game, names: &PlayerNames) -> String {
    match awaited(game) {
        Some(what) => format!(
            "waiting for {} to {what}",
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
            let attacked = if turn.attacked { " attacked" } else { "" };
            format!(
                "turn {} owed {}{attacked}",
                names.name(turn.seat),
                turn.owed
            )
        }
    }
}
