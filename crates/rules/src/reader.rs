//! Reads a TOML file key by key, so that every mistake can be named by file and key.

use std::{cell::RefCell, collections::BTreeSet, fmt::Display, ops::RangeInclusive};

use toml::{Table, Value};

/// Why an edition's file cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {key}: found {found}, expected {expected}")]
pub struct EditionError {
    /// The file's name.
    pub file: String,
    /// The key, with those it lies in, as `deal.cards`; for a file that is no TOML, its line.
    pub key: String,
    /// What stands there.
    pub found: String,
    /// What may stand there, or why this may not.
    pub expected: String,
}

/// A file's keys and which of them have been asked for.
pub(crate) struct Reader {
    file: String,
    root: Table,
    read: RefCell<BTreeSet<String>>,
}

impl Reader {
    pub(crate) fn new(file: &str, text: &str) -> Result<Reader, EditionError> {
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
        Ok(Reader {
            file: file.to_owned(),
            root,
            read: RefCell::default(),
        })
    }

    /// Whether the key stands in the file, be it a value or a table.
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
            .ok_or_else(|| self.wrong(key, value, expected()))
    }

    pub(crate) fn word<T: Copy>(
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
            .ok_or_else(|| self.wrong(key, value, expected()))
    }

    /// Refuses a key that nothing asked for: most likely it is misspelt.
    pub(crate) fn refuse_unread(&self) -> Result<(), EditionError> {
        let mut keys = Vec::new();
        leaves("", &self.root, &mut keys);
        match keys
            .into_iter()
            .find(|key| !self.read.borrow().contains(key))
        {
            Some(key) => Err(self.wrong(&key, "a key", "none: no such key is known".to_owned())),
            None => Ok(()),
        }
    }

    pub(crate) fn wrong(&self, key: &str, found: impl Display, expected: String) -> EditionError {
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
            .ok_or_else(|| self.wrong(key, "nothing", expected()))
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

fn leaves(path: &str, table: &Table, keys: &mut Vec<String>) {
    for (name, value) in table {
        let key = match path {
            "" => name.clone(),
            _ => format!("{path}.{name}"),
        };
        match value {
            Value::Table(inner) => leaves(&key, inner, keys),
            _ => keys.push(key),
        }
    }
}
