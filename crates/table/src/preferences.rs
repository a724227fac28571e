//! What somebody has chosen for himself, at whichever table he sits. The trait is the port; the
//! one implementation here forgets everything with the process.

use std::collections::BTreeMap;
use std::future::{Future, ready};
use std::pin::Pin;
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::ids::UserId;
use crate::text::Locale;

/// In which language somebody reads what only he sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reading {
    /// The one that Discord tells with each of his clicks.
    #[default]
    AsDiscordSays,
    /// This one, whatever Discord tells.
    In(Locale),
}

/// The word for [`Reading::AsDiscordSays`] in the choices of commands and in storage.
const AS_DISCORD_SAYS: &str = "discord";

impl Reading {
    /// Every choice that there is, Discord's own first.
    pub fn all() -> impl Iterator<Item = Self> {
        std::iter::once(Self::AsDiscordSays).chain(Locale::all().map(Self::In))
    }

    /// The word that stands for it in choices and in storage.
    pub fn id(self) -> &'static str {
        match self {
            Self::AsDiscordSays => AS_DISCORD_SAYS,
            Self::In(locale) => locale.id(),
        }
    }

    /// The language to speak to somebody of whom Discord tells this one.
    pub fn resolve(self, told: Locale) -> Locale {
        match self {
            Self::AsDiscordSays => told,
            Self::In(locale) => locale,
        }
    }
}

/// No language goes by this word, or not any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no language of that name")]
pub struct UnknownReading;

impl FromStr for Reading {
    type Err = UnknownReading;

    fn from_str(word: &str) -> Result<Self, UnknownReading> {
        match word {
            AS_DISCORD_SAYS => Ok(Self::AsDiscordSays),
            id => Locale::from_id(id).map(Self::In).ok_or(UnknownReading),
        }
    }
}

/// The store refuses; what was kept before still is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the preferences cannot be used: {0}")]
pub struct PreferencesError(pub String);

/// What an asynchronous port gives back, where one type of it is not known at build time.
pub type Kept<'p, T> = Pin<Box<dyn Future<Output = Result<T, PreferencesError>> + Send + 'p>>;

/// A durable setting a person. Every click asks it once, so an answer must be quick.
pub trait Preferences: Send + Sync {
    /// What somebody has chosen last; [`Reading::AsDiscordSays`] if he never has.
    ///
    /// # Errors
    /// [`PreferencesError`].
    fn reading(&self, user: UserId) -> Kept<'_, Reading>;

    /// Keeps what somebody chooses; when this is done, it is durable.
    ///
    /// # Errors
    /// [`PreferencesError`]; then what he had chosen before still holds.
    fn choose_reading(&self, user: UserId, reading: Reading) -> Kept<'_, ()>;
}

/// Preferences that last as long as the process.
#[derive(Debug, Default)]
pub struct MemoryPreferences {
    readings: Mutex<BTreeMap<UserId, Reading>>,
}

impl MemoryPreferences {
    fn readings(&self) -> MutexGuard<'_, BTreeMap<UserId, Reading>> {
        // Each use is a single call on the map, so a panic elsewhere has not torn it.
        self.readings.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Preferences for MemoryPreferences {
    fn reading(&self, user: UserId) -> Kept<'_, Reading> {
        let reading = self.readings().get(&user).copied();
        Box::pin(ready(Ok(reading.unwrap_or_default())))
    }

    fn choose_reading(&self, user: UserId, reading: Reading) -> Kept<'_, ()> {
        match reading {
            Reading::AsDiscordSays => self.readings().remove(&user),
            chosen => self.readings().insert(user, chosen),
        };
        Box::pin(ready(Ok(())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_is_read_back_from_its_word() {
        for reading in Reading::all() {
            assert_eq!(reading.id().parse(), Ok(reading));
        }
        assert_eq!("tlh".parse::<Reading>(), Err(UnknownReading));
    }

    #[test]
    fn a_chosen_language_outweighs_what_discord_tells() {
        let [told, chosen] = [Locale::nearest("de"), Locale::fallback()];
        assert_eq!(Reading::AsDiscordSays.resolve(told), told);
        assert_eq!(Reading::In(chosen).resolve(told), chosen);
    }
}
