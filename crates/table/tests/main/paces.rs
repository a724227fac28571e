//! The operator's time limits: a table takes them when a game or a lobby begins, and keeps them.

use rules::EditionId;
use table::Table;
use table::config::TableConfig;
use table::ids::{Millis, UserId};
use table::intent::Intent;
use table::options::{OptionValue, TableOptions};
use table::pace::{Pace, Paces};
use table::text::Locale;

use crate::driver::Driver;

fn options() -> TableOptions {
    TableOptions::of(EditionId::TWO_PLAYER, Locale::fallback()).with(OptionValue::Pace(Pace::Fast))
}

/// Returns a configuration with this time for a turn at the fast pace.
fn config(turn: Millis) -> TableConfig {
    let mut paces = Paces::default();
    paces.fast.turn = turn;
    TableConfig {
        paces,
        ..TableConfig::default()
    }
}

const BEFORE: Millis = Millis::seconds(100);
const AFTER: Millis = Millis::seconds(200);

/// Replays a table as a process with another configuration does.
fn restart(driver: &mut Driver, config: TableConfig) {
    driver.table = Table::replay(&driver.entries, config).expect("the journal replays");
    driver.message = driver.table.screen();
}

/// Returns a game that was opened by one configuration and is over under another.
fn finished_game() -> Driver {
    let mut driver = Driver::open_configured(config(BEFORE), options());
    assert!(driver.click_message(UserId(2), Intent::Join).changed);
    assert!(driver.click_message(UserId(1), Intent::Start).changed);
    restart(&mut driver, config(AFTER));
    driver.draw_to_the_end();
    driver
}

fn time_for_a_turn(driver: &Driver) -> Millis {
    let deadline = driver
        .table
        .next_wake()
        .expect("a running game has a deadline");
    deadline.since(driver.now)
}

#[test]
fn a_game_goes_by_the_configured_time_limits() {
    let mut driver = Driver::open_configured(config(BEFORE), options());
    assert!(driver.click_message(UserId(2), Intent::Join).changed);
    assert!(driver.click_message(UserId(1), Intent::Start).changed);
    assert_eq!(time_for_a_turn(&driver), BEFORE);
}

#[test]
fn a_running_game_keeps_its_time_limits_when_the_configuration_changes() {
    let mut driver = Driver::open_configured(config(BEFORE), options());
    assert!(driver.click_message(UserId(2), Intent::Join).changed);
    assert!(driver.click_message(UserId(1), Intent::Start).changed);
    restart(&mut driver, config(AFTER));
    assert_eq!(time_for_a_turn(&driver), BEFORE);
    let user = driver.on_turn();
    assert!(driver.click_message(user, Intent::Draw).changed);
    if driver.game().awaited().len() == 1 {
        assert_eq!(time_for_a_turn(&driver), BEFORE);
    }
}

#[test]
fn a_rematch_takes_the_time_limits_of_the_present_configuration() {
    let mut driver = finished_game();
    assert!(driver.click_message(UserId(1), Intent::Rematch).changed);
    assert_eq!(time_for_a_turn(&driver), AFTER);
    assert_eq!(replayed(&driver), AFTER);
}

#[test]
fn a_new_lobby_takes_the_time_limits_of_the_present_configuration() {
    let by_button: fn(&mut Driver) = |driver| {
        assert!(driver.click_message(UserId(1), Intent::NewTable).changed);
    };
    let by_command: fn(&mut Driver) = |driver| {
        assert!(driver.reopen(UserId(1), options()).changed);
    };
    for reopen in [by_button, by_command] {
        let mut driver = finished_game();
        reopen(&mut driver);
        assert!(driver.click_message(UserId(2), Intent::Join).changed);
        assert!(driver.click_message(UserId(1), Intent::Start).changed);
        assert_eq!(time_for_a_turn(&driver), AFTER);
        assert_eq!(replayed(&driver), AFTER);
    }
}

/// Returns the time for a turn after a restart with the built-in configuration.
fn replayed(driver: &Driver) -> Millis {
    let mut driver = driver.clone();
    restart(&mut driver, TableConfig::default());
    time_for_a_turn(&driver)
}
