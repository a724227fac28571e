//! Predictions by dead players and watchers, which stay hidden from everyone else until the game ends.

use table::entry_limits::{MAX_PREDICTIONS, MAX_REPEATS};

use crate::prelude::*;

const WATCHER: UserId = UserId(90);

fn predicts(on: Seat) -> Intent {
    Intent::Predict(Some(on))
}

/// Returns a game of four in which a player has died, and that player's id.
fn with_a_dead_player(seed: u64) -> (Driver, UserId) {
    let mut driver = Driver::playing(options(), 4, seed);
    let dead = driver.draw_to_first_death();
    (driver, dead)
}

fn play_until(driver: &mut Driver, happened: impl Fn(&Driver) -> bool) {
    while !happened(driver) {
        assert!(driver.table.is_playing(), "the game ended before");
        driver.draw_or_wake();
    }
}

/// Returns everything that people other than the oracles can see or measure.
fn seen_by_others(driver: &Driver, oracles: &[UserId]) -> String {
    let mut panels = driver.panels.clone();
    panels.retain(|user, _| !oracles.contains(user));
    let wake = driver.table.next_wake();
    let (message, posts, hands) = (&driver.message, driver.posts, &driver.hands);
    format!(
        "{message:?} {posts} {panels:?} {hands:?} {:?} {wake:?}",
        driver.now
    )
}

#[test]
fn others_see_the_same_with_and_without_predictions_until_the_game_ends() {
    for seed in 0..20 {
        let (mut silent, dead) = with_a_dead_player(seed);
        for user in silent.others() {
            silent.click_message(user, Intent::OpenHand);
        }
        let mut told = silent.clone();
        let oracles = [dead, WATCHER, UserId(91)];
        for step in 0_usize.. {
            silent.draw_or_wake();
            told.draw_or_wake();
            if !silent.table.is_playing() {
                break;
            }
            let living: Vec<Seat> = told.game().living().iter().collect();
            for (place, user) in oracles.into_iter().enumerate() {
                let on = living.get((step + place) % (living.len() + 1)).copied();
                let effects = told.click_panel(user, Intent::Predict(on));
                let is_dead = matches!(effects.answer, Answer::Panel(_));
                assert_eq!(is_dead, user == dead, "watchers take no panel's place");
                assert_eq!(told.effects.len(), 1, "{:?}", told.effects);
            }
            let seen = [&silent, &told].map(|world| seen_by_others(world, &oracles));
            assert_eq!(seen[0], seen[1], "step {step} of {seed}");
        }
        assert!(!told.table.is_playing());
        assert!(told.table.has_same_state(&told.replayed()));
    }
}

#[test]
fn a_prediction_may_be_changed_until_a_kitten_is_drawn_and_an_explosion_decides_it() {
    let mut checked = 0;
    for seed in 0..40 {
        let mut driver = Driver::playing(options(), 3, seed);
        let text = driver.open_hand(WATCHER).to_string();
        assert!(text.contains("Who explodes next?"), "{text}");
        driver.does(WATCHER, Intent::Predict(None));
        driver.does(WATCHER, predicts(Seat::ALL[0]));
        assert!(
            !driver
                .click_message(WATCHER, predicts(Seat::ALL[0]))
                .changed
        );
        play_until(&mut driver, |driver| {
            !driver.game().deaths().is_empty() || driver.game().unresolved().is_some()
        });
        if driver.game().unresolved().is_some() {
            assert!(
                !driver
                    .click_message(WATCHER, predicts(Seat::ALL[1]))
                    .changed
            );
            let text = driver.open_hand(WATCHER).to_string();
            assert!(text.contains("your word stands: **Player 1**"), "{text}");
            assert!(!text.contains("Nobody before"), "{text}");
            play_until(&mut driver, |driver| !driver.game().deaths().is_empty());
            checked += 1;
        }
        let first = driver.game().deaths()[0].seat;
        let right = u32::from(first == Seat::ALL[0]);
        let text = driver.open_hand(WATCHER).to_string();
        assert!(
            text.contains(&format!("Right so far: {right} out of 1")),
            "{text}"
        );
        driver.refuses(
            WATCHER,
            predicts(first),
            Refusal::Rules(rules::Illegal::TargetDead),
        );
        driver.draw_to_the_end();
        driver.assert_says("Oracle of the evening: **Player 90**", right > 0);
        assert!(driver.table.has_same_state(&driver.replayed()));
    }
    assert!(
        checked > 10,
        "only {checked} kittens were drawn and defused"
    );
}

#[test]
fn nobody_is_right_once_the_pile_is_half_as_high_and_the_score_lasts_for_the_evening() {
    let mut driver = Driver::dealt(options(), 2, |game| {
        let pile = game.draw_pile();
        let mut upper = pile.from_top().take(pile.len() - pile.len() / 2);
        upper.all(|card| card.title().hazard().is_none())
    });
    driver.does(WATCHER, Intent::Predict(None));
    let half = driver.game().draw_pile().len() / 2;
    play_until(&mut driver, |driver| {
        driver.game().draw_pile().len() <= half
    });
    let text = driver.open_hand(WATCHER).to_string();
    assert!(text.contains("Right so far: 1 out of 1"), "{text}");
    driver.draw_to_the_end();
    let best = "Oracle of the evening: **Player 90**, right 1 out of 1";
    driver.assert_says(best, true);
    driver.play_again(&[1, 2]);
    driver.draw_to_the_end();
    driver.assert_says(best, true);
    driver.play_anew();
    driver.draw_to_the_end();
    driver.assert_says("Oracle of the evening", false);
    assert!(driver.table.has_same_state(&driver.replayed()));
}

#[test]
fn the_living_and_those_who_click_late_cannot_predict() {
    let (mut driver, dead) = with_a_dead_player(3);
    let alive: Vec<Seat> = driver.game().living().iter().collect();
    let living = driver.user(alive[0]);
    driver.refuses(living, predicts(alive[1]), Refusal::MovedOn);
    driver.refuses_on_panel(living, Intent::Predict(None), Refusal::MovedOn);
    driver.refuses(
        WATCHER,
        predicts(Seat::ALL[8]),
        Refusal::Rules(rules::Illegal::TargetDead),
    );
    let text = driver.open_hand(dead).to_string();
    assert!(text.contains("Who explodes next?"), "{text}");
    let offered = usable(&driver.panels[&dead]);
    let is_prediction = |one: &&_| matches!(Usable::intent(one), Intent::Predict(_));
    let last = offered.iter().rfind(is_prediction).expect("a menu").clone();
    assert!(driver.use_panel(dead, &last).changed);
    driver.draw_to_the_end();
    driver
        .use_panel(WATCHER, &last)
        .assert_refused(Refusal::GameOver);
    driver.play_again(&[1, 2, 3, 4]);
    driver
        .use_panel(WATCHER, &last)
        .assert_refused(Refusal::MovedOn);
    assert!(driver.use_panel(dead, &last).answer != Answer::Acknowledge);
    let is_predicted = |record: &Record| matches!(record, Record::Predicted { .. });
    assert_eq!(
        driver
            .records()
            .filter(|record| is_predicted(record))
            .count(),
        1
    );
}

#[test]
fn thousands_of_predictions_make_few_entries_and_the_game_goes_on() {
    let mut driver = Driver::playing(options(), 3, 1);
    let before = driver.entries.len();
    for number in 0..3000 {
        let on = Some(Seat::ALL[number % 3]).filter(|_| number % 4 > 0);
        driver.click_panel(WATCHER, Intent::Predict(on));
    }
    assert_eq!(driver.entries.len() - before, usize::from(MAX_REPEATS));
    driver.refuses(WATCHER, predicts(Seat::ALL[1]), Refusal::TooOften);
    for user in 100..3100 {
        driver.click_panel(UserId(user), Intent::Predict(None));
    }
    assert_eq!(driver.entries.len() - before, MAX_PREDICTIONS as usize);
    driver.draw_to_the_end();
    driver.does(UserId(1), Intent::Rematch);
    driver.does(UserId(2), Intent::Rematch);
    driver.wait(Millis::minutes(2));
    driver.does(WATCHER, Intent::Predict(None));
    assert!(driver.table.has_same_state(&driver.replayed()));
}

#[test]
fn a_prediction_is_stored_with_its_oracle_and_without_their_name_once_they_are_forgotten() {
    let mut driver = Driver::playing(options(), 2, 1);
    driver.does(WATCHER, predicts(Seat::ALL[1]));
    let extract = TableExtract::new(&driver.entries, WATCHER).expect("an extract");
    assert_eq!(extract.names, ["Player 90".to_owned()].into());
    let mut entry = driver.entries.last().expect("an entry").clone();
    let rows = entry.take_people(&[]);
    assert_eq!(rows.len(), 1);
    let stored = serde_json::to_string(&entry).expect("it is stored as JSON");
    assert!(
        !stored.contains("Player 90") && !stored.contains(":90"),
        "{stored}"
    );
    assert!(!entry.put_people(&[]));
    let forgotten = Record::Predicted {
        person: PersonRecord {
            user: UserId(1),
            name: "#1".to_owned(),
        },
        on: Some(Seat::ALL[1]),
    };
    assert_eq!(entry.records, [forgotten]);
}
