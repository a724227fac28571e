//! Two taps on the same spot of a hand. The second tap comes before the person can have seen the step that the first
//! tap led to, so it must not choose anything.

use std::collections::BTreeSet;

use rules::ChoiceAnswer;

use crate::prelude::*;

/// How long a person reads a step before tapping.
const READING: Millis = Millis(600);
const SECOND_TAP: Millis = Millis(300);

/// Returns true if the control makes a move that is not part of a race.
fn chooses(usable: &Usable) -> bool {
    let intent = usable.intent();
    let is_race = matches!(
        intent,
        Intent::Nope { .. } | Intent::Pass | Intent::Answer(ChoiceAnswer::Stop)
    );
    intent.is_move() && !is_race
}

fn kind(intent: Intent) -> String {
    match intent {
        Intent::Play(play) => format!("{:?}", play.titles()),
        Intent::Show(PanelStep::Target(play)) => format!("{play:?}"),
        other => format!("{other:?}"),
    }
}

/// Taps a control. Shortly afterwards, taps each control that may now be under the finger, which must change nothing.
fn tap_twice(driver: &mut Driver, user: UserId, first: &Usable) {
    driver.wait(READING);
    driver.use_panel(user, first);
    driver.wait(SECOND_TAP);
    let Some(step) = driver.panels.get(&user).cloned() else {
        return;
    };
    let seconds = usable(&step);
    for second in seconds.iter().chain([first]).filter(|one| chooses(one)) {
        let outcome = driver.use_panel(user, second);
        assert!(!outcome.changed, "{first:?}, then {second:?}");
        let again = outcome.panel();
        assert!(again.to_string().contains("Tap again"), "{again}");
        let controls = |screen| format!("{:?}", usable(screen));
        assert_eq!(controls(&again), controls(&step), "{second:?}");
    }
}

fn is_harmless(intent: Intent) -> bool {
    let stop = Intent::Answer(ChoiceAnswer::Stop);
    matches!(intent, Intent::Show(_) | Intent::Pass) || intent == stop
}

/// Plays a game in which every tap on a hand is followed by a second tap, and records the kinds of taps.
fn play(options: TableOptions, seed: u64, tapped: &mut BTreeSet<String>) {
    let editions = Editions::built_in();
    let players = options.players(&editions).take(2).last();
    let mut driver = Driver::playing(options, players.unwrap_or(2), seed);
    driver.replay_by(TableConfig::default());
    driver.panels.clear();
    let mut chance = SeededChance::new(seed);
    while driver.table.is_playing() {
        let awaited = driver.game().awaited();
        let seat = awaited.nth(chance.below(awaited.len() as u32) as usize);
        let user = driver.user(seat.expect("the game waits for somebody"));
        let mut offered = driver.panels.get(&user).map(usable).unwrap_or_default();
        offered.retain(|one| chooses(one) || is_harmless(one.intent()));
        if offered.is_empty() {
            driver.click_message(user, Intent::OpenHand);
            continue;
        }
        let first = &offered[chance.below(offered.len() as u32) as usize];
        tapped.insert(kind(first.intent()));
        tap_twice(&mut driver, user, first);
    }
}

#[test]
fn a_second_tap_on_one_spot_chooses_nothing_at_any_step_of_any_card() {
    let mut tapped = BTreeSet::new();
    for edition in EditionId::all() {
        let options = options_of(edition).with(OptionValue::Pace(Pace::Slow));
        for seed in 0..4 {
            play(options, seed, &mut tapped);
        }
    }
    for step in [
        "Favor", "Pair(", "Triple(", "Naming", "Order", "Place", "Give", "Skip",
    ] {
        assert!(
            tapped.iter().any(|tap| tap.contains(step)),
            "no {step}: {tapped:#?}"
        );
    }
}

/// Returns a game in which people may tap only what they can have seen, and the person on turn, who has just opened
/// their hand.
fn with_open_hand() -> (Driver, UserId) {
    let mut driver = Driver::playing(options(), 3, 2);
    driver.replay_by(TableConfig::default());
    let user = driver.on_turn();
    driver.click_message(user, Intent::OpenHand);
    (driver, user)
}

#[test]
fn a_tap_after_the_step_can_have_been_seen_chooses() {
    let (mut driver, user) = with_open_hand();
    assert!(!driver.click_panel(user, Intent::Draw).changed);
    driver.wait(READING);
    assert!(driver.click_panel(user, Intent::Draw).changed);
}

#[test]
fn hasty_taps_do_not_put_off_the_time_from_which_a_step_takes_one() {
    let (mut driver, user) = with_open_hand();
    for _ in 0..2 {
        driver.wait(Millis(250));
        assert!(!driver.click_panel(user, Intent::Draw).changed);
    }
    driver.wait(Millis(100));
    assert!(driver.click_panel(user, Intent::Draw).changed);
}

#[test]
fn a_shuffle_can_be_stopped_at_once() {
    let options = options_of(EditionId::TRAVEL);
    let mut driver = Driver::holding(options, 3, Title::Shuffle);
    driver.click_panel(driver.on_turn(), Intent::Play(Play::single(Title::Shuffle)));
    driver.close_window();
    let Phase::Choice(choice) = driver.game().phase() else {
        panic!("no one stops the shuffle");
    };
    let stopper = driver.user(choice.chooser().expect("one player stops it"));
    driver.replay_by(TableConfig::default());
    driver.click_message(stopper, Intent::OpenHand);
    let stop = Intent::Answer(ChoiceAnswer::Stop);
    assert!(driver.click_panel(stopper, stop).changed);
}

#[test]
fn the_public_buttons_take_a_tap_at_once() {
    let (mut driver, user) = with_open_hand();
    assert!(driver.click_message(user, Intent::Draw).changed);
}
