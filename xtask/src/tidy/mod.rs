//! Checks the repository's own rules, which no compiler knows, in the text of its files.

mod circles;
mod comments;
mod docs;
mod finding;
mod length;
mod module_tree;
mod resolve;

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::TaskError;
use finding::Finding;
use module_tree::ModuleTree;

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

/// Folders with code, with their settings and documents.
const CODE: [&str; 4] = ["src", "crates", "tests", "xtask"];
/// Other folders with settings and documents; `.` stands for the files directly in the checkout.
const DOCUMENTS: [&str; 3] = ["config", "docs", "."];

/// Checks the files of the checkout and reports all findings together.
pub(crate) fn check() -> Result<(), TaskError> {
    let files = CODE
        .iter()
        .flat_map(|folder| files(folder.as_ref(), &["rs"]));
    let mut findings: Vec<_> = files.flat_map(|file| inspect(&file)).collect();
    let folders = CODE.iter().chain(&DOCUMENTS);
    let documents = folders.flat_map(|folder| self::files(folder.as_ref(), &["md", "toml"]));
    findings.extend(documents.flat_map(|file| inspect_document(&file)));
    findings.extend(crate_roots().iter().flat_map(|root| inspect_modules(root)));
    if findings.is_empty() {
        Ok(())
    } else {
        Err(TaskError::Tidy(findings.join("\n")))
    }
}

/// Returns the findings of one Rust file.
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
    if file.iter().any(|folder| folder == "src") {
        findings.extend(length::check(&text));
    }
    findings.extend(docs::check(&text));
    findings.extend(comments::check(&text));
    findings.sort();
    with_file(file, findings)
}

/// Returns the findings of a document or of settings.
fn inspect_document(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap_or_default();
    with_file(file, comments::check_document(&text))
}

fn with_file(file: &Path, findings: Vec<Finding>) -> Vec<String> {
    let shown = file.display();
    let findings = findings.into_iter();
    findings
        .map(|(line, finding)| format!("{shown}:{line}: {finding}"))
        .collect()
}

/// Returns the circles between the modules of the crate with this root file.
fn inspect_modules(root: &Path) -> Vec<String> {
    let tree = ModuleTree::read(root, &|file| fs::read_to_string(file).ok());
    let mut findings = circles::check(&tree);
    findings.extend(tree.unreadable);
    findings
}

/// Returns the files with which the library and the program of each package begin.
fn crate_roots() -> Vec<PathBuf> {
    let crates = fs::read_dir("crates").into_iter().flatten().flatten();
    let mut packages: Vec<_> = crates.map(|entry| entry.path()).collect();
    packages.extend(["", "xtask"].map(PathBuf::from));
    packages.sort();
    let roots = ["src/lib.rs", "src/main.rs"].map(Path::new);
    let files = packages
        .iter()
        .flat_map(|package| roots.map(|root| package.join(root)));
    files.filter(|file| file.is_file()).collect()
}

fn forbidden(text: &str, words: &[&str]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let found = words.iter().filter(|word| line.contains(*word));
        findings.extend(found.map(|word| (index + 1, format!("`{word}` does not belong here"))));
    }
    findings
}

/// Returns the files with these extensions in a folder and in the folders in it, in order of their
/// names. Of the checkout itself (`.`), only the files directly in it.
fn files(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let is_wanted = |path: &Path| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| extensions.contains(&extension))
    };
    paths
        .into_iter()
        .flat_map(|path| match path {
            path if path.is_dir() && folder == Path::new(".") => Vec::new(),
            path if path.is_dir() => files(&path, extensions),
            path if is_wanted(&path) => vec![path],
            _ => Vec::new(),
        })
        .collect()
}
