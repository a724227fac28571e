//! The layout of a hand's cards in a panel: as buttons, or as menus if there are too many for a
//! message. [`panel`](super::panel()) decides which cards may be played.

use super::element::{Button, Screen, Select, SelectOption};
use super::game_context::GameContext;
use crate::intent::Menu;
use crate::text::{Message, Verbatim};

/// The maximum number of titles of a hand with a button each. With the rows that contain them, the
/// other buttons and the texts, more could exceed Discord's limit of 40 components per message.
const MAX_BUTTONS: usize = 15;

/// Discord's limit on options in one menu.
const OPTIONS_PER_MENU: usize = 25;

/// The controls of one title in a hand.
pub(super) struct HeldCard {
    /// The button that plays it or opens its plays; disabled if there are none.
    pub(super) button: Button,
    /// The same as an option of a menu.
    pub(super) option: SelectOption,
    /// True if it may be played on the owner's turn.
    pub(super) is_playable: bool,
}

/// Returns true if a hand with this many titles needs menus instead of buttons.
pub(super) fn needs_menus(titles: usize) -> bool {
    titles > MAX_BUTTONS
}

/// Adds the cards of a hand. Menus contain the titles that may be played on the owner's turn; a
/// title that may be played now but is not among them, such as a Nope, keeps its button.
pub(super) fn add_cards(screen: Screen, cards: Vec<HeldCard>, context: &GameContext<'_>) -> Screen {
    if !needs_menus(cards.len()) {
        return screen.packed_buttons(cards.into_iter().map(|card| card.button));
    }
    let (playable, others): (Vec<_>, Vec<_>) = cards.into_iter().partition(|card| card.is_playable);
    let options: Vec<_> = playable.into_iter().map(|card| card.option).collect();
    // Menus of similar length, so that none contains a single card.
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

/// Returns the placeholder of a menu, which says which cards it contains.
fn placeholder(options: &[SelectOption], context: &GameContext<'_>) -> String {
    let label = |option: Option<&SelectOption>| {
        Verbatim(option.map_or_else(String::new, |option| option.label.clone()))
    };
    context.translate(&Message::HandPlaceholder {
        first: label(options.first()),
        last: label(options.last()),
    })
}
