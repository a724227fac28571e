//! Private news in a player's panel: the cards that they drew, saw, got and lost.

use rules::{Answer, Seat, SeenEvent, Title};

use super::game_context::GameContext;
use super::{Emoji, Icon};
use crate::text::Message;

/// The most news a panel shows; more than this piles up only while its owner is away.
const NEWS_SHOWN: usize = 6;

/// Returns the newest news for this seat, oldest first; none if there is nothing new.
pub(super) fn recent_lines(
    context: &GameContext<'_>,
    seat: Seat,
    news: &[SeenEvent],
) -> Option<String> {
    let newest = news
        .iter()
        .rev()
        .filter_map(|event| news_message(context, seat, event));
    let mut lines: Vec<_> = newest
        .take(NEWS_SHOWN)
        .map(|message| context.translate(&message))
        .collect();
    lines.reverse();
    let heading = context.translate(&Message::PanelNews);
    (!lines.is_empty()).then(|| {
        let icon = Emoji::Icon(Icon::News);
        format!("-# {icon} {heading}\n{}", lines.join("\n"))
    })
}

/// Returns the card that the owner drew, if that is the newest news. A kitten is shown where its place is
/// chosen.
pub(super) fn drawn_card(
    context: &GameContext<'_>,
    own: Seat,
    news: &[SeenEvent],
) -> Option<Title> {
    let mut newest = news.iter().rev();
    let newest = newest.find(|event| news_message(context, own, event).is_some())?;
    match *newest {
        SeenEvent::Drew { title, .. } => title,
        _ => None,
    }
}

fn news_message<'v>(
    context: &GameContext<'v>,
    own: Seat,
    event: &SeenEvent,
) -> Option<Message<'v>> {
    match event {
        SeenEvent::Stolen {
            from,
            to,
            title: Some(title),
        } => stolen_card(context, own, *from, *to, *title),
        SeenEvent::Chosen {
            seat,
            owner,
            answer: Some(Answer::Give(title)),
            ..
        } => given_card(context, own, *seat, *owner, *title),
        SeenEvent::Asked {
            from,
            to,
            title,
            hit,
        } => demanded_card(context, own, (*from, *to), *title, *hit),
        event => own_action(context, own, event),
    }
}

fn stolen_card<'v>(
    context: &GameContext<'v>,
    own: Seat,
    from: Seat,
    to: Seat,
    title: Title,
) -> Option<Message<'v>> {
    let card = context.card_name(title);
    if to == own {
        Some(Message::NewsStole {
            card,
            target: context.name(from),
        })
    } else {
        (from == own).then(|| Message::NewsStolen {
            player: context.name(to),
            card,
        })
    }
}

fn given_card<'v>(
    context: &GameContext<'v>,
    own: Seat,
    from: Seat,
    to: Seat,
    title: Title,
) -> Option<Message<'v>> {
    let card = context.card_name(title);
    if to == own {
        Some(Message::NewsGot {
            giver: context.name(from),
            card,
        })
    } else {
        (from == own).then(|| Message::NewsGave {
            taker: context.name(to),
            card,
        })
    }
}

fn demanded_card<'v>(
    context: &GameContext<'v>,
    own: Seat,
    (from, to): (Seat, Seat),
    title: Title,
    hit: bool,
) -> Option<Message<'v>> {
    let card = context.card_name(title);
    match (to == own, from == own, hit) {
        (true, _, true) => Some(Message::NewsDemanded {
            target: context.name(from),
            card,
        }),
        (true, _, false) => Some(Message::NewsDemandedInVain {
            target: context.name(from),
            card,
        }),
        (_, true, true) => Some(Message::NewsDemandedOfYou {
            player: context.name(to),
            card,
        }),
        _ => None,
    }
}

/// Returns the message for something that the panel's owner did, with its secret details.
fn own_action<'v>(context: &GameContext<'v>, own: Seat, event: &SeenEvent) -> Option<Message<'v>> {
    match event {
        SeenEvent::Drew {
            seat,
            title: Some(title),
            ..
        } if *seat == own => Some(Message::NewsDrew {
            card: context.card_name(*title),
        }),
        SeenEvent::DrewKitten { seat, card, .. } if *seat == own => Some(Message::NewsDrewKitten {
            card: context.card_name(card.title()),
        }),
        SeenEvent::Saw {
            seat,
            titles: Some(titles),
            ..
        } if *seat == own => Some(Message::NewsSaw {
            cards: context.cards_with_emoji(titles.iter().map(|card| card.title())),
        }),
        SeenEvent::Chosen {
            seat,
            answer: Some(answer),
            ..
        } if *seat == own => own_answer(context, *answer),
        SeenEvent::Exploded { seat, .. } if *seat == own => Some(Message::NewsExploded),
        SeenEvent::Drew { .. }
        | SeenEvent::DrewKitten { .. }
        | SeenEvent::Saw { .. }
        | SeenEvent::Chosen { .. }
        | SeenEvent::Exploded { .. }
        | SeenEvent::Played { .. }
        | SeenEvent::Noped { .. }
        | SeenEvent::Passed { .. }
        | SeenEvent::WindowClosed { .. }
        | SeenEvent::Fizzled { .. }
        | SeenEvent::ChoiceOpened { .. }
        | SeenEvent::Shuffled
        | SeenEvent::Stolen { .. }
        | SeenEvent::Asked { .. }
        | SeenEvent::Defused { .. }
        | SeenEvent::Lapsed { .. }
        | SeenEvent::Left { .. }
        | SeenEvent::TimedOut { .. }
        | SeenEvent::DirectionTurned { .. }
        | SeenEvent::TurnBegan(_)
        | SeenEvent::Won { .. } => None,
    }
}

fn own_answer<'v>(context: &GameContext<'v>, answer: Answer) -> Option<Message<'v>> {
    match answer {
        Answer::Take(title) => Some(Message::NewsTook {
            card: context.card_name(title),
        }),
        Answer::Place(0) => Some(Message::NewsPlacedTop),
        Answer::Place(cards) => Some(Message::NewsPlaced {
            cards: u32::from(cards),
        }),
        Answer::Order(_) => Some(Message::NewsOrdered),
        Answer::Give(_) | Answer::Stop => None,
    }
}
