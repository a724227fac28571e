//! The names of editions, paces, strengths, languages and other options, and of a table's thread.

use players::Strength;
use rules::{EditionId, Recipe};

use super::{Language, Message, PlainName, ShownName};
use crate::pace::Pace;
use crate::pages::leaderboard::Window;
use crate::pages::recipes::RecipeGroup;
use crate::personal_data::DataRequest;
use crate::preferences::LanguagePreference;
use crate::recipe_list::{ChosenRecipe, RecipeList};

impl Language {
    /// Returns the name of an edition.
    pub fn edition_name(&self, edition: EditionId) -> String {
        self.translate_for(edition, &Message::EditionName)
    }

    /// Returns the name and the description of the built-in recipe with this id.
    pub(crate) fn built_in_recipe(&self, id: &str) -> [String; 2] {
        [Message::RecipeBuiltIn, Message::RecipeBuiltInAbout]
            .map(|message| self.translate_variant(id, &message))
    }

    pub(crate) fn recipe_group(&self, group: RecipeGroup) -> String {
        self.translate_variant(group.id(), &Message::RecipeGroup)
    }

    /// Returns the built-in recipes, named in this language.
    pub fn built_in_recipes(&self) -> RecipeList {
        let named = |(id, recipe): &(&str, Recipe)| {
            let [name, _] = self.built_in_recipe(id);
            (name, recipe.code().to_string())
        };
        let named: Vec<_> = Recipe::built_in().iter().map(named).collect();
        named.into()
    }

    /// Returns the name of a recipe, or else the name of an identical built-in recipe. `None` if there is neither.
    pub(crate) fn known_recipe_name(&self, recipe: &ChosenRecipe) -> Option<String> {
        let built_in = || {
            let mut all = Recipe::built_in().iter();
            let (id, _) = all.find(|(_, known)| known.code() == recipe.code)?;
            let [name, _] = self.built_in_recipe(id);
            Some(name)
        };
        let own = recipe.name.map(|name| name.as_str().to_owned());
        own.or_else(built_in)
    }

    pub(crate) fn recipe_name(&self, recipe: &ChosenRecipe) -> String {
        let name = self.known_recipe_name(recipe);
        name.unwrap_or_else(|| self.translate(&Message::RecipeUnnamed))
    }

    /// Returns a recipe's name for a label, which does not support Markdown.
    pub(crate) fn recipe_label(&self, recipe: &ChosenRecipe) -> String {
        let name = self.recipe_name(recipe);
        let recipe = PlainName(ShownName::unmarked(&name));
        self.translate(&Message::RecipeLabel { recipe })
    }

    /// Returns the name of a pace.
    pub fn pace_name(&self, pace: Pace) -> String {
        self.translate(&match pace {
            Pace::Fast => Message::PaceFast,
            Pace::Normal => Message::PaceNormal,
            Pace::Relaxed => Message::PaceRelaxed,
            Pace::Slow => Message::PaceSlow,
        })
    }

    /// Returns the name of a computer player's strength.
    pub fn strength_name(&self, strength: Strength) -> String {
        self.translate(&match strength {
            Strength::Kitten => Message::StrengthKitten,
            Strength::Cat => Message::StrengthCat,
            Strength::Tiger => Message::StrengthTiger,
        })
    }

    /// Returns the name of a computer player's strength without its explanation.
    pub(crate) fn computer_kind(&self, strength: Strength) -> String {
        self.translate(&match strength {
            Strength::Kitten => Message::KindKitten,
            Strength::Cat => Message::KindCat,
            Strength::Tiger => Message::KindTiger,
        })
    }

    /// Returns the name of the thread for a host's table: at most 100 characters if the host's name has at most 32.
    pub fn thread_name(&self, host: &str) -> String {
        self.translate(&Message::ThreadName {
            host: PlainName(ShownName::unmarked(host)),
        })
    }

    /// Returns the label of a language preference: the language's own name, or the label for "same
    /// as in Discord".
    pub fn preference_name(&self, reading: LanguagePreference) -> String {
        match reading {
            LanguagePreference::FollowDiscord => self.translate(&Message::LanguageAsDiscordSays),
            LanguagePreference::Fixed(locale) => Self::of(locale).own_name(),
        }
    }

    /// Returns the name of a leaderboard's period.
    pub fn window_name(&self, window: Window) -> String {
        self.translate(&match window {
            Window::Week => Message::WindowWeek,
            Window::Month => Message::WindowMonth,
            Window::Season => Message::WindowSeason,
            Window::Ever => Message::WindowEver,
        })
    }

    /// Returns the label of a request about stored data.
    pub fn data_request_name(&self, request: DataRequest) -> String {
        self.translate(&match request {
            DataRequest::Extract => Message::PrivacyData,
            DataRequest::Forget => Message::PrivacyForget,
        })
    }

    /// Returns this language's name in the language itself, such as "Deutsch", followed by "(beta)" for a
    /// beta language.
    pub fn own_name(&self) -> String {
        let name = self.translate(&Message::LanguageName);
        if self.is_beta() {
            format!("{name} (beta)")
        } else {
            name
        }
    }
}
