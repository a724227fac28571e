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
    /// The line that says how the game ended.
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

/// The kind of a fault, which decides what a reader may conclude from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileFault {
    /// It is not the file of a game, or of another version of the format.
    Unknown,
    /// Its form or its sums are wrong, as after a careless change: nothing is known about the game.
    Damaged,
    /// It is whole, but tells of a game that was not fair, or of another than its sum.
    Unfair,
}

/// The first thing in a file that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct FileError {
    /// The conclusion about the game.
    pub fault: FileFault,
    /// The part in which it is.
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

/// Leaves quotes as they are, and escapes whatever would change what a terminal shows.
fn escape(c: char) -> impl Iterator<Item = char> {
    let plain = matches!(c, '"' | '\'' | '\\');
    let escaped = (!plain).then(|| c.escape_debug());
    escaped.into_iter().flatten().chain(plain.then_some(c))
}
