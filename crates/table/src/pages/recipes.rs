//! Recipes: the private pages on which a person reads, changes and saves them, and the public card for sharing a
//! recipe. The controls of a recipe's page contain its code, so even an unsaved recipe can be changed.

mod field;
mod screen;
#[cfg(test)]
mod tests;
pub(crate) mod wording;

use rules::RecipeCode;

use crate::control::ControlError;
use crate::control::custom_id::{ids, words};
use crate::control::value::number;
use crate::ids::UserId;

pub use field::{RecipeField, RecipeGroup, RecipeRule};
pub use screen::{Cookbook, RecipeCard, RecipePage, cookbook, name_form, recipe_card, recipe_page};

/// A request about recipes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecipeRequest {
    /// List the recipes to choose from.
    Cookbook,
    /// Show a recipe, with the menus of this group.
    Show(RecipeCode, RecipeGroup),
    /// Let computers play the recipe with this number of players, and show what happened.
    Try(RecipeCode, u8),
    /// Ask for the name under which to save the recipe.
    AskName(RecipeCode, Shelf),
    /// Save the recipe, under the name that comes with the request.
    Save(RecipeCode, Shelf),
    /// Delete the recipe from a list.
    Delete(RecipeCode, Shelf),
    /// Post the recipe as a card in the channel.
    Share(RecipeCode),
    /// Open a table with the recipe. If this person has saved the recipe, the table uses their name for it.
    Open(RecipeCode, UserId),
}

rules::named! {
    /// A list of recipes.
    pub enum Shelf {
        /// The person's own list.
        Own = "own",
        /// The server's list, which people who may manage the server can change.
        Server = "server",
        /// The read-only recipes that ship with the bot.
        BuiltIn = "built-in",
        /// The editions, as recipes that change nothing.
        Boxes = "boxes",
    }
}

/// A menu on the pages about recipes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecipeMenu {
    /// The recipes of a list. Values: their codes.
    Shelf(Shelf),
    /// The group of menus to show on a recipe's page. Values: the groups' ids.
    Group(RecipeCode),
    /// A part of a recipe. Values: [`RecipeField::words`].
    Field(RecipeCode, RecipeField),
    /// The number of players with which to try the recipe. Values: numbers.
    Players(RecipeCode),
}

impl RecipeMenu {
    pub(crate) fn choose(self, value: &str) -> Result<RecipeRequest, ControlError> {
        Ok(match self {
            Self::Shelf(_) => RecipeRequest::Show(number(value)?, RecipeGroup::Deal),
            Self::Group(code) => {
                RecipeRequest::Show(code, RecipeGroup::from_id(value).ok_or(ControlError)?)
            }
            Self::Field(code, field) => {
                RecipeRequest::Show(field.set(code, value).ok_or(ControlError)?, field.group())
            }
            Self::Players(code) => RecipeRequest::Try(code, number(value)?),
        })
    }
}

words! { recipe_request: RecipeRequest {
    "cookbook" => { RecipeRequest::Cookbook }
    "show"(code: text, group: recipe_group) => { RecipeRequest::Show(code, group) }
    "try"(code: text, players: text) => { RecipeRequest::Try(code, players) }
    "name"(code: text, shelf: shelf) => { RecipeRequest::AskName(code, shelf) }
    "save"(code: text, shelf: shelf) => { RecipeRequest::Save(code, shelf) }
    "delete"(code: text, shelf: shelf) => { RecipeRequest::Delete(code, shelf) }
    "share"(code: text) => { RecipeRequest::Share(code) }
    "open"(code: text, owner: text) => { RecipeRequest::Open(code, owner) }
} }

words! { recipe_menu: RecipeMenu {
    "shelf"(shelf: shelf) => { RecipeMenu::Shelf(shelf) }
    "group"(code: text) => { RecipeMenu::Group(code) }
    "field"(code: text, field: recipe_field) => { RecipeMenu::Field(code, field) }
    "players"(code: text) => { RecipeMenu::Players(code) }
} }

words! { recipe_field: RecipeField {
    "copies"(title: title) => { RecipeField::Copies(title) }
    "hazard"(title: title) => { RecipeField::Hazard(title) }
    "at-least"(title: title) => { RecipeField::AtLeast(title) }
    "dealt" => { RecipeField::Dealt }
    "stash" => { RecipeField::Stash }
    "spares" => { RecipeField::SpareLimit }
    "kept" => { RecipeField::SparesKept }
    "depth" => { RecipeField::Depth }
    "rule"(rule: recipe_rule) => { RecipeField::Rule(rule) }
} }

ids! { shelf: Shelf, recipe_group: RecipeGroup, recipe_rule: RecipeRule }
