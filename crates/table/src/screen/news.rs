//! Private news in a player's panel: the cards they drew, saw, gained and lost.
//! [`rules::PrivateNews`] defines which part of an event is private.

use rules::{PrivateNews, Title};

use super::game_context::GameContext;
use super::{Emoji, Icon};
use crate::text::Message;

/// The maximum number of news items in a panel. More may accumulate before the owner reads them.
const NEWS_SHOWN: usize = 6;

/// Returns the latest news, oldest first, or `None` if there is no news.
pub(super) fn recent_lines(context: &GameContext<'_>, news: &[PrivateNews]) -> Option<String> {
    let oldest_shown = news.len().saturating_sub(NEWS_SHOWN);
    let lines: Vec<_> = news[oldest_shown..]
        .iter()
        .map(|news| context.translate(&message(context, news)))
        .collect();
    let icon = Emoji::Icon(Icon::News);
    (!lines.is_empty()).then(|| format!("{icon} {}", lines.join("\n")))
}

pub(super) fn drawn_card(news: &[PrivateNews]) -> Option<Title> {
    let Some(PrivateNews::Drew(title)) = news.last() else {
        return None;
    };
    Some(*title)
}

fn message<'v>(context: &GameContext<'v>, news: &PrivateNews) -> Message<'v> {
    match *news {
        PrivateNews::Saw(ref look) => Message::NewsSaw {
            cards: context.cards_with_emoji(look.iter().map(|card| card.title())),
        },
        PrivateNews::Drew(title) if title.hazard().is_some() => Message::NewsSheltered {
            card: context.card_name(title),
            shelter: context.card_name(Title::StreakingKitten),
        },
        PrivateNews::Drew(title) => Message::NewsDrew {
            card: context.card_name(title),
        },
        PrivateNews::Lifted(title) => Message::NewsLifted {
            card: context.card_name(title),
        },
        PrivateNews::DrewFor(title, to) => Message::NewsDrewFor {
            card: context.card_name(title),
            taker: context.name(to),
        },
        PrivateNews::Stole(title, from) => Message::NewsStole {
            target: context.name(from),
            card: context.card_name(title),
        },
        PrivateNews::WasRobbed(title, by) => Message::NewsStolen {
            player: context.name(by),
            card: context.card_name(title),
        },
        PrivateNews::Demanded { title, of, hit } => {
            let (target, card) = (context.name(of), context.card_name(title));
            if hit {
                Message::NewsDemanded { target, card }
            } else {
                Message::NewsDemandedInVain { target, card }
            }
        }
        PrivateNews::HandedOver(title, to) => Message::NewsDemandedOfYou {
            player: context.name(to),
            card: context.card_name(title),
        },
        PrivateNews::Got(title, from) => Message::NewsGot {
            giver: context.name(from),
            card: context.card_name(title),
        },
        PrivateNews::Put(title) => Message::NewsPut {
            card: context.card_name(title),
        },
        PrivateNews::Gave(title, to) => Message::NewsGave {
            taker: context.name(to),
            card: context.card_name(title),
        },
    }
}
