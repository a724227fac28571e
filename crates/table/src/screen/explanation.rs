//! Explains a hand: how a turn works, the cards in the hand, and why buttons are greyed out. The button that opens the
//! explanation is above the cards in a person's first game, and below them in later games.

use rules::{Title, TitleSet};

use super::game_context::GameContext;
use super::view::PanelView;
use super::{Emoji, Icon};
use crate::text::{List, Message, Verbatim};

/// The maximum number of titles explained, not counting cats, and the maximum number of characters
/// in their lines. A hand can contain more titles than a message has room for.
const MAX_TITLES: usize = 12;
const MAX_CHARACTERS: usize = 1550;

pub(super) fn text(view: &PanelView, context: &GameContext<'_>) -> String {
    let held: Vec<Title> = view.game.hand.unwrap_or_default().titles().collect();
    let (cats, others): (Vec<Title>, Vec<Title>) = held
        .into_iter()
        .partition(|title| TitleSet::CATS.contains(*title));
    let mut lines = vec![
        context.heading(Icon::Info, &Message::ExplainTitle),
        context.translate(&Message::ExplainTurn),
    ];
    let explained = fitting(
        others
            .iter()
            .map(|title| card_line(context, &[*title]))
            .collect(),
    );
    let left_out = &others[..others.len() - explained.len()];
    lines.extend(explained);
    if !cats.is_empty() {
        lines.push(card_line(context, &cats));
    }
    if !left_out.is_empty() {
        let cards = List(
            left_out
                .iter()
                .map(|title| Verbatim(context.card_label(*title)))
                .collect(),
        );
        lines.push(context.translate(&Message::ExplainOthers { cards }));
    }
    lines.push(context.translate(&Message::ExplainGrey));
    lines.join("\n")
}

/// Returns as many of the last lines as fit. The first lines, which explain the best-known cards, are left out first.
fn fitting(mut lines: Vec<String>) -> Vec<String> {
    let mut left = MAX_CHARACTERS;
    let fits = |line: &&String| {
        let rest = left.checked_sub(line.chars().count());
        left = rest.unwrap_or(0);
        rest.is_some()
    };
    let newest_first = lines.iter().rev().take(MAX_TITLES);
    let fitting = newest_first.take_while(fits).count();
    lines.split_off(lines.len() - fitting)
}

fn card_line(context: &GameContext<'_>, titles: &[Title]) -> String {
    let about = titles.first().map(|title| context.card_about(*title));
    let names = titles
        .iter()
        .map(|title| Verbatim(context.card_label(*title)));
    let line = Message::ExplainCard {
        cards: List(names.collect()),
        about: Verbatim(about.unwrap_or_default()),
    };
    let emojis: String = titles
        .iter()
        .map(|title| Emoji::Card(*title).to_string())
        .collect();
    format!("{emojis} {}", context.translate(&line))
}
