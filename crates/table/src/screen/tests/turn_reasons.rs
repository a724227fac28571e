//! Tests the reasons for turns on the public table and in panels.

use ::rules::Title::*;
use ::rules::{Action, ChoiceAnswer, EditionId, Play, Title};
use insta::assert_snapshot;

use super::fixture::{self, Scenario, seat};
use crate::screen::{Presence, TurnReason};

fn three_players(held: &[Title], pile: &[Title]) -> Scenario {
    fixture::three_players(EditionId::ORIGINAL, held, pile)
}

const PILE: [Title; 5] = [Tacocat, ExplodingKitten, Tacocat, ExplodingKitten, Skip];

fn attacked() -> Scenario {
    three_players(&[Attack], &PILE)
        .plays(0, Play::single(Attack))
        .times_out()
}

#[track_caller]
fn assert_says(scenario: &Scenario, sentence: &str) {
    let screen = scenario.table_screen().to_string();
    assert!(screen.contains(sentence), "{screen}");
}

#[test]
fn an_attack_says_how_many_turns_are_owed_and_why() {
    let scenario = attacked();
    assert_snapshot!("attacked_table", scenario.table_screen());
    assert_snapshot!("attacked_panel_other", scenario.hand_screen(0));
    assert_snapshot!("attacked_panel_own", scenario.hand_screen(1));
}

#[test]
fn an_attacked_player_whom_a_stand_in_plays_for_is_not_addressed() {
    let scenario = attacked().with_presence(1, Presence::Away);
    assert_says(
        &scenario,
        "**Bert** owes **2** turns: **Anna** attacked them.",
    );
}

#[test]
fn the_attack_remains_the_reason_until_its_last_turn_is_over() {
    let once = attacked().plays(1, Play::single(Skip)).times_out();
    assert_eq!(once.table().turn_reason, TurnReason::Attacked(seat(0)));
    assert_says(&once, "One more turn to play: **Anna** attacked you.");
    let twice = once.plays(1, Play::single(Skip)).times_out();
    assert_eq!(twice.table().turn_reason, TurnReason::Skipped(seat(1)));
}

#[test]
fn an_attack_that_is_passed_on_names_the_last_attacker_and_all_turns() {
    let scenario = attacked().plays(1, Play::single(Attack)).times_out();
    assert_eq!(scenario.table().turn_reason, TurnReason::Attacked(seat(1)));
    assert_says(&scenario, "**4** turns to play: **Bert** attacked you.");
    let told = "**Bert** attacks **Cleo**, who owes 4 turns now.";
    let screen = scenario.table_screen().to_string();
    assert!(!screen.contains(told), "repeats the reason: {screen}");
}

#[test]
fn a_noped_attack_is_no_reason() {
    let scenario = three_players(&[Attack], &PILE)
        .plays(0, Play::single(Attack))
        .nopes(2, 0)
        .times_out();
    assert_eq!(scenario.table().turn_reason, TurnReason::Dealt);
    let drawn = scenario.draws(0);
    assert_eq!(drawn.table().turn_reason, TurnReason::Drew(seat(0)));
    assert!(!drawn.table_screen().to_string().contains("attack"));
}

#[test]
fn a_death_a_rescue_and_a_leaver_are_reasons() {
    let kittens = [ExplodingKitten, Tacocat, ExplodingKitten];
    let exploded = three_players(&[], &kittens).draws(0);
    assert_eq!(exploded.table().turn_reason, TurnReason::Exploded(seat(0)));
    let rescued = three_players(&[Defuse], &kittens)
        .draws(0)
        .chooses(0, ChoiceAnswer::Place(1));
    assert_eq!(rescued.table().turn_reason, TurnReason::Rescued(seat(0)));
    let left = three_players(&[Skip], &PILE).act(Action::Leave { seat: seat(0) });
    assert_eq!(left.table().turn_reason, TurnReason::Left(seat(0)));
    // The current player's turn continues.
    let stayed = three_players(&[Skip], &PILE).act(Action::Leave { seat: seat(2) });
    assert_eq!(stayed.table().turn_reason, TurnReason::Dealt);
}
