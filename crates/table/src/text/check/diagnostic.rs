//! The diagnostics of the language check. Their texts are for developers and translators.

use std::fmt;

/// An error in a language and its location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The name of the language's folder.
    pub language: String,
    /// The message as `file: key`, or the name of the screen.
    pub location: String,
    /// The error at this location.
    pub error: LocaleError,
}

/// An error in a language's messages, or in a screen that uses them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "each error text describes its variant")]
pub enum LocaleError {
    #[error("cannot be read: {0}")]
    Syntax(String),
    #[error("is missing")]
    Missing,
    #[error("stands there twice")]
    Duplicate,
    #[error("is used nowhere")]
    Unused,
    #[error("takes {found}, but is given {given}")]
    ArgumentMismatch { found: String, given: String },
    #[error("lacks the variant .{0}, which English has")]
    MissingEdition(String),
    #[error("has a variant .{0}, which is no edition")]
    UnknownEdition(String),
    #[error("lacks the case [{case}] of ${argument}")]
    MissingCase { argument: String, case: String },
    #[error("has a case [{case}] of ${argument}, which this language never chooses")]
    UnusedCase { argument: String, case: String },
    #[error("names {0}, which there is not")]
    UnknownReference(String),
    #[error(
        "is the same as in English: {0:?} (if that is right, write `# As in English` above it)"
    )]
    Untranslated(String),
    #[error("{what} is {length} long, and may be {most}: {text:?}")]
    TooLong {
        what: &'static str,
        length: usize,
        most: usize,
        text: String,
    },
    #[error("{what} is empty")]
    Empty { what: &'static str },
    #[error("has {count} {what}, and may have {most}")]
    TooMany {
        what: &'static str,
        count: usize,
        most: usize,
    },
    #[error("is no name that Discord takes: {0:?}")]
    InvalidCommandName(String),
    #[error("has the name {0:?}, as another beside it")]
    DuplicateName(String),
    #[error("shows the raw text {0:?}")]
    RawPlaceholder(String),
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            language,
            location,
            error,
        } = self;
        write!(formatter, "{language}/{location}: {error}")
    }
}
