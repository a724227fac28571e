//! Finds mistakes in a text: placeholders, raw message keys, and words that only other languages of the bot have.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use table::text::check::LocaleFolder;
use table::text::{Language, Locale};

/// The minimum length of a word to compare, in letters. In Chinese text every character is compared.
const MIN_WORD_LENGTH: usize = 4;

/// The words of all languages, each with the ids of the languages that use it.
static WORDS: LazyLock<BTreeMap<String, BTreeSet<String>>> = LazyLock::new(words_by_language);
/// The message keys that contain a hyphen. People should never see them.
static KEYS: LazyLock<BTreeSet<String>> = LazyLock::new(message_keys);

fn words_by_language() -> BTreeMap<String, BTreeSet<String>> {
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for folder in LocaleFolder::all_embedded() {
        for line in folder.files.iter().flat_map(|(_, text)| text.lines()) {
            for word in words(&message_text(line)) {
                let languages = all.entry(word).or_default();
                languages.insert(folder.id.clone());
            }
        }
    }
    all
}

/// Returns the text in a line of a Fluent file, without its key, placeables and variant keys.
fn message_text(line: &str) -> String {
    let value = match line.split_once('=') {
        _ if line.starts_with('#') => "",
        Some((key, value)) if !key.trim().contains(' ') => value,
        _ => line,
    };
    let mut kept = String::new();
    let mut rest = value.trim_start().trim_start_matches('*');
    if rest.starts_with('[') {
        rest = rest.split_once(']').map_or("", |(_, text)| text);
    }
    for piece in rest.split('{') {
        kept.push(' ');
        kept.push_str(piece.rsplit_once('}').map_or(piece, |(_, said)| said));
    }
    kept
}

fn message_keys() -> BTreeSet<String> {
    let english = LocaleFolder::embedded(Locale::fallback()).files;
    let lines = english.iter().flat_map(|(_, text)| text.lines());
    lines
        .filter_map(|line| Some(line.split_once(" =")?.0.to_owned()))
        .filter(|key| key.contains('-') && !key.contains(' '))
        .collect()
}

fn is_chinese(letter: char) -> bool {
    matches!(letter, '\u{3400}'..='\u{9fff}')
}

/// Returns the long words of a text in lower case, and its Chinese characters one by one.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for piece in text.split(|letter: char| !letter.is_alphanumeric()) {
        words.extend(
            piece
                .chars()
                .filter(|&letter| is_chinese(letter))
                .map(String::from),
        );
        for word in piece.split(is_chinese) {
            let long_enough = word.chars().count() >= MIN_WORD_LENGTH;
            if long_enough && word.chars().all(char::is_alphabetic) {
                words.push(word.to_lowercase());
            }
        }
    }
    words
}

/// Removes parts that are the same in every language: links, and the languages' own names.
fn without_names(text: &str) -> String {
    let own_names = Locale::all().map(|locale| Language::of(locale).own_name());
    let plain = own_names.fold(text.to_owned(), |text, name| text.replace(&name, " "));
    let pieces = plain.split_whitespace();
    let kept: Vec<_> = pieces.filter(|piece| !piece.contains("://")).collect();
    kept.join(" ")
}

/// Describes a placeholder, a raw message key or a foreign word in a text that should be in this language. Returns
/// `None` if the text has no such mistake.
pub(crate) fn find_mistake(text: &str, locale: &str) -> Option<String> {
    let isolated = ['{', '}', '$', '\u{2068}', '\u{2069}'];
    if text.contains(isolated) {
        return Some("a placeholder".to_owned());
    }
    let plain = without_names(text);
    let key = plain
        .split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-')
        .find(|word| KEYS.contains(*word));
    if let Some(key) = key {
        return Some(format!("the raw key {key}"));
    }
    let foreign = words(&plain).into_iter().find(|word| {
        WORDS
            .get(word)
            .is_some_and(|languages| !languages.contains(locale))
    });
    foreign.map(|word| format!("the word {word:?} of {:?}", WORDS.get(&word)))
}

#[test]
fn each_language_has_hundreds_of_words_of_its_own() {
    for locale in Locale::all() {
        let own =
            |languages: &&BTreeSet<String>| languages.len() == 1 && languages.contains(locale.id());
        let count = WORDS.values().filter(own).count();
        assert!(count > 300, "{count} in {}", locale.id());
    }
}

#[test]
fn a_word_of_another_language_a_raw_key_and_a_placeholder_are_found() {
    assert_eq!(find_mistake("**player0**, your turn!", "en-US"), None);
    assert_eq!(find_mistake("Tacocat · Hairy Potato Cat", "zh-TW"), None);
    for (text, locale) in [
        ("Draw a card when everybody else has passed", "de"),
        ("抽牌", "it"),
        ("Karten liegen im Spielstapel", "en-US"),
        ("over-title", "en-US"),
        ("{ $player } wins", "en-US"),
    ] {
        assert!(find_mistake(text, locale).is_some(), "{text} in {locale}");
    }
}
