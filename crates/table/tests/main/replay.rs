//! Replay: a table rebuilt from its journal entries has the same state as the table that wrote them.

use crate::monkey;
use crate::prelude::*;

fn through_json(entries: &[Entry]) -> Vec<Entry> {
    let text = serde_json::to_string(entries).expect("entries can be written");
    serde_json::from_str(&text).expect("and read back")
}

#[test]
fn a_replayed_table_has_the_same_state_as_the_original() {
    for seed in 0..60 {
        let mut driver = monkey::table(seed);
        let mut chance = SeededChance::new(seed);
        for step in 0..250 {
            monkey::random_input(&mut driver, &mut chance);
            if step % 25 == 0 || driver.closed {
                let entries = through_json(&driver.entries);
                let read = Table::replay(&entries, TableConfig::default()).unwrap();
                let is_same = read.has_same_state(&driver.table);
                assert!(is_same, "seed {seed}, step {step}");
                assert_eq!(read.version(), driver.table.version());
            }
            if driver.closed {
                break;
            }
        }
    }
}

#[test]
fn a_table_that_may_be_replayed_wakes_afterwards_as_before() {
    let mut replays = 0;
    for seed in 0..40 {
        let mut driver = monkey::table(seed);
        driver.replay();
        let mut chance = SeededChance::new(seed);
        for step in 0..150 {
            monkey::random_input(&mut driver, &mut chance);
            if driver.closed {
                break;
            }
            // Any beat has ended by `later`. Tables that wake earlier are skipped.
            let later = driver.now.after(Millis::seconds(3));
            let wakes = driver.table.next_wake();
            if !driver.table.is_replayable() || wakes.is_some_and(|wakes| wakes <= later) {
                continue;
            }
            let mut replayed = Table::replay(&driver.entries, TableConfig::default())
                .expect("its own entries can be read");
            replayed.set_message_posted_at(driver.table.message_posted_at());
            assert!(replayed.has_same_state(&driver.table));
            let skipped = replayed.handle(later, Input::Wake, &mut SeededChance::new(seed));
            assert_eq!(skipped.entry, None, "seed {seed}, step {step}");
            assert_eq!(replayed.next_wake(), wakes, "seed {seed}, step {step}");
            replays += 1;
        }
    }
    assert!(replays > 100, "only {replays} replays");
}

#[test]
fn a_game_goes_on_after_a_restart_with_the_controls_that_were_shown_before() {
    let mut drawn = 0;
    for seed in 0..20 {
        let mut driver = monkey::table(seed);
        let mut chance = SeededChance::new(seed);
        for _ in 0..150 {
            let cards = driver.game().draw_pile().len();
            monkey::random_input(&mut driver, &mut chance);
            if driver.closed {
                break;
            }
            driver.replay();
            let away = driver.now;
            driver.now = driver.now.after(Millis(7));
            driver.handle(Input::Resumed { since: away });
            drawn += u32::from(driver.game().draw_pile().len() < cards);
        }
    }
    assert!(drawn > 50, "only {drawn} draws succeeded");
}

#[test]
fn entries_that_do_not_follow_from_each_other_are_refused() {
    let mut driver = monkey::table(1);
    let mut chance = SeededChance::new(1);
    for _ in 0..100 {
        monkey::random_input(&mut driver, &mut chance);
    }
    let entries = driver.entries;
    let broken = |entries: &[Entry]| {
        let replayed = Table::replay(entries, TableConfig::default());
        replayed.map(drop).unwrap_err()
    };
    assert_eq!(broken(&[]), RecordError::OutOfSequence(0));
    assert_eq!(broken(&entries[1..]), RecordError::OutOfSequence(2));
    let mut gap = entries.clone();
    gap.remove(3);
    assert_eq!(broken(&gap), RecordError::OutOfSequence(5));
    let mut newer = entries;
    newer[2].schema += 1;
    assert_eq!(broken(&newer), RecordError::Schema(SCHEMA + 1));
}

#[test]
fn events_that_lead_to_no_possible_game_are_refused() {
    let mut driver = Driver::playing(options(), 3, 1);
    let on_turn = driver.on_turn();
    driver.click_message(on_turn, Intent::OpenHand);
    driver.does_on_panel(on_turn, Intent::Draw);
    let replay = |entries: &[Entry]| Table::replay(entries, TableConfig::default()).map(drop);
    assert_eq!(replay(&driver.entries), Ok(()));
    // Repeats a draw: once, and often enough to exceed the number of events that an action can have.
    for copies in [1, 20] {
        let mut entries = driver.entries.clone();
        let records = entries.iter_mut().flat_map(|entry| &mut entry.records);
        let drawn = records
            .filter_map(|record| match record {
                Record::Game { events, .. } => Some(events),
                _ => None,
            })
            .last()
            .expect("a card was drawn");
        drawn.splice(0..0, vec![drawn[0].clone(); copies]);
        assert_eq!(replay(&entries), Err(RecordError::Impossible));
    }
}
