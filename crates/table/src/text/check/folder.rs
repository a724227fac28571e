//! The files of one language, and what is written in them.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{Entry, Message, Resource};

use super::super::locale::SOURCES;
use super::super::{Language, Locale};
use super::finding::{Fault, Finding};
use super::pattern::{Case, Text};

/// A comment above a message that is meant to read as in English.
const AS_IN_ENGLISH: &str = "as in english";

/// One language: what lies in its folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    /// The folder's name, which is the language's id.
    pub id: String,
    /// Names and texts of its files.
    pub files: Vec<(String, String)>,
}

impl Folder {
    /// Every language of this build.
    pub fn all_embedded() -> Vec<Self> {
        Locale::all().map(Self::embedded).collect()
    }

    /// One language of this build.
    pub fn embedded(locale: Locale) -> Self {
        let files = SOURCES[locale.index()].files.iter();
        Self {
            id: locale.id().to_owned(),
            files: files
                .map(|&(name, text)| (name.to_owned(), text.to_owned()))
                .collect(),
        }
    }

    pub(super) fn language(&self) -> Language {
        Language::new(&self.id, self.files.iter().map(|(_, text)| text.as_str()))
    }
}

/// What is written in a folder, by message.
pub(super) struct Written {
    pub(super) id: String,
    pub(super) messages: BTreeMap<String, Entries>,
    /// Terms that messages may use, such as `-brand`.
    pub(super) terms: BTreeSet<String>,
    /// What was wrong already in reading.
    pub(super) findings: Vec<Finding>,
}

/// One message with its variants.
pub(super) struct Entries {
    pub(super) file: String,
    pub(super) text: Text,
    /// By edition.
    pub(super) variants: BTreeMap<String, Text>,
    pub(super) as_in_english: bool,
}

impl Entries {
    fn of(message: &Message<&str>, file: &str) -> Self {
        let comment = message.comment.as_ref();
        let says = |line: &&str| line.trim().trim_end_matches('.').to_lowercase() == AS_IN_ENGLISH;
        let variants = message.attributes.iter();
        Self {
            file: file.to_owned(),
            text: message.value.as_ref().map(Text::of).unwrap_or_default(),
            variants: variants
                .map(|variant| (variant.id.name.to_owned(), Text::of(&variant.value)))
                .collect(),
            as_in_english: comment.is_some_and(|comment| comment.content.iter().any(says)),
        }
    }

    /// The message's own text and that of each variant.
    pub(super) fn texts(&self) -> impl Iterator<Item = &Text> {
        std::iter::once(&self.text).chain(self.variants.values())
    }

    pub(super) fn arguments(&self) -> BTreeSet<&str> {
        let arguments = self.texts().flat_map(|text| &text.arguments);
        arguments.map(String::as_str).collect()
    }

    /// The cases of all arguments that it chooses by.
    pub(super) fn cases(&self) -> impl Iterator<Item = &Case> {
        self.texts().flat_map(|text| &text.cases)
    }
}

impl Written {
    pub(super) fn read(folder: &Folder) -> Self {
        let mut written = Self {
            id: folder.id.clone(),
            messages: BTreeMap::new(),
            terms: BTreeSet::new(),
            findings: Vec::new(),
        };
        for (file, text) in &folder.files {
            let resource = fluent_syntax::parser::parse(text.as_str());
            let resource = resource.unwrap_or_else(|(read, errors)| {
                for error in errors {
                    written.report(file.clone(), Fault::Unreadable(error.to_string()));
                }
                read
            });
            written.add(file, &resource);
        }
        written
    }

    fn add(&mut self, file: &str, resource: &Resource<&str>) {
        for entry in &resource.body {
            match entry {
                Entry::Message(message) => {
                    let key = message.id.name;
                    let before = self
                        .messages
                        .insert(key.to_owned(), Entries::of(message, file));
                    if before.is_some() {
                        self.report(format!("{file}: {key}"), Fault::Twice);
                    }
                }
                Entry::Term(term) => {
                    self.terms.insert(term.id.name.to_owned());
                }
                _ => {}
            }
        }
    }

    /// Where a message stands.
    pub(super) fn place(&self, key: &str) -> String {
        match self.messages.get(key) {
            Some(entries) => format!("{}: {key}", entries.file),
            None => key.to_owned(),
        }
    }

    fn report(&mut self, place: String, fault: Fault) {
        let language = self.id.clone();
        self.findings.push(Finding {
            language,
            place,
            fault,
        });
    }
}
