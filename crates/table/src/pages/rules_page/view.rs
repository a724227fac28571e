//! The pages of the rules help, as named in controls.

use rules::{EditionId, Editions, Recipe, RecipeCode, Title};

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

impl RulesView {
    /// Returns the page about `card`, if necessary in another edition; without a card, the guide to the table's deck.
    pub(crate) fn at_table(own: Book, card: Option<Title>, editions: &Editions) -> Self {
        match card {
            None => Self {
                book: own,
                topic: Topic::Guide,
            },
            Some(title) if own.contains(title, editions) => Self {
                book: own,
                topic: Topic::Card(title),
            },
            Some(title) => Self::card(title, editions),
        }
    }

    /// Returns the page about a card in the newest edition that has it.
    pub fn card(title: Title, editions: &Editions) -> Self {
        let with_card = editions
            .all()
            .filter(|edition| edition.titles().contains(title));
        let newest = with_card
            .last()
            .map_or(EditionId::ORIGINAL, rules::Edition::id);
        Self {
            book: newest.into(),
            topic: Topic::Card(title),
        }
    }
}

/// The deck and rules that a page explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Book {
    /// An edition.
    Edition(EditionId),
    /// A recipe and its name, shortened to fit into a custom id. The name is empty if the recipe has none.
    Recipe(RecipeCode, ShortName),
}

impl Book {
    fn contains(self, title: Title, editions: &Editions) -> bool {
        match self {
            Self::Edition(edition) => editions.get(edition).titles().contains(title),
            Self::Recipe(code, _) => {
                Recipe::from_code(code.as_str()).is_ok_and(|recipe| recipe.count(title) > 0)
            }
        }
    }
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
    /// A short guide to the whole game.
    Guide,
    /// A paragraph about each card of the deck.
    Cards,
    /// The combos.
    Combos,
    /// The Nope window.
    Window,
    /// The house rules.
    House,
    /// The bot, and the operator who runs it.
    About,
    /// The explanation of one card.
    Card(Title),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_is_shown_as_in_the_tables_deck_or_else_in_the_newest_edition_that_has_it() {
        let editions = Editions::built_in();
        let at_table = |card| RulesView::at_table(EditionId::CLASSIC.into(), Some(card), &editions);
        let (own, foreign) = (at_table(Title::Nope), at_table(Title::BarkingKitten));
        assert_eq!(own.book, EditionId::CLASSIC.into());
        assert_eq!(foreign.book, EditionId::BARKING.into());
        assert_eq!(foreign.topic, Topic::Card(Title::BarkingKitten));
    }
}
