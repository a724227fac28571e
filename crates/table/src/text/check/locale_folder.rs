//! The files of a language, and the messages parsed from them for the check.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{Entry, Message, Resource};

use super::super::locale::{BETA, SOURCES};
use super::super::{Language, Locale};
use super::diagnostic::{Diagnostic, LocaleError};
use super::pattern::{PatternInfo, SelectCases};

/// The comment above a message that is intentionally the same as in English.
const AS_IN_ENGLISH: &str = "as in english";

/// An unparsed language folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocaleFolder {
    /// The folder's name, which is the language's id.
    pub id: String,
    /// The names and contents of the folder's files.
    pub files: Vec<(String, String)>,
}

impl LocaleFolder {
    /// Returns all languages embedded in this build.
    pub fn all_embedded() -> Vec<Self> {
        Locale::all().map(Self::embedded).collect()
    }

    /// Returns one language embedded in this build.
    pub fn embedded(locale: Locale) -> Self {
        let files = SOURCES[locale.index()].files.iter();
        Self {
            id: locale.id().to_owned(),
            files: files
                .map(|&(name, text)| (name.to_owned(), text.to_owned()))
                .collect(),
        }
    }

    pub(super) fn is_beta(&self) -> bool {
        self.files.iter().any(|(name, _)| name == BETA)
    }

    pub(super) fn language(&self) -> Language {
        Language::new(&self.id, self.files.iter().map(|(_, text)| text.as_str()))
    }
}

pub(super) struct ParsedFolder {
    pub(super) id: String,
    pub(super) messages: BTreeMap<String, ParsedMessage>,
    /// The terms that messages may reference, such as `-brand`.
    pub(super) terms: BTreeSet<String>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

pub(super) struct ParsedMessage {
    pub(super) file: String,
    pub(super) text: PatternInfo,
    /// The variants (Fluent attributes) by name, such as an edition's id.
    pub(super) variants: BTreeMap<String, PatternInfo>,
    pub(super) as_in_english: bool,
}

impl ParsedMessage {
    fn of(message: &Message<&str>, file: &str) -> Self {
        let comment = message.comment.as_ref();
        let is_marker =
            |line: &&str| line.trim().trim_end_matches('.').to_lowercase() == AS_IN_ENGLISH;
        let variants = message.attributes.iter();
        Self {
            file: file.to_owned(),
            text: message
                .value
                .as_ref()
                .map(PatternInfo::of)
                .unwrap_or_default(),
            variants: variants
                .map(|variant| (variant.id.name.to_owned(), PatternInfo::of(&variant.value)))
                .collect(),
            as_in_english: comment.is_some_and(|comment| comment.content.iter().any(is_marker)),
        }
    }

    pub(super) fn texts(&self) -> impl Iterator<Item = &PatternInfo> {
        std::iter::once(&self.text).chain(self.variants.values())
    }

    pub(super) fn arguments(&self) -> BTreeSet<&str> {
        let arguments = self.texts().flat_map(|text| &text.arguments);
        arguments.map(String::as_str).collect()
    }

    pub(super) fn selects(&self) -> impl Iterator<Item = &SelectCases> {
        self.texts().flat_map(|text| &text.selects)
    }
}

impl ParsedFolder {
    pub(super) fn parse(folder: &LocaleFolder) -> Self {
        let mut parsed = Self {
            id: folder.id.clone(),
            messages: BTreeMap::new(),
            terms: BTreeSet::new(),
            diagnostics: Vec::new(),
        };
        for (file, text) in &folder.files {
            let resource =
                fluent_syntax::parser::parse(text.as_str()).unwrap_or_else(|(partial, errors)| {
                    for error in errors {
                        parsed.report(file.clone(), LocaleError::Syntax(error.to_string()));
                    }
                    partial
                });
            parsed.add(file, &resource);
        }
        parsed
    }

    fn add(&mut self, file: &str, resource: &Resource<&str>) {
        for entry in &resource.body {
            match entry {
                Entry::Message(message) => {
                    let key = message.id.name;
                    let previous = self
                        .messages
                        .insert(key.to_owned(), ParsedMessage::of(message, file));
                    if previous.is_some() {
                        self.report(format!("{file}: {key}"), LocaleError::Duplicate);
                    }
                }
                Entry::Term(term) => {
                    self.terms.insert(term.id.name.to_owned());
                }
                Entry::Comment(_)
                | Entry::GroupComment(_)
                | Entry::ResourceComment(_)
                | Entry::Junk { .. } => {}
            }
        }
    }

    pub(super) fn location(&self, key: &str) -> String {
        match self.messages.get(key) {
            Some(message) => format!("{}: {key}", message.file),
            None => key.to_owned(),
        }
    }

    fn report(&mut self, location: String, error: LocaleError) {
        let language = self.id.clone();
        self.diagnostics.push(Diagnostic {
            language,
            location,
            error,
        });
    }
}
