//! A loaded language with its Fluent messages. If a message is missing, `translation` falls back to English.

use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use unic_langid::LanguageIdentifier;

use super::locale::{Locale, SOURCES};

static LANGUAGES: LazyLock<Vec<Language>> =
    LazyLock::new(|| Locale::all().map(Language::load).collect());

/// A language whose messages have been parsed.
pub struct Language {
    id: String,
    bundle: FluentBundle<FluentResource>,
}

impl Language {
    /// Returns the language of a locale. All languages are parsed once per process.
    pub fn of(locale: Locale) -> &'static Self {
        &LANGUAGES[locale.index()]
    }

    /// Parses a language from the contents of its files. Never fails: messages that Fluent cannot
    /// parse are skipped and fall back to English. [`check`](super::check) reports errors.
    pub(super) fn new<'t>(id: &str, texts: impl IntoIterator<Item = &'t str>) -> Self {
        let tag: LanguageIdentifier = id.parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![tag]);
        // Isolates around arguments would break Discord's syntax (`<t:…>`, `<@…>`) and count as characters.
        bundle.set_use_isolating(false);
        for text in texts {
            let resource =
                FluentResource::try_new(text.to_owned()).unwrap_or_else(|(parsed, _)| parsed);
            // `check` reports duplicate messages.
            let _ = bundle.add_resource(resource);
        }
        Self {
            id: id.to_owned(),
            bundle,
        }
    }

    /// Returns the name of the language's folder, such as `en-US`.
    pub fn id(&self) -> &str {
        &self.id
    }

    pub(super) fn is_beta(&self) -> bool {
        Locale::from_id(&self.id).is_some_and(Locale::is_beta)
    }

    #[cfg(any(test, feature = "text-check"))]
    pub(super) fn format_count(&self, key: &str, count: u32) -> Option<String> {
        let mut arguments = FluentArgs::new();
        arguments.set("count", count);
        self.format(key, None, &arguments)
    }

    pub(super) fn english() -> &'static Self {
        Self::of(Locale::fallback())
    }

    /// Formats a message, or its variant named by `attribute`. Returns `None` if this language lacks the text or
    /// formatting fails.
    pub(super) fn format(
        &self,
        key: &str,
        attribute: Option<&str>,
        arguments: &FluentArgs,
    ) -> Option<String> {
        let message = self.bundle.get_message(key)?;
        let pattern = match attribute {
            Some(name) => message.get_attribute(name)?.value(),
            None => message.value()?,
        };
        let mut errors = Vec::new();
        let text = self
            .bundle
            .format_pattern(pattern, Some(arguments), &mut errors);
        errors.is_empty().then(|| text.into_owned())
    }

    fn load(locale: Locale) -> Self {
        let source = &SOURCES[locale.index()];
        Self::new(source.id, source.files.iter().map(|&(_, text)| text))
    }
}

impl std::fmt::Debug for Language {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("Language").field(&self.id).finish()
    }
}
