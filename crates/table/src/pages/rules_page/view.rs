//! A page of the rules help, as named in a control and shown on a screen.

use rules::{EditionId, RecipeCode, Title};

use crate::options::TableOptions;
use crate::recipe_list::{ChosenRecipe, ShortName};

/// A request for a page of the rules help, for one edition or recipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RulesView {
    /// The edition or recipe whose rules are explained.
    pub book: Book,
    /// The page to show.
    pub topic: Topic,
}

/// The deck and rules that a page explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Book {
    /// An edition.
    Edition(EditionId),
    /// A recipe and its name, as far as that fits into the id of a control. The name is empty if it has none.
    Recipe(RecipeCode, ShortName),
}

impl From<ChosenRecipe> for Book {
    fn from(recipe: ChosenRecipe) -> Self {
        Self::Recipe(recipe.code, recipe.short_name())
    }
}

impl From<EditionId> for Book {
    fn from(edition: EditionId) -> Self {
        Self::Edition(edition)
    }
}

impl From<&TableOptions> for Book {
    fn from(options: &TableOptions) -> Self {
        match options.recipe {
            Some(recipe) => recipe.into(),
            None => Self::Edition(options.edition),
        }
    }
}

/// A page of the rules help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// The whole game in a minute.
    Guide,
    /// One line about every card.
    Cards,
    /// The combos.
    Combos,
    /// The Nope window.
    Window,
    /// The house rules.
    House,
    /// The bot, and the operator who runs it.
    About,
    /// Everything about one card.
    Card(Title),
}
