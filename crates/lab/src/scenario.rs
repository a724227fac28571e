//! `kittens-lab scenario`: plays scenario files through the rules and prints a verdict for each. The format is defined
//! in `rules::scenario`; this module finds and reads the files. A game file (`table::game_file`) is converted to a
//! scenario first.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use kittens::config::editions;
use rules::Editions;
use rules::scenario::{self, ScenarioError};
use table::game_file::CheckedGame;

use crate::Outcome;

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Files to run; a folder means all *.scenario files below it. Files *.jsonl contain finished games.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Write each finished game as a scenario file into this folder.
    #[arg(long, value_name = "FOLDER")]
    export: Option<PathBuf>,
}

/// Runs every file and prints its verdict; fails if a file fails.
pub(crate) fn run(arguments: &Arguments) -> Outcome {
    let editions = editions::load()?;
    if let Some(folder) = &arguments.export {
        fs::create_dir_all(folder)?;
    }
    let failed = report(&mut io::stdout().lock(), arguments, &editions)?;
    Ok(failed == 0)
}

/// Writes a verdict for each file and the totals, and returns the number of failed files.
fn report(out: &mut impl Write, arguments: &Arguments, editions: &Editions) -> io::Result<usize> {
    let (mut passed, mut failed) = (0, 0);
    for file in arguments.paths.iter().flat_map(|path| find_files(path)) {
        match run_file(&file, arguments.export.as_deref(), editions) {
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

fn run_file(file: &Path, export: Option<&Path>, editions: &Editions) -> Result<(), ScenarioError> {
    let failed = |expected: &str, got: String| ScenarioError {
        line: 1,
        expected: expected.to_owned(),
        got,
    };
    let read =
        fs::read(file).map_err(|error| failed("a file that can be read", error.to_string()))?;
    if file.extension().is_some_and(|end| end == "jsonl") {
        let game = CheckedGame::read(&read)
            .map_err(|error| failed("the file of a game", error.to_string()))?;
        let text = game.to_scenario();
        if let (Some(folder), Some(name)) = (export, file.file_stem()) {
            let path = folder.join(name).with_added_extension("scenario");
            let written = fs::write(path, &text);
            written.map_err(|error| failed("a folder for scenarios", error.to_string()))?;
        }
        return scenario::run(&text, editions);
    }
    let text = String::from_utf8(read).map_err(|error| failed("a text file", error.to_string()))?;
    scenario::run(&text, editions)
}

/// Returns the file itself, or all scenario files below the folder, sorted by name.
fn find_files(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let Ok(entries) = fs::read_dir(path) else {
        // Reading the path as a file will report the reason.
        return vec![path.to_owned()];
    };
    let mut inside: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    inside.sort();
    let wanted = |path: &PathBuf| path.extension().is_some_and(|end| end == "scenario");
    inside
        .into_iter()
        .flat_map(|path| {
            if path.is_dir() && !path.is_symlink() {
                find_files(&path)
            } else {
                Some(path).filter(wanted).into_iter().collect()
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(paths: &[&Path], export: Option<&Path>) -> (usize, String) {
        let arguments = Arguments {
            paths: paths.iter().map(|path| path.to_path_buf()).collect(),
            export: export.map(Path::to_owned),
        };
        let mut out = Vec::new();
        let failed = report(&mut out, &arguments, &Editions::built_in()).expect("written");
        (failed, String::from_utf8(out).expect("text"))
    }

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
        let (failed, text) = reported(&[folder.path()], None);
        let place = folder.path().display();
        let expected = format!(
            "FAILED {place}/b.scenario:2: expected that number of players to be refused, got a deal\n\
             ok {place}/inner/a.scenario\n1 passed, 1 failed\n"
        );
        assert_eq!(text, expected);
        assert_eq!(failed, 1);
    }

    #[test]
    fn a_missing_file_fails() {
        let (failed, text) = reported(&[Path::new("no/such.scenario")], None);
        assert_eq!(failed, 1);
        let start = "FAILED no/such.scenario:1: expected a file that can be read, got ";
        assert!(text.starts_with(start), "{text}");
    }

    #[test]
    fn a_finished_game_is_played_and_becomes_a_scenario() {
        let folder = tempfile::tempdir().expect("a folder");
        let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/games/proof.jsonl");
        let (failed, text) = reported(&[&game], Some(folder.path()));
        assert_eq!(failed, 0, "{text}");
        let (failed, text) = reported(&[folder.path()], None);
        assert!(failed == 0 && text.contains("1 passed"), "{text}");
    }
}
