//! Each message against what the code says and against the English one.

use std::collections::BTreeSet;

use rules::EditionId;

use super::super::message::DECLARED;
use super::finding::{Fault, Finding};
use super::folder::{Entries, Written};
use super::pattern::Case;
use super::plurals::Plurals;

/// Everything that is missing, too much or otherwise.
pub(super) fn check(written: &Written, english: &Written) -> Vec<Finding> {
    let plurals = Plurals::of(&written.id);
    let declared = DECLARED
        .iter()
        .flat_map(|(key, arguments)| declared(written, english, key, arguments));
    let unused = written
        .messages
        .keys()
        .filter(|key| DECLARED.iter().all(|(declared, _)| declared != key))
        .map(|key| (key.as_str(), Fault::Unused));
    let inner = written.messages.iter().flat_map(|(key, entries)| {
        let faults = [
            references(entries, written),
            editions(entries),
            entries
                .cases()
                .flat_map(|case| plurals.faults(case))
                .collect(),
        ];
        faults
            .into_iter()
            .flatten()
            .map(move |fault| (key.as_str(), fault))
    });
    let faults = declared.chain(unused).chain(inner);
    let findings = faults.map(|(key, fault)| Finding {
        language: written.id.clone(),
        place: written.place(key),
        fault,
    });
    written.findings.iter().cloned().chain(findings).collect()
}

/// A message that the code says.
fn declared(
    written: &Written,
    english: &Written,
    key: &'static str,
    given: &[&str],
) -> Vec<(&'static str, Fault)> {
    let Some(entries) = written.messages.get(key) else {
        return vec![(key, Fault::Missing)];
    };
    let found = entries.arguments();
    let given: BTreeSet<&str> = given.iter().copied().collect();
    let mut faults = Vec::new();
    if found != given {
        faults.push(Fault::Arguments {
            found: list(&found),
            given: list(&given),
        });
    }
    if let Some(english) = english.messages.get(key) {
        faults.extend(against_english(entries, english));
    }
    faults.into_iter().map(|fault| (key, fault)).collect()
}

fn against_english(entries: &Entries, english: &Entries) -> Vec<Fault> {
    let editions = english.variants.keys();
    let editions = editions
        .filter(|edition| !entries.variants.contains_key(*edition))
        .map(|edition| Fault::EditionMissing(edition.clone()));
    let numbers = english.cases().flat_map(|case| numbers(case, entries));
    editions.chain(numbers).collect()
}

/// The single numbers that English words by themselves, such as none at all.
fn numbers(english: &Case, entries: &Entries) -> Vec<Fault> {
    let argument = &english.argument;
    let has = |key: &str| {
        let mut cases = entries.cases().filter(|case| case.argument == *argument);
        cases.any(|case| case.keys.contains(key))
    };
    let numbers = english.keys.iter().filter(|key| key.parse::<u32>().is_ok());
    numbers
        .filter(|key| !has(key))
        .map(|key| Fault::CaseMissing {
            argument: argument.clone(),
            case: key.clone(),
        })
        .collect()
}

fn references(entries: &Entries, written: &Written) -> Vec<Fault> {
    let exists = |name: &String| match name.strip_prefix('-') {
        Some(term) => written.terms.contains(term),
        None => written.messages.contains_key(name),
    };
    let names = entries.texts().flat_map(|text| &text.references);
    names
        .filter(|name| !exists(name))
        .map(|name| Fault::NoSuchReference(name.clone()))
        .collect()
}

fn editions(entries: &Entries) -> Vec<Fault> {
    let is_edition = |id: &String| EditionId::ALL.iter().any(|edition| edition.id() == id);
    let variants = entries.variants.keys();
    variants
        .filter(|id| !is_edition(id))
        .map(|id| Fault::NoEdition(id.clone()))
        .collect()
}

fn list(names: &BTreeSet<&str>) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("${name}")).collect();
    if names.is_empty() {
        "nothing".to_owned()
    } else {
        names.join(", ")
    }
}
