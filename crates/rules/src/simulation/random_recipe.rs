//! Random recipes that can be played, for tests and the `lab` crate.

use crate::{
    edition::{Edition, EditionId},
    house_rules::{AttackRule, Combos, Decks, FavorRule},
    randomness::Randomness,
    recipe::Recipe,
    rulebook::{DeadHand, HazardCount, ShuffleRule, SpareDefuseLimit, SpareDefuses},
    ruleset::Ruleset,
    title::Title,
};

/// Returns a random recipe that mixes cards from all editions, and its rules for a random number of players.
pub fn any_recipe(chance: &mut impl Randomness) -> (Recipe, Ruleset) {
    loop {
        let players = 2 + chance.below(8);
        let recipe = unchecked_recipe(players, chance);
        if let Ok(rules) = recipe.check(players as usize) {
            return (recipe, rules);
        }
    }
}

fn unchecked_recipe(players: u32, chance: &mut impl Randomness) -> Recipe {
    let bases: Vec<EditionId> = EditionId::with_drafts().collect();
    let mut recipe = Recipe::of_edition(Edition::built_in(pick(&bases, chance)));
    // About one title in `rarity` is in the deck, besides the kittens and Defuses set below.
    let rarity = 2 + chance.below(3);
    for title in Title::ALL {
        let copies = match chance.below(rarity) {
            0 => 1 + chance.below(5),
            _ => 0,
        };
        set(&mut recipe, title, copies);
    }
    set(&mut recipe, Title::StreakingKitten, chance.below(2));
    set(&mut recipe, Title::ImplodingKitten, chance.below(2));
    set(
        &mut recipe,
        Title::ExplodingKitten,
        players - 1 + chance.below(4),
    );
    set(&mut recipe, Title::Defuse, players + chance.below(5));
    let exploding = match chance.below(3) {
        0 => HazardCount::Exactly((players - 1 + chance.below(2)) as u8),
        _ => HazardCount::FewerThanPlayers {
            fewer: chance.below(3) as u8,
            at_least: 1 + chance.below(2) as u8,
        },
    };
    recipe.set_hazard(Title::ExplodingKitten, exploding);
    let imploding = HazardCount::Exactly(recipe.count(Title::ImplodingKitten));
    recipe.set_hazard(Title::ImplodingKitten, imploding);
    recipe.self_nope = chance.below(4) == 0;
    if chance.below(4) == 0 {
        recipe.decks = Decks::Two;
    }
    let rulebook = &mut recipe.rulebook;
    rulebook.cards_dealt = chance.below(9) as u8;
    rulebook.stash_cards = (chance.below(2) * chance.below(9)) as u8;
    rulebook.spare_defuses = pick(&SpareDefuses::ALL, chance);
    rulebook.spare_defuse_limit = (chance.below(2) == 0).then_some(SpareDefuseLimit {
        up_to_players: 2 + chance.below(8) as u8,
        kept: chance.below(3) as u8,
    });
    rulebook.future_depth = 1 + chance.below(3) as u8;
    rulebook.combos = pick(&Combos::ALL, chance);
    rulebook.attack = pick(&AttackRule::ALL, chance);
    rulebook.favor = pick(&FavorRule::ALL, chance);
    rulebook.shuffle = pick(&ShuffleRule::ALL, chance);
    rulebook.dead_hand = pick(&DeadHand::ALL, chance);
    recipe
}

fn set(recipe: &mut Recipe, title: Title, copies: u32) {
    let is_set = recipe.set_count(title, copies as usize);
    debug_assert_eq!(is_set, Ok(()));
}

fn pick<T: Copy>(of: &[T], chance: &mut impl Randomness) -> T {
    of[chance.below(of.len() as u32) as usize]
}
