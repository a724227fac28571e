//! Tests of whole games between computer players, for example that every choice is legal.

use rules::{
    ChoiceAnswer, Edition, EditionId, Event, HouseRules, Randomness, Ruleset, Seat, SeatSet,
    SeededChance, redact, simulation::random_action,
};

use super::computer_game::{ComputerGame, house_rules, rulesets};

const MAX_ACTIONS: usize = 3000;

/// Plays a game to its end. After each action, also asks a random computer player, for whom the game may not
/// be waiting.
fn play(rules: Ruleset, first: usize, chance: &mut SeededChance) {
    let mut running = ComputerGame::new(rules, first, chance);
    for _ in 0..MAX_ACTIONS {
        let Some(seat) = running.awaited(chance) else {
            return;
        };
        let (view, computer) = running.seat(seat);
        let legal = view.legal.expect("a seat has options");
        let action = computer
            .choose(&view, chance)
            .expect("a choice, since the game is waiting for one");
        assert!(legal.allows(&action));
        let quick = computer
            .choose_by_heuristic(&view, chance)
            .expect("a choice by the heuristic");
        assert!(legal.allows(&quick));
        running.play(action, chance);
        ask_out_of_turn(&running, chance);
    }
    panic!("the game does not end");
}

/// Asks a random computer player, which must choose a legal action or none.
fn ask_out_of_turn(running: &ComputerGame, chance: &mut SeededChance) {
    let players = running.computers.len();
    let seat = Seat::ALL[chance.below(players as u32) as usize];
    let (view, computer) = running.seat(seat);
    if let Some(action) = computer.choose(&view, chance) {
        assert!(view.legal.expect("a seat has options").allows(&action));
    }
}

#[test]
fn every_strength_plays_legally_to_the_end_in_every_edition_with_any_number_of_seats() {
    let mut chance = SeededChance::new(41);
    for rules in rulesets(HouseRules::default()) {
        (0..30).for_each(|first| play(rules, first, &mut chance));
    }
}

#[test]
fn every_strength_plays_any_recipe_legally_to_the_end() {
    let mut chance = SeededChance::new(45);
    for first in 0..300 {
        let (_, rules) = rules::simulation::any_recipe(&mut chance);
        play(rules, first, &mut chance);
    }
}

#[test]
fn every_strength_plays_legally_under_every_house_rule() {
    let mut chance = SeededChance::new(42);
    for house in house_rules() {
        for rules in rulesets(house) {
            (0..3).for_each(|first| play(rules, first, &mut chance));
        }
    }
}

#[test]
fn computers_choose_nothing_for_a_spectator_or_after_the_end() {
    let mut chance = SeededChance::new(43);
    let rules = rulesets(HouseRules::default())[0];
    let mut running = ComputerGame::new(rules, 0, &mut chance);
    for computer in &running.computers {
        assert_eq!(computer.choose(&running.game.view(None), &mut chance), None);
    }
    while let Some(seat) = running.awaited(&mut chance) {
        let (view, computer) = running.seat(seat);
        let action = computer.choose(&view, &mut chance).unwrap();
        running.play(action, &mut chance);
    }
    for seat in rules.seats().iter() {
        let (view, computer) = running.seat(seat);
        assert_eq!(computer.choose(&view, &mut chance), None);
        assert_eq!(computer.choose_by_heuristic(&view, &mut chance), None);
    }
}

#[test]
fn a_computer_rebuilt_from_the_same_events_equals_the_one_that_played() {
    let mut chance = SeededChance::new(44);
    for rules in rulesets(HouseRules::default()) {
        let mut running = ComputerGame::new(rules, 1, &mut chance);
        let mut rebuilt = running.computers.clone();
        let mut events = Vec::new();
        while let Some(action) = random_action(&running.game, &mut chance) {
            events.extend(running.play(action, &mut chance));
        }
        for (seat, (computer, played)) in Seat::ALL
            .into_iter()
            .zip(rebuilt.iter_mut().zip(&running.computers))
        {
            let seen = events.iter().map(|event| redact(event, Some(seat), &rules));
            seen.for_each(|event| computer.observe(&event));
            assert_eq!(*computer, *played);
        }
    }
}

#[test]
fn nobody_is_robbed_twice_before_their_next_turn_while_three_players_live() {
    let rules = Ruleset::new(
        Edition::built_in(EditionId::ORIGINAL),
        HouseRules::default(),
        4,
    );
    let (rules, mut chance) = (rules.expect("an edition for four"), SeededChance::new(44));
    let mut robberies = 0;
    for first in 0..150 {
        let mut running = ComputerGame::new(rules, first, &mut chance);
        let mut robbed = SeatSet::EMPTY;
        while let Some(seat) = running.awaited(&mut chance) {
            let (view, computer) = running.seat(seat);
            let action = computer.choose(&view, &mut chance).expect("a choice");
            let is_duel = running.game.living().len() == 2;
            for event in running.play(action, &mut chance) {
                match event {
                    Event::TurnBegan(turn) => robbed = robbed.without(turn.seat),
                    Event::Stolen { from, .. }
                    | Event::Asked {
                        from, hit: true, ..
                    }
                    | Event::Chosen {
                        seat: from,
                        answer: ChoiceAnswer::Give(_),
                        ..
                    } => {
                        assert!(is_duel || !robbed.contains(from));
                        robbed = robbed.with(from);
                        robberies += 1;
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(robberies > 300, "{robberies}");
}
