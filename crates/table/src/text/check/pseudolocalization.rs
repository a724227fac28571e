//! Tests with a pseudo-locale derived from English: letters are accented, and texts are longer and in brackets.
//! Unaccented text on a screen is not from a message, and text outside brackets was assembled in the code. A second
//! pseudo-locale, whose texts are the message keys, finds messages that no screen shows.

use std::collections::BTreeSet;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

use super::super::message::DECLARED_MESSAGES;
use super::super::{Command, Language, Locale, MenuCommand};
use super::{LocaleFolder, commands, limits, worst_case_screens};
use players::Strength;

use crate::personal_data::DataRequest;
use crate::screen::{Element, Screen};

const PLAIN: &str = "abcdefghijklmnopqrstuvwxyz";
const ACCENTED: &str = "áƀçđéƒĝĥíĵķļɱñóþʠřšţúṽŵẋýž";

fn accent(letter: char) -> char {
    let index = PLAIN.find(letter.to_ascii_lowercase());
    let accented = index.and_then(|index| ACCENTED.chars().nth(index));
    match accented {
        Some(accented) if letter.is_ascii_uppercase() => {
            accented.to_uppercase().next().unwrap_or(accented)
        }
        Some(accented) => accented,
        None => letter,
    }
}

/// Returns true if a message is the name of a command or a parameter. Such a name may not contain brackets or spaces.
fn is_command_name(key: &str) -> bool {
    let is_command = key.starts_with("command-") || key.starts_with("parameter-");
    is_command && !key.ends_with("-about")
}

fn pseudolocalize_file(text: &str) -> String {
    let mut resource =
        fluent_syntax::parser::parse(text.to_owned()).expect("English has no syntax errors");
    for entry in &mut resource.body {
        let Entry::Message(message) = entry else {
            continue;
        };
        let is_name = is_command_name(&message.id.name);
        let variants = message
            .attributes
            .iter_mut()
            .map(|variant| &mut variant.value);
        let patterns = message.value.iter_mut().chain(variants);
        patterns.for_each(|pattern| pseudolocalize(pattern, is_name));
    }
    fluent_syntax::serializer::serialize(&resource)
}

fn pseudolocalize(pattern: &mut Pattern<String>, is_name: bool) {
    let mut length = 0;
    for element in &mut pattern.elements {
        match element {
            PatternElement::TextElement { value } => {
                length += value.chars().count();
                *value = value.chars().map(accent).collect();
            }
            PatternElement::Placeable {
                expression: Expression::Select { variants, .. },
            } => variants
                .iter_mut()
                .for_each(|variant| pseudolocalize(&mut variant.value, is_name)),
            PatternElement::Placeable { .. } => {}
        }
    }
    if !is_name {
        let longer = "ž".repeat(length / 4);
        pattern.elements.insert(0, literal("⟦"));
        pattern.elements.push(literal(&format!("{longer}⟧")));
    }
}

/// Returns the text as a string literal, which preserves leading and trailing spaces.
fn literal(text: &str) -> PatternElement<String> {
    let value = text.to_owned();
    PatternElement::Placeable {
        expression: Expression::Inline(InlineExpression::StringLiteral { value }),
    }
}

fn pseudo_locale() -> Language {
    let english = LocaleFolder::embedded(Locale::fallback()).files;
    let files: Vec<_> = english
        .iter()
        .map(|(_, text)| pseudolocalize_file(text))
        .collect();
    Language::new("en-XA", files.iter().map(String::as_str))
}

/// Returns the texts of a screen one by one, such as lines, alternative texts, labels and options.
fn texts(screen: &Screen) -> Vec<String> {
    let each = screen.elements.iter().flat_map(|element| match element {
        Element::Text(text) => text.lines().map(str::to_owned).collect(),
        Element::Illustrated(illustrated) => {
            let lines = illustrated.text.lines().map(str::to_owned);
            lines.chain([illustrated.alt.clone()]).collect()
        }
        Element::EmojiRow(_) | Element::Separator => Vec::new(),
        Element::Chart { alt, .. } | Element::Picture { alt, .. } => {
            alt.lines().map(str::to_owned).collect()
        }
        Element::Buttons(buttons) => buttons.iter().map(|button| button.label.clone()).collect(),
        Element::Select(select) => {
            let mut texts = vec![select.placeholder.clone()];
            for option in &select.options {
                texts.push(option.label.clone());
                texts.extend(option.description.clone());
            }
            texts
        }
    });
    each.collect()
}

/// Removes text that is never translated, such as the languages' own names, links, mentions and timestamps.
fn remove_untranslatable(text: &str) -> String {
    let names = Locale::all().map(|locale| Language::of(locale).own_name());
    let unnamed = names.fold(text.to_owned(), |text, name| text.replace(&name, ""));
    let mut kept = String::new();
    let mut rest = unnamed.as_str();
    while let Some(start) = rest.find(['<', 'h']) {
        let end = if rest[start..].starts_with("https://") {
            rest[start..]
                .find(|letter: char| !letter.is_ascii_alphanumeric() && !"/:.@".contains(letter))
        } else {
            rest[start..].find('>').map(|end| end + 1)
        };
        kept.push_str(&rest[..start]);
        rest = end.map_or("", |end| &rest[start + end..]);
    }
    kept + rest
}

/// Returns true for a line that consists of a recipe's code.
fn is_code(line: &str) -> bool {
    let line = line.strip_prefix("-# ").unwrap_or(line);
    let code = line
        .strip_prefix('`')
        .and_then(|line| line.strip_suffix('`'));
    code.is_some_and(|code| code.parse::<rules::RecipeCode>().is_ok())
}

fn outside_brackets(text: &str) -> String {
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
fn all_text_on_screens_comes_from_messages_and_nothing_is_concatenated_to_one() {
    let language = pseudo_locale();
    worst_case_screens::for_each_screen(&language, &mut |name, screen| {
        for text in texts(screen).into_iter().filter(|text| !is_code(text)) {
            let plain = remove_untranslatable(&text);
            let unaccented = plain.chars().find(char::is_ascii_alphabetic);
            assert_eq!(unaccented, None, "{name}: {text}");
            // Except for a number at the start of a line, letters, digits and vertical bars must be inside brackets.
            let outside = outside_brackets(&text);
            let beside = outside.trim_start_matches(|letter: char| letter.is_ascii_digit());
            let is_text = |letter: &char| letter.is_alphanumeric() || *letter == '|';
            let concatenated = beside.chars().find(is_text);
            assert_eq!(concatenated, None, "{name}: {text}");
        }
    });
}

#[test]
fn longer_texts_fit_discords_limits() {
    let language = pseudo_locale();
    assert_eq!(limits::check(&language), []);
    assert_eq!(commands::check(&language), []);
}

/// Returns a language in which each message consists of its key and arguments.
fn key_locale() -> Language {
    let message = |(key, arguments): &(&str, &[&str])| {
        let arguments: String = arguments
            .iter()
            .map(|name| format!(" {{ ${name} }}"))
            .collect();
        format!("{key} = ⟦{key}⟧{arguments}\n")
    };
    let file: String = DECLARED_MESSAGES.iter().map(message).collect();
    Language::new("en-XK", [file.as_str()])
}

fn collect_keys(text: &str, shown: &mut BTreeSet<String>) {
    let keys = text.split('⟦').skip(1);
    shown.extend(keys.filter_map(|rest| Some(rest.split_once('⟧')?.0.to_owned())));
}

/// The messages that no checked screen shows: the fallback for cards that do not open a Nope window, the texts of a
/// form, and the line about cards for which a page has no room. With keys as texts, every page has room.
const NEVER_SHOWN: [&str; 4] = [
    "stake-single",
    "recipe-name-title",
    "recipe-name-label",
    "rules-other-cards",
];

#[test]
fn every_message_is_shown_by_a_checked_screen() {
    let language = key_locale();
    let mut shown = BTreeSet::new();
    worst_case_screens::for_each_screen(&language, &mut |_, screen| {
        collect_keys(&screen.to_string(), &mut shown);
    });
    for command in Command::ALL {
        let options = command
            .parameters()
            .iter()
            .map(|option| option.text_in(&language));
        for text in options.chain([command.text_in(&language)]) {
            collect_keys(&text.name, &mut shown);
            collect_keys(&text.description, &mut shown);
        }
    }
    for menu in MenuCommand::ALL {
        collect_keys(&menu.name_in(&language), &mut shown);
    }
    collect_keys(&language.thread_name(""), &mut shown);
    collect_keys(&language.preference_name(Default::default()), &mut shown);
    collect_keys(&language.own_name(), &mut shown);
    for strength in Strength::ALL {
        collect_keys(&language.strength_name(strength), &mut shown);
    }
    for request in DataRequest::ALL {
        collect_keys(&language.data_request_name(request), &mut shown);
    }
    let mut hidden: Vec<_> = DECLARED_MESSAGES.iter().map(|(key, _)| *key).collect();
    hidden.retain(|key| !shown.contains(*key) && !NEVER_SHOWN.contains(key));
    assert_eq!(hidden, [""; 0]);
}
