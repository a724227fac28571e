//! The findings of the checks of single files.

/// A line number, counted from 1, and a sentence.
pub(super) type Finding = (usize, String);
