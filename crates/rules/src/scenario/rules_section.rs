//! The rules of a scenario file: an edition or a recipe, and house rules.

use crate::{
    edition::{Edition, EditionId, Editions},
    house_rules::{AttackRule, Combos, Decks, FavorRule, HouseRules},
    recipe::Recipe,
    ruleset::Ruleset,
    scenario::line::{Line, ScenarioError, list},
};

pub(super) struct RulesSection<'e> {
    base: Base<'e>,
    house: HouseRules,
}

enum Base<'e> {
    Edition(&'e Edition),
    Recipe(Recipe),
}

impl RulesSection<'_> {
    pub(super) fn read<'e>(
        line: &Line,
        rules: &[Line],
        editions: &'e Editions,
    ) -> Result<RulesSection<'e>, ScenarioError> {
        let base = match line.words[..] {
            ["edition", id] => {
                let known = || list(EditionId::with_drafts().map(|id| format!("`{id}`")));
                let parsed = id.parse();
                let id = parsed.map_err(|_| line.error(known(), format!("`{id}`")))?;
                Base::Edition(editions.get(id))
            }
            ["recipe", recipe] => Base::Recipe(read_recipe(line, recipe)?),
            _ => return Err(line.syntax_error("`edition ID`, or `recipe` and an id or a code")),
        };
        let has_two_decks = match base {
            Base::Edition(edition) => edition.players(Decks::Two).is_some(),
            Base::Recipe(_) => false,
        };
        let mut house = HouseRules::default();
        for rule in rules {
            read_rule(rule, has_two_decks, &mut house)?;
        }
        Ok(RulesSection { base, house })
    }

    pub(super) fn ruleset(&self, players: usize) -> Result<Ruleset, String> {
        match self.base {
            Base::Edition(edition) => {
                Ruleset::new(edition, self.house, players).map_err(|error| error.to_string())
            }
            Base::Recipe(mut recipe) => {
                let rulebook = &mut recipe.rulebook;
                rulebook.combos = self.house.combos.unwrap_or(rulebook.combos);
                rulebook.attack = self.house.attack.unwrap_or(rulebook.attack);
                rulebook.favor = self.house.favor.unwrap_or(rulebook.favor);
                recipe.self_nope |= self.house.self_nope;
                recipe.check(players).map_err(|error| error.to_string())
            }
        }
    }
}

/// Reads a recipe that is given as the id of a built-in recipe or as a code.
fn read_recipe(line: &Line, text: &str) -> Result<Recipe, ScenarioError> {
    let mut built_in = Recipe::built_in().iter();
    match built_in.find(|(id, _)| *id == text) {
        Some(&(_, recipe)) => Ok(recipe),
        None => Recipe::from_code(text)
            .map_err(|error| line.error("the id or the code of a recipe", error.to_string())),
    }
}

fn read_rule(
    line: &Line,
    has_two_decks: bool,
    house: &mut HouseRules,
) -> Result<(), ScenarioError> {
    let expected = "`rule combos …`, `attack …`, `favor …`, `self-nope on` or `decks 2`";
    let ["rule", name, value] = line.words[..] else {
        return Err(line.syntax_error(expected));
    };
    let unknown = || {
        let expected = format!("a value of `rule {name}`");
        line.error(expected, format!("`{value}`"))
    };
    match (name, value) {
        ("combos", id) => house.combos = Some(Combos::from_id(id).ok_or_else(unknown)?),
        ("attack", id) => house.attack = Some(AttackRule::from_id(id).ok_or_else(unknown)?),
        ("favor", id) => house.favor = Some(FavorRule::from_id(id).ok_or_else(unknown)?),
        ("self-nope", "on") => house.self_nope = true,
        ("decks", "2") if has_two_decks => house.decks = Decks::Two,
        ("decks", "2") => {
            return Err(line.syntax_error("an edition that allows two decks"));
        }
        _ => return Err(line.syntax_error(expected)),
    }
    Ok(())
}
