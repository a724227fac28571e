//! The layout of a hand's cards in a panel: buttons, or menus if there are too many titles for buttons.
//! [`panel`](super::panel()) decides which cards may be played.

use super::element::{Button, Screen, Select, SelectOption};
use super::game_context::GameContext;
use crate::intent::Menu;
use crate::text::{Message, Verbatim};

/// The maximum number of titles in a hand that get a button each. More buttons, together with their rows and the rest
/// of the panel, could exceed Discord's limit of 40 components per message.
const MAX_BUTTONS: usize = 15;

/// Discord's limit on the options of a menu.
const OPTIONS_PER_MENU: usize = 25;

pub(super) struct HeldCard {
    /// The button that plays the card or opens a step with the ways to play it. Disabled if it cannot be played now.
    pub(super) button: Button,
    pub(super) option: SelectOption,
    /// True if the card may be played now as a turn action, on the owner's turn or another player's; false for a Nope.
    pub(super) is_playable: bool,
}

pub(super) fn needs_menus(titles: usize) -> bool {
    titles > MAX_BUTTONS
}

/// Adds the cards of a hand as buttons. If there are too many titles, adds menus of the playable titles instead (see
/// [`HeldCard::is_playable`]), and a button for any other title that may be played now, such as a Nope.
pub(super) fn add_cards(screen: Screen, cards: Vec<HeldCard>, context: &GameContext<'_>) -> Screen {
    if !needs_menus(cards.len()) {
        return screen.packed_buttons(cards.into_iter().map(|card| card.button));
    }
    let (playable, others): (Vec<_>, Vec<_>) = cards.into_iter().partition(|card| card.is_playable);
    let options: Vec<_> = playable.into_iter().map(|card| card.option).collect();
    // Splits the options evenly, so that a second menu never has just one option.
    let menus = options
        .chunks(
            options
                .len()
                .div_ceil(options.len().div_ceil(OPTIONS_PER_MENU).max(1))
                .max(1),
        )
        .zip(0..);
    let screen = menus.fold(screen, |screen, (options, page)| {
        let control = context.stamp.menu(Menu::Hand { page });
        let placeholder = placeholder(options, context);
        screen.select(Select::one(control, placeholder, options.to_vec()))
    });
    let answers = others.into_iter().filter(|card| card.button.enabled);
    screen.buttons(answers.map(|card| card.button))
}

/// Returns a menu's placeholder, which names the first and the last card in the menu.
fn placeholder(options: &[SelectOption], context: &GameContext<'_>) -> String {
    let label = |option: Option<&SelectOption>| {
        Verbatim(option.map_or_else(String::new, |option| option.label.clone()))
    };
    context.translate(&Message::HandPlaceholder {
        first: label(options.first()),
        last: label(options.last()),
    })
}
