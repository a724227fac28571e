//! The direct message that replaces a hand, for one of the reasons in `DirectHandEnd`. The hand itself is
//! in [`panel`](mod@super::panel).

use super::Icon;
use super::element::{Accent, Button, ButtonStyle, Screen};
use super::view::{Departure, DirectHandEnd, DirectHandEndView, Player};
use crate::intent::Intent;
use crate::text::{Language, Message, Name, ShownName, Verbatim};

/// Returns the direct message. Only after [`Departure::StandIn`] does it have a button to return.
pub(crate) fn direct_hand_end(view: &DirectHandEndView, language: &Language) -> Screen {
    let sentence = match &view.end {
        DirectHandEnd::Left(Departure::StandIn | Departure::Asleep) => Message::DirectLeft,
        DirectHandEnd::Left(Departure::ForGood) => Message::DirectLeftForGood,
        DirectHandEnd::Left(Departure::Dead | Departure::Last) => Message::DirectLeftDead,
        DirectHandEnd::Over {
            winner: Some(winner),
        } if winner.has_stand_in() => Message::PanelOverStandIn {
            player: Name(winner.shown_name()),
        },
        DirectHandEnd::Over { winner } => Message::PanelOver {
            player: Name(
                winner
                    .as_ref()
                    .map_or_else(ShownName::default, Player::shown_name),
            ),
        },
        DirectHandEnd::Closed => Message::RefusalClosed,
        DirectHandEnd::Unwanted => Message::DirectUnwanted,
        DirectHandEnd::Elsewhere(message) => Message::DirectElsewhere {
            link: Verbatim(message.to_string()),
        },
    };
    let place = Message::PanelTable {
        link: Verbatim(view.table.to_string()),
    };
    let [sentence, place, label] =
        [sentence, place, Message::ButtonComeBack].map(|message| language.translate(&message));
    let come_back = Button::new(view.stamp.button(Intent::Join), label)
        .emoji(Icon::Back)
        .style(ButtonStyle::Success);
    Screen::new(Accent::Grey)
        .text(format!("{sentence}\n-# {place}"))
        .buttons((view.end == DirectHandEnd::Left(Departure::StandIn)).then_some(come_back))
        .displayed_as(view.display_mode)
}
