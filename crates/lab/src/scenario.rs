//! `kittens-lab scenario`: plays scenario files through the rules and prints which of them fail. The
//! format is defined in `rules::scenario`; this module finds and reads the files.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use kittens::config::editions;
use rules::Editions;
use rules::scenario::{self, ScenarioError};

use crate::Outcome;

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Files to run; a folder stands for all *.scenario files below it.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
}

/// Runs every file and prints its verdict; fails if a file fails.
pub(crate) fn run(arguments: &Arguments) -> Outcome {
    let editions = editions::load()?;
    let failed = report(&mut io::stdout().lock(), &arguments.paths, &editions)?;
    Ok(failed == 0)
}

/// Writes a verdict for each file and the totals, and returns the number of failed files.
fn report(out: &mut impl Write, paths: &[PathBuf], editions: &Editions) -> io::Result<usize> {
    let (mut passed, mut failed) = (0, 0);
    for file in paths.iter().flat_map(|path| find_files(path)) {
        match run_file(&file, editions) {
            Ok(()) => {
                passed += 1;
                writeln!(out, "ok {}", file.display())?;
            }
            Err(failure) => {
                failed += 1;
                writeln!(out, "FAILED {}:{}: {failure}", file.display(), failure.line)?;
            }
        }
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    Ok(failed)
}

fn run_file(file: &Path, editions: &Editions) -> Result<(), ScenarioError> {
    let text = fs::read_to_string(file).map_err(|error| ScenarioError {
        line: 1,
        expected: "a text file that can be read".to_owned(),
        got: error.to_string(),
    })?;
    scenario::run(&text, editions)
}

/// Returns the file itself, or all scenario files below the folder, sorted by name.
fn find_files(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let Ok(entries) = fs::read_dir(path) else {
        // Reading it as a file names the reason.
        return vec![path.to_owned()];
    };
    let mut inside: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    inside.sort();
    let wanted = |path: &PathBuf| path.extension().is_some_and(|end| end == "scenario");
    inside
        .into_iter()
        .flat_map(|path| match path.is_dir() && !path.is_symlink() {
            true => find_files(&path),
            false => Some(path).filter(wanted).into_iter().collect(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scenario_file_below_a_folder_gets_a_verdict() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("inner")).expect("a folder");
        for (name, text) in [
            ("b.scenario", "edition travel\nrefuse deal 4\n"),
            ("inner/a.scenario", "edition travel\nrefuse deal 5\n"),
            ("notes.txt", "not a scenario"),
        ] {
            fs::write(folder.path().join(name), text).expect("a file");
        }
        let mut out = Vec::new();
        let paths = [folder.path().to_owned()];
        let failed = report(&mut out, &paths, &Editions::built_in());
        let place = folder.path().display();
        let expected = format!(
            "FAILED {place}/b.scenario:2: expected that number of players to be refused, got a deal\n\
             ok {place}/inner/a.scenario\n1 passed, 1 failed\n"
        );
        assert_eq!(String::from_utf8(out).expect("text"), expected);
        assert_eq!(failed.expect("written"), 1);
    }

    #[test]
    fn a_missing_file_fails() {
        let mut out = Vec::new();
        let paths = [PathBuf::from("no/such.scenario")];
        let failed = report(&mut out, &paths, &Editions::built_in());
        assert_eq!(failed.expect("written"), 1);
        let text = String::from_utf8(out).expect("text");
        let start = "FAILED no/such.scenario:1: expected a text file that can be read, got ";
        assert!(text.starts_with(start), "{text}");
    }
}
