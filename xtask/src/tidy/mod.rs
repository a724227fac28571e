//! Checks the repository's own rules, which no compiler knows, in the text of its Rust files.

mod comments;
mod docs;

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::TaskError;

/// Words that `crates/rules` never names, as promised in ARCHITECTURE.md.
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
/// Words that no file of the project holds.
const NOT_ANYWHERE: [&str; 2] = ["todo!(", "unimplemented!("];

/// Checks every Rust file of the checkout and reports all findings together.
pub(crate) fn check() -> Result<(), TaskError> {
    let folders = ["src", "crates", "tests", "xtask"].map(Path::new);
    let files = folders.into_iter().flat_map(rust_files);
    let findings: Vec<_> = files.flat_map(|file| inspect(&file)).collect();
    if findings.is_empty() {
        Ok(())
    } else {
        Err(TaskError::Tidy(findings.join("\n")))
    }
}

/// Returns the findings of one file.
fn inspect(file: &Path) -> Vec<String> {
    let Ok(text) = fs::read_to_string(file) else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    if !file.starts_with("xtask") {
        findings.extend(forbidden(&text, &NOT_ANYWHERE));
    }
    if file.starts_with("crates/rules/src") {
        findings.extend(forbidden(&text, &NOT_IN_RULES));
    }
    if !text.trim_start().starts_with("//!") {
        findings.push((
            1,
            "the file does not begin with its purpose (`//!`)".to_owned(),
        ));
    }
    findings.extend(docs::check(&text));
    findings.extend(comments::check(&text));
    findings.sort();
    let shown = file.display();
    let findings = findings.into_iter();
    findings
        .map(|(line, finding)| format!("{shown}:{line}: {finding}"))
        .collect()
}

/// A line number, counted from 1, and a sentence.
type Finding = (usize, String);

fn forbidden(text: &str, words: &[&str]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let found = words.iter().filter(|word| line.contains(*word));
        findings.extend(found.map(|word| (index + 1, format!("`{word}` does not belong here"))));
    }
    findings
}

/// Returns the Rust files in a folder and the folders in it, in order of their names.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
        .into_iter()
        .flat_map(|path| match path {
            path if path.is_dir() => rust_files(&path),
            path if path.extension().is_some_and(|extension| extension == "rs") => vec![path],
            _ => Vec::new(),
        })
        .collect()
}
