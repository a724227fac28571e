//! Runs the scenario files of `tests/scenarios` against the rules.

use std::{fs, path::Path};

use rules::{Editions, scenario};

/// Runs every file below the folder. Returns how many there were and adds failures to `errors`.
fn run_all(folder: &Path, errors: &mut Vec<String>) -> usize {
    let mut files = 0;
    for entry in fs::read_dir(folder).expect("the folder of scenarios") {
        let path = entry.expect("an entry of the folder").path();
        if path.is_dir() {
            files += run_all(&path, errors);
            continue;
        }
        let text = fs::read_to_string(&path).expect("a scenario file");
        files += 1;
        if let Err(error) = scenario::run(&text, &Editions::built_in()) {
            errors.push(format!("{}:{}: {error}", path.display(), error.line));
        }
    }
    files
}

fn assert_all_pass(folder: &str, min_files: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/scenarios")
        .join(folder);
    let mut errors = Vec::new();
    let files = run_all(&folder, &mut errors);
    errors.sort();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
    assert!(
        files >= min_files,
        "only {files} files in {}",
        folder.display()
    );
}

#[test]
fn every_rule_case_passes_in_each_edition_it_names() {
    assert_all_pass("cases", 170);
}

#[test]
fn every_ruling_passes() {
    assert_all_pass("rulings", 100);
}

#[test]
fn every_case_of_the_expansions_passes() {
    assert_all_pass("expansions", 340);
}
