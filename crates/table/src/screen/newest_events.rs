//! The latest public events of a game as lines of text, with the computer players' remarks on them. An event's line
//! starts with an emoji, usually that of a card.

use rules::{
    Aim, AnswerKind, ChoiceAnswer, ChoiceKind, Direction, Hazard, PileEnd, Play, Seat, SeenEvent,
    SeenKitten, Title, Turn, TurnEffect,
};

use super::element::Screen;
use super::game_context::{GameContext, join_lines};
use super::view::{Remark, RemarkTopic};
use super::{Emoji, Icon, barking_events, rare_events};
use crate::text::{Message, Verbatim};

const REMARKS_SHOWN: usize = 2;

/// The number of letters that fit in a row on a phone, and the height of a row in pixels.
const ROW: usize = 38;
pub(crate) const ROW_HEIGHT: usize = 22;

/// The number of letters and the height of a row of small print.
const SMALL_ROW: usize = 46;
const SMALL_ROW_HEIGHT: usize = 18;

pub(crate) struct EventFeed<'v> {
    pub(crate) events: &'v [SeenEvent],
    pub(crate) remarks: &'v [Remark],
    /// The number of leading events that need a line in the feed. For later events, the feed shows only the remarks.
    pub(crate) not_covered: usize,
    /// The height in pixels that the feed may take on a phone. The latest event is shown even if it is taller.
    pub(crate) height: usize,
}

/// Adds lines for the latest events that fit, oldest first, with the latest remarks below their events. The latest
/// event is shown larger than the rest. If nothing has happened yet, adds a placeholder.
pub(crate) fn add_event_feed(
    screen: Screen,
    context: &GameContext<'_>,
    feed: EventFeed<'_>,
) -> Screen {
    let EventFeed {
        events, remarks, ..
    } = feed;
    let newest = (0..events.len()).rev().filter_map(|index| {
        let line = event_line(context, events, index)?;
        let mut newest = remarks.iter().rev().take(REMARKS_SHOWN);
        let remark = newest
            .find(|remark| remark.after == index)
            .map(|remark| remark_line(context, *remark));
        let text = join_lines([(index < feed.not_covered).then_some(line), remark]);
        (!text.is_empty()).then_some(text)
    });
    let mut newest_first = newest;
    let Some(newest) = newest_first.next() else {
        let nothing = || small_line(context.line(Icon::Hand, &Message::StoryNothing));
        let has_begun = !events
            .iter()
            .all(|event| matches!(event, SeenEvent::TurnBegan(_)));
        return if has_begun {
            screen
        } else {
            screen.text(nothing())
        };
    };
    let mut height = rows_of(&newest) * ROW_HEIGHT;
    let older = newest_first.map(small_line);
    let mut lines: Vec<_> = older
        .take_while(|text| {
            height += rows_in(text, SMALL_ROW) * SMALL_ROW_HEIGHT;
            height <= feed.height
        })
        .map(Some)
        .collect();
    lines.reverse();
    screen.lines(lines.into_iter().chain([Some(newest)]))
}

/// Returns approximately how many rows a text takes on a phone.
pub(crate) fn rows_of(text: &str) -> usize {
    let rows = text.lines().map(|line| match line.strip_prefix("-# ") {
        Some(small) => rows_in(small, SMALL_ROW),
        None => rows_in(line, ROW),
    });
    rows.sum()
}

/// Returns approximately how many rows of `letters` letters a text takes.
fn rows_in(text: &str, letters: usize) -> usize {
    let rows = text.lines();
    rows.map(|line| width_of(line).div_ceil(letters)).sum()
}

/// Returns the approximate width of a line in Latin letters.
fn width_of(line: &str) -> usize {
    let shown = line.chars().filter(|letter| !matches!(letter, '*' | '\\'));
    shown
        .map(|letter| if letter < '\u{1100}' { 1 } else { 2 })
        .sum()
}

pub(crate) fn event_line(
    context: &GameContext<'_>,
    events: &[SeenEvent],
    index: usize,
) -> Option<String> {
    let (emoji, message) = event_message(context, events, index)?;
    Some(context.line(emoji, &message))
}

fn won_message<'v>(context: &GameContext<'v>, seat: Seat) -> (Emoji, Message<'v>) {
    if context.has_stand_in(seat) {
        let (icon, message) = context.win(seat);
        return (icon.into(), message);
    }
    let player = context.name(seat);
    (Icon::Winner.into(), Message::StoryWon { player })
}

/// Returns the picture of an event, usually its card, or `None` if the event has no message.
pub(crate) fn event_picture(
    context: &GameContext<'_>,
    events: &[SeenEvent],
    index: usize,
) -> Option<Emoji> {
    event_message(context, events, index).map(|(picture, _)| picture)
}

/// Returns the message for an event, or `None` if it needs no message. For example, passes and opened choices need
/// none, because the lines about the current phase cover them.
fn event_message<'v>(
    context: &GameContext<'v>,
    events: &[SeenEvent],
    index: usize,
) -> Option<(Emoji, Message<'v>)> {
    Some(match events[index] {
        SeenEvent::Played { seat, play } => play_message(context, seat, &play),
        SeenEvent::Noped { seat, layer } => noped_message(context, seat, layer),
        // A play that stands needs no message here, because its effects are separate events.
        SeenEvent::WindowClosed { stands: false } => {
            (Icon::NopeStamp.into(), Message::StoryStopped)
        }
        SeenEvent::Fizzled { .. } => (Icon::Pass.into(), Message::StoryFizzled),
        SeenEvent::Saw { seat, cards, .. } => saw_message(context, seat, cards),
        SeenEvent::Chosen {
            seat,
            owner,
            kind,
            answer,
        } => chosen_message(context, &events[..index], (seat, owner), (kind, answer))?,
        SeenEvent::Shuffled => (Title::Shuffle.into(), Message::StoryShuffled),
        SeenEvent::Stolen { from, to, .. } => stolen_message(context, from, to),
        SeenEvent::Asked {
            from,
            to,
            title,
            hit,
        } => asked_message(context, (from, to), title, hit),
        SeenEvent::CurseEnded { .. } | SeenEvent::TurnedUp { .. } => {
            rare_events::search_message(context, events, index)?
        }
        SeenEvent::MarkRemoved { .. }
        | SeenEvent::Marked { .. }
        | SeenEvent::Cursed { .. }
        | SeenEvent::WentOff { .. }
        | SeenEvent::EndsSwapped { .. }
        | SeenEvent::KittensRaised { .. } => rare_events::message(context, &events[index])?,
        SeenEvent::Lifted { .. }
        | SeenEvent::Stacked { .. }
        | SeenEvent::Claimed { .. }
        | SeenEvent::ClaimUsed { .. }
        | SeenEvent::DrewFor { .. }
        | SeenEvent::TowerWorn { .. }
        | SeenEvent::StashRobbed { .. }
        | SeenEvent::StashDiscarded { .. }
        | SeenEvent::Barked { .. }
        | SeenEvent::BarkedInVain { .. }
        | SeenEvent::TurnsAdded(_) => barking_events::message(context, events, index)?,
        SeenEvent::Drew { seat, from, .. } => drew_message(context, seat, from),
        SeenEvent::DrewKitten { seat, card, .. } => {
            drew_kitten_message(context, &events[..index], seat, card.title())
        }
        SeenEvent::Defused { seat } => defused_message(context, seat),
        SeenEvent::Exploded { seat, by, .. } => exploded_message(context, seat, by),
        SeenEvent::Left { seat, kitten, .. } => left_message(context, seat, kitten),
        SeenEvent::DirectionTurned { direction } => direction_message(direction),
        SeenEvent::Lapsed { seat } => lapsed_message(context, seat),
        SeenEvent::TimedOut { awaited } => {
            late_message(context, awaited.only()?, events.get(index + 1))?
        }
        SeenEvent::TurnBegan(turn) => attack_message(context, &events[..index], turn)?,
        SeenEvent::Won { seat } => won_message(context, seat),
        SeenEvent::Passed { .. }
        | SeenEvent::ChoiceOpened { .. }
        | SeenEvent::WindowClosed { stands: true } => return None,
    })
}

fn lapsed_message<'v>(context: &GameContext<'v>, seat: Seat) -> (Emoji, Message<'v>) {
    let player = context.name(seat);
    (Icon::Pass.into(), Message::StoryLapsed { player })
}

fn saw_message<'v>(context: &GameContext<'v>, seat: Seat, cards: u8) -> (Emoji, Message<'v>) {
    let (player, cards) = (context.name(seat), u32::from(cards));
    let message = Message::StorySaw { player, cards };
    (Title::SeeTheFuture.into(), message)
}

fn stolen_message<'v>(context: &GameContext<'v>, from: Seat, to: Seat) -> (Emoji, Message<'v>) {
    let (player, target) = (context.name(to), context.name(from));
    (Icon::Pair.into(), Message::StoryStole { player, target })
}

/// Returns the message for a kitten that a player drew, or took when another player drew it.
fn drew_kitten_message<'v>(
    context: &GameContext<'v>,
    before: &[SeenEvent],
    seat: Seat,
    title: Title,
) -> (Emoji, Message<'v>) {
    let (player, card) = (context.name(seat), context.card_name(title));
    let is_taken = matches!(before.last(), Some(SeenEvent::ClaimUsed { .. }));
    let message = if is_taken {
        Message::StoryTookKitten { player, card }
    } else {
        Message::StoryDrewKitten { player, card }
    };
    (title.into(), message)
}

fn defused_message<'v>(context: &GameContext<'v>, seat: Seat) -> (Emoji, Message<'v>) {
    let (player, card) = (context.name(seat), context.card_name(Title::Defuse));
    (card.title.into(), Message::StoryDefused { player, card })
}

/// Returns the message for a missed deadline, or `None` for the deadline of a Nope window.
fn late_message<'v>(
    context: &GameContext<'v>,
    seat: Seat,
    next: Option<&SeenEvent>,
) -> Option<(Emoji, Message<'v>)> {
    let is_window = matches!(next, Some(SeenEvent::WindowClosed { .. }));
    let player = context.name(seat);
    (!is_window).then_some((Icon::Clock.into(), Message::StoryLate { player }))
}

fn remark_line(context: &GameContext<'_>, remark: Remark) -> String {
    let variant = remark.variant;
    let sentence = match remark.topic {
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
        player: context.name(remark.by),
        remark: Verbatim(context.translate(&sentence)),
    };
    small_line(context.line(Icon::Computer, &line))
}

pub(crate) fn small_line(text: String) -> String {
    // A remark on an event without a line of its own is already small.
    if text.starts_with("-# ") {
        return text;
    }
    format!("-# {text}")
}

/// Returns the message for a turn that begins because of an Attack. `None` for any other turn.
fn attack_message<'v>(
    context: &GameContext<'v>,
    before: &[SeenEvent],
    turn: Turn,
) -> Option<(Emoji, Message<'v>)> {
    let Some(SeenEvent::WindowClosed { stands: true }) = before.last() else {
        return None;
    };
    let play = before.iter().rev().find_map(SeenEvent::play);
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
    match *play {
        Play::Single { title, on } => (title.into(), single_message(context, seat, title, on)),
        Play::Pair { title, wild, on } => {
            (title.into(), pair_message(context, seat, (title, wild), on))
        }
        Play::Triple {
            title,
            wild,
            on,
            naming,
        } => {
            let message = triple_message(context, seat, (title, wild), on, naming);
            (title.into(), message)
        }
        Play::Five { .. } => {
            let player = context.name(seat);
            (Icon::Five.into(), Message::StoryFive { player })
        }
    }
}

fn pair_message<'v>(
    context: &GameContext<'v>,
    seat: Seat,
    (title, wild): (Title, u8),
    on: Seat,
) -> Message<'v> {
    let (player, target) = (context.name(seat), context.name(on));
    match wild {
        0 => Message::StoryPair {
            player,
            card: context.cards_named(title, 2),
            target,
        },
        _ => Message::StoryPairWild {
            player,
            card: context.card_name(title),
            wild: context.card_name(Title::FeralCat),
            target,
        },
    }
}

fn triple_message<'v>(
    context: &GameContext<'v>,
    seat: Seat,
    (title, wild): (Title, u8),
    on: Seat,
    naming: Title,
) -> Message<'v> {
    let (player, target) = (context.name(seat), context.name(on));
    let named = context.card_name(naming);
    let card = context.cards_named(title, 3_u32.saturating_sub(wild.into()));
    match wild {
        0 => Message::StoryTriple {
            player,
            card,
            named,
            target,
        },
        count => Message::StoryTripleWild {
            count: count.into(),
            player,
            card,
            wild: context.cards_named(Title::FeralCat, count.into()),
            named,
            target,
        },
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
        (
            Some(on),
            Aim::AnyPlayer
            | Aim::Markable
            | Aim::Seeing
            | Aim::Unclaimed
            | Aim::IfPaired
            | Aim::Nobody,
        ) => Message::StoryPlaysOn {
            player,
            card,
            target: context.name(on),
        },
    }
}

fn noped_message<'v>(context: &GameContext<'v>, seat: Seat, layer: u8) -> (Emoji, Message<'v>) {
    let player = context.name(seat);
    let nope = context.card_name(Title::Nope);
    let message = match layer {
        0 => Message::StoryNope { player, nope },
        _ => Message::StoryCounter { player },
    };
    (Icon::NopeStamp.into(), message)
}

fn drew_message<'v>(context: &GameContext<'v>, seat: Seat, from: PileEnd) -> (Emoji, Message<'v>) {
    let player = context.name(seat);
    match from {
        PileEnd::Top => (Icon::Draw.into(), Message::StoryDrew { player }),
        PileEnd::Bottom => {
            let message = Message::StoryDrewBottom { player };
            (Title::DrawFromTheBottom.into(), message)
        }
    }
}

/// Returns the message for a kitten that was put back. An Imploding Kitten has a different message, because it is
/// face up.
fn placed_message<'v>(
    context: &GameContext<'v>,
    seat: Seat,
    before: &[SeenEvent],
) -> (Emoji, Message<'v>) {
    let player = context.name(seat);
    let drawn = before.iter().rev().find_map(SeenEvent::hazard);
    let message = match drawn.and_then(Title::hazard) {
        Some(Hazard::Implodes) => Message::StoryPlacedUp { player },
        Some(Hazard::Explodes) | None => Message::StoryPlaced { player },
    };
    (Icon::Pile.into(), message)
}

fn exploded_message<'v>(context: &GameContext<'v>, seat: Seat, by: Title) -> (Emoji, Message<'v>) {
    let player = context.name(seat);
    let (icon, message) = match by.hazard() {
        Some(Hazard::Implodes) => (Icon::Implosion, Message::StoryImploded { player }),
        Some(Hazard::Explodes) | None => (Icon::Explosion, Message::StoryExploded { player }),
    };
    (icon.into(), message)
}

fn left_message<'v>(
    context: &GameContext<'v>,
    seat: Seat,
    kitten: SeenKitten,
) -> (Emoji, Message<'v>) {
    let player = context.name(seat);
    let message = match kitten {
        SeenKitten::None => Message::StoryLeftAlone { player },
        SeenKitten::Drawn | SeenKitten::FromPile => Message::StoryLeft { player },
    };
    (Icon::Leave.into(), message)
}

fn direction_message(direction: Direction) -> (Emoji, Message<'static>) {
    let message = match direction {
        Direction::Clockwise => Message::StoryClockwise,
        Direction::Reversed => Message::StoryReversed,
    };
    (Title::Reverse.into(), message)
}

fn chosen_message<'v>(
    context: &GameContext<'v>,
    before: &[SeenEvent],
    (seat, owner): (Seat, Seat),
    (kind, answer): (AnswerKind, Option<ChoiceAnswer>),
) -> Option<(Emoji, Message<'v>)> {
    let player = context.name(seat);
    Some(match kind {
        AnswerKind::Stop => (Icon::Stop.into(), Message::StorySaidStop { player }),
        AnswerKind::Give => {
            let (giver, taker) = (player, context.name(owner));
            (Title::Favor.into(), Message::StoryGave { giver, taker })
        }
        AnswerKind::Take => {
            let title = answer?.card()?;
            let card = context.card_name(title);
            (title.into(), Message::StoryTook { player, card })
        }
        AnswerKind::Put => {
            let title = match kind_of_choice(before) {
                Some(ChoiceKind::Stack) => Title::Potluck,
                Some(_) | None => Title::GarbageCollection,
            };
            (title.into(), Message::StoryPut { player })
        }
        // The play that follows names the target.
        AnswerKind::Aim => return None,
        AnswerKind::Place => match kind_of_choice(before) {
            Some(ChoiceKind::Bury) => (Title::Bury.into(), Message::StoryBuried { player }),
            Some(_) | None => placed_message(context, seat, before),
        },
        AnswerKind::Order => {
            let message = Message::StoryOrdered { player };
            (Title::AlterTheFuture.into(), message)
        }
    })
}

fn kind_of_choice(before: &[SeenEvent]) -> Option<ChoiceKind> {
    before.iter().rev().find_map(|event| {
        let SeenEvent::ChoiceOpened { choice } = event else {
            return None;
        };
        Some(choice.kind)
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
    let message = if hit {
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
    (title.into(), message)
}
