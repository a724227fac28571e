//! Each person's own settings, which apply at every table. The journals implement the port [`Preferences`].

use crate::display_mode::DisplayMode;
use crate::ids::{Millis, UserId};
use crate::recipe_list::{RecipeChange, RecipeList};
use crate::screen_format::ScreenFormat;
use crate::store_error::SettingsFuture;
use crate::text::Locale;

/// The language of a person's private messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LanguagePreference {
    /// The language of their Discord client, which Discord sends with every interaction.
    #[default]
    FollowDiscord,
    /// Always this language, whatever the Discord client uses.
    Fixed(Locale),
}

/// The word for [`LanguagePreference::FollowDiscord`] in stored preferences, command choices and menus.
const FOLLOW_DISCORD: &str = "follow-discord";

impl LanguagePreference {
    /// Returns every possible preference, [`LanguagePreference::FollowDiscord`] first.
    pub fn all() -> impl Iterator<Item = Self> {
        std::iter::once(Self::FollowDiscord).chain(Locale::all().map(Self::Fixed))
    }

    /// Returns the word for this preference in stored preferences, command choices and menus.
    pub fn id(self) -> &'static str {
        match self {
            Self::FollowDiscord => FOLLOW_DISCORD,
            Self::Fixed(locale) => locale.id(),
        }
    }

    /// Returns the preference with this word; `None` for a word that names no supported language.
    pub fn from_id(word: &str) -> Option<Self> {
        Self::all().find(|preference| preference.id() == word)
    }

    /// Returns the language to use, given the language of the person's Discord client.
    pub fn resolve(self, discord: Locale) -> Locale {
        match self {
            Self::FollowDiscord => discord,
            Self::Fixed(locale) => locale,
        }
    }
}

/// A person's preferences. Preferences that were never set have their defaults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PersonPreferences {
    /// The language of their private messages.
    pub language: LanguagePreference,
    /// How their private messages show cards.
    pub display_mode: DisplayMode,
    /// True if they also get their hand as a direct message.
    pub direct_hand: bool,
    /// True if they have been shown a hand with the offer to explain it. Recorded by the bot, not chosen by the person.
    pub hand_explained: bool,
    /// True if they are hidden from leaderboards and other people's statistics.
    pub hidden: bool,
    /// True if they get no reminders in slow games.
    pub reminders_off: bool,
    /// The hour, in UTC, at which the [`SILENT_HOURS`] without calls from hosts begin; `None` if there are none.
    pub silent_from: Option<u8>,
}

/// The number of hours from [`PersonPreferences::silent_from`] in which hosts cannot call a person.
pub const SILENT_HOURS: u8 = 9;

/// A change to some preferences. A preference whose field is `None` stays unchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of PersonPreferences")]
pub struct PreferenceChange {
    pub language: Option<LanguagePreference>,
    pub display_mode: Option<DisplayMode>,
    pub direct_hand: Option<bool>,
    pub hand_explained: Option<bool>,
    pub hidden: Option<bool>,
    pub reminders_off: Option<bool>,
    pub silent_from: Option<Option<u8>>,
}

impl PreferenceChange {
    /// Returns true if nothing changes.
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }
}

impl PersonPreferences {
    /// Returns the format of private screens for someone with a Discord client in this language.
    pub fn format(self, discord: Locale) -> ScreenFormat {
        ScreenFormat {
            locale: self.language.resolve(discord),
            display_mode: self.display_mode,
        }
    }

    /// Returns these preferences after a change.
    #[must_use]
    pub fn with(self, change: PreferenceChange) -> Self {
        Self {
            language: change.language.unwrap_or(self.language),
            display_mode: change.display_mode.unwrap_or(self.display_mode),
            direct_hand: change.direct_hand.unwrap_or(self.direct_hand),
            hand_explained: change.hand_explained.unwrap_or(self.hand_explained),
            hidden: change.hidden.unwrap_or(self.hidden),
            reminders_off: change.reminders_off.unwrap_or(self.reminders_off),
            silent_from: change.silent_from.unwrap_or(self.silent_from),
        }
    }
}

/// Durable settings of each person. Answering a click needs them, so reads must be fast.
pub trait Preferences: Send + Sync {
    /// Returns a person's preferences, with defaults for any they have never set.
    ///
    /// # Errors
    /// [`SettingsError`](crate::store_error::SettingsError) if the store fails.
    fn get(&self, user: UserId) -> SettingsFuture<'_, PersonPreferences>;

    /// Stores a change that a person made at this time, and returns all their preferences. The change is durable once
    /// the future resolves. Two concurrent changes to different preferences both persist.
    ///
    /// # Errors
    /// [`SettingsError`](crate::store_error::SettingsError); the previous preferences then remain in effect.
    fn change(
        &self,
        user: UserId,
        change: PreferenceChange,
        at: Millis,
    ) -> SettingsFuture<'_, PersonPreferences>;

    /// Returns the recipes that a person has saved.
    ///
    /// # Errors
    /// [`SettingsError`](crate::store_error::SettingsError) if the store fails.
    fn recipes_of(&self, user: UserId) -> SettingsFuture<'_, RecipeList>;

    /// Stores a change to a person's list of at most [`MAX_OWN`](crate::recipe_list::MAX_OWN) recipes, and returns the
    /// new list. Concurrent changes are all applied.
    ///
    /// # Errors
    /// [`SettingsError`](crate::store_error::SettingsError); the list is then unchanged.
    fn change_recipes(
        &self,
        user: UserId,
        change: RecipeChange,
        at: Millis,
    ) -> SettingsFuture<'_, RecipeList>;

    /// Deletes everything stored here about a person.
    ///
    /// # Errors
    /// [`SettingsError`](crate::store_error::SettingsError); the data is then still stored.
    fn forget(&self, user: UserId) -> SettingsFuture<'_, ()>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preference_parses_back_from_its_word() {
        for preference in LanguagePreference::all() {
            assert_eq!(
                LanguagePreference::from_id(preference.id()),
                Some(preference)
            );
        }
        assert_eq!(LanguagePreference::from_id("tlh"), None);
    }

    #[test]
    fn a_fixed_language_overrides_the_language_of_the_discord_client() {
        let [discord, fixed] = [Locale::nearest("de"), Locale::fallback()];
        assert_eq!(LanguagePreference::FollowDiscord.resolve(discord), discord);
        assert_eq!(LanguagePreference::Fixed(fixed).resolve(discord), fixed);
    }

    #[test]
    fn a_change_leaves_the_other_preferences_as_they_are() {
        let change = PreferenceChange {
            display_mode: Some(DisplayMode::TextFirst),
            ..PreferenceChange::default()
        };
        let before = PersonPreferences {
            language: LanguagePreference::Fixed(Locale::nearest("de")),
            display_mode: DisplayMode::Pictures,
            direct_hand: true,
            hand_explained: true,
            hidden: true,
            reminders_off: true,
            silent_from: Some(22),
        };
        let after = before.with(change);
        assert_eq!(after.display_mode, DisplayMode::TextFirst);
        assert_eq!((after.language, after.direct_hand), (before.language, true));
        assert!(!change.is_empty() && PreferenceChange::default().is_empty());
    }
}
