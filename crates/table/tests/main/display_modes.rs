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

fn hand(driver: &mut Driver, user: u64) -> Screen {
    match driver.click_message(UserId(user), Intent::OpenHand).answer {
        Answer::Panel(screen) => screen,
        other => panic!("{other:?} is no hand"),
    }
}

#[test]
fn a_table_set_to_text_first_is_so_for_everybody_also_after_a_replay() {
    let text_first = options().with(OptionValue::DisplayMode(DisplayMode::TextFirst));
    let mut driver = Driver::playing(text_first, 2, 1);
    assert!(!has_emoji(&driver.message));
    for user in [1, 2] {
        assert!(!has_emoji(&hand(&mut driver, user)), "the hand of {user}");
    }
    assert!(!has_emoji(&driver.replayed().screen()));
}

#[test]
fn a_persons_preference_changes_only_what_they_see_in_private() {
    let mut driver = Driver::playing(options(), 2, 1);
    let text_first = PersonPreferences {
        display_mode: DisplayMode::TextFirst,
        ..PersonPreferences::default()
    };
    driver.preferences.insert(UserId(1), text_first);
    assert!(!has_emoji(&hand(&mut driver, 1)));
    assert!(has_emoji(&hand(&mut driver, 2)));
    assert!(has_emoji(&driver.message));
    // Their panel remains text first when the game updates it.
    let on_turn = driver.on_turn();
    driver.click_message(on_turn, Intent::Draw);
    assert!(!has_emoji(&driver.panels[&UserId(1)]));
    assert!(has_emoji(&driver.message));
}
