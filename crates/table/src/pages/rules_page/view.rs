//! A page of the rules help, as named in a control and shown on a screen.

use rules::{EditionId, RecipeCode, Title};

use crate::options::TableOptions;

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
    /// A recipe.
    Recipe(RecipeCode),
}

impl From<EditionId> for Book {
    fn from(edition: EditionId) -> Self {
        Self::Edition(edition)
    }
}

impl From<&TableOptions> for Book {
    fn from(options: &TableOptions) -> Self {
        match options.recipe {
            Some(saved) => Self::Recipe(saved.code),
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
