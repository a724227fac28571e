//! Checks that documents and doc comments name only files, modules, functions and tests that exist.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use crate::process::output;

/// Shortens a path: `crates/table/src/seats.rs` becomes `/crates/table/seats`, which ends with `table/seats`.
fn shorten(path: &str) -> String {
    let path = format!("/{}", path.trim_end_matches('/'));
    path.replace("/src/", "/").replace(".rs", "")
}

/// Shortens a path, and replaces hyphens with underscores, as in a crate's name in code.
fn module(path: &str) -> String {
    shorten(path).replace('-', "_")
}

/// Returns false if the word names a path, function, test or module that does not exist.
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

/// The repository's Rust files by module, and every name in their code and paths.
struct Code<'a> {
    files: &'a [(String, String)],
    names: HashSet<&'a str>,
}

impl<'a> Code<'a> {
    fn new(files: &'a [(String, String)]) -> Self {
        let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let lines = files.iter().flat_map(|(_, text)| text.lines());
        let code = lines.filter(|line| !line.trim_start().starts_with("//"));
        let in_code = code.flat_map(move |line| line.split(move |letter| !is_letter(letter)));
        let in_paths = files.iter().flat_map(|(path, _)| path.split('/'));
        let names = in_code.chain(in_paths).collect();
        Self { files, names }
    }

    /// Returns false if the word names a file, or a module or function in snake case, that does not exist.
    fn contains(&self, word: &str) -> bool {
        let is_snake_case = |letter: char| matches!(letter, 'a'..='z' | '0'..='9' | '_' | ':');
        if word.ends_with(".rs") {
            let module = module(word);
            return self.files.iter().any(|(path, _)| path.ends_with(&module));
        }
        if !word.chars().all(is_snake_case) {
            return true;
        }
        match word.rsplit_once("::") {
            Some((parent, name)) => {
                let parent = parent.rsplit("::").next().unwrap_or_default();
                self.has_item(parent, name)
            }
            None => !word.contains('_') || self.names.contains(word),
        }
    }

    /// Returns true if the module `parent`, or a module below it, contains a function or module `name`. All modules
    /// count if `parent` is relative.
    fn has_item(&self, parent: &str, name: &str) -> bool {
        let folder = format!("/{parent}/");
        let is_relative = ["crate", "self", "super", ""].contains(&parent);
        let forms = ["(", "<"].map(|end| format!("fn {name}{end}"));
        let mut files = self.files.iter();
        files.any(|(path, text)| {
            let is_below = is_relative || format!("{path}/").contains(&folder);
            let has_file = path.ends_with(&format!("/{name}"));
            is_below && (has_file || forms.iter().any(|form| text.contains(form)))
        })
    }
}

/// Returns the words in backticks.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

fn repository() -> (Vec<String>, impl Fn(&str) -> String) {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let listing = output("git", &["-C", root, "ls-files"]).expect("git lists the files");
    let read = move |path: &str| fs::read_to_string(Path::new(root).join(path)).unwrap_or_default();
    (listing.lines().map(str::to_owned).collect(), read)
}

#[test]
fn every_file_function_and_test_that_a_document_names_exists() {
    let (paths, read) = repository();
    let code: String = paths
        .iter()
        .filter(|path| path.ends_with(".rs"))
        .map(|path| read(path))
        .collect();
    let short: Vec<_> = paths.iter().map(|path| shorten(path)).collect();
    for document in paths.iter().filter(|path| path.ends_with(".md")) {
        let text = read(document);
        // Code blocks are indented.
        let prose = text.lines().filter(|line| !line.starts_with("    "));
        let unknown: Vec<_> = prose
            .flat_map(quoted)
            .filter(|word| !is_known(word, &short, &code))
            .collect();
        assert!(unknown.is_empty(), "{document} names {unknown:?}");
    }
}

#[test]
fn every_file_and_name_in_a_doc_comment_exists() {
    let (paths, read) = repository();
    let paths = paths.iter().filter(|path| path.ends_with(".rs"));
    let files: Vec<_> = paths.map(|path| (module(path), read(path))).collect();
    let code = Code::new(&files);
    for (path, text) in &files {
        let lines = text.lines().map(str::trim_start);
        let docs = lines.filter(|line| line.starts_with("//!") || line.starts_with("///"));
        let unknown: Vec<_> = docs
            .flat_map(quoted)
            .filter(|word| !code.contains(word))
            .collect();
        assert!(unknown.is_empty(), "{path} names {unknown:?}");
    }
}
