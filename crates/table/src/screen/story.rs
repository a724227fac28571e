//! What happened, in words: the last few things of a game as everybody at the table saw them.

use rules::{Play, Seat, SeenEvent, SeenKitten, Title};

use super::scene::Scene;
use super::view::{Remark, RemarkTopic};
use super::{Emoji, Sign};
use crate::text::{Message, Words};

/// How many of the newest remarks are told.
const REMARKS_SHOWN: usize = 2;

/// The newest `lines` things worth telling, the oldest of them first, each with what a computer had
/// to say about it.
pub(super) fn told(
    scene: &Scene<'_>,
    story: &[SeenEvent],
    remarks: &[Remark],
    lines: usize,
) -> String {
    let newest = (0..story.len()).rev().filter_map(|index| {
        let line = line(scene, story, index)?;
        let mut newest = remarks.iter().rev().take(REMARKS_SHOWN);
        let remark = newest.find(|remark| remark.after == index);
        Some(match remark {
            Some(remark) => format!("{line}\n{}", spoken(scene, *remark)),
            None => line,
        })
    });
    let mut told: Vec<_> = newest.take(lines).collect();
    told.reverse();
    if told.is_empty() {
        told.push(small(Sign::Hand.into(), scene.say(&Message::StoryNothing)));
    }
    told.join("\n")
}

fn line(scene: &Scene<'_>, story: &[SeenEvent], index: usize) -> Option<String> {
    let (emoji, message) = match &story[index] {
        SeenEvent::TimedOut { .. } => late(scene, story, index)?,
        SeenEvent::Played { seat, play } => played(scene, *seat, play),
        event => worded(scene, event).or_else(|| outcome(scene, event))?,
    };
    Some(small(emoji, scene.say(&message)))
}

fn spoken(scene: &Scene<'_>, remark: Remark) -> String {
    let Remark {
        by, topic, variant, ..
    } = remark;
    let sentence = match topic {
        RemarkTopic::Nope => Message::RemarkNope { variant },
        RemarkTopic::Defuse => Message::RemarkDefuse { variant },
        RemarkTopic::Explode => Message::RemarkExplode { variant },
        RemarkTopic::Farewell => Message::RemarkFarewell { variant },
        RemarkTopic::Robbed => Message::RemarkRobbed { variant },
        RemarkTopic::Robs => Message::RemarkRobs { variant },
        RemarkTopic::Attacked => Message::RemarkAttacked { variant },
        RemarkTopic::Draw => Message::RemarkDraw { variant },
    };
    let line = Message::RemarkLine {
        player: scene.name(by),
        remark: Words(scene.say(&sentence)),
    };
    small(Sign::Computer.into(), scene.say(&line))
}

fn small(emoji: Emoji, text: String) -> String {
    format!("-# {} {text}", emoji.unicode())
}

/// A deadline that ran out on one player; that a Nope window does so is the usual thing.
fn late<'v>(scene: &Scene<'v>, story: &[SeenEvent], index: usize) -> Option<(Emoji, Message<'v>)> {
    let SeenEvent::TimedOut { awaited } = &story[index] else {
        return None;
    };
    let is_window = matches!(story.get(index + 1), Some(SeenEvent::WindowClosed { .. }));
    let seat = awaited
        .nth(0)
        .filter(|_| awaited.len() == 1 && !is_window)?;
    Some((
        Sign::Clock.into(),
        Message::StoryLate {
            player: scene.name(seat),
        },
    ))
}

fn played<'v>(scene: &Scene<'v>, seat: Seat, play: &Play) -> (Emoji, Message<'v>) {
    let player = scene.name(seat);
    match *play {
        Play::Single(title) => (
            title.into(),
            Message::StoryPlays {
                player,
                card: scene.card(title),
            },
        ),
        Play::Favor { on: None } => (
            Title::Favor.into(),
            Message::StoryPlays {
                player,
                card: scene.card(Title::Favor),
            },
        ),
        Play::Favor { on: Some(on) } => {
            let (card, target) = (scene.card(Title::Favor), scene.name(on));
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
            Sign::Pair.into(),
            Message::StoryPair {
                player,
                card: scene.card(title),
                target: scene.name(on),
            },
        ),
        Play::Triple { title, on, naming } => {
            let (card, named, target) = (scene.card(title), scene.card(naming), scene.name(on));
            (
                Sign::Triple.into(),
                Message::StoryTriple {
                    player,
                    card,
                    named,
                    target,
                },
            )
        }
        Play::Five(_) => (Sign::Five.into(), Message::StoryFive { player }),
    }
}

/// What somebody did.
fn worded<'v>(scene: &Scene<'v>, event: &SeenEvent) -> Option<(Emoji, Message<'v>)> {
    let name = |seat: &Seat| scene.name(*seat);
    Some(match event {
        SeenEvent::Noped { seat, layer: 0 } => (
            Title::Nope.into(),
            Message::StoryNope {
                player: name(seat),
                nope: scene.card(Title::Nope),
            },
        ),
        SeenEvent::Noped { seat, .. } => (
            Title::Nope.into(),
            Message::StoryCounter { player: name(seat) },
        ),
        SeenEvent::Stopped { seat } => (
            Sign::Stop.into(),
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
            Sign::Five.into(),
            Message::StoryTook {
                player: name(seat),
                card: scene.card(*title),
            },
        ),
        SeenEvent::Drew { seat, .. } => {
            (Sign::Draw.into(), Message::StoryDrew { player: name(seat) })
        }
        SeenEvent::DrewKitten { seat } => {
            let card = scene.card(Title::ExplodingKitten);
            (
                Sign::Bomb.into(),
                Message::StoryDrewKitten {
                    player: name(seat),
                    card,
                },
            )
        }
        SeenEvent::Defused { seat } => (
            Title::Defuse.into(),
            Message::StoryDefused {
                player: name(seat),
                card: scene.card(Title::Defuse),
            },
        ),
        SeenEvent::Placed { seat, .. } => (
            Sign::Pile.into(),
            Message::StoryPlaced { player: name(seat) },
        ),
        SeenEvent::Left {
            seat,
            kitten: SeenKitten::None,
            ..
        } => (
            Sign::Leave.into(),
            Message::StoryLeftAlone { player: name(seat) },
        ),
        SeenEvent::Left { seat, .. } => (
            Sign::Leave.into(),
            Message::StoryLeft { player: name(seat) },
        ),
        _ => return None,
    })
}

/// What came of it.
fn outcome<'v>(scene: &Scene<'v>, event: &SeenEvent) -> Option<(Emoji, Message<'v>)> {
    let name = |seat: &Seat| scene.name(*seat);
    Some(match event {
        SeenEvent::WindowClosed { stands: false } => (Title::Nope.into(), Message::StoryStopped),
        SeenEvent::Fizzled { .. } => (Sign::Pass.into(), Message::StoryFizzled),
        SeenEvent::Saw { seat, cards, .. } => (
            Title::SeeTheFuture.into(),
            Message::StorySaw {
                player: name(seat),
                cards: u32::from(*cards),
            },
        ),
        SeenEvent::Shuffled => (Title::Shuffle.into(), Message::StoryShuffled),
        SeenEvent::Stolen { from, to, .. } => (
            Sign::Pair.into(),
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
            let (player, target, named) = (name(to), name(from), scene.card(*title));
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
            (Sign::Triple.into(), hit)
        }
        SeenEvent::Exploded { seat, .. } => (
            Title::ExplodingKitten.into(),
            Message::StoryExploded { player: name(seat) },
        ),
        SeenEvent::Lapsed { seat } => (
            Sign::Pass.into(),
            Message::StoryLapsed { player: name(seat) },
        ),
        SeenEvent::Won { seat } => (
            Sign::Winner.into(),
            Message::StoryWon { player: name(seat) },
        ),
        _ => return None,
    })
}
