//! The check of the languages in `locales/`, for `kittens-lab locales check` and the tests:
//! messages that are missing, unused or have the wrong arguments, text over Discord's limits, and
//! untranslated text. It reads no files; its caller passes their contents.

mod commands;
mod diagnostic;
mod limits;
mod locale_folder;
mod messages;
mod pattern;
mod plurals;
mod untranslated_text;
mod worst_case_screens;

#[cfg(test)]
mod pseudolocalization;
#[cfg(test)]
mod tests;

pub use diagnostic::{Diagnostic, LocaleError};
#[cfg(test)]
pub(crate) use limits::check_screen;
pub use locale_folder::LocaleFolder;
#[cfg(test)]
pub(crate) use worst_case_screens::{DEADLINE, STAMP, SampleGame, for_each_screen};

use super::Locale;
use locale_folder::ParsedFolder;

/// Returns all errors in these languages, in order. English is compared with the code, every other
/// language also with English: the one in `folders`, or else this build's.
pub fn check(folders: &[LocaleFolder]) -> Vec<Diagnostic> {
    let is_english = |folder: &&LocaleFolder| folder.id == Locale::fallback().id();
    let english = match folders.iter().find(is_english) {
        Some(folder) => ParsedFolder::parse(folder),
        None => ParsedFolder::parse(&LocaleFolder::embedded(Locale::fallback())),
    };
    folders
        .iter()
        .flat_map(|folder| check_one(folder, &english))
        .collect()
}

/// Checks the messages in a language's files, not on screens.
fn check_messages(folder: &LocaleFolder, english: &ParsedFolder) -> Vec<Diagnostic> {
    let parsed = ParsedFolder::parse(folder);
    let mut diagnostics = messages::check(&parsed, english);
    diagnostics.extend(untranslated_text::check(&parsed, english));
    diagnostics
}

fn check_one(folder: &LocaleFolder, english: &ParsedFolder) -> Vec<Diagnostic> {
    let mut diagnostics = check_messages(folder, english);
    let language = folder.language();
    diagnostics.extend(commands::check(&language));
    diagnostics.extend(limits::check(&language));
    diagnostics
}
