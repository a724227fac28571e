//! What is wrong with the languages: messages that are missing, unused or take something else than
//! the code gives them, text over Discord's limits, English left where it should not be. It reads
//! no file: whoever calls it brings the folders.

mod commands;
mod finding;
mod folder;
mod leftovers;
mod limits;
mod messages;
mod pattern;
mod plurals;
mod worst;

#[cfg(test)]
mod pseudo;
#[cfg(test)]
mod tests;

pub use finding::{Fault, Finding};
pub use folder::Folder;

use super::Locale;
use folder::Written;

/// Everything that is wrong with these languages, in their order. English is compared with what
/// the code says, every other language with the English one among them, else the one of this build.
pub fn check(folders: &[Folder]) -> Vec<Finding> {
    let is_english = |folder: &&Folder| folder.id == Locale::fallback().id();
    let english = match folders.iter().find(is_english) {
        Some(folder) => Written::read(folder),
        None => Written::read(&Folder::embedded(Locale::fallback())),
    };
    folders
        .iter()
        .flat_map(|folder| check_one(folder, &english))
        .collect()
}

/// What is wrong with the messages as they are written, whatever they come to on a screen.
fn written_wrong(folder: &Folder, english: &Written) -> Vec<Finding> {
    let written = Written::read(folder);
    let mut findings = messages::check(&written, english);
    findings.extend(leftovers::check(&written, english));
    findings
}

fn check_one(folder: &Folder, english: &Written) -> Vec<Finding> {
    let mut findings = written_wrong(folder, english);
    let language = folder.language();
    findings.extend(commands::check(&language));
    findings.extend(limits::check(&language));
    findings
}
