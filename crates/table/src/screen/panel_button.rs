//! Buttons, and a label of buttons, that several steps of a panel have.

use rules::Title;

use super::Icon;
use super::element::Button;
use super::game_context::GameContext;
use super::view::PanelView;
use crate::intent::{Intent, PanelStep};
use crate::text::Message;

pub(super) fn back_button(view: &PanelView, context: &GameContext<'_>) -> Button {
    let control = view.stamp.button(Intent::Show(PanelStep::Hand));
    Button::new(control, context.translate(&Message::ButtonBack)).emoji(Icon::Back)
}

/// Returns the button that shows the hand with its explanation.
pub(super) fn info_button(view: &PanelView, context: &GameContext<'_>) -> Button {
    let control = view.stamp.button(Intent::Show(PanelStep::Explained));
    Button::new(control, context.translate(&Message::ButtonExplain)).emoji(Icon::Info)
}

pub(super) fn rules_button(view: &PanelView, context: &GameContext<'_>) -> Button {
    let control = view.stamp.button(Intent::Rules);
    Button::new(control, context.translate(&Message::ButtonRules)).emoji(Icon::Rules)
}

/// Returns a card's name, with the number held if there is more than one.
pub(super) fn counted_card(context: &GameContext<'_>, title: Title, held: u8) -> String {
    if held > 1 {
        context.translate(&Message::ButtonCardMany {
            card: context.card_name(title),
            count: u32::from(held),
        })
    } else {
        context.card_label(title)
    }
}
