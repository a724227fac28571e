//! Errors in the settings, as sentences for the operator.

use std::path::PathBuf;

use journal::Cluster;
use toml_reader::{ReadError, Reason};

#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("{}: cannot be read: {reason}", file.display())]
    Unreadable {
        file: PathBuf,
        reason: std::io::Error,
    },
    /// The file is not valid TOML. The error does not quote the line, which may contain a password.
    #[error("{}: line {line}, column {column}: {reason}", file.display())]
    Syntax {
        file: PathBuf,
        /// Counted from 1.
        line: usize,
        /// Counted from 1, in characters.
        column: usize,
        /// The parser's message, which quotes nothing from the file.
        reason: String,
    },
    #[error("{origin}: there is no key `{key}`; allowed here: {allowed}")]
    UnknownKey {
        origin: String,
        /// The key's whole path.
        key: String,
        allowed: String,
    },
    #[error("{origin}: `{key}` is {found}; allowed: {allowed}")]
    BadValue {
        origin: String,
        /// The key's whole path.
        key: String,
        /// The value as written, or only its kind if it may be a password.
        found: String,
        allowed: String,
    },
    #[error(
        "discord.cluster is \"{0}\", and games in SQLite or in memory are for one process, which serves all servers: \
         set storage.url to a PostgreSQL database, or discord.cluster to \"1/1\""
    )]
    ClusterWithoutDatabase(Cluster),
    #[error("{origin}: `{key}`: {reason}")]
    Other {
        origin: String,
        /// The path of the table or key at which the rule was checked.
        key: String,
        reason: String,
    },
}

impl ConfigError {
    /// Explains why reading the layer called `origin` failed.
    pub(super) fn new(origin: String, error: ReadError) -> Self {
        let key = shown_path(&error.path);
        match error.reason {
            Reason::UnknownKey { allowed } => Self::UnknownKey {
                origin,
                key,
                allowed,
            },
            Reason::BadValue { found, allowed } => Self::BadValue {
                origin,
                found: if may_be_secret(&error.path) {
                    found.kind
                } else {
                    found.written
                },
                key,
                allowed,
            },
            Reason::Other(reason) => Self::Other {
                origin,
                key,
                reason,
            },
        }
    }

    /// Explains a syntax error in `text`, the contents of `file`.
    pub(super) fn syntax(file: PathBuf, text: &str, error: &toml::de::Error) -> Self {
        let start = error.span().map_or(0, |span| span.start);
        let (line, column) = position(text, start);
        Self::Syntax {
            file,
            line,
            column,
            reason: error.message().to_owned(),
        }
    }
}

/// Tables whose bad values are not quoted, because they may be addresses with passwords.
const SECRET_TABLES: [&str; 2] = ["discord", "storage"];

/// Returns true for keys in [`SECRET_TABLES`], and for a value that replaces such a table.
fn may_be_secret(path: &[String]) -> bool {
    let first = path.first().map(String::as_str);
    first.is_some_and(|first| SECRET_TABLES.contains(&first))
}

/// Returns the key's whole path. Hides parts that do not look like keys, because they may be misplaced values.
fn shown_path(path: &[String]) -> String {
    let looks_like_a_key = |part: &str| {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-".contains(letter);
        part.len() <= 32 && part.chars().all(is_plain)
    };
    let shown = path.iter().map(|part| {
        if looks_like_a_key(part) {
            part.as_str()
        } else {
            "(not shown)"
        }
    });
    shown.collect::<Vec<_>>().join(".")
}

/// Returns the line and column of a byte of `text`, counted from 1.
fn position(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    (line, column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_counts_lines_and_characters_from_one() {
        let text = "a = 1\nö = = 2\n";
        assert_eq!(position(text, 0), (1, 1));
        assert_eq!(position(text, text.find("= 2").unwrap()), (2, 5));
        assert_eq!(position(text, text.len()), (3, 1));
    }
}
