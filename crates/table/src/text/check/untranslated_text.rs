//! Finds English text that was left untranslated in other languages.

use super::super::Locale;
use super::diagnostic::{Diagnostic, LocaleError};
use super::locale_folder::{ParsedFolder, ParsedMessage};

/// The messages that may be the same in every language: the cats' names, which are puns, and the slash command's name.
const SAME_EVERYWHERE: [&str; 6] = [
    "card-tacocat",
    "card-cattermelon",
    "card-hairy-potato-cat",
    "card-beard-cat",
    "card-rainbow-ralphing-cat",
    "command-kittens",
];

/// Returns an error for each message that shares a text with the same message in English, unless that is intended.
pub(super) fn check(parsed: &ParsedFolder, english: &ParsedFolder) -> Vec<Diagnostic> {
    if parsed.id == Locale::fallback().id() {
        return Vec::new();
    }
    let translated = parsed.messages.iter().filter(|(key, message)| {
        !message.as_in_english && !SAME_EVERYWHERE.contains(&key.as_str())
    });
    translated
        .filter_map(|(key, message)| {
            let text = english_text(message, english.messages.get(key)?)?;
            Some(Diagnostic {
                language: parsed.id.clone(),
                location: parsed.location(key),
                error: LocaleError::Untranslated(text.to_owned()),
            })
        })
        .collect()
}

/// Returns the first text of a message that contains letters and is identical to an English text.
fn english_text<'t>(message: &'t ParsedMessage, english: &ParsedMessage) -> Option<&'t str> {
    let is_english = |text: &str| {
        let mut renderings = english.texts().flat_map(|text| &text.renderings);
        renderings.any(|other| other == text)
    };
    let mut renderings = message.texts().flat_map(|text| &text.renderings);
    renderings
        .find(|text| text.contains(char::is_alphabetic) && is_english(text))
        .map(String::as_str)
}
