//! Tests the check with faulty languages, and checks the languages of this build.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use rules::Seat;

use super::super::message::DECLARED_MESSAGES;
use super::super::{Language, Locale};
use super::locale_folder::ParsedFolder;
use super::worst_case_screens::for_each_screen_of_tables;
use super::{Diagnostic, LocaleError, LocaleFolder, check, check_messages, is_tolerated};
use crate::screen::{Element, Emoji};

fn english() -> LocaleFolder {
    LocaleFolder::embedded(Locale::fallback())
}

fn folder_with(key: &str, text: &str) -> LocaleFolder {
    let mut folder = english();
    replace_message(&mut folder, key, text);
    folder
}

fn replace_message(folder: &mut LocaleFolder, key: &str, text: &str) {
    for (_, file) in &mut folder.files {
        *file = without(file, key);
    }
    folder.files.push((format!("{key}.ftl"), text.to_owned()));
}

fn errors_as_german(mut folder: LocaleFolder) -> Vec<Diagnostic> {
    folder.id = "de".to_owned();
    check_messages(&folder, &ParsedFolder::parse(&english()))
}

/// Returns the errors of one message in a German folder whose other texts are English.
fn errors(key: &str, text: &str) -> Vec<LocaleError> {
    let mut diagnostics = errors_as_german(folder_with(key, text));
    let suffix = format!(": {key}");
    diagnostics.retain(|found| found.location.ends_with(&suffix) || found.location == key);
    diagnostics.into_iter().map(|found| found.error).collect()
}

fn without(file: &str, key: &str) -> String {
    let mut skipped = false;
    let mut kept = String::new();
    for line in file.lines() {
        if !line.starts_with([' ', '}']) {
            skipped = line.starts_with(&format!("{key} ="));
        }
        if !skipped {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

fn missing(argument: &str, case: &str) -> LocaleError {
    LocaleError::MissingCase {
        argument: argument.to_owned(),
        case: case.to_owned(),
    }
}

const TURNS: &str = "over-turns = { $turns ->\n    [one] 1 Zug\n   *[other] { $turns } Züge\n}\n";
const ONLY_OTHER: &str = "over-turns = { $turns ->\n   *[other] { $turns } Züge\n}\n";
const FEW: &str = "over-turns = { $turns ->\n    [one] 1 Zug\n    [few] { $turns } Züge\n   *[other] { $turns } Züge\n}\n";
const NO_ZERO: &str = "over-nopes = { $nopes ->\n    [one] 1 Nö\n   *[other] { $nopes } Nö\n}\n";

#[test]
fn each_error_of_a_message_is_reported() {
    let mismatch = LocaleError::ArgumentMismatch {
        found: "$plaier".to_owned(),
        given: "$player".to_owned(),
    };
    let unused_case = LocaleError::UnusedCase {
        argument: "turns".to_owned(),
        case: "few".to_owned(),
    };
    let editions = ["classic", "two-player"].map(|id| LocaleError::MissingEdition(id.to_owned()));
    let unknown_edition = LocaleError::UnknownEdition("deluxe".to_owned());
    let unknown_reference = LocaleError::UnknownReference("button-optoins".to_owned());
    let untranslated = LocaleError::Untranslated("Start".to_owned());
    let rows = [
        ("over-turns", TURNS, vec![]),
        ("over-turns", "", vec![LocaleError::Missing]),
        (
            "over-tunrs",
            "over-tunrs = Züge\n",
            vec![LocaleError::Unused],
        ),
        (
            "button-join",
            "button-join = Dazu\nbutton-join = Dazu\n",
            vec![LocaleError::Duplicate],
        ),
        (
            "story-won",
            "story-won = **{ $plaier }** gewinnt.\n",
            vec![mismatch],
        ),
        ("over-turns", ONLY_OTHER, vec![missing("turns", "one")]),
        ("over-turns", FEW, vec![unused_case]),
        // English has a separate case for 0.
        ("over-nopes", NO_ZERO, vec![missing("nopes", "0")]),
        (
            "about-favor",
            "about-favor = Karte her.\n",
            editions.to_vec(),
        ),
        (
            "button-join",
            "button-join = Dazu\n    .deluxe = Herbei\n",
            vec![unknown_edition],
        ),
        (
            "house-how",
            "house-how = Siehe { button-optoins }.\n",
            vec![unknown_reference],
        ),
        ("button-start", "button-start = Start\n", vec![untranslated]),
        (
            "button-start",
            "# As in English\nbutton-start = Start\n",
            vec![],
        ),
        ("card-tacocat", "card-tacocat = Tacocat\n", vec![]),
    ];
    for (key, text, expected) in rows {
        assert_eq!(errors(key, text), expected, "{text}");
    }
}

#[test]
fn a_syntax_error_is_reported() {
    let mut folder = english();
    let broken = ("broken.ftl".to_owned(), "button-join = { $\n".to_owned());
    folder.files.push(broken);
    let is_syntax_error = |diagnostic: &Diagnostic| {
        matches!(diagnostic.error, LocaleError::Syntax(_)) && diagnostic.location == "broken.ftl"
    };
    assert!(errors_as_german(folder).iter().any(is_syntax_error));
}

/// The errors of a language with a label and a screen that are too long, and with wrong names of commands.
static FAULTS: LazyLock<Vec<Diagnostic>> = LazyLock::new(|| {
    let mut folder = english();
    for (key, text) in [
        ("button-leave", "x".repeat(81)),
        ("guide-aim", "x".repeat(4000)),
        ("command-join", "Join us".to_owned()),
        ("command-end", "leave".to_owned()),
    ] {
        replace_message(&mut folder, key, &format!("{key} = {text}\n"));
    }
    check(&[folder])
});

fn faults_at(location: &str) -> impl Iterator<Item = &'static LocaleError> {
    FAULTS
        .iter()
        .filter(move |found| found.location == location)
        .map(|found| &found.error)
}

#[test]
fn a_too_long_label_is_reported_with_its_screen() {
    let errors: Vec<_> = faults_at("the lobby").collect();
    let [LocaleError::TooLong { length, most, .. }] = errors.as_slice() else {
        panic!("one too long label, not {errors:?}")
    };
    assert_eq!((*length, *most), (81, 80));
}

#[test]
fn a_too_long_screen_is_reported() {
    assert_ne!(faults_at("the rules help").count(), 0);
}

#[test]
fn invalid_and_duplicate_command_names_are_reported() {
    for error in [
        LocaleError::InvalidCommandName("Join us".to_owned()),
        LocaleError::DuplicateName("leave".to_owned()),
    ] {
        let mut found = FAULTS.iter();
        assert!(found.any(|found| found.error == error), "{FAULTS:?}");
    }
}

#[test]
fn only_the_faults_of_a_language_are_reported() {
    let places: BTreeSet<_> = FAULTS.iter().map(|found| found.location.as_str()).collect();
    let faulty = [
        "the lobby",
        "the rules help",
        "the command Join us",
        "the command leave",
    ];
    assert_eq!(places, BTreeSet::from(faulty));
}

#[test]
fn every_language_has_no_errors() {
    let folders = LocaleFolder::all_embedded();
    let mut diagnostics = check(&folders);
    diagnostics.retain(|found| !is_tolerated(found, &folders));
    let listed: Vec<_> = diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(listed, [""; 0]);
}

#[test]
fn no_key_is_declared_twice() {
    let mut keys: Vec<_> = DECLARED_MESSAGES.iter().map(|(key, _)| key).collect();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), DECLARED_MESSAGES.len());
}

/// Asserts that every name on a line is isolated, and that every name or mention comes after the mark of a seat. In the
/// lobby, mentions need no mark.
#[track_caller]
fn assert_marked(screen: &str, line: &str) {
    let marks: Vec<_> = Seat::ALL.map(|seat| Emoji::Seat(seat).unicode()).into();
    let mut rest = line;
    while let Some(at) = rest.find(['א', '<']) {
        let (before, from) = rest.split_at(at);
        let end = from.find(['\u{2069}', '>']).unwrap_or(from.len());
        rest = &from[end..];
        let is_name = from.starts_with('א');
        assert!(!is_name || before.ends_with('\u{2068}'), "{screen}: {line}");
        // In the lobby, the people who are asked to join a rematch have no seat yet.
        let is_person = is_name || from.starts_with("<@") && screen != "the lobby";
        let is_marked = marks.iter().any(|mark| before.contains(mark));
        assert!(!is_person || is_marked, "{screen}: {line}");
    }
}

#[test]
fn wherever_people_with_one_name_are_shown_the_marks_of_their_seats_stand_with_them() {
    for_each_screen_of_tables(Language::english(), &mut |name, screen| {
        for element in &screen.elements {
            // A chart's alternative text names the marks in words.
            if !matches!(element, Element::Chart { .. }) {
                let text = element.to_string();
                text.lines().for_each(|line| assert_marked(name, line));
            }
        }
    });
}
