//! Tests of the pages about recipes, and of changing recipes with the menus on them.

use insta::assert_snapshot;
use rules::simulation::any_recipe;
use rules::{Edition, EditionId, Recipe, RecipeCode, RecipeError, SeededChance, Title};

use super::wording::unplayable;
use super::*;
use crate::control::NO_TABLE;
use crate::display_mode::DisplayMode;
use crate::intent::Meaning;
use crate::pages::PageIntent;
use crate::pages::PageMenu;
use crate::recipe_list::{RecipeList, RecipeName};
use crate::screen::tests::fixture::english;
use crate::text::{Language, Locale, Message};

fn original() -> Recipe {
    Recipe::of_edition(Edition::built_in(EditionId::ORIGINAL))
}

fn choose(code: RecipeCode, field: RecipeField, word: &str) -> RecipeCode {
    let menu = NO_TABLE.page_menu(PageMenu::Recipe(RecipeMenu::Field(code, field)));
    let id = menu.to_string();
    let menu: crate::control::Control = id.parse().expect("it parses back");
    match menu.with_values(&[word]) {
        Ok(Meaning::Page(PageIntent::Recipe(RecipeRequest::Show(code, group)))) => {
            assert_eq!(group, field.group());
            code
        }
        other => panic!("{other:?}"),
    }
}

fn page(recipe: Recipe, group: RecipeGroup) -> String {
    let page = RecipePage {
        display_mode: DisplayMode::Pictures,
        recipe,
        group,
        name: RecipeName::try_from("*Cats*").ok(),
        shelves: vec![Shelf::Own],
        may_manage: true,
        trial: None,
    };
    recipe_page(&page, english()).to_string()
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "all other fields stand alone"
)]
/// Returns true if changing `field` may change `other` too, by adjusting the copies of a hazard or adding a menu.
fn follows(other: RecipeField, field: RecipeField) -> bool {
    match other {
        RecipeField::Copies(title) | RecipeField::AtLeast(title) => {
            field == RecipeField::Hazard(title)
        }
        _ => (field, other) == (RecipeField::SpareLimit, RecipeField::SparesKept),
    }
}

#[test]
fn every_title_and_rule_has_one_menu_that_fits_and_each_choice_changes_only_its_part() {
    let fields: Vec<_> = RecipeGroup::ALL
        .into_iter()
        .flat_map(RecipeGroup::fields)
        .collect();
    for title in Title::ALL {
        let copies = RecipeField::Copies(title);
        assert_eq!(
            fields.iter().filter(|one| **one == copies).count(),
            1,
            "{title}"
        );
    }
    let code = original().code();
    for &field in &fields {
        let words = field.words(&original());
        assert!(words.len() <= 25 && words.len() != 1, "{field:?}");
        for word in &words {
            let changed = choose(code, field, word);
            let back = fields
                .iter()
                .filter(|other| **other != field && !follows(**other, field));
            for other in back {
                let [before, after] = [code, changed].map(|code| {
                    let recipe = Recipe::from_code(code.as_str()).expect("a code");
                    wording::part(*other, &recipe, english())
                });
                assert_eq!(before, after, "{field:?} {word} changes {other:?}");
            }
        }
        assert_eq!(field.set(code, "none of these"), None);
    }
}

/// Builds random recipes from menu choices alone, so a part of a rulebook without a menu would be noticed.
#[test]
fn every_recipe_can_be_built_by_menus() {
    let fields = || RecipeGroup::ALL.into_iter().flat_map(RecipeGroup::fields);
    for number in 0..300 {
        let (wanted, _) = any_recipe(&mut SeededChance::stream(45, number));
        let mut built = Recipe::of_edition(Edition::built_in(wanted.base));
        // Reaching a large number may take several choices.
        for field in (0..9).flat_map(|_| fields()) {
            let part = |recipe: &Recipe| wording::part(field, recipe, english());
            let distance = |recipe: &Recipe| field_distance(field, recipe, &wanted);
            let words = field.words(&built).into_iter();
            let choices = words.map(|word| field.changed(built, &word).expect("it was offered"));
            let best =
                choices.min_by_key(|choice| (part(choice) != part(&wanted), distance(choice)));
            built = best.unwrap_or(built);
        }
        assert_eq!(built, wanted, "{}", wanted.code());
    }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the menus of the other fields offer all their values"
)]
fn field_distance(field: RecipeField, recipe: &Recipe, wanted: &Recipe) -> u8 {
    let number = |recipe: &Recipe| match field {
        RecipeField::Copies(title) => recipe.count(title),
        RecipeField::Dealt => recipe.rulebook.cards_dealt,
        RecipeField::Stash => recipe.rulebook.stash_cards,
        RecipeField::SparesKept => recipe.rulebook.spare_defuse_limit.map_or(0, |it| it.kept),
        _ => 0,
    };
    number(recipe).abs_diff(number(wanted))
}

#[test]
fn a_menu_back_to_the_bases_value_gives_the_bases_code() {
    let code = original().code();
    let kittens = RecipeField::Hazard(Title::ExplodingKitten);
    for (field, other, book) in [
        (kittens, "9", "fewer1"),
        (RecipeField::SpareLimit, "all", "3"),
        (RecipeField::Rule(RecipeRule::Decks), "two", "one"),
        (RecipeField::Copies(Title::Nope), "0", "5"),
        (RecipeField::Rule(RecipeRule::SelfNope), "on", "off"),
    ] {
        let changed = choose(code, field, other);
        assert_ne!(changed, code);
        assert_eq!(choose(changed, field, book), code);
    }
}

#[test]
fn the_pages_about_recipes() {
    let mut recipe = original();
    assert_eq!(recipe.set_count(Title::Nope, 9), Ok(()));
    recipe.self_nope = true;
    let pages = [RecipeGroup::Deal, RecipeGroup::Nopes, RecipeGroup::Try];
    assert_snapshot!("recipe", pages.map(|group| page(recipe, group)).join("\n"));
    assert_eq!(recipe.set_count(Title::Defuse, 1), Ok(()));
    assert_snapshot!("unplayable", page(recipe, RecipeGroup::Defuses));
    let card = RecipeCard {
        recipe: original(),
        name: RecipeName::try_from("Cats").ok(),
        owner: crate::ids::UserId(7),
    };
    assert_snapshot!("card", recipe_card(&card, english()));
    let (own, server) = (RecipeList::default(), RecipeList::default());
    let view = Cookbook {
        display_mode: DisplayMode::Pictures,
        own: &own,
        server: &server,
        only_listed: false,
        may_manage: true,
    };
    assert_snapshot!("cookbook", cookbook(&view, english()));
}

#[test]
fn an_error_names_the_card_and_what_is_allowed() {
    let (players, found, min) = (6, 3, 5);
    let error = RecipeError::HazardCopies {
        title: Title::ExplodingKitten,
        players,
        found,
        min,
    };
    let text = |locale| unplayable(error, &original(), Language::of(Locale::nearest(locale)));
    let expected = "With 6 players this deck needs at least 5 Exploding Kittens.";
    assert_eq!(text("en-US"), expected);
    assert!(
        text("de").contains("mindestens 5 Exploding Kittens"),
        "{}",
        text("de")
    );
}

#[test]
fn every_built_in_recipe_has_a_name_and_a_joke_and_every_group_a_name_in_every_language() {
    for locale in Locale::all() {
        let language = Language::of(locale);
        let mut groups = RecipeGroup::ALL
            .map(|group| language.recipe_group(group))
            .to_vec();
        groups.push(language.translate(&Message::RecipeGroup));
        groups.sort();
        groups.dedup();
        assert_eq!(groups.len(), RecipeGroup::ALL.len() + 1, "{groups:?}");
        let mut names: Vec<_> = Recipe::built_in()
            .iter()
            .map(|(id, _)| language.built_in_recipe(id))
            .collect();
        names.push(language.built_in_recipe("none"));
        let all = names.len();
        names.sort();
        names.dedup();
        assert_eq!(
            names.len(),
            all,
            "two recipes have the same texts: {names:?}"
        );
        assert_eq!(language.built_in_recipes().iter().len(), all - 1);
    }
}
