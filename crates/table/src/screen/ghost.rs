//! The living players' hands, shown to dead players if the table's option `ghosts` is on.

use rules::Title;

use super::game_context::{GameContext, join_lines};
use super::view::PanelView;
use super::{Emoji, Icon};
use crate::text::{Message, Verbatim};

/// The maximum total length, in characters, of the hands in words. If they are longer, emoji replace the words.
const MAX_WORDS: usize = 1_200;

pub(super) fn lines(view: &PanelView, context: &GameContext<'_>) -> Option<String> {
    let words = all(view, context, |title, count| {
        context.counted_card(title, count)
    });
    let by_emoji = |title, count| match count {
        1 => Emoji::Card(title).to_string(),
        count => format!("{}×{count}", Emoji::Card(title)),
    };
    let fits = words.chars().count() <= MAX_WORDS;
    let hands = if fits {
        words
    } else {
        all(view, context, by_emoji)
    };
    let title = context.heading(Icon::Sight, &Message::GhostTitle);
    (!view.ghost_hands.is_empty()).then(|| format!("{title}\n{hands}"))
}

fn all(view: &PanelView, context: &GameContext<'_>, card: impl Fn(Title, u8) -> String) -> String {
    join_lines(view.ghost_hands.iter().map(|(seat, hand)| {
        let cards: Vec<_> = hand
            .titles()
            .map(|title| card(title, hand.count(title)))
            .collect();
        let message = Message::GhostHand {
            player: context.name_beside_mark(*seat),
            cards: Verbatim(cards.join(", ")),
        };
        Some(context.line(Emoji::Seat(*seat), &message))
    }))
}
