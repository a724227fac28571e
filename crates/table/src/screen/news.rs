//! What a player has to learn in private: what he drew, saw, got and lost, in words to him.

use rules::{Seat, SeenEvent, Title};

use super::scene::Scene;
use super::{Emoji, Sign};
use crate::text::Message;

/// How much of it a panel shows; more than this heaps up only while nobody looks.
const SHOWN: usize = 6;

/// The newest news for this seat, the oldest of them first; nothing if there is none.
pub(super) fn told(scene: &Scene<'_>, seat: Seat, news: &[SeenEvent]) -> Option<String> {
    let newest = news
        .iter()
        .rev()
        .filter_map(|event| worded(scene, seat, event));
    let mut lines: Vec<_> = newest
        .take(SHOWN)
        .map(|message| scene.say(&message))
        .collect();
    lines.reverse();
    let heading = scene.say(&Message::PanelNews);
    (!lines.is_empty()).then(|| {
        let sign = Emoji::Sign(Sign::News).unicode();
        format!("-# {sign} {heading}\n{}", lines.join("\n"))
    })
}

fn worded<'v>(scene: &Scene<'v>, own: Seat, event: &SeenEvent) -> Option<Message<'v>> {
    match event {
        SeenEvent::Stolen {
            from,
            to,
            title: Some(title),
        } => stolen(scene, own, *from, *to, *title),
        SeenEvent::Gave {
            from,
            to,
            title: Some(title),
        } => given(scene, own, *from, *to, *title),
        SeenEvent::Asked {
            from,
            to,
            title,
            hit,
        } => asked(scene, own, (*from, *to), *title, *hit),
        event => his_own(scene, own, event),
    }
}

fn stolen<'v>(
    scene: &Scene<'v>,
    own: Seat,
    from: Seat,
    to: Seat,
    title: Title,
) -> Option<Message<'v>> {
    let card = scene.card(title);
    if to == own {
        Some(Message::NewsStole {
            card,
            target: scene.name(from),
        })
    } else {
        (from == own).then(|| Message::NewsStolen {
            player: scene.name(to),
            card,
        })
    }
}

fn given<'v>(
    scene: &Scene<'v>,
    own: Seat,
    from: Seat,
    to: Seat,
    title: Title,
) -> Option<Message<'v>> {
    let card = scene.card(title);
    if to == own {
        Some(Message::NewsGot {
            giver: scene.name(from),
            card,
        })
    } else {
        (from == own).then(|| Message::NewsGave {
            taker: scene.name(to),
            card,
        })
    }
}

fn asked<'v>(
    scene: &Scene<'v>,
    own: Seat,
    (from, to): (Seat, Seat),
    title: Title,
    hit: bool,
) -> Option<Message<'v>> {
    let card = scene.card(title);
    match (to == own, from == own, hit) {
        (true, _, true) => Some(Message::NewsDemanded {
            target: scene.name(from),
            card,
        }),
        (true, _, false) => Some(Message::NewsDemandedInVain {
            target: scene.name(from),
            card,
        }),
        (_, true, true) => Some(Message::NewsDemandedOfYou {
            player: scene.name(to),
            card,
        }),
        _ => None,
    }
}

/// What he did himself, with what only he may know of it.
fn his_own<'v>(scene: &Scene<'v>, own: Seat, event: &SeenEvent) -> Option<Message<'v>> {
    match event {
        SeenEvent::Drew {
            seat,
            title: Some(title),
        } if *seat == own => Some(Message::NewsDrew {
            card: scene.card(*title),
        }),
        SeenEvent::DrewKitten { seat } if *seat == own => Some(Message::NewsDrewKitten {
            card: scene.card(Title::ExplodingKitten),
        }),
        SeenEvent::Saw {
            seat,
            titles: Some(titles),
            ..
        } if *seat == own => Some(Message::NewsSaw {
            cards: scene.pictures(titles.iter().copied()),
        }),
        SeenEvent::Took { seat, title } if *seat == own => Some(Message::NewsTook {
            card: scene.card(*title),
        }),
        SeenEvent::Placed {
            seat,
            place: Some(place),
        } if *seat == own => Some(match place {
            0 => Message::NewsPlacedTop,
            cards => Message::NewsPlaced {
                cards: u32::from(*cards),
            },
        }),
        SeenEvent::Exploded { seat, .. } if *seat == own => Some(Message::NewsExploded),
        _ => None,
    }
}
