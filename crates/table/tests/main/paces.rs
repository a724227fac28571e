//! The operator's time limits: a new lobby or a rematch adopts the current limits, and a running game keeps its own.

use table::pace::Paces;

use crate::prelude::*;

fn options() -> TableOptions {
    options_of(EditionId::TWO_PLAYER).with(OptionValue::Pace(Pace::Fast))
}

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

/// Returns a game that was dealt before the configuration changed.
fn running_game() -> Driver {
    let mut driver = Driver::open_configured(config(BEFORE), options());
    driver.does(UserId(2), Intent::Join);
    driver.does(UserId(1), Intent::Start);
    driver.replay_by(config(AFTER));
    driver
}

fn finished_game() -> Driver {
    let mut driver = running_game();
    driver.draw_to_the_end();
    driver
}

#[test]
fn a_running_game_keeps_its_time_limits_when_the_configuration_changes() {
    let mut driver = running_game();
    assert_eq!(driver.until_deadline(), BEFORE);
    let user = driver.on_turn();
    driver.does(user, Intent::Draw);
    if driver.game().awaited().len() == 1 {
        assert_eq!(driver.until_deadline(), BEFORE);
    }
}

#[test]
fn a_rematch_takes_the_time_limits_of_the_present_configuration() {
    let mut driver = finished_game();
    driver.play_again(&[1, 2]);
    assert_eq!(driver.until_deadline(), AFTER);
    assert_eq!(replayed(&driver), AFTER);
}

#[test]
fn a_new_lobby_takes_the_time_limits_of_the_present_configuration() {
    let by_button: fn(&mut Driver) = |driver| {
        driver.does(UserId(1), Intent::NewTable);
    };
    let by_command: fn(&mut Driver) = |driver| {
        assert!(driver.reopen(UserId(1), options()).changed);
    };
    for reopen in [by_button, by_command] {
        let mut driver = finished_game();
        reopen(&mut driver);
        driver.does(UserId(2), Intent::Join);
        driver.does(UserId(1), Intent::Start);
        assert_eq!(driver.until_deadline(), AFTER);
        assert_eq!(replayed(&driver), AFTER);
    }
}

/// Returns the time until the deadline after a restart with the built-in configuration.
fn replayed(driver: &Driver) -> Millis {
    let mut driver = driver.clone();
    driver.replay_by(TableConfig::default());
    driver.until_deadline()
}
