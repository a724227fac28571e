//! Text-first mode, as the table's option for everyone and as one person's preference for their private screens.

use table::display_mode::DisplayMode;

use crate::prelude::*;

fn has_emoji(screen: &Screen) -> bool {
    screen.elements.iter().any(|element| match element {
        Element::Buttons(buttons) => buttons.iter().any(|button| button.emoji.is_some()),
        Element::Select(select) => select.options.iter().any(|option| option.emoji.is_some()),
        _ => false,
    })
}

#[test]
fn a_persons_preference_changes_only_what_they_see_in_private_and_a_tables_option_everything() {
    let mut driver = Driver::playing(options(), 2, 1);
    let text_first = PersonPreferences {
        display_mode: DisplayMode::TextFirst,
        ..PersonPreferences::default()
    };
    driver.preferences.insert(UserId(1), text_first);
    assert!(!has_emoji(&driver.open_hand(UserId(1))));
    assert!(has_emoji(&driver.open_hand(UserId(2))));
    assert!(has_emoji(&driver.message));
    // The person's panel remains text first when the game updates it.
    let on_turn = driver.on_turn();
    driver.click_message(on_turn, Intent::Draw);
    assert!(!has_emoji(&driver.panels[&UserId(1)]));
    assert!(has_emoji(&driver.message));
    // The table's option applies to everyone.
    let option = OptionValue::DisplayMode(DisplayMode::TextFirst);
    let mut driver = Driver::playing(options().with(option), 2, 1);
    assert!(!has_emoji(&driver.message) && !has_emoji(&driver.open_hand(UserId(2))));
}
