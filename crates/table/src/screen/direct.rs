//! The text of a direct message that no longer holds a hand: its owner has left, the game or the table
//! is over, or the hand is elsewhere. The hand itself: [`panel`](super::panel).

use super::Icon;
use super::element::{Accent, Button, ButtonStyle, Screen};
use super::view::{DirectEnd, DirectView};
use crate::intent::Intent;
use crate::text::{Language, Message, Name, Verbatim};

/// Returns a direct message without a hand. Only a person who may come back gets a button.
pub fn direct_end(view: &DirectView, language: &Language) -> Screen {
    let sentence = match &view.end {
        DirectEnd::Left => Message::DirectLeft,
        DirectEnd::LeftForGood => Message::DirectLeftForGood,
        DirectEnd::Over { winner } => Message::PanelOver {
            player: Name(winner),
        },
        DirectEnd::Closed => Message::RefusalClosed,
        DirectEnd::Unwanted => Message::DirectUnwanted,
        DirectEnd::Elsewhere(message) => Message::DirectElsewhere {
            link: Verbatim(message.to_string()),
        },
    };
    let place = Message::PanelTable {
        link: Verbatim(view.table.to_string()),
    };
    let text = format!(
        "{}\n-# {}",
        language.translate(&sentence),
        language.translate(&place)
    );
    let screen = Screen::new(Accent::Grey).text(text);
    let screen = match view.end {
        DirectEnd::Left => {
            let label = language.translate(&Message::ButtonComeBack);
            screen.buttons([Button::new(view.stamp.button(Intent::Join), label)
                .emoji(Icon::Back)
                .style(ButtonStyle::Success)])
        }
        DirectEnd::LeftForGood
        | DirectEnd::Over { .. }
        | DirectEnd::Closed
        | DirectEnd::Unwanted
        | DirectEnd::Elsewhere(_) => screen,
    };
    screen.presented_as(view.presentation)
}
