//! A language that nobody speaks, made of English for tests: every letter carries an accent, every
//! text is longer and stands in brackets. What shows on a screen without accents was never a
//! message; what stands beside brackets was glued to one.

use std::collections::BTreeSet;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

use super::super::message::DECLARED;
use super::super::{Command, Language, Locale};
use super::{Folder, commands, limits, worst};
use crate::screen::{Part, Screen};

const PLAIN: &str = "abcdefghijklmnopqrstuvwxyz";
const ACCENTED: &str = "áƀçđéƒĝĥíĵķļɱñóþʠřšţúṽŵẋýž";

fn accented(letter: char) -> char {
    let place = PLAIN.find(letter.to_ascii_lowercase());
    let accented = place.and_then(|place| ACCENTED.chars().nth(place));
    match accented {
        Some(accented) if letter.is_ascii_uppercase() => {
            accented.to_uppercase().next().unwrap_or(accented)
        }
        Some(accented) => accented,
        None => letter,
    }
}

/// Names of commands take neither brackets nor spaces.
fn is_command_name(key: &str) -> bool {
    let is_command = key.starts_with("command-") || key.starts_with("parameter-");
    is_command && !key.ends_with("-about")
}

fn file(text: &str) -> String {
    let mut resource = fluent_syntax::parser::parse(text.to_owned()).expect("English is readable");
    for entry in &mut resource.body {
        let Entry::Message(message) = entry else {
            continue;
        };
        let is_name = is_command_name(&message.id.name);
        let variants = message
            .attributes
            .iter_mut()
            .map(|variant| &mut variant.value);
        message
            .value
            .iter_mut()
            .chain(variants)
            .for_each(|pattern| pretend(pattern, is_name));
    }
    fluent_syntax::serializer::serialize(&resource)
}

fn pretend(pattern: &mut Pattern<String>, is_name: bool) {
    let mut length = 0;
    for element in &mut pattern.elements {
        match element {
            PatternElement::TextElement { value } => {
                length += value.chars().count();
                *value = value.chars().map(accented).collect();
            }
            PatternElement::Placeable {
                expression: Expression::Select { variants, .. },
            } => variants
                .iter_mut()
                .for_each(|variant| pretend(&mut variant.value, is_name)),
            PatternElement::Placeable { .. } => {}
        }
    }
    if !is_name {
        let longer = "ž".repeat(length / 4);
        pattern.elements.insert(0, words("⟦"));
        pattern.elements.push(words(&format!("{longer}⟧")));
    }
}

/// As a literal, so that no space at an end is lost.
fn words(text: &str) -> PatternElement<String> {
    let value = text.to_owned();
    PatternElement::Placeable {
        expression: Expression::Inline(InlineExpression::StringLiteral { value }),
    }
}

fn pseudo() -> Language {
    let english = Folder::embedded(Locale::fallback()).files;
    let files: Vec<_> = english.iter().map(|(_, text)| file(text)).collect();
    Language::new("en-XA", files.iter().map(String::as_str))
}

/// The texts of a screen one by one: lines, labels, options and their second lines.
fn pieces(screen: &Screen) -> Vec<String> {
    let each = screen.parts.iter().flat_map(|part| match part {
        Part::Text(text) => text.lines().map(str::to_owned).collect(),
        Part::Separator => Vec::new(),
        Part::Buttons(buttons) => buttons.iter().map(|button| button.label.clone()).collect(),
        Part::Choice(select) => {
            let options = select
                .options
                .iter()
                .flat_map(|option| [Some(option.label.clone()), option.description.clone()]);
            let placeholder = Some(select.placeholder.clone());
            std::iter::once(placeholder)
                .chain(options)
                .flatten()
                .collect()
        }
    });
    each.collect()
}

/// Without what is neither translated nor text: languages' own names, links, mentions, times.
fn without_notation(text: &str) -> String {
    let names: Vec<_> = Locale::all()
        .map(|locale| Language::of(locale).name())
        .collect();
    let named = names
        .iter()
        .fold(text.to_owned(), |text, name| text.replace(name, ""));
    let mut kept = String::new();
    let mut rest = named.as_str();
    while let Some(start) = rest.find(['<', 'h']) {
        let end = if rest[start..].starts_with("https://") {
            rest[start..]
                .find(|letter: char| !letter.is_ascii_alphanumeric() && !"/:.".contains(letter))
        } else {
            rest[start..].find('>').map(|end| end + 1)
        };
        kept.push_str(&rest[..start]);
        rest = end.map_or("", |end| &rest[start + end..]);
    }
    kept + rest
}

/// What stands outside all brackets.
fn outside(text: &str) -> String {
    let mut depth = 0;
    let mut outside = String::new();
    for letter in text.chars() {
        match letter {
            '⟦' => depth += 1,
            '⟧' => depth -= 1,
            other if depth == 0 => outside.push(other),
            _ => {}
        }
    }
    outside
}

#[test]
fn nothing_is_shown_that_is_not_a_message() {
    let language = pseudo();
    worst::screens(&language, &mut |place, screen| {
        for text in pieces(screen) {
            let plain = without_notation(&text);
            let foreign = plain.chars().find(char::is_ascii_alphabetic);
            assert_eq!(foreign, None, "{place}: {text}");
        }
    });
}

#[test]
fn nothing_is_glued_to_a_message() {
    let language = pseudo();
    worst::screens(&language, &mut |place, screen| {
        for text in pieces(screen) {
            // A place in a list, a picture before it, a heading's or a list's mark, a dot between facts.
            let beside = outside(&text);
            let beside = beside.trim_start_matches(|letter: char| letter.is_ascii_digit());
            let glued = beside
                .chars()
                .find(|&letter| letter.is_alphanumeric() || letter == '|');
            assert_eq!(glued, None, "{place}: {text}");
        }
    });
}

#[test]
fn longer_words_fit_as_well() {
    let language = pseudo();
    assert_eq!(limits::check(&language), []);
    assert_eq!(commands::check(&language), []);
}

/// A language in which each message says its key and what it is given.
fn keys() -> Language {
    let message = |(key, arguments): &(&str, &[&str])| {
        let arguments: String = arguments
            .iter()
            .map(|name| format!(" {{ ${name} }}"))
            .collect();
        format!("{key} = ⟦{key}⟧{arguments}\n")
    };
    let file: String = DECLARED.iter().map(message).collect();
    Language::new("en-XK", [file.as_str()])
}

fn note_keys(text: &str, shown: &mut BTreeSet<String>) {
    let keys = text.split('⟦').skip(1);
    shown.extend(keys.filter_map(|rest| Some(rest.split_once('⟧')?.0.to_owned())));
}

/// Said of a card that no edition has.
const NEVER: [&str; 1] = ["stake-single"];

#[test]
fn every_message_is_on_a_screen_that_is_checked() {
    let language = keys();
    let mut shown = BTreeSet::new();
    worst::screens(&language, &mut |_, screen| {
        note_keys(&screen.to_string(), &mut shown);
    });
    for command in Command::ALL {
        let options = command.parameters().iter();
        let options = options.map(|option| option.text_in(&language));
        for text in options.chain([command.text_in(&language)]) {
            note_keys(&text.name, &mut shown);
            note_keys(&text.description, &mut shown);
        }
    }
    note_keys(&language.thread(""), &mut shown);
    note_keys(&language.reading(Default::default()), &mut shown);
    note_keys(&language.name(), &mut shown);
    let hidden: Vec<_> = DECLARED
        .iter()
        .map(|(key, _)| *key)
        .filter(|key| !shown.contains(*key) && !NEVER.contains(key))
        .collect();
    assert!(hidden.is_empty(), "{hidden:?}");
}
