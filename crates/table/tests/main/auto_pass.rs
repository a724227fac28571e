//! Auto-pass, as seen by the person who enabled it and by the other players.

use crate::prelude::*;

const SET: Intent = Intent::AutoPass(true);
const TAKE_BACK: Intent = Intent::AutoPass(false);
const SAYS: &str = "Passing for you until your turn.";

/// Returns a game of four in which a Skip has been played, and the players who may pass, in turn order.
fn window_at(pace: Pace) -> (Driver, [UserId; 3]) {
    let mut driver = Driver::dealt(options_at(pace), 4, |game| {
        let mut seats = game.living().iter();
        seats.all(|seat| game.hand(seat).has(Title::Skip))
    });
    play_skip(&mut driver);
    let first = driver.table_seat(driver.on_turn()).index();
    let others = [1, 2, 3].map(|step| driver.user(Seat::ALL[(first + step) % 4]));
    (driver, others)
}

fn window() -> (Driver, [UserId; 3]) {
    window_at(Pace::Normal)
}

fn play_skip(driver: &mut Driver) {
    let user = driver.on_turn();
    driver.does_on_panel(user, Intent::Play(Play::single(Title::Skip)));
}

fn passed(driver: &Driver) -> Vec<UserId> {
    let window = driver.game().phase().window().expect("a window is open");
    window.passed.iter().map(|seat| driver.user(seat)).collect()
}

fn is_told(driver: &Driver, user: UserId) -> bool {
    texts(&driver.panels[&user]).join("\n").contains(SAYS)
}

fn offers(driver: &Driver, user: UserId, intent: Intent) -> bool {
    let buttons = usable(&driver.panels[&user]);
    buttons.iter().any(|button| button.intent() == intent)
}

#[test]
fn a_player_who_sets_auto_pass_passes_in_every_window_until_their_turn() {
    let (mut driver, [.., user]) = window();
    driver.click_panel(user, SET);
    let mut windows = 0;
    while driver.on_turn() != user {
        if driver.is_turn() {
            play_skip(&mut driver);
        }
        let (opened, due) = (driver.now, driver.table.next_wake());
        driver.replay();
        assert_eq!(driver.table.next_wake(), due, "it survives a restart");
        driver.wake();
        assert_eq!(passed(&driver), [user]);
        let delay = driver.now.since(opened).0;
        assert!((1000..=3000).contains(&delay), "{delay}");
        windows += 1;
        driver.close_window();
    }
    assert!(windows > 1, "one window only");
    driver.click_message(user, Intent::OpenHand);
    assert!(!is_told(&driver, user), "their turn has ended it");
    assert!(driver.replayed().has_same_state(&driver.table));
}

#[test]
fn the_owner_reads_that_it_is_set_and_may_take_it_back() {
    let (mut driver, [user, ..]) = window();
    driver.click_message(user, Intent::OpenHand);
    assert!(!is_told(&driver, user) && offers(&driver, user, SET));
    driver.click_panel(user, SET);
    assert!(is_told(&driver, user) && !offers(&driver, user, SET));
    driver.click_panel(user, TAKE_BACK);
    assert!(!is_told(&driver, user) && offers(&driver, user, SET));
    driver.wait(Millis(3001));
    assert!(passed(&driver).is_empty());
    // Repeating a click has no effect.
    assert!(driver.click_panel(user, SET).changed);
    assert!(!driver.click_panel(user, SET).changed);
    assert!(driver.click_panel(user, TAKE_BACK).changed);
    assert!(!driver.click_panel(user, TAKE_BACK).changed);
}

#[test]
fn a_tap_on_nope_drops_it_even_if_that_is_refused() {
    let (mut driver, others) = window();
    let without = others.map(|user| driver.held(user, Title::Nope) == 0);
    let user = others[without
        .iter()
        .position(|none| *none)
        .expect("one has no Nope")];
    driver.click_panel(user, SET);
    let nope = Intent::Nope { layer: 0 };
    let outcome = driver.click_message(user, nope);
    assert!(matches!(outcome.answer, Answer::Refusal(_)), "{outcome:?}");
    assert!(!is_told(&driver, user), "the hand is refreshed");
    driver.wait(Millis(3001));
    assert!(passed(&driver).is_empty());
}

/// Returns the effects of the last input, except effects that only this person sees.
fn shown_to_others(driver: &Driver, user: UserId) -> Vec<Effect> {
    let concerns_others = |effect: &&Effect| match effect {
        Effect::RefreshPanel { user: reader, .. } => *reader != user,
        Effect::Answer { answer, .. } => !matches!(answer, Answer::Panel(_)),
        _ => true,
    };
    let effects = driver.effects.iter();
    effects.filter(concerns_others).cloned().collect()
}

#[test]
fn the_others_see_nothing_of_it_but_a_pass_as_by_a_tap() {
    let (mut setting, [user, other, _]) = window();
    setting.click_message(user, Intent::OpenHand);
    setting.click_message(other, Intent::OpenHand);
    let mut tapping = setting.clone();
    setting.click_panel(user, SET);
    assert_eq!(shown_to_others(&setting, user), []);
    assert_eq!(setting.message, tapping.message);
    assert_eq!(setting.table.screen(), tapping.table.screen());
    setting.wake();
    tapping.now = setting.now;
    tapping.click_panel(user, Intent::Pass);
    assert_eq!(passed(&setting), [user]);
    assert_eq!(
        shown_to_others(&setting, user),
        shown_to_others(&tapping, user)
    );
    assert_eq!(setting.message, tapping.message);
    assert_eq!(setting.panels[&other], tapping.panels[&other]);
    setting.click_panel(user, TAKE_BACK);
    assert_eq!(shown_to_others(&setting, user), []);
}

#[test]
fn the_delay_is_the_same_with_a_nope_and_without() {
    let (driver, [user, ..]) = window();
    let hand = driver.table_seat(user).index();
    let with = |holds: fn(Title) -> bool| {
        let mut driver = driver.redealt(|dealt| {
            for card in &mut dealt.hands[hand] {
                let is_fixed = [Title::Defuse, Title::Skip].contains(card);
                let mut pile = dealt.pile.iter_mut();
                let other = pile.find(|other| holds(**other) && **other != Title::ExplodingKitten);
                if let Some(other) = other.filter(|_| !is_fixed && !holds(*card)) {
                    std::mem::swap(card, other);
                }
            }
        });
        driver.click_panel(user, SET);
        driver.wake();
        assert_eq!(passed(&driver), [user]);
        (driver.held(user, Title::Nope), driver.now)
    };
    let (nopes, passes_at) = with(|card| card == Title::Nope);
    assert!(nopes > 0);
    assert_eq!((0, passes_at), with(|card| card != Title::Nope));
}

#[test]
fn delays_differ_from_window_to_window_and_leave_a_short_window_open() {
    let (driver, [user, ..]) = window_at(Pace::Fast);
    let delays: std::collections::BTreeSet<u64> = (0..50)
        .map(|seed| {
            let mut driver = driver.clone();
            driver.chance = SeededChance::new(seed);
            driver.click_panel(user, SET);
            driver.until_wake().0
        })
        .collect();
    assert!(delays.len() > 40, "{delays:?}");
    assert!(delays.iter().all(|delay| (1000..=3000).contains(delay)));
}

#[test]
fn it_is_refused_on_ones_own_turn_without_a_seat_and_too_often() {
    let (mut driver, [user, ..]) = window();
    driver.refuses_on_panel(driver.on_turn(), SET, Refusal::MovedOn);
    driver.refuses_on_panel(UserId(50), SET, Refusal::NotSeated);
    for _ in 0..16 {
        assert!(driver.click_panel(user, SET).changed);
        assert!(driver.click_panel(user, TAKE_BACK).changed);
    }
    driver.refuses_on_panel(user, SET, Refusal::TooOften);
}
