//! Which language a text is in, by the words that only one of the product's languages has.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use table::text::check::LocaleFolder;
use table::text::{Language, Locale};

/// The shortest word that tells anything, in letters. In Chinese every character does.
const SHORTEST: usize = 4;

/// The words of all languages, each with the ids of those that use it.
static WORDS: LazyLock<BTreeMap<String, BTreeSet<String>>> = LazyLock::new(words_by_language);
static KEYS: LazyLock<BTreeSet<String>> = LazyLock::new(keys);

fn words_by_language() -> BTreeMap<String, BTreeSet<String>> {
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for folder in LocaleFolder::all_embedded() {
        for line in folder.files.iter().flat_map(|(_, text)| text.lines()) {
            for word in words(&value(line)) {
                let languages = all.entry(word).or_default();
                languages.insert(folder.id.clone());
            }
        }
    }
    all
}

/// What a line of a Fluent file says, without its key, its arguments and its cases.
fn value(line: &str) -> String {
    let said = match line.split_once('=') {
        _ if line.starts_with('#') => "",
        Some((key, said)) if !key.trim().contains(' ') => said,
        _ => line,
    };
    let mut kept = String::new();
    let mut rest = said.trim_start().trim_start_matches('*');
    if rest.starts_with('[') {
        rest = rest.split_once(']').map_or("", |(_, said)| said);
    }
    for piece in rest.split('{') {
        kept.push(' ');
        kept.push_str(piece.rsplit_once('}').map_or(piece, |(_, said)| said));
    }
    kept
}

fn keys() -> BTreeSet<String> {
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

/// Words of letters in lower case; Chinese characters one by one.
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
            let long = word.chars().count() >= SHORTEST;
            if long && word.chars().all(char::is_alphabetic) {
                words.push(word.to_lowercase());
            }
        }
    }
    words
}

/// Without what reads the same everywhere: links, and the names that languages call themselves.
fn without_names(text: &str) -> String {
    let named = Locale::all().map(|locale| Language::of(locale).own_name());
    let plain = named.fold(text.to_owned(), |text, name| text.replace(&name, " "));
    let pieces = plain.split_whitespace();
    let kept: Vec<_> = pieces.filter(|piece| !piece.contains("://")).collect();
    kept.join(" ")
}

/// What is wrong with a text that somebody reads in this language, if anything.
pub(crate) fn wrong(text: &str, locale: &str) -> Option<String> {
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
fn each_language_has_words_of_its_own() {
    for locale in Locale::all() {
        let own =
            |languages: &&BTreeSet<String>| languages.len() == 1 && languages.contains(locale.id());
        let count = WORDS.values().filter(own).count();
        assert!(count > 300, "{count} in {}", locale.id());
    }
}

#[test]
fn a_text_in_another_language_is_noticed() {
    assert_eq!(wrong("It's your turn, **player0**!", "en-US"), None);
    assert_eq!(wrong("Tacocat · Hairy Potato Cat", "zh-TW"), None);
    for (text, locale) in [
        ("Draw a card when everybody else has passed", "de"),
        ("抽牌", "it"),
        ("Karten liegen im Spielstapel", "en-US"),
        ("over-title", "en-US"),
        ("{ $player } wins", "en-US"),
    ] {
        assert!(wrong(text, locale).is_some(), "{text} in {locale}");
    }
}
