//! A person's first hand offers its explanation at the top; every hand can be explained on request.

use table::screen::ButtonStyle;

use crate::prelude::*;

fn playing() -> Driver {
    Driver::playing(options_at(Pace::Normal), 3, 2)
}

fn explains(screen: &Screen) -> bool {
    texts(screen).join("\n").contains("Your cards explained")
}

fn offers(screen: &Screen, intent: Intent) -> Option<Usable> {
    let mut offered = usable(screen).into_iter();
    offered.find(|usable| usable.intent() == intent)
}

fn open_hand(driver: &mut Driver, person: Clicker) -> Screen {
    let stamp = driver.stamp();
    let outcome = driver.click(person, ClickOrigin::Table(stamp), Intent::OpenHand);
    outcome.panel()
}

/// Returns true if the first button opens the explanation and is highlighted.
fn offers_explanation_first(screen: &Screen) -> bool {
    let mut rows = screen.elements.iter().filter_map(|element| {
        let Element::Buttons(row) = element else {
            return None;
        };
        row.first()
    });
    let explains = ControlAction::Button(Intent::Show(PanelStep::Explained));
    rows.next().is_some_and(|button| {
        button.control.action == explains && button.style == ButtonStyle::Primary
    })
}

#[test]
fn a_first_hand_offers_its_explanation_first_for_a_whole_game_and_is_noted_once() {
    let mut driver = playing();
    let user = driver.on_turn();
    let screen = open_hand(&mut driver, newcomer(user));
    assert_eq!(driver.explained, [user]);
    assert!(offers_explanation_first(&screen) && !explains(&screen));
    // The offer stays for the whole game, even once it has been stored that the person has seen it.
    for person in [newcomer(user), person(user)] {
        assert!(offers_explanation_first(&open_hand(&mut driver, person)));
    }
    assert_eq!(driver.explained, [user]);
    let other = driver.others()[0];
    let known = open_hand(&mut driver, person(other));
    assert!(!offers_explanation_first(&known));
}

#[test]
fn a_hand_explains_every_held_card_on_request_and_the_way_back_leads_to_the_hand() {
    let mut driver = playing();
    let user = driver.on_turn();
    let screen = open_hand(&mut driver, person(user));
    assert!(!explains(&screen) && driver.explained.is_empty());
    let screen = explained(&mut driver, user);
    assert!(explains(&screen) && driver.explained.is_empty());
    let text = texts(&screen).join("\n");
    for title in driver.game().hand(driver.table_seat(user)).titles() {
        let name = english().card_name(title, EditionId::ORIGINAL);
        assert!(text.contains(&name), "{name} is not explained in\n{text}");
    }
    assert!(text.contains("**Your turn:**") && text.contains("grey card"));
    let back = offers(&screen, Intent::Show(PanelStep::Hand)).expect("the way back");
    assert!(!explains(&driver.use_panel(user, &back).panel()));
}

fn explained(driver: &mut Driver, user: UserId) -> Screen {
    let panel = driver.panels[&user].clone();
    let info = offers(&panel, Intent::Show(PanelStep::Explained)).expect("the info button");
    driver.use_panel(user, &info).panel()
}

#[test]
fn an_explanation_stays_while_others_play() {
    let mut driver = playing();
    let watcher = driver.others()[0];
    open_hand(&mut driver, person(watcher));
    explained(&mut driver, watcher);
    let before = driver.panels[&watcher].clone();
    while driver.panels[&watcher] == before {
        let on_turn = driver.on_turn();
        if on_turn == watcher {
            break;
        }
        driver.now = driver.now.after(Millis::seconds(2));
        driver.click_panel(on_turn, Intent::Draw);
        driver.wake();
    }
    assert_ne!(driver.panels[&watcher], before, "the panel was refreshed");
    assert!(explains(&driver.panels[&watcher]));
}

#[test]
fn a_person_without_a_hand_is_not_taken_for_one_who_knows() {
    let mut driver = playing();
    let stranger = newcomer(UserId(99));
    let stamp = driver.stamp();
    let outcome = driver.click(stranger, ClickOrigin::Table(stamp), Intent::OpenHand);
    assert!(matches!(outcome.answer, Answer::Refusal(_)), "{outcome:?}");
    let newcomer = newcomer(driver.on_turn());
    driver.click(newcomer, ClickOrigin::Table(stamp), Intent::Pass);
    assert!(driver.explained.is_empty());
}

#[test]
fn a_hint_is_told_in_the_first_turn_of_a_first_game_and_not_in_the_second() {
    let hint = "drawing ends it";
    let tells = |screen: &Screen| texts(screen).join("\n").contains(hint);
    let mut driver = playing();
    let user = driver.on_turn();
    assert!(tells(&open_hand(&mut driver, newcomer(user))));
    assert!(
        tells(&open_hand(&mut driver, newcomer(user))),
        "as long as the step lasts"
    );
    loop {
        driver.draw_or_wake();
        if driver.is_turn() && driver.on_turn() == user {
            break;
        }
    }
    assert!(!tells(&open_hand(&mut driver, newcomer(user))));
    let other = driver.others()[0];
    assert!(
        !tells(&open_hand(&mut driver, person(other))),
        "not their first game"
    );
}
