//! Tests that each recipe has exactly one code, and that damaged codes are refused.

use super::*;
use crate::recipe_code::ALPHABET;
use crate::{randomness::Randomness, seeded_chance::SeededChance};

/// Returns a recipe, playable or not, in which each number is picked anew with a probability of `changes` in 50.
fn any_recipe(chance: &mut SeededChance, changes: u32) -> Recipe {
    let mut recipe = base_recipe(chance.below(BASES.len() as u32) as usize);
    each_number(&mut recipe, &mut |number| {
        if chance.below(50) < changes {
            chance.below(number.values as u32) as usize
        } else {
            number.value
        }
    });
    recipe
}

#[test]
fn every_edition_can_be_a_base() {
    for id in EditionId::with_drafts() {
        let recipe = Recipe::of_edition(Edition::built_in(id));
        assert_eq!(
            Recipe::from_code(recipe.code().as_str()),
            Ok(recipe),
            "{id}"
        );
        assert_eq!(recipe.code().as_str().len(), 10);
    }
}

#[test]
fn a_recipe_has_one_code_which_means_this_recipe() {
    for number in 0..20_000 {
        let mut chance = SeededChance::new(number);
        let changes = chance.below(51);
        let recipe = any_recipe(&mut chance, changes);
        let code = recipe.code();
        assert_eq!(Recipe::from_code(code.as_str()), Ok(recipe));
        let small = code
            .as_str()
            .to_ascii_lowercase()
            .replace('0', "o")
            .replace('1', "l");
        assert_eq!(Recipe::from_code(&small), Ok(recipe), "{code}");
    }
}

#[test]
fn the_longest_code_is_short_enough() {
    for base in 0..BASES.len() {
        let mut recipe = base_recipe(base);
        each_number(&mut recipe, &mut |number| usize::from(number.value == 0));
        let length = recipe.code().as_str().len();
        assert!((50..=RecipeCode::MAX_LENGTH).contains(&length), "{length}");
        assert_eq!(Recipe::from_code(recipe.code().as_str()), Ok(recipe));
    }
}

#[test]
fn a_code_with_a_changed_a_missing_or_an_added_letter_is_refused() {
    for number in 0..25 {
        let recipe = any_recipe(&mut SeededChance::new(number), number as u32 * 2);
        let code = recipe.code();
        for place in 0..code.as_str().len() {
            let (before, after) = code.as_str().split_at(place);
            let (own, after) = after.split_at(1);
            for letter in ALPHABET
                .iter()
                .map(|&letter| char::from(letter).to_string())
            {
                let changed = format!("{before}{letter}{after}");
                assert_eq!(
                    Recipe::from_code(&changed).is_ok(),
                    letter == own,
                    "{changed}"
                );
                assert!(Recipe::from_code(&format!("{before}{letter}{own}{after}")).is_err());
            }
            let fewer = format!("{before}{after}");
            assert!(Recipe::from_code(&fewer).is_err(), "{fewer}");
        }
    }
}

#[test]
fn texts_that_are_no_code_are_refused_with_the_reason() {
    let huge = "1".repeat(10_000_000);
    let later = "2".to_owned() + &base_recipe(1).code().as_str()[1..];
    let texts = [
        (huge.as_str(), RecipeCodeError::TooLong),
        ("", RecipeCodeError::Damaged),
        ("1", RecipeCodeError::Damaged),
        ("1Z00000000", RecipeCodeError::Damaged),
        ("1U00000000", RecipeCodeError::Letters),
        ("1猫0000000", RecipeCodeError::Letters),
        (&later, RecipeCodeError::LaterVersion),
    ];
    for (text, error) in texts {
        assert_eq!(Recipe::from_code(text), Err(error), "{:.20}", text);
    }
}

#[test]
fn a_changed_base_gives_another_checksum() {
    let base = numbers(&base_recipe(1));
    let letters = [1, 1, 0];
    for place in 0..base.len() {
        let mut changed = base.clone();
        changed[place].value += 1;
        assert_ne!(
            checksum(&base, &letters),
            checksum(&changed, &letters),
            "{place}"
        );
    }
}
