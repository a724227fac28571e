//! The diagnostics of the language check. Their texts are meant for developers and translators.

use std::fmt;

/// An error in a language, and its location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The name of the language's folder.
    pub language: String,
    /// The location of the error, such as a message's `file: key` or the name of a screen.
    pub location: String,
    /// The error found there.
    pub error: LocaleError,
}

/// An error in a language's messages, or in a screen or command that uses them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "each error text describes its variant")]
pub enum LocaleError {
    #[error("cannot be read: {0}")]
    Syntax(String),
    #[error("is missing")]
    Missing,
    #[error("is defined twice")]
    Duplicate,
    #[error("is not used anywhere")]
    Unused,
    #[error("uses {found}, but is passed {given}")]
    ArgumentMismatch { found: String, given: String },
    #[error("lacks the variant .{0} that English has")]
    MissingEdition(String),
    #[error("has a variant .{0} that is not an edition")]
    UnknownEdition(String),
    #[error("lacks the case [{case}] of ${argument}")]
    MissingCase { argument: String, case: String },
    #[error("has a case [{case}] of ${argument} that this language never uses")]
    UnusedCase { argument: String, case: String },
    #[error("refers to {0}, which does not exist")]
    UnknownReference(String),
    #[error(
        "is the same as in English: {0:?} (if that is intended, write `# As in English` above it)"
    )]
    Untranslated(String),
    #[error("{what} has {length} characters, but at most {most} are allowed: {text:?}")]
    TooLong {
        what: &'static str,
        length: usize,
        most: usize,
        text: String,
    },
    #[error("{what} is empty")]
    Empty { what: &'static str },
    #[error("has {count} {what}, but at most {most} are allowed")]
    TooMany {
        what: &'static str,
        count: usize,
        most: usize,
    },
    #[error("is not a name that Discord accepts: {0:?}")]
    InvalidCommandName(String),
    #[error("has the same name as another in its list: {0:?}")]
    DuplicateName(String),
    #[error("shows the raw text {0:?}")]
    RawPlaceholder(String),
}

impl LocaleError {
    /// Returns true if a text, variant or case is missing or untranslated. A beta language may have such errors.
    pub(super) fn is_incomplete(&self) -> bool {
        matches!(
            self,
            Self::Missing
                | Self::MissingEdition(_)
                | Self::MissingCase { .. }
                | Self::Untranslated(_)
        )
    }
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
