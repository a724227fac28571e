//! The pictures that screens show large, rows of cards and the bar of the odds. Each repeats what words on
//! the same screen say.

use rules::{ChoiceKind, Hand, Phase, PrivateNews, Title, Window};

use super::game_context::GameContext;
use super::{Emoji, Icon};
use crate::text::{Message, PlainName};

/// The most cards of a hand that are drawn one by one.
const MOST_CARDS: u8 = 20;
/// The number of cells of the bar that shows the odds.
const BAR_CELLS: usize = 10;

/// Returns a hand as a row of cards: each card, or one of each title if there are many.
pub(super) fn hand_row(hand: Hand) -> Vec<Emoji> {
    let each = hand.total() <= MOST_CARDS;
    let copies = |title| if each { hand.count(title) } else { 1 };
    let row = hand
        .titles()
        .flat_map(|title| std::iter::repeat_n(title.into(), copies(title).into()));
    row.collect()
}

/// Returns the cards at stake, followed by a stamp for each Nope on them; nothing before the first Nope.
pub(super) fn nope_row(context: &GameContext<'_>) -> Vec<Emoji> {
    let noped = context.game.phase.window();
    let Some(window) = noped.filter(|window| !window.nopes.is_empty()) else {
        return Vec::new();
    };
    let stamps = window.nopes.iter().map(|_| Icon::NopeStamp.into());
    let cards = window.play.cards().map(Emoji::Card);
    cards.chain(stamps).collect()
}

/// Returns the cards of the draw pile that a See the Future showed last, top first.
pub(super) fn future_row(news: &[PrivateNews]) -> Vec<Emoji> {
    let newest = news.iter().rev().find_map(PrivateNews::look);
    let look = newest.into_iter().flatten();
    look.map(|card| card.title().into()).collect()
}

/// Returns the picture beside the heading of a public table, with its description.
pub(super) fn phase_picture<'v>(context: &GameContext<'v>) -> Option<(Emoji, Message<'v>)> {
    let plain_name = |seat| PlainName(context.raw_name(seat));
    Some(match &context.game.phase {
        Phase::Window(window) => {
            let title = title_at_stake(window)?;
            let card = context.card_name(title);
            (title.into(), Message::AltStake { card })
        }
        Phase::Choice(choice) => {
            let ChoiceKind::Place(placed) = choice.kind else {
                return None;
            };
            let card = context.card_name(placed.title());
            let player = plain_name(choice.owner);
            (placed.title().into(), Message::AltKitten { card, player })
        }
        Phase::Won { winner } => {
            let player = plain_name(*winner);
            (Icon::Winner.into(), Message::AltWinner { player })
        }
        Phase::Turn => {
            let title = context.game.open_top?;
            let card = context.card_name(title);
            (title.into(), Message::AltOpenTop { card })
        }
    })
}

fn title_at_stake(window: &Window) -> Option<Title> {
    window.play.cards().next()
}

/// Returns the kittens among the cards of the draw pile as a bar of a few cells. It tells how many there
/// are, not where they lie.
pub(super) fn odds_bar(kittens: usize, cards: usize) -> String {
    let cells = cards.min(BAR_CELLS);
    let filled = match kittens {
        0 => 0,
        kittens if kittens >= cards => cells,
        kittens => ((kittens * cells + cards / 2) / cards).clamp(1, cells - 1),
    };
    let kitten = Emoji::Card(Title::ExplodingKitten).to_string();
    let card = Emoji::Icon(Icon::Draw).to_string();
    kitten.repeat(filled) + &card.repeat(cells - filled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::expand_to_unicode;

    fn bar(kittens: usize, cards: usize) -> String {
        expand_to_unicode(&odds_bar(kittens, cards))
    }

    #[test]
    fn the_bar_is_full_or_empty_only_if_the_odds_are_certain() {
        assert_eq!(bar(0, 79), "🎴".repeat(10));
        assert_eq!(bar(1, 79), "💥".to_owned() + &"🎴".repeat(9));
        assert_eq!(bar(78, 79), "💥".repeat(9) + "🎴");
        assert_eq!(bar(5, 20), "💥".repeat(3) + &"🎴".repeat(7));
        assert_eq!(bar(1, 2), "💥🎴");
        assert_eq!(bar(1, 1), "💥");
        assert_eq!(bar(0, 0), "");
    }

    #[test]
    fn a_hand_of_forty_cards_shows_one_of_each_title() {
        let few: Hand = [Title::Skip, Title::Nope, Title::Skip]
            .into_iter()
            .collect();
        let skip = Emoji::Card(Title::Skip);
        assert_eq!(hand_row(few), [skip, skip, Title::Nope.into()]);
        let many: Hand = [Title::Skip; 20]
            .into_iter()
            .chain([Title::Nope; 20])
            .collect();
        assert_eq!(hand_row(many), [skip, Title::Nope.into()]);
        assert_eq!(hand_row(Hand::default()), []);
    }
}
