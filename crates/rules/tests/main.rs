//! The scenario files of `tests/scenarios`, each run against the engine.

use std::{fs, path::Path};

use rules::{Editions, scenario};

/// Runs every file below the folder; gives how many there were and adds what failed.
fn run_all(folder: &Path, failures: &mut Vec<String>) -> usize {
    let mut files = 0;
    for entry in fs::read_dir(folder).expect("the folder of scenarios") {
        let path = entry.expect("an entry of the folder").path();
        if path.is_dir() {
            files += run_all(&path, failures);
            continue;
        }
        let text = fs::read_to_string(&path).expect("a scenario file");
        files += 1;
        if let Err(failure) = scenario::run(&text, &Editions::built_in()) {
            failures.push(format!("{}:{}: {failure}", path.display(), failure.line));
        }
    }
    files
}

fn all_pass(folder: &str, at_least: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/scenarios")
        .join(folder);
    let mut failures = Vec::new();
    let files = run_all(&folder, &mut failures);
    failures.sort();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(
        files >= at_least,
        "only {files} files in {}",
        folder.display()
    );
}

#[test]
fn every_rule_case_passes_in_each_edition_it_names() {
    all_pass("cases", 170);
}

#[test]
fn every_ruling_passes() {
    all_pass("rulings", 100);
}
