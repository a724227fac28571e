//! Tests of contests, and of how often stronger computer players win.

use rules::{Edition, EditionId, HouseRules, Ruleset};

use super::*;

/// Returns how many of `games` games the first contestant wins.
fn wins(contestants: &[Contestant], games: u64) -> u64 {
    wins_in(EditionId::ORIGINAL, contestants, games)
}

fn wins_in(edition: EditionId, contestants: &[Contestant], games: u64) -> u64 {
    let edition = Edition::built_in(edition);
    let rules =
        Ruleset::new(edition, HouseRules::default(), contestants.len()).expect("valid rules");
    let contest =
        Contest::new(rules, contestants.to_vec(), 61).expect("a contestant for each seat");
    let won = |&number: &u64| contest.play(number, |_, choose| choose()).contestant == 0;
    (0..games).filter(won).count() as u64
}

const CAT: Contestant = Contestant::Computer(Strength::Cat);
const KITTEN: Contestant = Contestant::Computer(Strength::Kitten);

// The bounds leave room for chance and for small changes in strength, but not for broken play.

#[test]
fn a_cat_beats_random_players() {
    assert!(wins(&[CAT, Contestant::Random], 1000) >= 900);
    assert!(
        wins(
            &[
                CAT,
                Contestant::Random,
                Contestant::Random,
                Contestant::Random
            ],
            1000
        ) >= 600
    );
}

#[test]
fn a_cat_knows_the_cards_of_the_first_expansion() {
    let random = Contestant::Random;
    let imploding = EditionId::IMPLODING;
    assert!(wins_in(imploding, &[CAT, random], 500) >= 450);
    assert!(wins_in(imploding, &[CAT, random, random, random], 500) >= 325);
}

#[test]
fn a_kitten_among_cats_wins_now_and_then() {
    let won = wins(&[KITTEN, CAT, CAT, CAT], 2000);
    assert!((200..=400).contains(&won), "{won}");
}

#[test]
fn a_tiger_beats_a_cat() {
    let tiger = Contestant::Computer(Strength::Tiger);
    let won = wins(&[tiger, CAT], 8);
    assert!(won >= 5, "{won}");
}

#[test]
fn a_cat_beats_the_reference_which_plays_legally_in_every_edition() {
    let reference = Contestant::Reference500;
    let won = wins(&[CAT, reference], 6);
    assert!(won >= 4, "{won}");
    for edition in EditionId::all() {
        let rules = Ruleset::new(Edition::built_in(edition), HouseRules::default(), 2).unwrap();
        let contest = Contest::new(rules, vec![CAT, reference], 65).unwrap();
        let checked = contest.check(0, 2_000);
        assert!(checked.is_ok(), "{edition}: {checked:?}");
    }
}

#[test]
fn contestants_move_by_one_seat_from_game_to_game() {
    let edition = Edition::built_in(EditionId::ORIGINAL);
    let rules = Ruleset::new(edition, HouseRules::default(), 3).unwrap();
    let contestants = vec![CAT, Contestant::Random, Contestant::Passive];
    assert!(Contest::new(rules, vec![CAT; 2], 62).is_none());
    let contest = Contest::new(rules, contestants, 62).unwrap();
    for number in 0..30 {
        let outcome = contest.play(number, |_, choose| choose());
        let moved = (outcome.contestant as u64 + number) % 3;
        assert_eq!(outcome.seat.index() as u64, moved);
        assert_eq!(contest.play(number, |_, choose| choose()), outcome);
    }
}

#[test]
fn an_exported_game_is_a_scenario_that_plays_to_the_same_end() {
    for edition in EditionId::all() {
        let rules = Ruleset::new(Edition::built_in(edition), HouseRules::default(), 2).unwrap();
        let contest = Contest::new(rules, vec![CAT, Contestant::Random], 63).unwrap();
        let (outcome, text) = contest.export(5, |_, choose| choose());
        assert_eq!(outcome, contest.play(5, |_, choose| choose()));
        let run = rules::scenario::run(&text, &rules::Editions::built_in());
        assert!(run.is_ok(), "{edition}: {run:?}");
    }
}
