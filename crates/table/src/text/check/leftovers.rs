//! English that was left standing in another language.

use super::super::Locale;
use super::finding::{Fault, Finding};
use super::folder::{Entries, Written};

/// What reads the same everywhere: the cats' own names, and the name of the command, which is the
/// bot's.
const EVERYWHERE: [&str; 6] = [
    "card-tacocat",
    "card-cattermelon",
    "card-hairy-potato-cat",
    "card-beard-cat",
    "card-rainbow-ralphing-cat",
    "command-kittens",
];

/// Texts that read as in English, word for word.
pub(super) fn check(written: &Written, english: &Written) -> Vec<Finding> {
    if written.id == Locale::fallback().id() {
        return Vec::new();
    }
    let translated = written
        .messages
        .iter()
        .filter(|(key, entries)| !entries.as_in_english && !EVERYWHERE.contains(&key.as_str()));
    translated
        .filter_map(|(key, entries)| {
            let same = same(entries, english.messages.get(key)?)?;
            Some(Finding {
                language: written.id.clone(),
                place: written.place(key),
                fault: Fault::Leftover(same.to_owned()),
            })
        })
        .collect()
}

/// The first text of a message that is in English too and holds any words.
fn same<'t>(entries: &'t Entries, english: &Entries) -> Option<&'t str> {
    let of_english = |reading: &str| {
        let mut readings = english.texts().flat_map(|text| &text.readings);
        readings.any(|other| other == reading)
    };
    let mut readings = entries.texts().flat_map(|text| &text.readings);
    readings
        .find(|reading| reading.contains(char::is_alphabetic) && of_english(reading))
        .map(String::as_str)
}
