//! The recipes that a person or a server has saved: names and codes. Codes are not decoded here, so a recipe that this
//! release cannot play is not lost.

use arrayvec::ArrayString;
use rules::RecipeCode;
use serde::{Deserialize, Serialize};

/// The maximum number of characters of a recipe's name.
pub const MAX_NAME: usize = 32;
/// The maximum number of recipes that a person can save.
pub const MAX_OWN: usize = 10;
/// The maximum number of recipes that a server can save. A menu on Discord cannot have more options.
pub const MAX_OF_SERVER: usize = 25;

/// A recipe's name: 1 to [`MAX_NAME`] characters. Its markdown is not escaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct RecipeName(ArrayString<{ 4 * MAX_NAME }>);

/// The error for a text that is too long for a name, or empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a name has 1 to {MAX_NAME} characters")]
pub struct RecipeNameError;

/// A recipe with the name under which it was saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SavedRecipe {
    /// The name chosen by the person or the server.
    pub name: RecipeName,
    /// The code that describes the deck and the rules.
    pub code: RecipeCode,
}

/// A recipe's name in the id of a control, truncated if too long.
pub type ShortName = ArrayString<48>;
/// The maximum length of a code and a [`ShortName`] together, in UTF-16 code units.
const MAX_CODE_AND_NAME: usize = 70;

/// A recipe that a table plays or a page explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ChosenRecipe {
    /// The name that a person or a server gave it. Without one, each reader sees the name of the built-in recipe with
    /// this code, if there is one, in their own language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<RecipeName>,
    /// The code that describes the deck and the rules.
    pub code: RecipeCode,
}

impl ChosenRecipe {
    /// Returns as much of the name as fits into a control's id next to the code. Replaces colons, the id's separators.
    pub(crate) fn short_name(&self) -> ShortName {
        let name = self
            .name
            .as_ref()
            .map_or("", RecipeName::as_str)
            .replace(':', "\u{a789}");
        let room = MAX_CODE_AND_NAME.saturating_sub(self.code.as_str().len());
        let fits = |text: &str| text.encode_utf16().count() <= room;
        let cuts = name.char_indices().rev();
        let shorter = cuts.map(|(end, _)| format!("{}…", &name[..end]));
        let mut all = [name.clone()].into_iter().chain(shorter);
        let fitting = all.find_map(|text| fits(&text).then(|| text.parse().ok())?);
        fitting.unwrap_or_default()
    }
}

impl From<SavedRecipe> for ChosenRecipe {
    fn from(SavedRecipe { name, code }: SavedRecipe) -> Self {
        let name = Some(name);
        Self { name, code }
    }
}

/// Saved recipes, oldest first. A replacement keeps the replaced recipe's position. Names and codes are unique.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Vec<(String, String)>", from = "Vec<(String, String)>")]
pub struct RecipeList(Vec<SavedRecipe>);

/// A change to a list of recipes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecipeChange {
    /// Saves a recipe, replacing any with the same name or code. If it replaces none, a full list stays unchanged.
    Save(SavedRecipe),
    /// Deletes the recipe with this code.
    Delete(RecipeCode),
}

impl RecipeName {
    /// Returns the name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<&str> for RecipeName {
    type Error = RecipeNameError;

    fn try_from(name: &str) -> Result<Self, RecipeNameError> {
        let fits = (1..=MAX_NAME).contains(&name.chars().take(MAX_NAME + 1).count());
        let name = ArrayString::from(name).map_err(|_| RecipeNameError)?;
        fits.then_some(Self(name)).ok_or(RecipeNameError)
    }
}

impl TryFrom<String> for RecipeName {
    type Error = RecipeNameError;

    fn try_from(name: String) -> Result<Self, RecipeNameError> {
        name.as_str().try_into()
    }
}

impl From<RecipeName> for String {
    fn from(name: RecipeName) -> Self {
        name.as_str().to_owned()
    }
}

impl RecipeList {
    /// Returns this list after a change. The list may hold up to `most` recipes.
    #[must_use]
    pub fn with(mut self, change: RecipeChange, most: usize) -> Self {
        match change {
            RecipeChange::Save(saved) => {
                let replaces = |one: &SavedRecipe| one.name == saved.name || one.code == saved.code;
                match self.0.iter().position(replaces) {
                    Some(first) => {
                        self.0.retain(|one| !replaces(one));
                        self.0.insert(first, saved);
                    }
                    None if self.0.len() < most => self.0.push(saved),
                    None => {}
                }
            }
            RecipeChange::Delete(code) => self.0.retain(|one| one.code != code),
        }
        self
    }

    /// Returns the recipes, oldest first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &SavedRecipe> {
        self.0.iter()
    }

    /// Returns the recipe with this code.
    pub fn find(&self, code: RecipeCode) -> Option<&SavedRecipe> {
        self.0.iter().find(|one| one.code == code)
    }

    /// Returns true if the list contains this recipe under this name. False after a save means that the list was full.
    pub fn contains(&self, saved: &SavedRecipe) -> bool {
        self.0.contains(saved)
    }

    /// Returns the number of recipes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if no recipe is saved.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The stored form: pairs of a name and a code.
impl From<RecipeList> for Vec<(String, String)> {
    fn from(list: RecipeList) -> Self {
        let pair = |saved: &SavedRecipe| (saved.name.into(), saved.code.to_string());
        list.0.iter().map(pair).collect()
    }
}

impl From<Vec<(String, String)>> for RecipeList {
    /// Skips invalid recipes, which this release never stores.
    fn from(stored: Vec<(String, String)>) -> Self {
        let read = |(name, code): (String, String)| {
            Some(SavedRecipe {
                name: name.try_into().ok()?,
                code: code.parse().ok()?,
            })
        };
        Self(stored.into_iter().filter_map(read).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saved(name: &str, code: &str) -> SavedRecipe {
        SavedRecipe {
            name: name.try_into().unwrap(),
            code: code.parse().unwrap(),
        }
    }

    fn list(names: impl IntoIterator<Item = SavedRecipe>) -> RecipeList {
        let save = |list: RecipeList, one| list.with(RecipeChange::Save(one), 3);
        names.into_iter().fold(RecipeList::default(), save)
    }

    #[test]
    fn a_full_list_takes_no_further_recipe_but_still_new_names_and_codes() {
        let full = list([saved("a", "1"), saved("b", "2"), saved("c", "3")]);
        let change = |one| full.clone().with(RecipeChange::Save(one), 3);
        assert_eq!(change(saved("d", "4")), full);
        let renamed = change(saved("d", "2"));
        assert_eq!(
            renamed,
            list([saved("a", "1"), saved("d", "2"), saved("c", "3")])
        );
        let merged = change(saved("a", "3"));
        assert_eq!(merged, list([saved("a", "3"), saved("b", "2")]));
        let deleted = full.with(RecipeChange::Delete(saved("a", "1").code), 3);
        assert_eq!(deleted.iter().count(), 2);
    }

    #[test]
    fn a_list_is_stored_as_pairs_and_what_does_not_fit_is_left_out() {
        let two = list([saved("Nur Katzen", "1"), saved("貓", "2")]);
        let stored = serde_json::to_string(&two).unwrap();
        assert_eq!(stored, r#"[["Nur Katzen","1"],["貓","2"]]"#);
        assert_eq!(serde_json::from_str::<RecipeList>(&stored).unwrap(), two);
        let long = format!(r#"[["",""],["{0}","1"],["a","{0}"]]"#, "X".repeat(90));
        assert!(
            serde_json::from_str::<RecipeList>(&long)
                .unwrap()
                .is_empty()
        );
        let longest = "\u{1f408}".repeat(MAX_NAME);
        assert!(RecipeName::try_from(&*longest).is_ok());
        assert!(RecipeName::try_from(&*format!("{longest}x")).is_err());
    }
}
