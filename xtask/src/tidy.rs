//! Checks the text of the repository's files for rules that neither clippy nor Cargo can check.

mod comments;
mod docs;
mod layers;

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::TaskError;

/// A line number, counted from 1, and a description of the problem.
type Finding = (usize, String);

/// The maximum number of lines of code in a file below a folder `src`. Lines that are blank or contain only a
/// comment do not count; tests in the file do.
const MAX_LINES: usize = 500;

/// Folders that contain code, settings and documents.
const CODE: [&str; 4] = ["src", "crates", "tests", "xtask"];
/// Other folders with settings and documents; `.` means the files directly in the checkout.
const DOCUMENTS: [&str; 3] = ["config", "docs", "."];

/// Checks the files of the checkout and reports all findings together.
pub(crate) fn check() -> Result<(), TaskError> {
    let code = files(&CODE, &["rs"]).into_iter();
    let mut findings: Vec<_> = code.flat_map(|file| inspect(&file, check_code)).collect();
    let documents = files(&[&CODE[..], &DOCUMENTS].concat(), &["md", "toml"]);
    let check_document = |_: &Path, text: &str| comments::check_document(text);
    let documents = documents.into_iter();
    findings.extend(documents.flat_map(|file| inspect(&file, check_document)));
    if findings.is_empty() {
        Ok(())
    } else {
        Err(TaskError::Tidy(findings.join("\n")))
    }
}

/// Returns the findings of one file, with its name and in the order of its lines.
fn inspect(file: &Path, check: impl Fn(&Path, &str) -> Vec<Finding>) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let mut findings = check(file, &text);
    findings.sort();
    let with_file = |(line, finding)| format!("{}:{line}: {finding}", file.display());
    findings.into_iter().map(with_file).collect()
}

fn check_code(file: &Path, text: &str) -> Vec<Finding> {
    let mut findings = docs::check(text);
    findings.extend(comments::check(text));
    findings.extend(layers::check(file, text));
    if file.iter().any(|folder| folder == "src") {
        findings.extend(too_long(text));
    }
    if !text.trim_start().starts_with("//!") {
        let finding = "the file does not begin with its purpose (`//!`)";
        findings.push((1, finding.to_owned()));
    }
    findings
}

fn too_long(text: &str) -> Option<Finding> {
    let lines = text.lines().map(str::trim_start);
    let code = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    let count = code.count();
    let finding = format!("{count} lines of code; split the file at {MAX_LINES}");
    (count > MAX_LINES).then_some((1, finding))
}

/// Returns the files with these extensions in folders, recursively; for the checkout itself (`.`), only the
/// files directly in it.
fn files(folders: &[impl AsRef<Path>], extensions: &[&str]) -> Vec<PathBuf> {
    let has = |path: &Path, wanted: &str| path.extension().is_some_and(|found| found == wanted);
    let mut found = Vec::new();
    for folder in folders.iter().map(AsRef::as_ref) {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            if path.is_dir() && folder != Path::new(".") {
                found.extend(files(&[path], extensions));
            } else if extensions.iter().any(|extension| has(&path, extension)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_and_comments_are_no_lines_of_code() {
        let longest = "//! A\n\n   \n    // b\nlet a = 1; // a\n".repeat(MAX_LINES);
        assert_eq!(too_long(&longest), None);
        assert!(too_long(&format!("{longest}}}")).is_some());
    }
}
