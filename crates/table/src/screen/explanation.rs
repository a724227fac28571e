//! The explanation of a hand: a turn, each held card in a line, and the grey buttons. Shown on request; a
//! person's first hand offers it before all else.

use rules::{Title, TitleSet};

use super::game_context::GameContext;
use super::view::PanelView;
use super::{Emoji, Icon};
use crate::text::{List, Message, Verbatim, card_texts};

/// Returns the explanation of the cards that the panel's owner holds.
pub(super) fn text(view: &PanelView, context: &GameContext<'_>) -> String {
    let held: Vec<Title> = view.game.hand.unwrap_or_default().titles().collect();
    let (cats, others): (Vec<Title>, Vec<Title>) = held
        .into_iter()
        .partition(|title| TitleSet::CATS.contains(*title));
    let mut lines = vec![
        context.heading(Icon::Info, &Message::ExplainTitle),
        context.translate(&Message::ExplainTurn),
    ];
    lines.extend(others.iter().map(|title| card_line(context, &[*title])));
    if !cats.is_empty() {
        lines.push(card_line(context, &cats));
    }
    lines.push(context.translate(&Message::ExplainGrey));
    lines.join("\n")
}

fn card_line(context: &GameContext<'_>, titles: &[Title]) -> String {
    let about = titles.first().map(|title| card_texts::about(*title));
    let about = about.map(|message| context.translate(&message));
    let names = titles
        .iter()
        .map(|title| Verbatim(context.card_label(*title)));
    let line = Message::ExplainCard {
        cards: List(names.collect()),
        about: Verbatim(about.unwrap_or_default()),
    };
    let emojis = titles.iter().map(|title| Emoji::Card(*title).to_string());
    let emojis: String = emojis.collect();
    format!("{emojis} {}", context.translate(&line))
}
