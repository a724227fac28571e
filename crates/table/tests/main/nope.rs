//! Nope windows, and players who race to play a Nope.

use crate::prelude::*;

/// Returns a table at which a Skip has been played, and the three other players. Only the first two of them hold
/// a Nope.
fn window() -> (Driver, [UserId; 3]) {
    let options = options();
    let mut driver = Driver::dealt(options, 4, |game| {
        let holds = |seat: &Seat| game.hand(*seat).has(Title::Nope);
        let turn = seat_on_turn(game);
        let others: Vec<Seat> = game.living().without(turn).iter().collect();
        let [first, second, third] = others[..] else {
            return false;
        };
        game.hand(turn).has(Title::Skip) && holds(&first) && holds(&second) && !holds(&third)
    });
    let user = driver.on_turn();
    driver.does_on_panel(user, Intent::Play(Play::single(Title::Skip)));
    let users = driver.others().try_into().expect("three others");
    (driver, users)
}

#[test]
fn the_first_of_two_nopes_on_the_same_card_counts_and_the_second_stays_in_the_hand() {
    let (mut driver, [first, second, _]) = window();
    let held = driver.held(second, Title::Nope);
    let stamp = driver.stamp();
    let quick = Intent::Nope { layer: 0 };
    let origin = ClickOrigin::Table(stamp);
    assert!(driver.click(person(first), origin, quick).changed);
    let message = driver.message.clone();
    driver
        .click(person(second), origin, quick)
        .assert_refused(Refusal::NopedAlready);
    assert_eq!(driver.held(second, Title::Nope), held);
    assert_eq!(driver.message, message);
    // A Nope on the Nope is accepted.
    driver.does(second, Intent::Nope { layer: 1 });
    assert_eq!(driver.held(second, Title::Nope), held - 1);
}

#[test]
fn a_nope_without_a_card_is_refused_in_private_and_changes_nothing_public() {
    let (mut driver, [_, _, without]) = window();
    let wake = driver.table.next_wake();
    let interaction = driver.last_interaction();
    let outcome = driver.click_message(without, Intent::Nope { layer: 0 });
    outcome.assert_refused(Refusal::Rules(rules::Illegal::NoSuchCard));
    assert_eq!(driver.table.next_wake(), wake);
    assert_ne!(driver.last_interaction(), interaction);
    let only_one = Input::Wake;
    assert!(driver.handle(only_one).effects.is_empty());
}

#[test]
fn a_stale_pass_does_not_count_for_the_newer_nope() {
    let (mut driver, [first, second, _]) = window();
    let before = ClickOrigin::Table(driver.stamp());
    driver.does(first, Intent::Nope { layer: 0 });
    let outcome = driver.click(person(second), before, Intent::Pass);
    outcome.assert_refused(Refusal::MovedOn);
    assert!(matches!(outcome.answer, Answer::Panel(_)), "a fresh panel");
    let Phase::Window(window) = driver.game().phase() else {
        panic!("the window is open")
    };
    assert!(window.passed.is_empty());
}

/// Returns both stamps, and two forgeries of `now`: one with a later revision and one for another table.
fn forged_stamps(old: Stamp, now: Stamp) -> [Stamp; 4] {
    let revision = Revision(now.revision.0 + 1);
    let table = TableId(now.table.0 + 1);
    [old, now, Stamp { revision, ..now }, Stamp { table, ..now }]
}

#[test]
fn a_pass_of_a_window_that_is_over_changes_nothing_and_counts_for_no_later_window() {
    let options = options();
    let mut driver = Driver::dealt(options, 3, |game| {
        let mut seats = game.living().iter();
        seats.all(|seat| game.hand(seat).has(Title::Skip))
    });
    let skip = Intent::Play(Play::single(Title::Skip));
    let pass = |driver: &mut Driver, user, stamp| {
        driver.click(person(user), ClickOrigin::Table(stamp), Intent::Pass)
    };
    let people = || (1..=3).map(UserId);
    let first = driver.on_turn();
    assert!(driver.click_panel(first, skip).changed);
    let old = driver.stamp();
    for user in people().filter(|user| *user != first) {
        assert!(pass(&mut driver, user, old).changed);
    }
    let message = driver.message.clone();
    for stamp in forged_stamps(old, driver.stamp()) {
        for user in people() {
            let outcome = pass(&mut driver, user, stamp);
            let is_private = matches!(outcome.answer, Answer::Refusal(_) | Answer::Panel(_));
            assert!(is_private && !outcome.changed, "{outcome:?}");
        }
    }
    assert_eq!(driver.message, message);
    let second = driver.on_turn();
    assert_ne!(second, first);
    assert!(driver.click_panel(second, skip).changed);
    for user in people() {
        assert!(!pass(&mut driver, user, old).changed);
    }
    let Phase::Window(window) = driver.game().phase() else {
        panic!("the window is open")
    };
    assert!(window.passed.is_empty());
}

#[test]
fn a_nope_on_the_public_message_needs_no_request_but_its_answer() {
    let (mut driver, [first, ..]) = window();
    let outcome = driver.click_message(first, Intent::Nope { layer: 0 });
    assert!(matches!(outcome.answer, Answer::Table(_)));
    assert_eq!(driver.table.version(), driver.entries.len() as u64);
    let shown = |effect: &Effect| matches!(effect, Effect::UpdateMessage { .. });
    assert!(!driver.handle(Input::Wake).effects.iter().any(shown));
}
