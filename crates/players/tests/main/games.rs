//! Whole games of the computers in every edition: whatever they answer is legal.

use players::{Computer, Strength};
use rules::{Chance, Game, HouseRules, Ruleset, Seat, Seeded, SeenEvent, redact};

use super::table::{Table, house_rules, rulesets};

/// Longer than any game among computers.
const MOST_ACTIONS: usize = 3000;

/// Plays to the end; the computers that are not asked are asked as well, and must not mind.
fn play(rules: Ruleset, first: usize, chance: &mut Seeded) {
    let mut table = Table::new(rules, first, chance);
    for _ in 0..MOST_ACTIONS {
        let Some(seat) = table.awaited(chance) else {
            return;
        };
        let (view, computer) = table.seat(seat);
        let legal = view.legal.expect("a seat has options");
        let action = computer
            .choose(&view, chance)
            .expect("an answer where one is waited for");
        assert!(legal.allows(&action));
        let quick = computer
            .choose_at_once(&view, chance)
            .expect("an answer at once");
        assert!(legal.allows(&quick));
        table.play(action, chance);
        ask_out_of_turn(&table, chance);
    }
    panic!("a game that does not end");
}

/// Anyone may be asked at any time: what he answers is legal, or nothing.
fn ask_out_of_turn(table: &Table, chance: &mut Seeded) {
    let players = table.computers.len();
    let seat = Seat::ALL[chance.below(players as u32) as usize];
    let (view, computer) = table.seat(seat);
    if let Some(action) = computer.choose(&view, chance) {
        assert!(view.legal.expect("a seat has options").allows(&action));
    }
}

#[test]
fn every_strength_plays_legally_to_the_end_in_every_edition_with_any_number_of_seats() {
    let mut chance = Seeded::new(41);
    for rules in rulesets(HouseRules::default()) {
        (0..30).for_each(|first| play(rules, first, &mut chance));
    }
}

#[test]
fn every_strength_plays_legally_under_every_house_rule() {
    let mut chance = Seeded::new(42);
    for house in house_rules() {
        for rules in rulesets(house) {
            (0..3).for_each(|first| play(rules, first, &mut chance));
        }
    }
}

#[test]
fn nobody_answers_for_a_spectator_or_after_the_end() {
    let mut chance = Seeded::new(43);
    let rules = rulesets(HouseRules::default())[0];
    let mut table = Table::new(rules, 0, &mut chance);
    for computer in &table.computers {
        assert_eq!(computer.choose(&table.game.view(None), &mut chance), None);
    }
    while let Some(seat) = table.awaited(&mut chance) {
        let (view, computer) = table.seat(seat);
        let action = computer.choose(&view, &mut chance).unwrap();
        table.play(action, &mut chance);
    }
    for seat in rules.seats().iter() {
        let (view, computer) = table.seat(seat);
        assert_eq!(computer.choose(&view, &mut chance), None);
        assert_eq!(computer.choose_at_once(&view, &mut chance), None);
    }
}

#[test]
fn a_computer_is_rebuilt_from_what_its_seat_has_seen() {
    let mut chance = Seeded::new(44);
    for rules in rulesets(HouseRules::default()) {
        let (mut game, _) = Game::deal(rules, Seat::ALL[0], &mut chance);
        let start = game.clone();
        let mut seen: Vec<Vec<SeenEvent>> = vec![Vec::new(); rules.players()];
        let mut table = Table::new(rules, 1, &mut chance);
        table.game = game.clone();
        while let Some(action) = rules::simulation::Policy::Random.choose(&game, &mut chance) {
            for event in &game.play(action, &mut chance).unwrap() {
                for seat in rules.seats().iter() {
                    seen[seat.index()].push(redact(event, Some(seat), &rules));
                }
            }
        }
        for (seat, events) in rules.seats().iter().zip(&seen) {
            let rebuild = || {
                let view = start.view(Some(seat));
                let mut computer = Computer::new(Strength::Cat, seat, &view);
                events.iter().for_each(|event| computer.observe(event));
                computer
            };
            assert_eq!(rebuild(), rebuild());
        }
    }
}
