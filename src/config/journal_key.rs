//! The keys that encrypt stored games, read from the environment or a file. They are not settings, because people copy
//! and share settings files.

use std::path::PathBuf;

use discord::wrapping_of;
use journal::{RecordCipher, RecordKey, RecordKeyError};

const VARIABLE: &str = "JOURNAL_KEY";
const FILE_VARIABLE: &str = "JOURNAL_KEY_FILE";

#[derive(Debug, thiserror::Error)]
pub(crate) enum JournalKeyError {
    #[error("{FILE_VARIABLE}: {} cannot be read: {reason}", file.display())]
    Unreadable {
        file: PathBuf,
        reason: std::io::Error,
    },
    #[error("{origin}: key {number} cannot be used: {found}{RecordKeyError}")]
    Malformed {
        /// The variable that holds the keys, or the variable that names the key file, with the file's path.
        origin: String,
        /// The key's position, counted from 1.
        number: usize,
        /// A description of a likely mistake and a semicolon, or an empty string.
        found: String,
    },
    /// The variable, or the file that it names, is empty or blank.
    #[error("{origin}: there is no key; {RecordKeyError}")]
    Empty { origin: String },
}

/// Returns a cipher with the keys in `JOURNAL_KEY`, or else in the file named by `JOURNAL_KEY_FILE`. Without
/// either variable, the cipher leaves records in plain text.
pub(crate) fn journal_cipher_from_environment() -> Result<RecordCipher, JournalKeyError> {
    if let Some(text) = std::env::var_os(VARIABLE) {
        return parse(VARIABLE, &text.to_string_lossy());
    }
    let Some(file) = std::env::var_os(FILE_VARIABLE).map(PathBuf::from) else {
        return Ok(RecordCipher::plain());
    };
    match std::fs::read_to_string(&file) {
        Ok(text) => parse(&format!("{FILE_VARIABLE}: {}", file.display()), &text),
        Err(reason) => Err(JournalKeyError::Unreadable { file, reason }),
    }
}

/// Parses keys separated by whitespace.
fn parse(origin: &str, text: &str) -> Result<RecordCipher, JournalKeyError> {
    let keys = text.split_whitespace().enumerate().map(|(index, word)| {
        let found = || wrapping_of(word).map(|found| format!("{found}; "));
        word.parse()
            .map_err(|RecordKeyError| JournalKeyError::Malformed {
                origin: origin.to_owned(),
                number: index + 1,
                found: found().unwrap_or_default(),
            })
    });
    let keys: Vec<RecordKey> = keys.collect::<Result<_, _>>()?;
    if keys.is_empty() {
        Err(JournalKeyError::Empty {
            origin: origin.to_owned(),
        })
    } else {
        Ok(RecordCipher::new(&keys))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        let refused = parse(VARIABLE, text);
        refused.expect_err("it is refused").to_string()
    }

    #[test]
    fn one_key_or_several_are_read() {
        let (one, other) = ("a1".repeat(32), "B2".repeat(32));
        for text in [one.clone(), format!("{one}\n"), format!("{one}\n{other}\n")] {
            assert!(parse(VARIABLE, &text).is_ok_and(|cipher| cipher.encrypts()));
        }
    }

    #[test]
    fn a_malformed_key_is_named_by_its_place_and_not_quoted() {
        let text = format!("{}\nsecret-but-no-key", "a1".repeat(32));
        let expected = "JOURNAL_KEY: key 2 cannot be used: a key is 64 hexadecimal digits, as `openssl rand \
                        -hex 32` prints them";
        assert_eq!(refusal(&text), expected);
        let named = refusal(&format!("JOURNAL_KEY='{}'", "a1".repeat(32)));
        assert!(
            named.contains("a name and `=` stand before it; a key is"),
            "{named}"
        );
        assert!(!named.contains("a1a1"), "{named}");
    }

    #[test]
    fn an_empty_variable_is_not_taken_for_no_encryption() {
        for text in ["", " \n"] {
            assert!(refusal(text).starts_with("JOURNAL_KEY: there is no key"));
        }
    }
}
