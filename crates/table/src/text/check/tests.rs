//! The check against folders with faults made for it, and against the languages of this build.

use super::super::Locale;
use super::super::message::DECLARED;
use super::folder::Written;
use super::{Fault, Finding, Folder, check, written_wrong};

/// English with a file more.
fn language(id: &str, file: &str, text: &str) -> Folder {
    let mut folder = Folder::embedded(Locale::fallback());
    folder.id = id.to_owned();
    folder.files.retain(|(name, _)| name != file);
    folder.files.push((file.to_owned(), text.to_owned()));
    folder
}

/// What is wrong with one message of a language that is otherwise English, and called German.
fn faults(key: &str, text: &str) -> Vec<Fault> {
    let mut folder = Folder::embedded(Locale::fallback());
    folder.id = "de".to_owned();
    for (_, file) in &mut folder.files {
        *file = without(file, key);
    }
    folder.files.push(("one.ftl".to_owned(), text.to_owned()));
    let english = Written::read(&Folder::embedded(Locale::fallback()));
    written_wrong(&folder, &english)
        .into_iter()
        .filter(|finding| finding.place.ends_with(&format!(": {key}")) || finding.place == key)
        .map(|finding| finding.fault)
        .collect()
}

/// A file without one of its messages.
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

fn missing(argument: &str, case: &str) -> Fault {
    Fault::CaseMissing {
        argument: argument.to_owned(),
        case: case.to_owned(),
    }
}

#[test]
fn a_good_message_is_no_finding() {
    let text = "over-turns = { $turns ->\n    [one] 1 Zug\n   *[other] { $turns } Züge\n}\n";
    assert_eq!(faults("over-turns", text), []);
}

#[test]
fn a_missing_message_is_found() {
    assert_eq!(faults("over-turns", ""), [Fault::Missing]);
}

#[test]
fn a_message_that_nobody_says_is_found() {
    assert_eq!(faults("over-tunrs", "over-tunrs = Züge\n"), [Fault::Unused]);
}

#[test]
fn a_message_that_stands_twice_is_found() {
    let text = "button-join = Dazu\nbutton-join = Dazu\n";
    assert_eq!(faults("button-join", text), [Fault::Twice]);
}

#[test]
fn a_mistyped_argument_is_found() {
    let found = faults("story-won", "story-won = **{ $plaier }** gewinnt.\n");
    let given = Fault::Arguments {
        found: "$plaier".to_owned(),
        given: "$player".to_owned(),
    };
    assert_eq!(found, [given]);
}

#[test]
fn a_number_without_the_forms_of_its_language_is_found() {
    let text = "over-turns = { $turns ->\n   *[other] { $turns } Züge\n}\n";
    assert_eq!(faults("over-turns", text), [missing("turns", "one")]);
    let text = "over-turns = { $turns ->\n    [one] 1 Zug\n    [few] { $turns } Züge\n   *[other] { $turns } Züge\n}\n";
    let unused = Fault::CaseUnused {
        argument: "turns".to_owned(),
        case: "few".to_owned(),
    };
    assert_eq!(faults("over-turns", text), [unused]);
}

#[test]
fn a_number_worded_by_itself_in_english_only_is_found() {
    let text = "over-nopes = { $nopes ->\n    [one] 1 Nö\n   *[other] { $nopes } Nö\n}\n";
    assert_eq!(faults("over-nopes", text), [missing("nopes", "0")]);
}

#[test]
fn variants_that_english_lacks_or_has_alone_are_found() {
    let lacking = faults("about-favor", "about-favor = Karte her.\n");
    let editions = ["classic", "two-player"].map(|id| Fault::EditionMissing(id.to_owned()));
    assert_eq!(lacking, editions);
    let text = "button-join = Dazu\n    .deluxe = Herbei\n";
    let found = faults("button-join", text);
    assert_eq!(found, [Fault::NoEdition("deluxe".to_owned())]);
}

#[test]
fn a_reference_into_nowhere_is_found() {
    let found = faults("house-how", "house-how = Siehe { button-optoins }.\n");
    assert_eq!(found, [Fault::NoSuchReference("button-optoins".to_owned())]);
}

#[test]
fn english_left_standing_is_found_unless_it_is_meant() {
    let left = faults("button-start", "button-start = Start\n");
    assert_eq!(left, [Fault::Leftover("Start".to_owned())]);
    let meant = "# As in English\nbutton-start = Start\n";
    assert_eq!(faults("button-start", meant), []);
    assert_eq!(faults("card-tacocat", "card-tacocat = Tacocat\n"), []);
}

#[test]
fn what_fluent_cannot_read_is_found() {
    let folder = language("de", "broken.ftl", "button-join = { $\n");
    let english = Written::read(&Folder::embedded(Locale::fallback()));
    let findings = written_wrong(&folder, &english);
    let unreadable = |finding: &Finding| {
        matches!(finding.fault, Fault::Unreadable(_)) && finding.place == "broken.ftl"
    };
    assert!(findings.iter().any(unreadable));
}

fn on_screens(key: &str, text: &str) -> Vec<Finding> {
    let mut folder = Folder::embedded(Locale::fallback());
    for (_, file) in &mut folder.files {
        *file = without(file, key);
    }
    folder.files.push(("one.ftl".to_owned(), text.to_owned()));
    check(&[folder])
}

#[test]
fn a_label_that_is_too_long_is_found_on_its_screen() {
    let findings = on_screens(
        "button-join",
        &format!("button-join = {}\n", "x".repeat(81)),
    );
    let [finding] = findings.as_slice() else {
        panic!("one finding, not {findings:?}")
    };
    assert_eq!(finding.place, "the lobby");
    let most = match &finding.fault {
        Fault::TooLong {
            length: 81, most, ..
        } => *most,
        other => panic!("{other}"),
    };
    assert_eq!(most, 80);
}

#[test]
fn a_screen_that_is_too_long_is_found() {
    let findings = on_screens("guide-aim", &format!("guide-aim = {}\n", "x".repeat(4000)));
    let on_help = |finding: &Finding| finding.place == "the rules help";
    assert!(
        !findings.is_empty() && findings.iter().all(on_help),
        "{findings:?}"
    );
}

#[test]
fn names_of_commands_that_discord_refuses_are_found() {
    let findings = on_screens("command-join", "command-join = Join us\n");
    let refused = Fault::NoCommandName("Join us".to_owned());
    assert!(findings.iter().any(|finding| finding.fault == refused));
    let findings = on_screens("command-join", "command-join = leave\n");
    let taken = Fault::NameTaken("leave".to_owned());
    assert!(findings.iter().any(|finding| finding.fault == taken));
}

#[test]
fn english_itself_is_whole() {
    let findings = check(&[Folder::embedded(Locale::fallback())]);
    let listed: Vec<_> = findings.iter().map(ToString::to_string).collect();
    assert_eq!(listed, [""; 0]);
}

#[test]
fn every_language_is_whole() {
    let findings = check(&Folder::all_embedded());
    let listed: Vec<_> = findings.iter().map(ToString::to_string).collect();
    assert_eq!(listed, [""; 0]);
}

#[test]
fn no_key_is_declared_twice() {
    let mut keys: Vec<_> = DECLARED.iter().map(|(key, _)| key).collect();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), DECLARED.len());
}
