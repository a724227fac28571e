//! The result of one input.

/// The outcome of an input.
pub(super) enum Verdict {
    /// It was read.
    Accepted,
    /// It was refused with an error.
    Refused,
    /// It was read as something else than it says, or the error shows a secret. Says which.
    Wrong(String),
}
