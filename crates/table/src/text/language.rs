//! A language ready to be spoken: its Fluent messages, with English behind them.

use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use rules::EditionId;
use unic_langid::LanguageIdentifier;

use super::locale::SOURCES;
use super::{Locale, Message};

static LANGUAGES: LazyLock<Vec<Language>> =
    LazyLock::new(|| Locale::all().map(Language::load).collect());

/// One language with all its messages.
pub struct Language {
    id: String,
    bundle: FluentBundle<FluentResource>,
}

impl Language {
    /// The messages of a locale, parsed once for the life of the process.
    pub fn of(locale: Locale) -> &'static Self {
        &LANGUAGES[locale.index()]
    }

    /// A language of these texts, whatever is wrong with them: what Fluent cannot read of them is
    /// left out, and said in English.
    pub(super) fn new<'t>(id: &str, texts: impl IntoIterator<Item = &'t str>) -> Self {
        let tag: LanguageIdentifier = id.parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![tag]);
        // The marks would break Discord's own notation (`<t:…>`, `<@…>`) and count as text.
        bundle.set_use_isolating(false);
        for text in texts {
            let resource =
                FluentResource::try_new(text.to_owned()).unwrap_or_else(|(read, _)| read);
            // A message that stands twice is found by the check.
            let _ = bundle.add_resource(resource);
        }
        Self {
            id: id.to_owned(),
            bundle,
        }
    }

    /// The name of its folder.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The message in this language, else in English.
    pub(crate) fn say(&self, message: &Message<'_>) -> String {
        let arguments = message.arguments(self);
        self.format(message.key(), None, &arguments)
            .or_else(|| Self::english().format(message.key(), None, &arguments))
            .unwrap_or_default()
    }

    /// The message as this edition has it: its variant of the edition's name, if there is one.
    pub(crate) fn say_in(&self, edition: EditionId, message: &Message<'_>) -> String {
        let arguments = message.arguments(self);
        let speak = |language: &Self, variant| language.format(message.key(), variant, &arguments);
        let variant = Some(edition.id());
        speak(self, variant)
            .or_else(|| speak(self, None))
            .or_else(|| speak(Self::english(), variant))
            .unwrap_or_else(|| self.say(message))
    }

    /// What a text with nothing in it but a `$count` reads for this one.
    pub(super) fn counted(&self, key: &str, count: u32) -> Option<String> {
        let mut arguments = FluentArgs::new();
        arguments.set("count", count);
        self.format(key, None, &arguments)
    }

    fn english() -> &'static Self {
        Self::of(Locale::fallback())
    }

    fn format(&self, key: &str, attribute: Option<&str>, arguments: &FluentArgs) -> Option<String> {
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
