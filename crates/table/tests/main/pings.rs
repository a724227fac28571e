//! Pings: one when the turn passes to a person, and none when the public message is posted again.

use rules::{EditionId, Phase};
use table::Table;
use table::config::TableConfig;
use table::effect::{Answer, Effect, MessageUpdate};
use table::ids::{Millis, UserId};
use table::input::{DeliveryFailure, Input};
use table::intent::Intent;
use table::options::{Setting, TableOptions};
use table::pace::Pace;
use table::text::Locale;

use crate::driver::Driver;

fn playing(players: usize) -> Driver {
    let options = TableOptions::of(EditionId::Original, Locale::fallback());
    Driver::playing(options.with(Setting::Pace(Pace::Normal)), players, 2)
}

/// Returns the updates of the public message by the last input.
fn updates(driver: &Driver) -> Vec<MessageUpdate> {
    let update = |effect: &Effect| match effect {
        Effect::UpdateMessage { update, .. } => Some(*update),
        _ => None,
    };
    driver.effects.iter().filter_map(update).collect()
}

/// Returns the people that the last input pings.
fn pings(driver: &Driver) -> Vec<UserId> {
    let updates = updates(driver).into_iter();
    updates.filter_map(MessageUpdate::ping).collect()
}

#[test]
fn a_turn_that_passes_to_a_person_pings_them_once_in_a_whole_game() {
    for players in 2..=5 {
        let mut driver = playing(players);
        let mut on_turn = driver.on_turn();
        assert_eq!(pings(&driver), [on_turn], "at the start");
        while driver.table.is_playing() {
            if *driver.game().phase() == Phase::Turn {
                driver.click_panel(on_turn, Intent::Draw);
            } else {
                driver.wake();
            }
            let before = on_turn;
            if driver.table.is_playing() {
                on_turn = driver.on_turn();
            }
            let expected: Vec<_> = Some(on_turn)
                .filter(|&now| now != before)
                .into_iter()
                .collect();
            assert_eq!(pings(&driver), expected);
        }
    }
}

#[test]
fn a_message_that_is_posted_again_pings_nobody() {
    let mut driver = playing(3);
    driver.handle(Input::DeliveryFailed(DeliveryFailure::MessageLost));
    assert_eq!(updates(&driver), [MessageUpdate::Replace { ping: None }]);
    driver.click_message(UserId(2), Intent::PostTable);
    assert_eq!(updates(&driver), [MessageUpdate::Replace { ping: None }]);
    let since = driver.now;
    driver.now = since.after(Millis::minutes(1));
    driver.table =
        Table::replay(&driver.entries, TableConfig::default()).expect("the journal can be read");
    driver.handle(Input::Resumed { since });
    assert_eq!(updates(&driver), [MessageUpdate::Replace { ping: None }]);
}

#[test]
fn a_command_that_posts_the_table_when_a_turn_runs_out_still_pings_the_next_player() {
    let mut driver = playing(3);
    let before = driver.on_turn();
    let outcome = loop {
        driver.now = driver
            .table
            .next_wake()
            .expect("a deadline")
            .max(driver.now);
        let outcome = driver.command(UserId(9), Intent::PostTable);
        if driver.on_turn() != before {
            break outcome;
        }
    };
    assert!(matches!(outcome.answer, Answer::Note(_)), "{outcome:?}");
    assert_eq!(pings(&driver), [driver.on_turn()]);
}
