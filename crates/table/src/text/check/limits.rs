//! Whole screens against Discord's limits, as they are in the worst case.

use super::super::Language;
use super::finding::{Fault, Finding};
use super::worst;
use crate::screen::{Button, Part, Screen, Select, SelectOption};

const COMPONENTS: usize = 40;
const TEXT: usize = 4000;
const LABEL: usize = 80;
const OPTION: usize = 100;
const PLACEHOLDER: usize = 150;
/// How much of a text a finding quotes, in characters.
const QUOTED: usize = 60;
const THREAD: usize = 100;

/// Every screen that Discord would refuse in this language, or that shows what nobody should read.
pub(super) fn check(language: &Language) -> Vec<Finding> {
    let thread = length("a thread's name", &language.thread(worst::NAME), THREAD);
    let mut findings: Vec<_> = thread
        .map(|fault| finding(language, "a thread", fault))
        .into_iter()
        .collect();
    worst::screens(language, &mut |place, screen| {
        for fault in faults(screen) {
            let finding = finding(language, place, fault);
            if !findings.contains(&finding) {
                findings.push(finding);
            }
        }
    });
    findings
}

fn finding(language: &Language, place: &str, fault: Fault) -> Finding {
    Finding {
        language: language.id().to_owned(),
        place: place.to_owned(),
        fault,
    }
}

/// What is wrong with one screen.
pub(super) fn faults(screen: &Screen) -> Vec<Fault> {
    let count = 1 + screen.parts.iter().map(components).sum::<usize>();
    let crowded = (count > COMPONENTS).then_some(Fault::TooManyComponents { count });
    // All that is read anywhere on it, which is more than Discord counts.
    let text = length("all text", &screen.to_string(), TEXT);
    let parts = screen.parts.iter().flat_map(part);
    crowded.into_iter().chain(text).chain(parts).collect()
}

fn components(part: &Part) -> usize {
    match part {
        Part::Text(_) | Part::Separator => 1,
        Part::Buttons(buttons) => 1 + buttons.len(),
        Part::Choice(_) => 2,
    }
}

fn part(part: &Part) -> Vec<Fault> {
    let lengths = match part {
        Part::Separator => Vec::new(),
        Part::Text(text) => length("a text", text, TEXT).into_iter().collect(),
        Part::Buttons(buttons) => buttons.iter().filter_map(label).collect(),
        Part::Choice(select) => choice(select),
    };
    lengths.into_iter().chain(raw(&part.to_string())).collect()
}

fn label(button: &Button) -> Option<Fault> {
    length("a button's label", &button.label, LABEL)
}

fn choice(select: &Select) -> Vec<Fault> {
    let placeholder = length("a placeholder", &select.placeholder, PLACEHOLDER);
    let options = select.options.iter().flat_map(option);
    placeholder.into_iter().chain(options).collect()
}

fn option(option: &SelectOption) -> impl Iterator<Item = Fault> {
    let label = length("an option", &option.label, OPTION);
    let description = option.description.as_ref();
    let description = description.and_then(|text| length("an option's second line", text, OPTION));
    label.into_iter().chain(description)
}

/// Whether a text is empty or too long. Discord counts characters.
pub(super) fn length(what: &'static str, text: &str, most: usize) -> Option<Fault> {
    match text.chars().count() {
        0 => Some(Fault::Empty { what }),
        length if length > most => Some(Fault::TooLong {
            what,
            length,
            most,
            text: text.chars().take(QUOTED).collect(),
        }),
        _ => None,
    }
}

/// Placeholders, and the marks that Fluent sets them apart with.
fn raw(text: &str) -> Option<Fault> {
    let marks = ['{', '}', '$', '\u{2068}', '\u{2069}'];
    let line = text.lines().find(|line| line.contains(marks))?;
    Some(Fault::Raw(line.to_owned()))
}
