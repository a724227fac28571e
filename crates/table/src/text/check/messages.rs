//! Checks each message against its declaration in the code and against its English counterpart.

use std::collections::BTreeSet;

use rules::EditionId;

use super::super::card_names::PLURAL;
use super::super::message::DECLARED_MESSAGES;
use super::diagnostic::{Diagnostic, LocaleError};
use super::locale_folder::{ParsedFolder, ParsedMessage};
use super::pattern::SelectCases;
use super::plurals::Plurals;

/// Returns the syntax errors, and an error for each message that is missing, unused, malformed, or inconsistent with
/// the code or with English.
pub(super) fn check(parsed: &ParsedFolder, english: &ParsedFolder) -> Vec<Diagnostic> {
    let plurals = Plurals::of(&parsed.id);
    let declared = DECLARED_MESSAGES
        .iter()
        .flat_map(|(key, arguments)| check_declared(parsed, english, key, arguments));
    let is_declared = |key: &String| DECLARED_MESSAGES.iter().any(|(other, _)| other == key);
    let unused = parsed
        .messages
        .keys()
        .filter(|key| !is_declared(key))
        .map(|key| (key.as_str(), LocaleError::Unused));
    let within = parsed.messages.iter().flat_map(|(key, message)| {
        let mut errors = check_references(message, parsed);
        errors.extend(check_editions(key, message));
        errors.extend(message.selects().flat_map(|select| plurals.errors(select)));
        errors.into_iter().map(move |error| (key.as_str(), error))
    });
    let errors = declared.chain(unused).chain(within);
    let diagnostics = errors.map(|(key, error)| Diagnostic {
        language: parsed.id.clone(),
        location: parsed.location(key),
        error,
    });
    let syntax = parsed.diagnostics.iter().cloned();
    syntax.chain(diagnostics).collect()
}

fn check_declared(
    parsed: &ParsedFolder,
    english: &ParsedFolder,
    key: &'static str,
    given: &[&str],
) -> Vec<(&'static str, LocaleError)> {
    let Some(message) = parsed.messages.get(key) else {
        return vec![(key, LocaleError::Missing)];
    };
    let found = message.arguments();
    let given: BTreeSet<&str> = given.iter().copied().collect();
    let mut errors = Vec::new();
    if found != given {
        errors.push(LocaleError::ArgumentMismatch {
            found: list_arguments(&found),
            given: list_arguments(&given),
        });
    }
    if let Some(english) = english.messages.get(key) {
        errors.extend(check_against_english(message, english));
    }
    errors.into_iter().map(|error| (key, error)).collect()
}

fn check_against_english(message: &ParsedMessage, english: &ParsedMessage) -> Vec<LocaleError> {
    let editions = english
        .variants
        .keys()
        .filter(|edition| *edition != PLURAL && !message.variants.contains_key(*edition))
        .map(|edition| LocaleError::MissingEdition(edition.clone()));
    let numbers = english
        .selects()
        .flat_map(|select| missing_numbers(select, message));
    editions.chain(numbers).collect()
}

/// Returns an error for each number that has its own case in English, such as `[0]`, but not in
/// this message.
fn missing_numbers(english: &SelectCases, message: &ParsedMessage) -> Vec<LocaleError> {
    let argument = &english.argument;
    let has = |key: &str| {
        let mut selects = message
            .selects()
            .filter(|select| select.argument == *argument);
        selects.any(|select| select.keys.contains(key))
    };
    let numbers = english.keys.iter().filter(|key| key.parse::<u32>().is_ok());
    numbers
        .filter(|key| !has(key))
        .map(|key| LocaleError::MissingCase {
            argument: argument.clone(),
            case: key.clone(),
        })
        .collect()
}

fn check_references(message: &ParsedMessage, parsed: &ParsedFolder) -> Vec<LocaleError> {
    let exists = |name: &String| match name.strip_prefix('-') {
        Some(term) => parsed.terms.contains(term),
        None => parsed.messages.contains_key(name),
    };
    let names = message.texts().flat_map(|text| &text.references);
    names
        .filter(|name| !exists(name))
        .map(|name| LocaleError::UnknownReference(name.clone()))
        .collect()
}

/// Returns an error for each variant that is not named after an edition. The exceptions are the plurals of cards'
/// names, and the messages whose variants are named after built-in recipes or groups of recipe menus.
fn check_editions(key: &str, message: &ParsedMessage) -> Vec<LocaleError> {
    let is_plural = |id: &String| id == PLURAL && key.starts_with("card-");
    let is_recipe = key.starts_with("recipe-built-in") || key == "recipe-group";
    let is_edition = |id: &String| EditionId::all().any(|edition| edition.id() == id);
    let variants = message.variants.keys();
    variants
        .filter(|id| !is_edition(id) && !is_plural(id) && !is_recipe)
        .map(|id| LocaleError::UnknownEdition(id.clone()))
        .collect()
}

fn list_arguments(names: &BTreeSet<&str>) -> String {
    if names.is_empty() {
        return "nothing".to_owned();
    }
    let names: Vec<_> = names.iter().map(|name| format!("${name}")).collect();
    names.join(", ")
}
