//! Checks the properties of random games with random recipes, which mix cards from all editions.

use super::{CheckedGame, check_effect, check_export, redacted_events_match};
use crate::{
    edition::Editions, scenario::Export, seeded_chance::SeededChance, simulation::any_recipe,
};

impl CheckedGame {
    pub(super) fn of_recipe(number: u64) -> CheckedGame {
        let mut chance = SeededChance::stream(0xC00C, number);
        CheckedGame::deal(any_recipe(&mut chance).1, chance)
    }
}

#[test]
fn games_of_random_recipes_keep_all_properties() {
    for number in 0..2_000 {
        CheckedGame::of_recipe(number).play(|before, action, events| {
            check_effect(before, action, events);
            redacted_events_match(before, action, number);
        });
    }
}

#[test]
fn exported_games_of_recipes_pass_as_scenarios() {
    for number in 0..300 {
        let checked = CheckedGame::of_recipe(number);
        let mut export = Export::new(&checked.game);
        checked.play(|before, action, events| export.add_step(before, action, events));
        check_export(&export, &Editions::built_in());
    }
}
