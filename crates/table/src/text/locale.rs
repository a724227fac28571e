//! Which language somebody reads. A value exists only for a folder in `locales/`.

/// The folders in `locales/` and their files, embedded by the build script.
pub(super) struct Source {
    pub(super) id: &'static str,
    pub(super) files: &'static [(&'static str, &'static str)],
}

pub(super) const SOURCES: &[Source] = include!(concat!(env!("OUT_DIR"), "/locales.rs"));

const FALLBACK: &str = "en-US";

/// One of the product's languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Locale(usize);

impl Locale {
    /// English, which every other language falls back to.
    pub fn fallback() -> Self {
        Self(
            SOURCES
                .iter()
                .position(|source| source.id == FALLBACK)
                .unwrap_or(0),
        )
    }

    /// All languages, in the order of their ids.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SOURCES.len()).map(Self)
    }

    /// The language with exactly this id, such as `en-US`.
    pub fn exactly(id: &str) -> Option<Self> {
        Self::all().find(|locale| locale.id() == id)
    }

    /// The best language for what Discord says of somebody: the same id, else the same
    /// language of another region, else English.
    pub fn nearest(id: &str) -> Self {
        Self::exactly(id)
            .or_else(|| Self::all().find(|locale| locale.family() == family(id)))
            .unwrap_or_else(Self::fallback)
    }

    /// The id as Discord writes it.
    pub fn id(self) -> &'static str {
        SOURCES[self.0].id
    }

    pub(super) fn index(self) -> usize {
        self.0
    }

    fn family(self) -> &'static str {
        family(self.id())
    }
}

impl Default for Locale {
    fn default() -> Self {
        Self::fallback()
    }
}

fn family(id: &str) -> &str {
    id.split('-').next().unwrap_or(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_region_of_a_language_reads_the_one_there_is() {
        assert_eq!(Locale::nearest("en-GB").id(), "en-US");
    }

    #[test]
    fn an_unknown_language_reads_english() {
        assert_eq!(Locale::nearest("tlh"), Locale::fallback());
        assert_eq!(Locale::nearest(""), Locale::fallback());
    }
}
