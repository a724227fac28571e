//! Checks the texts of commands, context menus, parameters and choices against Discord's rules.

use std::collections::BTreeSet;

use rules::{EditionId, Title};

use super::super::{Command, CommandText, Language, MenuCommand};
use super::diagnostic::{Diagnostic, LocaleError};
use super::limits::check_length;
use crate::pace::Pace;
use crate::personal_data::DataRequest;
use crate::preferences::LanguagePreference;

const MAX_NAME: usize = 32;
const MAX_DESCRIPTION: usize = 100;
const MAX_CHOICE: usize = 100;

/// Returns an error for each command text that Discord would reject.
pub(super) fn check(language: &Language) -> Vec<Diagnostic> {
    let subcommands = Command::ALL
        .into_iter()
        .filter(|&command| command != Command::Kittens);
    let texts: Vec<_> = subcommands
        .map(|command| command.text_in(language))
        .collect();
    let options = Command::ALL.into_iter().flat_map(|command| {
        let options = command.parameters().iter();
        let texts: Vec<_> = options.map(|option| option.text_in(language)).collect();
        check_siblings(&texts)
    });
    let errors = check_text(&Command::Kittens.text_in(language))
        .into_iter()
        .chain(check_siblings(&texts))
        .chain(options)
        .chain(check_menus(language))
        .chain(check_choices(language));
    errors
        .map(|(name, error)| Diagnostic {
            language: language.id().to_owned(),
            location: format!("the command {name}"),
            error,
        })
        .collect()
}

/// Checks the texts of one list, in which no two names may be the same.
fn check_siblings(texts: &[CommandText]) -> Vec<(String, LocaleError)> {
    let mut seen = BTreeSet::new();
    let mut errors: Vec<_> = texts.iter().flat_map(check_text).collect();
    for CommandText { name, .. } in texts {
        if !seen.insert(name) {
            errors.push((name.clone(), LocaleError::DuplicateName(name.clone())));
        }
    }
    errors
}

fn check_text(text: &CommandText) -> Vec<(String, LocaleError)> {
    let CommandText { name, description } = text;
    let is_allowed =
        |character: char| character.is_alphanumeric() || matches!(character, '-' | '_' | '\'');
    let is_valid = (1..=MAX_NAME).contains(&name.chars().count())
        && name.chars().all(is_allowed)
        && *name == name.to_lowercase();
    let invalid = (!is_valid).then(|| LocaleError::InvalidCommandName(name.clone()));
    let description = check_length("a description", description, MAX_DESCRIPTION);
    let errors = invalid.into_iter().chain(description);
    errors.map(|error| (name.clone(), error)).collect()
}

fn check_menus(language: &Language) -> Vec<(String, LocaleError)> {
    let names = MenuCommand::ALL.map(|command| command.name_in(language));
    let check = |name: String| check_length("a menu", &name, MAX_NAME).map(|error| (name, error));
    names.into_iter().filter_map(check).collect()
}

fn check_choices(language: &Language) -> Vec<(String, LocaleError)> {
    let editions = EditionId::all().map(|edition| language.edition_name(edition));
    let paces = Pace::ALL.map(|pace| language.pace_name(pace));
    let preferences = LanguagePreference::all().map(|reading| language.preference_name(reading));
    let requests = DataRequest::ALL.map(|request| language.data_request_name(request));
    let cards = EditionId::all()
        .flat_map(|edition| Title::ALL.map(|title| language.card_name(title, edition)));
    let all = editions.chain(paces).chain(preferences).chain(requests);
    all.chain(cards)
        .filter_map(|name| check_length("a choice", &name, MAX_CHOICE).map(|error| (name, error)))
        .collect()
}
