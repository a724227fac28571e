//! Names and descriptions of commands, options and choices, against Discord's limits.

use std::collections::BTreeSet;

use rules::{EditionId, Title};

use super::super::{Command, CommandText, Language};
use super::finding::{Fault, Finding};
use super::limits::length;
use crate::pace::Pace;
use crate::preferences::LanguagePreference;

const NAME: usize = 32;
const DESCRIPTION: usize = 100;
const CHOICE: usize = 100;

/// Everything about the slash commands that Discord would refuse.
pub(super) fn check(language: &Language) -> Vec<Finding> {
    let subcommands = Command::ALL
        .into_iter()
        .filter(|&command| command != Command::Kittens);
    let texts: Vec<_> = subcommands
        .map(|command| command.text_in(language))
        .collect();
    let options = Command::ALL.into_iter().flat_map(|command| {
        let options = command.parameters().iter();
        let texts: Vec<_> = options.map(|option| option.text_in(language)).collect();
        siblings(&texts)
    });
    let faults = named(&Command::Kittens.text_in(language))
        .into_iter()
        .chain(siblings(&texts))
        .chain(options)
        .chain(choices(language));
    faults
        .map(|(place, fault)| Finding {
            language: language.id().to_owned(),
            place: format!("the command {place}"),
            fault,
        })
        .collect()
}

/// Names that stand side by side, which must differ.
fn siblings(texts: &[CommandText]) -> Vec<(String, Fault)> {
    let mut taken = BTreeSet::new();
    let twice = texts
        .iter()
        .filter(|text| !taken.insert(&text.name))
        .map(|text| (text.name.clone(), Fault::NameTaken(text.name.clone())))
        .collect::<Vec<_>>();
    texts.iter().flat_map(named).chain(twice).collect()
}

fn named(text: &CommandText) -> Vec<(String, Fault)> {
    let CommandText { name, description } = text;
    let allowed = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_' | '\'');
    let fits = (1..=NAME).contains(&name.chars().count())
        && name.chars().all(allowed)
        && *name == name.to_lowercase();
    let refused = (!fits).then(|| Fault::NoCommandName(name.clone()));
    let about = length("a description", description, DESCRIPTION);
    let faults = refused.into_iter().chain(about);
    faults.map(|fault| (name.clone(), fault)).collect()
}

fn choices(language: &Language) -> Vec<(String, Fault)> {
    let editions = EditionId::ALL.map(|edition| language.edition(edition));
    let paces = Pace::ALL.map(|pace| language.pace(pace));
    let readings = LanguagePreference::all().map(|reading| language.reading(reading));
    let cards = EditionId::ALL
        .into_iter()
        .flat_map(|edition| Title::ALL.map(|title| language.card(title, edition)));
    let all = editions.into_iter().chain(paces).chain(readings);
    all.chain(cards)
        .filter_map(|name| length("a choice", &name, CHOICE).map(|fault| (name, fault)))
        .collect()
}
