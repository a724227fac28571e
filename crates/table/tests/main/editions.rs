//! Editions that are edited while tables exist: a running game keeps the rules of its deal, but lobbies and later games
//! use the current editions.

use std::sync::Arc;

use rules::AttackRule;
use serde_json::{Value, json};

use crate::prelude::*;

const PLAYERS: usize = 3;

fn travel() -> TableOptions {
    options_of(EditionId::TRAVEL)
}

/// Returns a configuration with changed rules for `travel`.
fn edited_config() -> TableConfig {
    let changes = [
        ("most = 4", "most = 3"),
        ("skip = 3", "skip = 4"),
        ("\ncards = 5", "\ncards = 3"),
        ("future-depth = 2", "future-depth = 3"),
        ("attack = \"adds-up\"", "attack = \"resets\""),
        ("dead-hand = \"set-aside\"", "dead-hand = \"discarded\""),
    ];
    let shipped = include_str!("../../../../config/editions/travel.toml");
    let text = changes
        .into_iter()
        .fold(shipped.to_owned(), |text, (from, to)| {
            assert!(text.contains(from), "{from}");
            text.replace(from, to)
        });
    let mut editions = Editions::built_in();
    editions.replace(Edition::parse("travel.toml", &text).expect("a playable edition"));
    TableConfig {
        editions: Arc::new(editions),
        ..TableConfig::default()
    }
}

fn rules_by(config: &TableConfig) -> Ruleset {
    let edition = config.editions.get(EditionId::TRAVEL);
    Ruleset::new(edition, HouseRules::default(), PLAYERS).expect("travel is for three")
}

/// Restarts the table with a different configuration. The state must not change.
fn restart(driver: &mut Driver, config: TableConfig) {
    let before = driver.table.clone();
    driver.replay_by(config);
    assert!(driver.table.has_same_state(&before));
}

#[test]
fn a_running_game_keeps_its_rules_and_the_rematch_goes_by_the_new_ones() {
    let mut driver = Driver::playing(travel(), PLAYERS, 3);
    restart(&mut driver, edited_config());
    let game = driver.game().clone();
    assert_eq!(*game.rules(), rules_by(&TableConfig::default()));
    assert_eq!(game.rules().attack, AttackRule::AddsUp);
    driver.draw_to_the_end();
    driver.play_again(&[1, 2, 3]);
    assert_eq!(*driver.game().rules(), rules_by(&edited_config()));
    let cards: Vec<_> = driver
        .game()
        .rules()
        .seats()
        .iter()
        .map(|seat| driver.game().hand(seat).total())
        .collect();
    assert_eq!(cards, [4; PLAYERS]);
}

#[test]
fn a_lobby_goes_by_the_editions_as_they_are_now() {
    let mut driver = Driver::open(travel(), 1);
    for user in [2, 3] {
        driver.does(UserId(user), Intent::Join);
    }
    restart(&mut driver, edited_config());
    assert!(driver.message.to_string().contains("2 to 3 players"));
    let full = driver.click_message(UserId(4), Intent::Join);
    full.assert_refused(Refusal::TableFull);
    let open = Intent::OpenOptions(OptionPage::Game);
    let panel = driver.click_message(UserId(1), open).panel();
    assert!(panel.to_string().contains("for 2 to 3: 4 cards"), "{panel}");
    restart(&mut driver, TableConfig::default());
    driver.does(UserId(4), Intent::Join);
}

#[test]
fn a_deal_by_rules_for_another_number_of_players_is_refused() {
    let driver = Driver::playing(travel(), PLAYERS, 1);
    let mut entries: Value = json!(driver.entries);
    for entry in entries.as_array_mut().expect("a list") {
        for record in entry["records"].as_array_mut().expect("a list") {
            if record["record"] == "dealt" {
                record["rules"]["players"] = json!(2);
            }
        }
    }
    let entries: Vec<Entry> = serde_json::from_value(entries).expect("entries");
    let refused = Table::replay(&entries, TableConfig::default()).map(|_| ());
    assert_eq!(refused, Err(RecordError::Rules));
}
