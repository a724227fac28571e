//! `kittens-lab locales check`: lists faults in the translations. The checks themselves are in the table crate's
//! `text::check`; this module finds and reads the folders.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use table::text::check::{LocaleFolder, check, is_tolerated};

use crate::Outcome;

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// List missing, unused and mismatched messages, texts over Discord's limits, and English left in other languages.
    /// Fails if it lists anything except messages that a beta language lacks.
    Check {
        /// A folder with a subfolder for each language, instead of the built-in languages.
        #[arg(long, value_name = "FOLDER")]
        dir: Option<PathBuf>,
    },
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    let Task::Check { dir } = &arguments.task;
    let findings = report(&mut io::stdout().lock(), dir.as_deref())?;
    Ok(findings == 0)
}

#[derive(Debug, thiserror::Error)]
enum LocalesError {
    #[error("{}: {reason}", path.display())]
    Unreadable { path: PathBuf, reason: io::Error },
    #[error("{}: there is no language in it", path.display())]
    NoLanguage { path: PathBuf },
    #[error("the findings cannot be written: {0}")]
    Unwritten(#[from] io::Error),
}

/// Writes a line for each finding and the number of faults, and returns that number.
fn report(out: &mut impl Write, dir: Option<&Path>) -> Result<usize, LocalesError> {
    let folders = match dir {
        Some(dir) => read_folders(dir)?,
        None => LocaleFolder::all_embedded(),
    };
    let findings = check(&folders);
    let (tolerated, faults): (Vec<_>, Vec<_>) = findings
        .iter()
        .partition(|finding| is_tolerated(finding, &folders));
    for finding in &tolerated {
        writeln!(out, "beta: {finding}")?;
    }
    for finding in &faults {
        writeln!(out, "{finding}")?;
    }
    let languages: Vec<_> = folders.iter().map(|folder| folder.id.as_str()).collect();
    writeln!(out, "{}: {} findings", languages.join(", "), faults.len())?;
    Ok(faults.len())
}

fn read_folders(dir: &Path) -> Result<Vec<LocaleFolder>, LocalesError> {
    let languages = read_entries(dir)?.into_iter().filter(|path| path.is_dir());
    let folders = languages
        .map(|path| read_language(&path))
        .collect::<Result<Vec<_>, _>>()?;
    if folders.is_empty() {
        return Err(LocalesError::NoLanguage {
            path: dir.to_owned(),
        });
    }
    Ok(folders)
}

fn read_language(path: &Path) -> Result<LocaleFolder, LocalesError> {
    let files = read_entries(path)?.into_iter().map(|file| {
        let text = fs::read_to_string(&file).map_err(unreadable(&file))?;
        Ok((name(&file), text))
    });
    Ok(LocaleFolder {
        id: name(path),
        files: files.collect::<Result<_, LocalesError>>()?,
    })
}

fn read_entries(folder: &Path) -> Result<Vec<PathBuf>, LocalesError> {
    let entries = fs::read_dir(folder).map_err(unreadable(folder))?;
    let mut paths: Vec<_> = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<_>>()
        .map_err(unreadable(folder))?;
    paths.sort();
    Ok(paths)
}

fn unreadable(path: &Path) -> impl FnOnce(io::Error) -> LocalesError {
    let path = path.to_owned();
    |reason| LocalesError::Unreadable { path, reason }
}

fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run_check(dir: Option<&Path>) -> (usize, String) {
        let mut out = Vec::new();
        let count = report(&mut out, dir).expect("folders that can be read");
        (count, String::from_utf8(out).expect("text"))
    }

    /// The tests of `table` check all built-in languages.
    #[test]
    fn a_folder_with_a_whole_language_has_no_findings() {
        let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../locales/de");
        let dir = tempfile::tempdir().expect("a folder");
        std::os::unix::fs::symlink(built_in, dir.path().join("de")).expect("a link");
        let (count, text) = run_check(Some(dir.path()));
        assert_eq!(count, 0, "{text}");
    }

    #[test]
    fn a_new_language_has_a_finding_for_each_missing_message() {
        let dir = tempfile::tempdir().expect("a folder");
        let language = dir.path().join("fr");
        fs::create_dir(&language).expect("a folder for the language");
        fs::write(
            language.join("cards.ftl"),
            "card-skip = Passe\ncard-sleep = Dors\n",
        )
        .expect("a file");
        let (count, text) = run_check(Some(dir.path()));
        assert!(count > 100, "{text}");
        assert!(text.contains("fr/card-attack: is missing"), "{text}");
        assert!(
            text.contains("fr/cards.ftl: card-sleep: is not used anywhere"),
            "{text}"
        );
        assert!(!text.contains("card-skip"), "{text}");
    }

    #[test]
    fn a_beta_language_may_lack_texts_but_not_have_wrong_ones() {
        let dir = tempfile::tempdir().expect("a folder");
        let language = dir.path().join("fr");
        fs::create_dir(&language).expect("a folder for the language");
        fs::write(language.join("beta.ftl"), "# Begun by nobody.\n").expect("a file");
        let (count, text) = run_check(Some(dir.path()));
        assert_eq!(count, 0, "{text}");
        assert!(text.contains("beta: fr/card-attack: is missing"), "{text}");
        fs::write(language.join("cards.ftl"), "card-skip = { $x }\n").expect("a file");
        assert_eq!(run_check(Some(dir.path())).0, 1);
    }

    #[test]
    fn a_folder_without_a_language_is_an_error() {
        let dir = tempfile::tempdir().expect("a folder");
        let error = report(&mut Vec::new(), Some(dir.path())).unwrap_err();
        assert!(error.to_string().ends_with("there is no language in it"));
    }
}
