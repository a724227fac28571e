//! Checks screens against Discord's limits: the worst cases in each language, and the screens in the tests of `screen`.
//! The sandbox checks request bodies with code of its own.

use super::super::Language;
use super::diagnostic::{Diagnostic, LocaleError};
use super::worst_case_screens;
use crate::screen::element::MAX_ALT;
use crate::screen::{
    Button, Element, Illustrated, Screen, Select, SelectOption, expand_to_unicode,
};

const MAX_COMPONENTS: usize = 40;
const MAX_BUTTONS: usize = 5;
const MAX_OPTIONS: usize = 25;
/// If a line has more emoji than this, Discord draws them no larger than text.
const MAX_EMOJI: usize = 30;
const MAX_ID: usize = 100;
/// Discord allows 4,000. The difference is a margin for characters that Discord counts differently.
const MAX_TEXT: usize = 3900;
const MAX_LABEL: usize = 80;
const MAX_OPTION: usize = 100;
const MAX_PLACEHOLDER: usize = 150;
/// The number of characters that a diagnostic quotes from a text.
const MAX_QUOTE: usize = 60;
const MAX_THREAD_NAME: usize = 100;

/// Returns the errors in the name of a thread and in the screens, such as a text that is too long or a raw placeholder.
pub(super) fn check(language: &Language) -> Vec<Diagnostic> {
    let thread = check_length(
        "a thread's name",
        &language.thread_name(worst_case_screens::LONGEST_NAME),
        MAX_THREAD_NAME,
    )
    .map(|error| diagnostic(language, "a thread", error));
    let mut diagnostics: Vec<_> = thread.into_iter().collect();
    worst_case_screens::for_each_screen(language, &mut |name, screen| {
        for error in check_screen(screen) {
            let diagnostic = diagnostic(language, name, error);
            if !diagnostics.contains(&diagnostic) {
                diagnostics.push(diagnostic);
            }
        }
    });
    diagnostics
}

fn diagnostic(language: &Language, location: &str, error: LocaleError) -> Diagnostic {
    Diagnostic {
        language: language.id().to_owned(),
        location: location.to_owned(),
        error,
    }
}

pub(crate) fn check_screen(screen: &Screen) -> Vec<LocaleError> {
    let count = 1 + screen.elements.iter().map(component_count).sum::<usize>();
    let too_many = check_count("components", count, MAX_COMPONENTS);
    let text = check_length("all text", &all_text(screen), MAX_TEXT);
    let elements = screen.elements.iter().flat_map(check_element);
    too_many.into_iter().chain(text).chain(elements).collect()
}

/// Returns all visible text, including text that Discord does not count. Emoji are in Unicode, because the bot sends
/// them that way if their pictures would make a message too long.
fn all_text(screen: &Screen) -> String {
    let texts = screen.elements.iter().map(|element| match element {
        // Alternative texts have a separate limit.
        Element::Illustrated(illustrated) => expand_to_unicode(&illustrated.text),
        Element::Chart { .. } | Element::Picture { .. } => String::new(),
        Element::Text(_)
        | Element::EmojiRow(_)
        | Element::Separator
        | Element::Buttons(_)
        | Element::Select(_) => element.to_string(),
    });
    texts.collect()
}

fn component_count(element: &Element) -> usize {
    match element {
        Element::Text(_) | Element::EmojiRow(_) | Element::Separator => 1,
        Element::Illustrated(_) => 3,
        // A gallery and the picture in it.
        Element::Chart { .. } | Element::Picture { .. } => 2,
        Element::Buttons(buttons) => 1 + buttons.len(),
        Element::Select(_) => 2,
    }
}

fn check_element(element: &Element) -> Vec<LocaleError> {
    let mut errors = Vec::new();
    match element {
        Element::EmojiRow(row) => {
            errors.extend(check_count("emoji in a row", row.len(), MAX_EMOJI));
        }
        Element::Separator => {}
        Element::Text(text) => errors.extend(check_length("a text", text, MAX_TEXT)),
        Element::Illustrated(illustrated) => errors = check_illustrated(illustrated),
        Element::Chart { alt, .. } | Element::Picture { alt, .. } => {
            errors.extend(check_length("a picture's text", alt, MAX_ALT));
        }
        Element::Buttons(buttons) => errors = check_buttons(buttons),
        Element::Select(select) => errors = check_select(select),
    }
    errors.extend(find_raw_placeholder(&element.to_string()));
    errors
}

fn check_illustrated(illustrated: &Illustrated) -> Vec<LocaleError> {
    let text = check_length("a text", &illustrated.text, MAX_TEXT);
    let alt = check_length("a picture's description", &illustrated.alt, MAX_ALT);
    text.into_iter().chain(alt).collect()
}

fn check_buttons(buttons: &[Button]) -> Vec<LocaleError> {
    let count = check_count("buttons in a row", buttons.len(), MAX_BUTTONS);
    let errors = buttons.iter().flat_map(|button| {
        let label = check_length("a button's label", &button.label, MAX_LABEL);
        let id = check_length("a button's id", &button.control.to_string(), MAX_ID);
        label.into_iter().chain(id)
    });
    count.into_iter().chain(errors).collect()
}

fn check_select(select: &Select) -> Vec<LocaleError> {
    let placeholder = check_length("a placeholder", &select.placeholder, MAX_PLACEHOLDER);
    let id = check_length("a select's id", &select.control.to_string(), MAX_ID);
    let count = check_count("options", select.options.len(), MAX_OPTIONS);
    let options = select.options.iter().flat_map(check_option);
    let errors = placeholder.into_iter().chain(id).chain(count);
    errors.chain(options).collect()
}

fn check_option(option: &SelectOption) -> impl Iterator<Item = LocaleError> {
    let label = check_length("an option", &option.label, MAX_OPTION);
    let value = check_length("an option's value", &option.value, MAX_OPTION);
    let check_second = |text: &String| check_length("an option's second line", text, MAX_OPTION);
    let description = option.description.as_ref().and_then(check_second);
    label.into_iter().chain(value).chain(description)
}

fn check_count(what: &'static str, count: usize, most: usize) -> Option<LocaleError> {
    match count {
        0 => Some(LocaleError::Empty { what }),
        count if count > most => Some(LocaleError::TooMany { what, count, most }),
        _ => None,
    }
}

pub(super) fn check_length(what: &'static str, text: &str, most: usize) -> Option<LocaleError> {
    match text.chars().count() {
        0 => Some(LocaleError::Empty { what }),
        length if length > most => Some(LocaleError::TooLong {
            what,
            length,
            most,
            text: text.chars().take(MAX_QUOTE).collect(),
        }),
        _ => None,
    }
}

/// Returns an error if a text contains a placeholder, or an isolate around anything other than the right-to-left name
/// of the worst-case screens.
fn find_raw_placeholder(text: &str) -> Option<LocaleError> {
    let name = worst_case_screens::LONGEST_NAME.chars().next();
    let is_name = |isolated: &str| isolated.chars().next() == name;
    let is_raw = |line: &&str| {
        let mut isolated = line.split('\u{2068}').skip(1);
        line.contains(['{', '}', '$']) || !isolated.all(is_name)
    };
    let line = text.lines().find(is_raw)?;
    Some(LocaleError::RawPlaceholder(line.to_owned()))
}
