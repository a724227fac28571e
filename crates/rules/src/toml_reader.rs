//! Reads a TOML file key by key, so that every error can name the file and the key. It knows no
//! key itself; [`Edition::parse`](crate::Edition::parse) asks for them.

use std::{cell::RefCell, collections::BTreeSet, fmt::Display, ops::RangeInclusive};

use toml::{Table, Value};

/// The reason why an edition's file is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {key}: found {found}, expected {expected}")]
pub struct EditionError {
    /// The file's name, as the caller gave it.
    pub file: String,
    /// The full key, such as `deal.cards`; for a file that is not TOML, the line, such as `line 3`.
    pub key: String,
    /// The value found there.
    pub found: String,
    /// The values allowed there, or the reason why this one is not.
    pub expected: String,
}

/// A parsed file and the keys that have been read from it so far.
pub(crate) struct TomlReader {
    file: String,
    root: Table,
    read: RefCell<BTreeSet<String>>,
}

impl TomlReader {
    pub(crate) fn new(file: &str, text: &str) -> Result<TomlReader, EditionError> {
        let root = text.parse::<Table>().map_err(|error| {
            let before = error.span().map_or(0, |span| span.start).min(text.len());
            let line = 1 + text
                .bytes()
                .take(before)
                .filter(|&byte| byte == b'\n')
                .count();
            EditionError {
                file: file.to_owned(),
                key: format!("line {line}"),
                found: error.message().to_owned(),
                expected: "a TOML file".to_owned(),
            }
        })?;
        Ok(TomlReader {
            file: file.to_owned(),
            root,
            read: RefCell::default(),
        })
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.find(key).is_some()
    }

    pub(crate) fn number(
        &self,
        key: &str,
        allowed: RangeInclusive<u8>,
    ) -> Result<u8, EditionError> {
        let expected = || {
            format!(
                "a whole number from {} to {}",
                allowed.start(),
                allowed.end()
            )
        };
        let value = self.value(key, expected)?;
        value
            .as_integer()
            .and_then(|number| u8::try_from(number).ok())
            .filter(|number| allowed.contains(number))
            .ok_or_else(|| self.error(key, value, expected()))
    }

    pub(crate) fn keyword<T: Copy>(
        &self,
        key: &str,
        allowed: &[(&str, T)],
    ) -> Result<T, EditionError> {
        let expected = || {
            let words: Vec<String> = allowed
                .iter()
                .map(|(word, _)| format!("{word:?}"))
                .collect();
            words.join(" or ")
        };
        let value = self.value(key, expected)?;
        allowed
            .iter()
            .find(|(word, _)| value.as_str() == Some(word))
            .map(|&(_, meaning)| meaning)
            .ok_or_else(|| self.error(key, value, expected()))
    }

    /// Reads a list of words, each of which is one of these.
    pub(crate) fn keywords<T: Copy>(
        &self,
        key: &str,
        allowed: &[(&str, T)],
    ) -> Result<Vec<T>, EditionError> {
        let expected = || {
            let words: Vec<String> = allowed
                .iter()
                .map(|(word, _)| format!("{word:?}"))
                .collect();
            format!("a list of {}", words.join(", "))
        };
        let value = self.value(key, expected)?;
        let meaning = |word: &Value| {
            let found = allowed
                .iter()
                .find(|(known, _)| word.as_str() == Some(known));
            found.map(|&(_, meaning)| meaning)
        };
        let words = value.as_array().map(|words| words.iter().map(meaning));
        words
            .and_then(|words| words.collect())
            .ok_or_else(|| self.error(key, value, expected()))
    }

    /// Fails if the file has a key that nothing has read: most likely it is misspelt.
    pub(crate) fn reject_unread_keys(&self) -> Result<(), EditionError> {
        let mut keys = Vec::new();
        collect_leaf_keys("", &self.root, &mut keys);
        match keys
            .into_iter()
            .find(|key| !self.read.borrow().contains(key))
        {
            Some(key) => Err(self.error(&key, "a key", "none: no such key is known".to_owned())),
            None => Ok(()),
        }
    }

    pub(crate) fn error(&self, key: &str, found: impl Display, expected: String) -> EditionError {
        EditionError {
            file: self.file.clone(),
            key: key.to_owned(),
            found: found.to_string(),
            expected,
        }
    }

    fn value(&self, key: &str, expected: impl Fn() -> String) -> Result<&Value, EditionError> {
        self.read.borrow_mut().insert(key.to_owned());
        self.find(key)
            .ok_or_else(|| self.error(key, "nothing", expected()))
    }

    fn find(&self, key: &str) -> Option<&Value> {
        let (tables, last) = key.rsplit_once('.').unwrap_or(("", key));
        let inner = tables
            .split('.')
            .filter(|name| !name.is_empty())
            .try_fold(&self.root, |table, name| table.get(name)?.as_table())?;
        inner.get(last)
    }
}

/// Adds the full keys of all values in `table`, which lies at `path`, to `keys`.
fn collect_leaf_keys(path: &str, table: &Table, keys: &mut Vec<String>) {
    for (name, value) in table {
        let key = match path {
            "" => name.clone(),
            _ => format!("{path}.{name}"),
        };
        match value.as_table() {
            Some(inner) => collect_leaf_keys(&key, inner, keys),
            None => keys.push(key),
        }
    }
}
