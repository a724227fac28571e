//! The bot's token, read from the environment or a file. `Debug` does not print it.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

const VARIABLE: &str = "DISCORD_TOKEN";
const FILE_VARIABLE: &str = "DISCORD_TOKEN_FILE";

#[derive(Clone)]
pub struct BotToken(String);

#[derive(Debug, thiserror::Error)]
pub enum BotTokenError {
    #[error("no token: set {VARIABLE}, or {FILE_VARIABLE} to a file that holds it")]
    Missing,
    #[error("{FILE_VARIABLE}: {} cannot be read: {reason}", file.display())]
    Unreadable {
        file: PathBuf,
        reason: std::io::Error,
    },
    #[error(
        "{origin}: this is not a token: {found}; allowed: the token alone, with or without `Bot ` before it"
    )]
    Malformed {
        /// The variable that contains the text, or `DISCORD_TOKEN_FILE` followed by the path of the file.
        origin: String,
        found: &'static str,
    },
}

impl BotToken {
    /// Reads the token from `DISCORD_TOKEN`, or else from the file named by `DISCORD_TOKEN_FILE`.
    pub fn from_environment() -> Result<Self, BotTokenError> {
        let file = std::env::var_os(FILE_VARIABLE).map(PathBuf::from);
        Self::read(std::env::var_os(VARIABLE), file)
    }

    fn read(variable: Option<OsString>, file: Option<PathBuf>) -> Result<Self, BotTokenError> {
        let malformed = |origin| move |found| BotTokenError::Malformed { origin, found };
        if let Some(text) = variable {
            return Self::parse(&text.to_string_lossy()).map_err(malformed(VARIABLE.to_owned()));
        }
        let file = file.ok_or(BotTokenError::Missing)?;
        match std::fs::read_to_string(&file) {
            Ok(text) => {
                let origin = format!("{FILE_VARIABLE}: {}", file.display());
                Self::parse(&text).map_err(malformed(origin))
            }
            Err(reason) => Err(BotTokenError::Unreadable { file, reason }),
        }
    }

    /// Parses a token with or without the prefix `Bot `.
    ///
    /// # Errors
    /// Describes the invalid text without quoting it.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let text = text.trim();
        let bare = text.strip_prefix("Bot ").unwrap_or(text);
        if let Some(found) = wrapping_of(bare) {
            return Err(found);
        }
        match bare {
            "" => Err("it is empty"),
            _ if bare.contains(char::is_whitespace) => Err("it has several words or lines"),
            _ if !bare.bytes().all(|byte| byte.is_ascii_graphic()) => {
                Err("it has characters that no token has")
            }
            _ => Ok(Self(bare.to_owned())),
        }
    }

    pub fn expose(&self) -> &str {
        &self.0
    }
}

/// Describes surplus text around a secret: a name and `=`, or quotes. Returns `None` if there is none.
pub fn wrapping_of(text: &str) -> Option<&'static str> {
    if text.contains('=') {
        Some("a name and `=` stand before it")
    } else if text.contains(['"', '\'', '`']) {
        Some("it stands in quotes")
    } else {
        None
    }
}

impl fmt::Debug for BotToken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("BotToken(not shown)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_does_not_print() {
        let token = BotToken::parse("Bot abc.def").unwrap();
        assert_eq!(token.expose(), "abc.def");
        assert!(!format!("{token:?}").contains("abc"));
    }

    #[test]
    fn a_text_that_is_not_a_token_alone_is_refused_and_described() {
        for (text, found) in [
            (" ", "it is empty"),
            ("two words", "it has several words or lines"),
            ("line\nline", "it has several words or lines"),
            ("ключ", "it has characters that no token has"),
            ("\"abc.def\"\n", "it stands in quotes"),
            ("Bot 'abc.def'", "it stands in quotes"),
            ("DISCORD_TOKEN=abc.def", "a name and `=` stand before it"),
            (
                "export DISCORD_TOKEN=\"abc\"",
                "a name and `=` stand before it",
            ),
        ] {
            assert_eq!(BotToken::parse(text).err(), Some(found), "{text:?}");
        }
    }

    #[test]
    fn a_file_that_holds_more_than_the_token_is_named() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let refused = BotToken::read(None, Some(file.into())).unwrap_err();
        let expected = format!(
            "DISCORD_TOKEN_FILE: {file}: this is not a token: a name and `=` stand before it; allowed: the \
             token alone, with or without `Bot ` before it"
        );
        assert_eq!(refused.to_string(), expected);
    }
}
