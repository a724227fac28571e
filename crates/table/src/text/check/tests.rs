//! Tests of the check with broken languages, and the check of this build's languages.

use super::super::Locale;
use super::super::message::DECLARED_MESSAGES;
use super::locale_folder::ParsedFolder;
use super::{Diagnostic, LocaleError, LocaleFolder, check, check_messages};

/// Returns English under another id with one file added or replaced.
fn folder_with_file(id: &str, file: &str, text: &str) -> LocaleFolder {
    let mut folder = LocaleFolder::embedded(Locale::fallback());
    folder.id = id.to_owned();
    folder.files.retain(|(name, _)| name != file);
    folder.files.push((file.to_owned(), text.to_owned()));
    folder
}

/// Returns the errors of one message in a German folder that otherwise has English texts.
fn errors(key: &str, text: &str) -> Vec<LocaleError> {
    let mut folder = LocaleFolder::embedded(Locale::fallback());
    folder.id = "de".to_owned();
    for (_, file) in &mut folder.files {
        *file = without(file, key);
    }
    folder.files.push(("one.ftl".to_owned(), text.to_owned()));
    let english = ParsedFolder::parse(&LocaleFolder::embedded(Locale::fallback()));
    check_messages(&folder, &english)
        .into_iter()
        .filter(|diagnostic| {
            diagnostic.location.ends_with(&format!(": {key}")) || diagnostic.location == key
        })
        .map(|diagnostic| diagnostic.error)
        .collect()
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

#[test]
fn a_correct_message_has_no_errors() {
    let text = "over-turns = { $turns ->\n    [one] 1 Zug\n   *[other] { $turns } Züge\n}\n";
    assert_eq!(errors("over-turns", text), []);
}

#[test]
fn a_missing_message_is_reported() {
    assert_eq!(errors("over-turns", ""), [LocaleError::Missing]);
}

#[test]
fn a_message_unknown_to_the_code_is_reported() {
    assert_eq!(
        errors("over-tunrs", "over-tunrs = Züge\n"),
        [LocaleError::Unused]
    );
}

#[test]
fn a_duplicate_message_is_reported() {
    let text = "button-join = Dazu\nbutton-join = Dazu\n";
    assert_eq!(errors("button-join", text), [LocaleError::Duplicate]);
}

#[test]
fn a_mistyped_argument_is_reported() {
    let found = errors("story-won", "story-won = **{ $plaier }** gewinnt.\n");
    let given = LocaleError::ArgumentMismatch {
        found: "$plaier".to_owned(),
        given: "$player".to_owned(),
    };
    assert_eq!(found, [given]);
}

#[test]
fn missing_and_unused_plural_cases_are_reported() {
    let text = "over-turns = { $turns ->\n   *[other] { $turns } Züge\n}\n";
    assert_eq!(errors("over-turns", text), [missing("turns", "one")]);
    let text = "over-turns = { $turns ->\n    [one] 1 Zug\n    [few] { $turns } Züge\n   *[other] { $turns } Züge\n}\n";
    let unused = LocaleError::UnusedCase {
        argument: "turns".to_owned(),
        case: "few".to_owned(),
    };
    assert_eq!(errors("over-turns", text), [unused]);
}

#[test]
fn a_number_with_its_own_case_in_english_only_is_reported() {
    let text = "over-nopes = { $nopes ->\n    [one] 1 Nö\n   *[other] { $nopes } Nö\n}\n";
    assert_eq!(errors("over-nopes", text), [missing("nopes", "0")]);
}

#[test]
fn missing_and_unknown_edition_variants_are_reported() {
    let lacking = errors("about-favor", "about-favor = Karte her.\n");
    let editions = ["classic", "two-player"].map(|id| LocaleError::MissingEdition(id.to_owned()));
    assert_eq!(lacking, editions);
    let text = "button-join = Dazu\n    .deluxe = Herbei\n";
    let found = errors("button-join", text);
    assert_eq!(found, [LocaleError::UnknownEdition("deluxe".to_owned())]);
}

#[test]
fn a_reference_to_an_unknown_message_is_reported() {
    let found = errors("house-how", "house-how = Siehe { button-optoins }.\n");
    assert_eq!(
        found,
        [LocaleError::UnknownReference("button-optoins".to_owned())]
    );
}

#[test]
fn untranslated_text_is_reported_unless_marked_as_intended() {
    let untranslated = errors("button-start", "button-start = Start\n");
    assert_eq!(
        untranslated,
        [LocaleError::Untranslated("Start".to_owned())]
    );
    let marked = "# As in English\nbutton-start = Start\n";
    assert_eq!(errors("button-start", marked), []);
    assert_eq!(errors("card-tacocat", "card-tacocat = Tacocat\n"), []);
}

#[test]
fn a_syntax_error_is_reported() {
    let folder = folder_with_file("de", "broken.ftl", "button-join = { $\n");
    let english = ParsedFolder::parse(&LocaleFolder::embedded(Locale::fallback()));
    let diagnostics = check_messages(&folder, &english);
    let is_syntax_error = |diagnostic: &Diagnostic| {
        matches!(diagnostic.error, LocaleError::Syntax(_)) && diagnostic.location == "broken.ftl"
    };
    assert!(diagnostics.iter().any(is_syntax_error));
}

fn check_with_message(key: &str, text: &str) -> Vec<Diagnostic> {
    let mut folder = LocaleFolder::embedded(Locale::fallback());
    for (_, file) in &mut folder.files {
        *file = without(file, key);
    }
    folder.files.push(("one.ftl".to_owned(), text.to_owned()));
    check(&[folder])
}

#[test]
fn a_too_long_label_is_reported_with_its_screen() {
    let diagnostics = check_with_message(
        "button-join",
        &format!("button-join = {}\n", "x".repeat(81)),
    );
    let [diagnostic] = diagnostics.as_slice() else {
        panic!("one diagnostic, not {diagnostics:?}")
    };
    assert_eq!(diagnostic.location, "the lobby");
    let LocaleError::TooLong { length, most, .. } = diagnostic.error else {
        panic!("{}", diagnostic.error);
    };
    assert_eq!((length, most), (81, 80));
}

#[test]
fn a_too_long_screen_is_reported() {
    let diagnostics =
        check_with_message("guide-aim", &format!("guide-aim = {}\n", "x".repeat(4000)));
    let on_help = |diagnostic: &Diagnostic| diagnostic.location == "the rules help";
    assert!(
        !diagnostics.is_empty() && diagnostics.iter().all(on_help),
        "{diagnostics:?}"
    );
}

#[test]
fn invalid_and_duplicate_command_names_are_reported() {
    let diagnostics = check_with_message("command-join", "command-join = Join us\n");
    let invalid = LocaleError::InvalidCommandName("Join us".to_owned());
    assert!(
        diagnostics
            .iter()
            .any(|diagnostic| diagnostic.error == invalid)
    );
    let diagnostics = check_with_message("command-join", "command-join = leave\n");
    let duplicate = LocaleError::DuplicateName("leave".to_owned());
    assert!(
        diagnostics
            .iter()
            .any(|diagnostic| diagnostic.error == duplicate)
    );
}

#[test]
fn english_has_no_errors() {
    let diagnostics = check(&[LocaleFolder::embedded(Locale::fallback())]);
    let listed: Vec<_> = diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(listed, [""; 0]);
}

#[test]
fn every_language_has_no_errors() {
    let diagnostics = check(&LocaleFolder::all_embedded());
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
