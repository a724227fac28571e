//! One thing that is wrong with a language, and where. Its words are for developers and translators.

use std::fmt;

/// What is wrong in which language and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The language's folder.
    pub language: String,
    /// The message, as `file: key`, or the screen.
    pub place: String,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "each says itself what it means")]
pub enum Fault {
    #[error("cannot be read: {0}")]
    Unreadable(String),
    #[error("is missing")]
    Missing,
    #[error("stands there twice")]
    Twice,
    #[error("is used nowhere")]
    Unused,
    #[error("takes {found}, but is given {given}")]
    Arguments { found: String, given: String },
    #[error("lacks the variant .{0}, which English has")]
    EditionMissing(String),
    #[error("has a variant .{0}, which is no edition")]
    NoEdition(String),
    #[error("lacks the case [{case}] of ${argument}")]
    CaseMissing { argument: String, case: String },
    #[error("has a case [{case}] of ${argument}, which this language never chooses")]
    CaseUnused { argument: String, case: String },
    #[error("names {0}, which there is not")]
    NoSuchReference(String),
    #[error(
        "is the same as in English: {0:?} (if that is right, write `# As in English` above it)"
    )]
    Leftover(String),
    #[error("{what} is {length} long, and may be {most}: {text:?}")]
    TooLong {
        what: &'static str,
        length: usize,
        most: usize,
        text: String,
    },
    #[error("{what} is empty")]
    Empty { what: &'static str },
    #[error("has {count} components, and may have 40")]
    TooManyComponents { count: usize },
    #[error("is no name that Discord takes: {0:?}")]
    NoCommandName(String),
    #[error("has the name {0:?}, as another beside it")]
    NameTaken(String),
    #[error("shows the raw text {0:?}")]
    Raw(String),
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            language,
            place,
            fault,
        } = self;
        write!(formatter, "{language}/{place}: {fault}")
    }
}
