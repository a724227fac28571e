//! Runs the scenario files of `tests/scenarios` against the rules.

use std::{fs, path::Path};

use rules::{Decks, Edition, EditionId, Editions, Recipe, scenario};

/// Runs every file below the folder after passing its text through `change`; skips files for which `change` returns
/// `None`. Returns the number of files run and adds failures to `errors`.
fn run_all(folder: &Path, change: fn(String) -> Option<String>, errors: &mut Vec<String>) -> usize {
    let mut files = 0;
    for entry in fs::read_dir(folder).expect("the folder of scenarios") {
        let path = entry.expect("an entry of the folder").path();
        if path.is_dir() {
            files += run_all(&path, change, errors);
            continue;
        }
        let Some(text) = change(fs::read_to_string(&path).expect("a scenario file")) else {
            continue;
        };
        files += 1;
        if let Err(error) = scenario::run(&text, &Editions::built_in()) {
            errors.push(format!("{}:{}: {error}", path.display(), error.line));
        }
    }
    files
}

fn assert_all_pass(folder: &str, min_files: usize) {
    assert_changed_pass(folder, Some, min_files);
}

fn assert_changed_pass(folder: &str, change: fn(String) -> Option<String>, min_files: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/scenarios")
        .join(folder);
    let mut errors = Vec::new();
    let files = run_all(&folder, change, &mut errors);
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

/// Replaces a scenario's edition with a recipe that has the same cards and rules. `None` if the scenario has no
/// edition, or has house rules and a refused deal: only an edition limits house rules and players.
fn as_recipe(text: String) -> Option<String> {
    let two_decks = "rule decks 2\n";
    if text.contains("\nrule ") && text.contains("\nrefuse deal") {
        return None;
    }
    let line = text.lines().find(|line| line.starts_with("edition "))?;
    let id: EditionId = line.strip_prefix("edition ")?.trim().parse().ok()?;
    let mut recipe = Recipe::of_edition(Edition::built_in(id));
    if text.contains(two_decks) {
        recipe.decks = Decks::Two;
    }
    let recipe = format!("recipe {}", recipe.code());
    Some(text.replacen(line, &recipe, 1).replace(two_decks, ""))
}

#[test]
fn a_recipe_that_equals_an_edition_plays_exactly_its_scenarios() {
    assert_changed_pass("", as_recipe, 650);
}
