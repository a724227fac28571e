//! A person's first hand explains itself, once; later ones do on request.

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
    match outcome.answer {
        Answer::Panel(screen) => screen,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_first_hand_explains_every_held_card_once() {
    let mut driver = playing();
    let user = driver.on_turn();
    let screen = open_hand(&mut driver, newcomer(user));
    assert_eq!(driver.explained, [user]);
    assert!(explains(&screen));
    let text = texts(&screen).join("\n");
    for title in driver.game().hand(driver.table_seat(user)).titles() {
        let name = english().card_name(title, EditionId::ORIGINAL);
        assert!(text.contains(&name), "{name} is not explained in\n{text}");
    }
    assert!(text.contains("**Your turn:**") && text.contains("grey card"));
    // What is stored about them may be read late, even from another table.
    assert!(!explains(&open_hand(&mut driver, newcomer(user))));
    assert!(!explains(&open_hand(&mut driver, person(user))));
    assert_eq!(driver.explained, [user]);
}

#[test]
fn a_hand_is_explained_again_on_request_and_the_way_back_leads_to_the_hand() {
    let mut driver = playing();
    let user = driver.on_turn();
    let screen = open_hand(&mut driver, person(user));
    assert!(!explains(&screen) && driver.explained.is_empty());
    let info = offers(&screen, Intent::Show(PanelStep::Explained)).expect("the info button");
    let Answer::Panel(screen) = driver.use_panel(user, &info).answer else {
        panic!("the panel explains the hand")
    };
    assert!(explains(&screen) && driver.explained.is_empty());
    let back = offers(&screen, Intent::Show(PanelStep::Hand)).expect("the way back");
    let Answer::Panel(screen) = driver.use_panel(user, &back).answer else {
        panic!("the panel shows the hand")
    };
    assert!(!explains(&screen));
}

#[test]
fn an_explanation_stays_while_others_play() {
    let mut driver = playing();
    let watcher = driver.others()[0];
    open_hand(&mut driver, newcomer(watcher));
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
