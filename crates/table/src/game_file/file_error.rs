//! Why the file of a game is refused, and where. A file may hold anything: its texts are escaped here.

use std::fmt;

/// The most characters of a reason: one may quote the file.
const MAX_REASON: usize = 400;

/// A part of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilePlace {
    /// All of it.
    File,
    /// The first line.
    Head,
    /// The line of this step.
    Step(u32),
    /// The last line.
    End,
}

impl fmt::Display for FilePlace {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => formatter.write_str("the file"),
            Self::Head => formatter.write_str("the head"),
            Self::Step(step) => write!(formatter, "step {step}"),
            Self::End => formatter.write_str("the end"),
        }
    }
}

/// The first thing in a file that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct FileError {
    /// The part in which it is.
    pub place: FilePlace,
    /// The reason, without control characters.
    pub reason: String,
}

impl FileError {
    pub(super) fn new(place: FilePlace, reason: impl fmt::Display) -> Self {
        let reason = reason.to_string();
        let escaped = reason.chars().take(MAX_REASON).flat_map(escape);
        Self {
            place,
            reason: escaped.collect(),
        }
    }
}

/// Leaves quotes as they are, and escapes whatever would change what a terminal shows.
fn escape(c: char) -> impl Iterator<Item = char> {
    let plain = matches!(c, '"' | '\'' | '\\');
    let escaped = (!plain).then(|| c.escape_debug());
    escaped.into_iter().flatten().chain(plain.then_some(c))
}
