//! Reads the words of records: the ids of options.

use super::error::RecordError;
use crate::options;

/// Returns the value in `all` whose id is `word`.
pub(super) fn read<T: Copy>(
    word: &str,
    all: &[T],
    id: fn(T) -> &'static str,
) -> Result<T, RecordError> {
    options::find_by_id(word, all, id).ok_or_else(|| RecordError::UnknownWord(word.to_owned()))
}

/// As [`read`]; no word stands for the rule of the edition.
pub(super) fn read_or_book<T: Copy>(
    word: Option<&str>,
    all: &[T],
    id: fn(T) -> &'static str,
) -> Result<Option<T>, RecordError> {
    word.map(|word| read(word, all, id)).transpose()
}
