//! The newest public events of a game as lines of text, with computers' remarks below them. Each begins
//! with the picture of the card or of the event.

use rules::{Play, Seat, SeenEvent, SeenKitten, Title, Turn};

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
    let Some((attacker, Play::Single(Title::Attack))) = play else {
        return None;
    };
    Some((
        Title::Attack.into(),
        Message::StoryAttacked {
            turns: u32::from(turn.owed),
            attacker: context.name(attacker),
            player: context.name(turn.seat),
        },
    ))
}

fn play_message<'v>(context: &GameContext<'v>, seat: Seat, play: &Play) -> (Emoji, Message<'v>) {
    let player = context.name(seat);
    match *play {
        Play::Single(title) => (
            title.into(),
            Message::StoryPlays {
                player,
                card: context.card_name(title),
            },
        ),
        Play::Favor { on: None } => (
            Title::Favor.into(),
            Message::StoryPlays {
                player,
                card: context.card_name(Title::Favor),
            },
        ),
        Play::Favor { on: Some(on) } => {
            let (card, target) = (context.card_name(Title::Favor), context.name(on));
            (
                Title::Favor.into(),
                Message::StoryFavor {
                    player,
                    card,
                    target,
                },
            )
        }
        Play::Pair { title, on } => (
            title.into(),
            Message::StoryPair {
                player,
                card: context.card_name(title),
                target: context.name(on),
            },
        ),
        Play::Triple { title, on, naming } => {
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
        SeenEvent::Stopped { seat } => (
            Icon::Stop.into(),
            Message::StorySaidStop { player: name(seat) },
        ),
        SeenEvent::Gave { from, to, .. } => (
            Title::Favor.into(),
            Message::StoryGave {
                giver: name(from),
                taker: name(to),
            },
        ),
        SeenEvent::Took { seat, title } => (
            (*title).into(),
            Message::StoryTook {
                player: name(seat),
                card: context.card_name(*title),
            },
        ),
        SeenEvent::Drew { seat, .. } => {
            (Icon::Draw.into(), Message::StoryDrew { player: name(seat) })
        }
        SeenEvent::DrewKitten { seat } => (
            Title::ExplodingKitten.into(),
            Message::StoryDrewKitten {
                player: name(seat),
                card: context.card_name(Title::ExplodingKitten),
            },
        ),
        SeenEvent::Defused { seat } => (
            Title::Defuse.into(),
            Message::StoryDefused {
                player: name(seat),
                card: context.card_name(Title::Defuse),
            },
        ),
        SeenEvent::Placed { seat, .. } => (
            Icon::Pile.into(),
            Message::StoryPlaced { player: name(seat) },
        ),
        SeenEvent::Left { seat, kitten, .. } => {
            let player = name(seat);
            let message = match kitten {
                SeenKitten::None => Message::StoryLeftAlone { player },
                SeenKitten::Drawn | SeenKitten::FromPile => Message::StoryLeft { player },
            };
            (Icon::Leave.into(), message)
        }
        _ => return None,
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
        } => {
            let (player, target, named) = (name(to), name(from), context.card_name(*title));
            let hit = if *hit {
                Message::StoryHit {
                    target,
                    player,
                    named,
                }
            } else {
                Message::StoryMiss {
                    target,
                    named,
                    player,
                }
            };
            ((*title).into(), hit)
        }
        SeenEvent::Exploded { seat, .. } => (
            Icon::Explosion.into(),
            Message::StoryExploded { player: name(seat) },
        ),
        SeenEvent::Lapsed { seat } => (
            Icon::Pass.into(),
            Message::StoryLapsed { player: name(seat) },
        ),
        SeenEvent::Won { seat } => (
            Icon::Winner.into(),
            Message::StoryWon { player: name(seat) },
        ),
        _ => return None,
    })
}
