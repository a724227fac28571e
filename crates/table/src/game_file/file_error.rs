//! The errors in game files, and their locations. A reason may quote anything from the file, so it is escaped here.

use std::fmt;

/// The maximum length of a reason in characters, before escaping.
const MAX_REASON: usize = 400;

/// The location of an error in a game file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilePlace {
    /// The whole file.
    File,
    /// The first line.
    Head,
    /// The line of this step.
    Step(u32),
    /// The line with the end of the game.
    End,
    /// The last line.
    Names,
}

impl fmt::Display for FilePlace {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => formatter.write_str("the file"),
            Self::Head => formatter.write_str("the head"),
            Self::Step(step) => write!(formatter, "step {step}"),
            Self::End => formatter.write_str("the end"),
            Self::Names => formatter.write_str("the names"),
        }
    }
}

/// The kind of error. Only [`Self::Unfair`] means that the game was not fair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileFault {
    /// Not a game file, too large, or in an unsupported version of the format.
    Unknown,
    /// Malformed or with wrong checksums, for example after a careless edit. Says nothing about the game's fairness.
    Damaged,
    /// Intact, but the replayed game differs from the file, for example in a random pick, an event or the end.
    Unfair,
}

/// The first error in a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct FileError {
    /// The kind of error.
    pub fault: FileFault,
    /// The location of the error.
    pub place: FilePlace,
    /// The reason, without control characters.
    pub reason: String,
}

impl FileError {
    pub(super) fn new(fault: FileFault, place: FilePlace, reason: impl fmt::Display) -> Self {
        let reason = reason.to_string();
        let escaped = reason.chars().take(MAX_REASON).flat_map(escape);
        Self {
            fault,
            place,
            reason: escaped.collect(),
        }
    }
}

/// Escapes characters that would affect a terminal. Keeps quotes and backslashes.
fn escape(c: char) -> impl Iterator<Item = char> {
    let plain = matches!(c, '"' | '\'' | '\\');
    let escaped = (!plain).then(|| c.escape_debug());
    escaped.into_iter().flatten().chain(plain.then_some(c))
}
