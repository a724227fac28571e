//! Tests of the coach on whole games.

use players::{Computer, GameReview, PlayedStep, Review};
use rules::{
    Action, Edition, EditionId, Event, Game, HouseRules, Legal, PlayerView, Randomness, Ruleset,
    Seat, SeededChance, simulation::any_recipe,
};

use super::computer_game::{ComputerGame, rulesets};

/// A small number, so that reviews of whole games take little time.
const SAMPLES: usize = 4;

struct Played {
    dealt: Game,
    actions: Vec<(Action, Vec<Event>)>,
}

/// Plays a game to its end. `choose` chooses for each awaited seat.
fn play(
    rules: Ruleset,
    chance: &mut SeededChance,
    choose: impl Fn(&PlayerView, &Computer, &mut SeededChance) -> Action,
) -> Played {
    let mut running = ComputerGame::new(rules, 0, chance);
    let (dealt, mut actions) = (running.game.clone(), Vec::new());
    while let Some(seat) = running.awaited(chance) {
        let (view, computer) = running.seat(seat);
        let action = choose(&view, computer, chance);
        let events = running.play(action, chance);
        actions.push((action, events.into_iter().collect()));
    }
    Played { dealt, actions }
}

fn like_a_cat(view: &PlayerView, computer: &Computer, chance: &mut SeededChance) -> Action {
    let chosen = computer.choose_by_heuristic(view, chance);
    chosen.expect("a choice")
}

fn at_random(view: &PlayerView, _: &Computer, chance: &mut SeededChance) -> Action {
    let legal: Legal = view.legal.expect("a seat has options");
    let picked = chance.below(legal.count() as u32) as usize;
    legal.nth(picked).expect("a legal action")
}

fn coach(played: &Played, seat: Seat, seed: u64) -> GameReview {
    let steps = (1..)
        .zip(&played.actions)
        .map(|(step, (action, events))| PlayedStep {
            step,
            action: *action,
            events,
        });
    GameReview::new(&played.dealt, seat, steps, seed).with_samples(SAMPLES)
}

fn review(played: &Played, seat: Seat, seed: u64) -> Review {
    let mut coach = coach(played, seat, seed);
    while coach.work() {}
    coach.review()
}

fn original(players: usize) -> Ruleset {
    let edition = Edition::built_in(EditionId::ORIGINAL);
    Ruleset::new(edition, HouseRules::default(), players).expect("rules")
}

#[test]
fn a_game_of_any_edition_or_recipe_is_reviewed() {
    let mut chance = SeededChance::new(61);
    let mut all = rulesets(HouseRules::default());
    all.retain(|rules| matches!(rules.players(), 2 | 5));
    all.extend((0..12).map(|_| any_recipe(&mut chance).1));
    let mut listed = 0;
    for rules in all {
        let played = play(rules, &mut chance, at_random);
        let seat = Seat::ALL[chance.below(rules.players() as u32) as usize];
        let found = review(&played, seat, 5);
        assert!(found.is_complete);
        assert!(
            found
                .chances
                .iter()
                .all(|(_, chance)| (0.0..=1.0).contains(chance))
        );
        assert!(found.costliest.len() <= 3 && found.best.len() <= 2);
        for decision in found.costliest.iter().chain(&found.best) {
            let (action, _) = &played.actions[usize::from(decision.step) - 1];
            let is_pass = matches!(decision.done, Action::Pass { .. });
            assert!(is_pass || decision.done == *action);
            assert_eq!(decision.better.seat(), Some(seat));
            assert!(decision.gain.abs() > 2.9 * decision.error);
            assert!((2..=3).contains(&decision.choices.len()));
        }
        listed += found.costliest.len();
    }
    assert!(listed > 20, "{listed}");
}

#[test]
fn a_review_depends_only_on_what_its_seat_saw_and_on_the_seed() {
    let mut chance = SeededChance::new(62);
    let played = play(original(3), &mut chance, at_random);
    let seat = Seat::ALL[0];
    let found = review(&played, seat, 1);
    assert_eq!(found, review(&played, seat, 1));
    assert_ne!(found, review(&played, seat, 2));
    // A review that is stopped early has examined only the beginning.
    let mut stopped = coach(&played, seat, 1);
    (0..5).for_each(|_| _ = stopped.work());
    let early = stopped.review();
    assert!(!early.is_complete && found.chances.starts_with(&early.chances));
}

#[test]
fn luck_and_decisions_add_up_to_the_result() {
    let mut chance = SeededChance::new(63);
    for _ in 0..2 {
        let played = play(original(4), &mut chance, like_a_cat);
        for seat in played.dealt.rules().seats().iter() {
            let found = review(&played, seat, 3);
            let start = found.chances[0].1;
            let end = if found.has_won { 1.0 } else { 0.0 };
            assert!((start + found.luck() - found.lost_to_decisions() - end).abs() < 1e-4);
        }
    }
}

#[test]
fn a_random_player_loses_more_by_a_decision_than_a_cat() {
    let mut chance = SeededChance::new(64);
    let mut lost = |choose: fn(&PlayerView, &Computer, &mut SeededChance) -> Action| -> f32 {
        let (mut lost, mut decisions) = (0.0, 0);
        for _ in 0..6 {
            let played = play(original(4), &mut chance, choose);
            let found = review(&played, Seat::ALL[0], 4);
            lost += found.lost_to_decisions();
            decisions += found.decisions;
        }
        lost / decisions as f32
    };
    let (cat, random) = (lost(like_a_cat), lost(at_random));
    assert!(random > 1.5 * cat, "{random} and {cat}");
}
