//! The repository's own rules, checked as text: they hold what no compiler sees.

use std::fs;
use std::path::{Path, PathBuf};

use crate::step::Failed;

/// What `crates/rules` must never name, as promised in ARCHITECTURE.md.
const NOT_IN_RULES: [&str; 8] = [
    "tokio",
    "serde_json",
    "SystemTime",
    "Instant::now",
    "OsRng",
    "thread_rng",
    "serenity",
    "twilight",
];
/// What no file of the project may hold.
const NOT_ANYWHERE: [&str; 2] = ["todo!(", "unimplemented!("];

/// Checks every Rust file of the checkout.
pub(crate) fn check() -> Result<(), Failed> {
    let mut broken = Vec::new();
    for folder in ["src", "crates", "tests", "xtask"] {
        for file in rust_files(Path::new(folder)) {
            inspect(&file, &mut broken);
        }
    }
    if broken.is_empty() {
        Ok(())
    } else {
        Err(Failed::Tidy(broken.join("\n")))
    }
}

fn inspect(file: &Path, broken: &mut Vec<String>) {
    let Ok(text) = fs::read_to_string(file) else {
        return;
    };
    let shown = file.display();
    if !file.starts_with("xtask") {
        report(&text, &NOT_ANYWHERE, &shown.to_string(), broken);
    }
    if file.starts_with("crates/rules/src") {
        report(&text, &NOT_IN_RULES, &shown.to_string(), broken);
    }
    if !text.trim_start().starts_with("//!") {
        broken.push(format!(
            "{shown}: the file does not open with what it is for (`//!`)"
        ));
    }
}

fn report(text: &str, forbidden: &[&str], file: &str, broken: &mut Vec<String>) {
    for (number, line) in text.lines().enumerate() {
        for word in forbidden.iter().filter(|word| line.contains(*word)) {
            broken.push(format!(
                "{file}:{}: `{word}` does not belong here",
                number + 1
            ));
        }
    }
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.flatten().map(|entry| entry.path());
    paths
        .flat_map(|path| match path {
            path if path.is_dir() => rust_files(&path),
            path if path.extension().is_some_and(|extension| extension == "rs") => vec![path],
            _ => Vec::new(),
        })
        .collect()
}
