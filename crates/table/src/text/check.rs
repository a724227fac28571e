//! Checks languages for `kittens-lab locales check` and the tests. Finds, for example, missing and unused messages,
//! wrong arguments, text that exceeds Discord's limits, and untranslated text. Does not read files: the caller passes
//! their contents.

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

/// Returns all errors in these languages. Every language is compared with the code and with English, which is taken
/// from `folders` or else from this build.
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

/// Returns true if an error is acceptable, because it only shows that a beta language is incomplete.
pub fn is_tolerated(found: &Diagnostic, folders: &[LocaleFolder]) -> bool {
    let mut betas = folders.iter().filter(|folder| folder.is_beta());
    found.error.is_incomplete() && betas.any(|folder| folder.id == found.language)
}

/// Checks a language's messages, but not the screens that use them.
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
