//! The newest public events of a game as lines of text, with computers' remarks below them. Each begins
//! with the picture of the card or of the event.

use rules::{
    Aim, Answer, AnswerKind, Direction, Hazard, PileEnd, Play, Seat, SeenEvent, SeenKitten, Title,
    Turn, TurnEffect,
};

use super::element::Screen;
use super::game_context::GameContext;
use super::view::{Remark, RemarkTopic};
use super::{Emoji, Icon};
use crate::text::{Message, PlainName, Verbatim};

/// The number of newest remarks that are shown.
const REMARKS_SHOWN: usize = 2;

/// Adds a line for each of the newest `lines` events that have one, oldest first, each followed by a
/// computer's remark about it, if there is one. The newest event stands by itself, larger than the others.
pub(super) fn add_recent_lines(
    screen: Screen,
    context: &GameContext<'_>,
    events: &[SeenEvent],
    remarks: &[Remark],
    lines: usize,
) -> Screen {
    let newest = (0..events.len()).rev().filter_map(|index| {
        let line = event_line(context, events, index)?;
        let mut newest = remarks.iter().rev().take(REMARKS_SHOWN);
        let remark = newest.find(|remark| remark.after == index);
        let text = match remark {
            Some(remark) => format!("{line}\n{}", remark_line(context, *remark)),
            None => line,
        };
        Some((index, text))
    });
    let mut newest_first = newest.take(lines);
    let Some((index, newest)) = newest_first.next() else {
        let nothing = context.translate(&Message::StoryNothing);
        return screen.text(small_line(format!("{} {nothing}", Emoji::Icon(Icon::Hand))));
    };
    let mut older: Vec<_> = newest_first.map(|(_, text)| small_line(text)).collect();
    older.reverse();
    let screen = match older.is_empty() {
        true => screen,
        false => screen.text(older.join("\n")),
    };
    match events[index] {
        SeenEvent::Exploded { seat, .. } => {
            let player = PlainName(context.raw_name(seat));
            let alt = context.translate(&Message::AltDeath { player });
            screen.illustrated(newest, Icon::Dead, alt)
        }
        _ => screen.text(newest),
    }
}

fn event_line(context: &GameContext<'_>, events: &[SeenEvent], index: usize) -> Option<String> {
    let (emoji, message) = match &events[index] {
        SeenEvent::TimedOut { .. } => missed_deadline(context, events, index)?,
        SeenEvent::Played { seat, play } => play_message(context, *seat, play),
        SeenEvent::TurnBegan(turn) => attack_message(context, events, index, *turn)?,
        event => action_message(context, event).or_else(|| result_message(context, event))?,
    };
    Some(format!("{emoji} {}", context.translate(&message)))
}

fn remark_line(context: &GameContext<'_>, remark: Remark) -> String {
    let Remark {
        by, topic, variant, ..
    } = remark;
    let sentence = match topic {
        RemarkTopic::Nope => Message::RemarkNope { variant },
        RemarkTopic::Defuse => Message::RemarkDefuse { variant },
        RemarkTopic::Explode => Message::RemarkExplode { variant },
        RemarkTopic::OtherExploded => Message::RemarkFarewell { variant },
        RemarkTopic::CardTaken => Message::RemarkRobbed { variant },
        RemarkTopic::TookCard => Message::RemarkRobs { variant },
        RemarkTopic::Attacked => Message::RemarkAttacked { variant },
        RemarkTopic::Draw => Message::RemarkDraw { variant },
    };
    let line = Message::RemarkLine {
        player: context.name(by),
        remark: Verbatim(context.translate(&sentence)),
    };
    let line = context.translate(&line);
    small_line(format!("{} {line}", Emoji::Icon(Icon::Computer)))
}

fn small_line(text: String) -> String {
    format!("-# {text}")
}

/// Returns the message for a deadline that one player missed. A Nope window that times out is
/// ordinary and has none.
fn missed_deadline<'v>(
    context: &GameContext<'v>,
    events: &[SeenEvent],
    index: usize,
) -> Option<(Emoji, Message<'v>)> {
    let SeenEvent::TimedOut { awaited } = &events[index] else {
        return None;
    };
    let is_window = matches!(events.get(index + 1), Some(SeenEvent::WindowClosed { .. }));
    let seat = awaited
        .nth(0)
        .filter(|_| awaited.len() == 1 && !is_window)?;
    Some((
        Icon::Clock.into(),
        Message::StoryLate {
            player: context.name(seat),
        },
    ))
}

/// Returns the message for a turn that begins because an Attack stood; further turns have none.
fn attack_message<'v>(
    context: &GameContext<'v>,
    events: &[SeenEvent],
    index: usize,
    turn: Turn,
) -> Option<(Emoji, Message<'v>)> {
    let before = &events[..index];
    let Some(SeenEvent::WindowClosed { stands: true }) = before.last() else {
        return None;
    };
    let play = before.iter().rev().find_map(|event| match event {
        SeenEvent::Played { seat, play } => Some((*seat, *play)),
        _ => None,
    });
    let (attacker, play) = play?;
    let title = play.single_title()?;
    (title.spec().turn == TurnEffect::Attacks).then(|| {
        let message = Message::StoryAttacked {
            turns: u32::from(turn.owed),
            attacker: context.name(attacker),
            player: context.name(turn.seat),
        };
        (title.into(), message)
    })
}

fn play_message<'v>(context: &GameContext<'v>, seat: Seat, play: &Play) -> (Emoji, Message<'v>) {
    let player = context.name(seat);
    match *play {
        Play::Single { title, on } => (title.into(), single_message(context, seat, title, on)),
        Play::Pair { title, on, .. } => (
            title.into(),
            Message::StoryPair {
                player,
                card: context.card_name(title),
                target: context.name(on),
            },
        ),
        Play::Triple {
            title, on, naming, ..
        } => {
            let (card, named, target) = (
                context.card_name(title),
                context.card_name(naming),
                context.name(on),
            );
            (
                title.into(),
                Message::StoryTriple {
                    player,
                    card,
                    named,
                    target,
                },
            )
        }
        Play::Five(_) => (Icon::Five.into(), Message::StoryFive { player }),
    }
}

fn single_message<'v>(
    context: &GameContext<'v>,
    seat: Seat,
    title: Title,
    on: Option<Seat>,
) -> Message<'v> {
    let (player, card) = (context.name(seat), context.card_name(title));
    match (on, title.spec().aim) {
        (None, _) => Message::StoryPlays { player, card },
        (Some(on), Aim::Giver) => Message::StoryFavor {
            player,
            card,
            target: context.name(on),
        },
        (Some(on), Aim::AnyPlayer | Aim::Nobody) => Message::StoryPlaysOn {
            player,
            card,
            target: context.name(on),
        },
    }
}

/// Returns the message for an event that a player caused directly.
fn action_message<'v>(
    context: &GameContext<'v>,
    event: &SeenEvent,
) -> Option<(Emoji, Message<'v>)> {
    let name = |seat: &Seat| context.name(*seat);
    Some(match event {
        SeenEvent::Noped { seat, layer: 0 } => (
            Icon::NopeStamp.into(),
            Message::StoryNope {
                player: name(seat),
                nope: context.card_name(Title::Nope),
            },
        ),
        SeenEvent::Noped { seat, .. } => (
            Icon::NopeStamp.into(),
            Message::StoryCounter { player: name(seat) },
        ),
        SeenEvent::Chosen {
            seat,
            owner,
            kind,
            answer,
        } => chosen_message(context, (*seat, *owner), *kind, *answer)?,
        SeenEvent::Drew {
            seat,
            from: PileEnd::Bottom,
            ..
        } => (
            Title::DrawFromTheBottom.into(),
            Message::StoryDrewBottom { player: name(seat) },
        ),
        SeenEvent::Drew { seat, .. } => {
            (Icon::Draw.into(), Message::StoryDrew { player: name(seat) })
        }
        SeenEvent::DrewKitten { seat, card, .. } => (
            card.title().into(),
            Message::StoryDrewKitten {
                player: name(seat),
                card: context.card_name(card.title()),
            },
        ),
        SeenEvent::Defused { seat } => (
            Title::Defuse.into(),
            Message::StoryDefused {
                player: name(seat),
                card: context.card_name(Title::Defuse),
            },
        ),
        SeenEvent::Left { seat, kitten, .. } => {
            let player = name(seat);
            let message = match kitten {
                SeenKitten::None => Message::StoryLeftAlone { player },
                SeenKitten::Drawn | SeenKitten::FromPile => Message::StoryLeft { player },
            };
            (Icon::Leave.into(), message)
        }
        SeenEvent::Played { .. }
        | SeenEvent::Passed { .. }
        | SeenEvent::WindowClosed { .. }
        | SeenEvent::Fizzled { .. }
        | SeenEvent::Saw { .. }
        | SeenEvent::ChoiceOpened { .. }
        | SeenEvent::Shuffled
        | SeenEvent::Stolen { .. }
        | SeenEvent::Asked { .. }
        | SeenEvent::Exploded { .. }
        | SeenEvent::Lapsed { .. }
        | SeenEvent::TimedOut { .. }
        | SeenEvent::DirectionTurned { .. }
        | SeenEvent::TurnBegan(_)
        | SeenEvent::Won { .. } => return None,
    })
}

/// Returns the message for an answer; a shuffle or an order that stops says so itself.
fn chosen_message<'v>(
    context: &GameContext<'v>,
    (seat, owner): (Seat, Seat),
    kind: AnswerKind,
    answer: Option<Answer>,
) -> Option<(Emoji, Message<'v>)> {
    let player = context.name(seat);
    Some(match kind {
        AnswerKind::Stop => (Icon::Stop.into(), Message::StorySaidStop { player }),
        AnswerKind::Give => (
            Title::Favor.into(),
            Message::StoryGave {
                giver: player,
                taker: context.name(owner),
            },
        ),
        AnswerKind::Take => match answer? {
            Answer::Take(title) => (
                title.into(),
                Message::StoryTook {
                    player,
                    card: context.card_name(title),
                },
            ),
            Answer::Place(_) | Answer::Give(_) | Answer::Stop | Answer::Order(_) => return None,
        },
        AnswerKind::Place => (Icon::Pile.into(), Message::StoryPlaced { player }),
        AnswerKind::Order => (
            Title::AlterTheFuture.into(),
            Message::StoryOrdered { player },
        ),
    })
}

/// Returns the message for an event that follows from an earlier action.
fn result_message<'v>(
    context: &GameContext<'v>,
    event: &SeenEvent,
) -> Option<(Emoji, Message<'v>)> {
    let name = |seat: &Seat| context.name(*seat);
    Some(match event {
        SeenEvent::WindowClosed { stands: false } => {
            (Icon::NopeStamp.into(), Message::StoryStopped)
        }
        SeenEvent::Fizzled { .. } => (Icon::Pass.into(), Message::StoryFizzled),
        SeenEvent::Saw { seat, cards, .. } => (
            Title::SeeTheFuture.into(),
            Message::StorySaw {
                player: name(seat),
                cards: u32::from(*cards),
            },
        ),
        SeenEvent::Shuffled => (Title::Shuffle.into(), Message::StoryShuffled),
        SeenEvent::Stolen { from, to, .. } => (
            Icon::Pair.into(),
            Message::StoryStole {
                player: name(to),
                target: name(from),
            },
        ),
        SeenEvent::Asked {
            from,
            to,
            title,
            hit,
        } => asked_message(context, (*from, *to), *title, *hit),
        SeenEvent::Exploded { seat, by, .. } => {
            let player = name(seat);
            let message = match by.hazard() {
                Some(Hazard::Implodes) => Message::StoryImploded { player },
                Some(Hazard::Explodes) | None => Message::StoryExploded { player },
            };
            (Icon::Explosion.into(), message)
        }
        SeenEvent::DirectionTurned { direction } => {
            let message = match direction {
                Direction::Clockwise => Message::StoryClockwise,
                Direction::Reversed => Message::StoryReversed,
            };
            (Title::Reverse.into(), message)
        }
        SeenEvent::Lapsed { seat } => (
            Icon::Pass.into(),
            Message::StoryLapsed { player: name(seat) },
        ),
        SeenEvent::Won { seat } => (
            Icon::Winner.into(),
            Message::StoryWon { player: name(seat) },
        ),
        SeenEvent::WindowClosed { stands: true }
        | SeenEvent::Played { .. }
        | SeenEvent::Noped { .. }
        | SeenEvent::Passed { .. }
        | SeenEvent::ChoiceOpened { .. }
        | SeenEvent::Chosen { .. }
        | SeenEvent::Drew { .. }
        | SeenEvent::DrewKitten { .. }
        | SeenEvent::Defused { .. }
        | SeenEvent::Left { .. }
        | SeenEvent::TimedOut { .. }
        | SeenEvent::TurnBegan(_) => return None,
    })
}

fn asked_message<'v>(
    context: &GameContext<'v>,
    (from, to): (Seat, Seat),
    title: Title,
    hit: bool,
) -> (Emoji, Message<'v>) {
    let (player, target) = (context.name(to), context.name(from));
    let named = context.card_name(title);
    let message = match hit {
        true => Message::StoryHit {
            target,
            player,
            named,
        },
        false => Message::StoryMiss {
            target,
            named,
            player,
        },
    };
    (title.into(), message)
}
