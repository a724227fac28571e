//! The supported languages, each with a folder in `locales/` that is named after its id.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A folder in `locales/` with its files, embedded by the build script.
pub(super) struct LocaleSource {
    pub(super) id: &'static str,
    pub(super) files: &'static [(&'static str, &'static str)],
}

pub(super) const SOURCES: &[LocaleSource] = include!(concat!(env!("OUT_DIR"), "/locales.rs"));

const FALLBACK: &str = "en-US";
/// The file that marks a language as beta: some of its texts may still be English. The file contains only comments.
pub(super) const BETA: &str = "beta.ftl";

/// One of the supported languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Locale(usize);

impl Locale {
    /// Returns English, the fallback for all other languages.
    pub fn fallback() -> Self {
        Self::from_id(FALLBACK).unwrap_or(Self(0))
    }

    /// Returns all languages, ordered by id.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SOURCES.len()).map(Self)
    }

    /// Returns the language with exactly this id, such as `en-US`.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::all().find(|locale| locale.id() == id)
    }

    /// Returns the best match for a Discord locale: the same id, or else the same language in another region, or else
    /// English. Never returns a beta language, because users must choose such a language themselves.
    pub fn nearest(id: &str) -> Self {
        let complete = || Self::all().filter(|locale| !locale.is_beta());
        complete()
            .find(|locale| locale.id() == id)
            .or_else(|| complete().find(|locale| locale.primary_language() == primary_language(id)))
            .unwrap_or_else(Self::fallback)
    }

    /// Returns the language with a stored id, or the nearest language if that id is no longer supported.
    pub fn stored(id: &str) -> Self {
        Self::from_id(id).unwrap_or_else(|| Self::nearest(id))
    }

    /// Returns true while some texts of the language may still be English.
    pub fn is_beta(self) -> bool {
        let files = SOURCES[self.0].files.iter();
        files.copied().any(|(name, _)| name == BETA)
    }

    /// Returns Discord's code for this locale, such as `en-US`.
    pub fn id(self) -> &'static str {
        SOURCES[self.0].id
    }

    pub(super) fn index(self) -> usize {
        self.0
    }

    fn primary_language(self) -> &'static str {
        primary_language(self.id())
    }
}

impl Serialize for Locale {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

/// Falls back to the nearest language, because stored values must stay readable when a language is
/// no longer supported.
impl<'de> Deserialize<'de> for Locale {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|id| Self::stored(&id))
    }
}

impl Default for Locale {
    fn default() -> Self {
        Self::fallback()
    }
}

fn primary_language(id: &str) -> &str {
    id.split('-').next().unwrap_or(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_region_of_a_supported_language_matches_it() {
        assert_eq!(Locale::nearest("en-GB").id(), "en-US");
    }

    #[test]
    fn an_unsupported_language_falls_back_to_english() {
        assert_eq!(Locale::nearest("tlh"), Locale::fallback());
        assert_eq!(Locale::nearest(""), Locale::fallback());
    }
}
