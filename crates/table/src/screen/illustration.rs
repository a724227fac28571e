//! The large picture on a public table, and the row of cards seen in a look at the draw pile. The screen's text
//! contains the same information.

use rules::{NopeWindow, Phase, PrivateNews, Title};

use super::game_context::GameContext;
use super::{Emoji, nope_window};
use crate::text::{Message, PlainName};

/// Returns the emoji of the cards in the latest news about a look at the draw pile, top card first.
pub(super) fn future_row(news: &[PrivateNews]) -> Vec<Emoji> {
    let newest = news.iter().rev().find_map(PrivateNews::look);
    let look = newest.into_iter().flatten();
    look.map(|card| card.title().into()).collect()
}

/// Returns the picture beside the heading of a public table, if there is one, and its alternative text.
pub(super) fn phase_picture<'v>(context: &GameContext<'v>) -> Option<(Emoji, Message<'v>)> {
    let plain_name = |seat| PlainName(context.raw_name(seat));
    Some(match &context.game.phase {
        Phase::Window(window) => {
            let title = title_at_stake(window)?;
            let card = context.card_name(title);
            let stamp = nope_window::stamp(window).map(Emoji::Icon);
            (stamp.unwrap_or(title.into()), Message::AltStake { card })
        }
        Phase::Choice(_) => return None,
        Phase::Won { winner } => {
            let player = plain_name(*winner);
            (context.win(*winner).0.into(), Message::AltWinner { player })
        }
        Phase::Turn => {
            let title = context.game.open_top?;
            let card = context.card_name(title);
            (title.into(), Message::AltOpenTop { card })
        }
    })
}

fn title_at_stake(window: &NopeWindow) -> Option<Title> {
    window.play.cards().next()
}
