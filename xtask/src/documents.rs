//! The documents name files, modules, functions and tests that exist.

use std::fs;
use std::path::Path;

use crate::process::output;

/// Returns a path as ARCHITECTURE.md writes it: `table/seats` is `crates/table/src/seats.rs`.
fn shorten(path: &str) -> String {
    let path = format!("/{}", path.trim_end_matches('/'));
    path.replace("/src/", "/").replace(".rs", "")
}

/// Returns false if a text names a path, or a function behind its type, or a test, and there is none.
fn is_known(word: &str, paths: &[String], code: &str) -> bool {
    let is = |others: &str| {
        let mut letters = word.chars();
        letters.all(|letter| letter.is_ascii_alphanumeric() || others.contains(letter))
    };
    let is_path = word.contains('/') || word.ends_with(".rs") || word.ends_with(".md");
    let mut elsewhere = ["/", "data/", "target/", "assets/art/ID"].iter();
    if is_path && is("_-./") && !elsewhere.any(|start| word.starts_with(start)) {
        let short = shorten(word);
        let folder = format!("{short}/");
        return paths
            .iter()
            .any(|path| path.ends_with(&short) || path.contains(&folder));
    }
    let name = word.rsplit("::").next().unwrap_or_default();
    let is_named = name.matches('_').count() > 3 || word.contains("::");
    let is_function = is_named && is("_:") && name == name.to_lowercase();
    let forms = [
        format!("fn {name}"),
        format!("mod {name}"),
        format!("{name}:"),
    ];
    !is_function || forms.iter().any(|form| code.contains(form))
}

#[test]
fn every_file_function_and_test_that_a_document_names_exists() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let listing = output("git", &["-C", root, "ls-files"]).expect("git lists the files");
    let paths: Vec<_> = listing.lines().collect();
    let read = |path: &str| fs::read_to_string(Path::new(root).join(path)).unwrap_or_default();
    let code = paths.iter().filter(|path| path.ends_with(".rs"));
    let code: String = code.map(|path| read(path)).collect();
    let short: Vec<_> = paths.iter().map(|path| shorten(path)).collect();
    for document in paths.iter().filter(|path| path.ends_with(".md")) {
        let text = read(document);
        // Blocks of code are indented.
        let prose = text.lines().filter(|line| !line.starts_with("    "));
        let words = prose.flat_map(|line| line.split('`').skip(1).step_by(2));
        let unknown: Vec<_> = words
            .filter(|word| !is_known(word, &short, &code))
            .collect();
        assert!(unknown.is_empty(), "{document} names {unknown:?}");
    }
}
