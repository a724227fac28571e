//! A short run of each target; `kittens-lab fuzz` is the long one.

use super::*;

/// Inputs of the targets that read a line, and of those that read a file.
const MANY: u64 = 20_000;
const FEW: u64 = 1_500;

#[track_caller]
fn assert_safe(target: Target, inputs: u64) {
    let totals = target.run(1, Amount::Inputs(inputs));
    assert!(!totals.has_failed(), "{target:?}: {totals}");
    assert!(totals.refused > inputs / 100, "{target:?}: {totals}");
    assert!(totals.accepted > inputs / 100, "{target:?}: {totals}");
}

#[test]
fn only_control_ids_that_the_bot_writes_are_accepted() {
    assert_safe(Target::ControlIds, MANY);
}

#[test]
fn no_interaction_panics_and_no_control_in_one_is_read_as_another() {
    assert_safe(Target::Interactions, MANY / 2);
}

#[test]
fn no_frame_of_the_gateway_panics() {
    assert_safe(Target::Gateway, MANY / 2);
}

#[test]
fn no_file_of_settings_panics_or_shows_a_password() {
    assert_safe(Target::Config, FEW);
}

#[test]
fn no_edition_panics() {
    assert_safe(Target::Editions, FEW);
}

#[test]
fn no_scenario_panics() {
    assert_safe(Target::Scenarios, FEW);
}

#[test]
fn no_journal_panics() {
    assert_safe(Target::Journal, FEW);
}

#[test]
fn no_request_that_discord_has_not_signed_now_is_served() {
    assert_safe(Target::Webhook, FEW);
}

#[test]
fn an_input_follows_from_its_number() {
    for &target in Target::value_variants() {
        let make = |number| target.make(&mut SeededChance::new(number));
        assert_eq!(make(7), make(7));
        assert_ne!(make(7), make(8));
    }
}
