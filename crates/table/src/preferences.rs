//! Each person's own settings, which apply at every table. [`Preferences`] is the port;
//! [`MemoryPreferences`] implements it for tests and for a bot without a database.

use std::collections::BTreeMap;
use std::future::{Future, ready};
use std::pin::Pin;
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::ids::{Millis, UserId};
use crate::text::Locale;

/// The language of the private messages that a person gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LanguagePreference {
    /// The language of their Discord client, which comes with every interaction.
    #[default]
    FollowDiscord,
    /// This language, independent of the Discord client.
    Fixed(Locale),
}

/// The stored word for [`LanguagePreference::FollowDiscord`], also the value of the command's choice.
const FOLLOW_DISCORD: &str = "discord";

impl LanguagePreference {
    /// Returns every possible preference, [`LanguagePreference::FollowDiscord`] first.
    pub fn all() -> impl Iterator<Item = Self> {
        std::iter::once(Self::FollowDiscord).chain(Locale::all().map(Self::Fixed))
    }

    /// Returns the stored word for this preference, also the value of the command's choice.
    pub fn id(self) -> &'static str {
        match self {
            Self::FollowDiscord => FOLLOW_DISCORD,
            Self::Fixed(locale) => locale.id(),
        }
    }

    /// Returns the language to use, given the language of the person's Discord client.
    pub fn resolve(self, discord: Locale) -> Locale {
        match self {
            Self::FollowDiscord => discord,
            Self::Fixed(locale) => locale,
        }
    }
}

/// The error of parsing a [`LanguagePreference`] from a word that names no supported language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no language of that name")]
pub struct UnknownLanguageError;

impl FromStr for LanguagePreference {
    type Err = UnknownLanguageError;

    fn from_str(word: &str) -> Result<Self, UnknownLanguageError> {
        match word {
            FOLLOW_DISCORD => Ok(Self::FollowDiscord),
            id => Locale::from_id(id)
                .map(Self::Fixed)
                .ok_or(UnknownLanguageError),
        }
    }
}

/// The store failed; the preference stored before is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the preferences cannot be used: {0}")]
pub struct PreferencesError(pub String);

/// The boxed future that the methods of [`Preferences`] return, so that the trait can be a `dyn`.
pub type PreferenceFuture<'p, T> =
    Pin<Box<dyn Future<Output = Result<T, PreferencesError>> + Send + 'p>>;

/// Durable per-person settings. Every click reads them once, so reads must be fast.
pub trait Preferences: Send + Sync {
    /// Returns a person's language preference, or [`LanguagePreference::FollowDiscord`] if they
    /// have never set one.
    ///
    /// # Errors
    /// [`PreferencesError`].
    fn language(&self, user: UserId) -> PreferenceFuture<'_, LanguagePreference>;

    /// Stores the language preference that a person chose at this time; it is durable once the future
    /// is ready.
    ///
    /// # Errors
    /// [`PreferencesError`]; then the previous preference is still in force.
    fn set_language(
        &self,
        user: UserId,
        language: LanguagePreference,
        at: Millis,
    ) -> PreferenceFuture<'_, ()>;

    /// Deletes everything that is stored of a person here.
    ///
    /// # Errors
    /// [`PreferencesError`]; then it is still stored.
    fn forget(&self, user: UserId) -> PreferenceFuture<'_, ()>;
}

/// Preferences kept in memory, lost when the process ends.
#[derive(Debug, Default)]
pub struct MemoryPreferences {
    languages: Mutex<BTreeMap<UserId, LanguagePreference>>,
}

impl MemoryPreferences {
    fn languages(&self) -> MutexGuard<'_, BTreeMap<UserId, LanguagePreference>> {
        // Each use is a single call on the map, so a panic while the lock was held cannot have
        // left it half changed.
        self.languages
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Preferences for MemoryPreferences {
    fn language(&self, user: UserId) -> PreferenceFuture<'_, LanguagePreference> {
        let language = self.languages().get(&user).copied();
        Box::pin(ready(Ok(language.unwrap_or_default())))
    }

    fn set_language(
        &self,
        user: UserId,
        language: LanguagePreference,
        _: Millis,
    ) -> PreferenceFuture<'_, ()> {
        match language {
            LanguagePreference::FollowDiscord => self.languages().remove(&user),
            fixed => self.languages().insert(user, fixed),
        };
        Box::pin(ready(Ok(())))
    }

    fn forget(&self, user: UserId) -> PreferenceFuture<'_, ()> {
        self.languages().remove(&user);
        Box::pin(ready(Ok(())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preference_parses_back_from_its_word() {
        for preference in LanguagePreference::all() {
            assert_eq!(preference.id().parse(), Ok(preference));
        }
        assert_eq!(
            "tlh".parse::<LanguagePreference>(),
            Err(UnknownLanguageError)
        );
    }

    #[test]
    fn a_fixed_language_overrides_the_language_of_the_discord_client() {
        let [discord, fixed] = [Locale::nearest("de"), Locale::fallback()];
        assert_eq!(LanguagePreference::FollowDiscord.resolve(discord), discord);
        assert_eq!(LanguagePreference::Fixed(fixed).resolve(discord), fixed);
    }
}
