//! The recipe pages, shown with each built-in recipe and with others, such as a recipe with many changes.

use players::TrialResults;
use rules::{Combos, Edition, EditionId, HazardCount, Recipe, RecipeError, Seat, Title};

use super::LONGEST_NAME;
use super::extremes::{ScreenVisitor, all_present, user};
use super::lobbies::visit_lobby;
use crate::config::TableConfig;
use crate::display_mode::DisplayMode;
use crate::options::TableOptions;
use crate::pages::recipes::{self, Cookbook, RecipeCard, RecipeGroup, RecipePage, Shelf};
use crate::pages::rules_page::{self, Book, RulesView, Topic};
use crate::recipe_list::{
    ChosenRecipe, MAX_OF_SERVER, MAX_OWN, RecipeChange, RecipeList, RecipeName, SavedRecipe,
};
use crate::screen::{self, InteractionError};
use crate::text::{Language, Locale};

/// Stands for the largest numbers in sentences about errors, which have two digits.
const MANY: usize = 99;

const TRIAL: TrialResults = TrialResults {
    games: 2_000,
    turns: 999_999,
    wins: [2_000; Seat::COUNT],
    deaths: [2_000; 3],
};

pub(super) fn visit_recipes(language: &Language, visit: &mut ScreenVisitor<'_>) {
    let changed = changed_everywhere();
    for error in errors() {
        let error = InteractionError::Unplayable(Box::new((changed, error)));
        visit("a refusal", &screen::interaction_error(&error, language));
    }
    let Ok(name) = RecipeName::try_from(LONGEST_NAME) else {
        return;
    };
    let built_in = Recipe::built_in().iter().map(|(_, recipe)| *recipe);
    let plain = Recipe::of_edition(Edition::built_in(EditionId::ORIGINAL));
    let mut original = plain;
    original.rulebook.combos = Combos::CatPairs;
    original.rulebook.future_depth = 1;
    for recipe in built_in.chain([changed, original, plain]) {
        for group in RecipeGroup::ALL {
            for (name, shelves) in [(Some(name), Shelf::ALL.to_vec()), (None, Vec::new())] {
                let page = RecipePage {
                    display_mode: DisplayMode::Pictures,
                    recipe,
                    group,
                    name,
                    shelves,
                    may_manage: true,
                    trial: Some((Seat::COUNT as u8, TRIAL)),
                };
                visit("a recipe", &recipes::recipe_page(&page, language));
            }
        }
        let by_the_book = TableOptions::of(recipe.base, Locale::fallback());
        let code = recipe.code();
        let chosen = ChosenRecipe::from(SavedRecipe { name, code });
        let options = by_the_book.with_recipe(chosen);
        visit_lobby(options, all_present(2), language, visit);
        let owner = user(0);
        let card = RecipeCard {
            recipe,
            name: Some(name),
            owner,
        };
        visit("a shared recipe", &recipes::recipe_card(&card, language));
        for (name, topic) in [
            (None, Topic::Guide),
            (Some(name), Topic::Cards),
            (Some(name), Topic::Combos),
            (None, Topic::Window),
            (None, Topic::House),
        ] {
            let chosen = ChosenRecipe { name, code };
            let book = Book::from(&by_the_book.with_recipe(chosen));
            let view = RulesView { book, topic };
            visit(
                "the rules help",
                &rules_page::rules(&view, &TableConfig::default(), language),
            );
        }
    }
    let (own, server) = (full_list(name, MAX_OWN), full_list(name, MAX_OF_SERVER));
    let none = RecipeList::default();
    for (own, server, only_listed) in [(&own, &server, true), (&none, &none, false)] {
        let view = Cookbook {
            display_mode: DisplayMode::Pictures,
            own,
            server,
            only_listed,
            may_manage: true,
        };
        visit("the cookbook", &recipes::cookbook(&view, language));
    }
}

fn changed_everywhere() -> Recipe {
    let mut recipe = Recipe::built_in()[0].1;
    for title in Title::ALL {
        recipe.set_hazard(title, HazardCount::Exactly(7));
        let copies = 11 + usize::from(recipe.count(title)) % 2;
        // This number of copies is within the limit, so there is no error.
        _ = recipe.set_count(title, copies);
    }
    recipe.rulebook.cards_dealt = 24;
    recipe.rulebook.stash_cards = 24;
    recipe.rulebook.future_depth = 1;
    recipe.self_nope = true;
    recipe
}

fn errors() -> [RecipeError; 13] {
    let (found, min, max, players) = (MANY, MANY, MANY, 9);
    let title = Title::RainbowRalphingCat;
    [
        RecipeError::Copies { title, found, max },
        RecipeError::Cards { found, max },
        RecipeError::Titles { found, max },
        RecipeError::Players { found, min, max },
        RecipeError::FutureDepth { found, max },
        RecipeError::SetAside { title },
        RecipeError::Single { title, found, max },
        RecipeError::HazardCopies {
            title,
            players,
            found,
            min,
        },
        RecipeError::TooFewHazards {
            players,
            found,
            min,
        },
        RecipeError::TooManyHazards {
            players,
            found,
            max,
        },
        RecipeError::Defuses {
            players,
            found,
            min,
        },
        RecipeError::Stash { found, max },
        RecipeError::CardsDealt {
            players,
            found,
            max,
        },
    ]
}

/// Returns a list of `length` recipes. Their names are distinct and as long as `name`.
fn full_list(name: RecipeName, length: usize) -> RecipeList {
    let recipes = (0..length).map(|number| {
        let mut recipe = changed_everywhere();
        recipe.rulebook.cards_dealt = number as u8;
        let tail: String = name.as_str().chars().skip(2).collect();
        let name = RecipeName::try_from(format!("{number:02}{tail}")).unwrap_or(name);
        let code = recipe.code();
        RecipeChange::Save(SavedRecipe { name, code })
    });
    let save = |list: RecipeList, change| list.with(change, length);
    recipes.fold(RecipeList::default(), save)
}
