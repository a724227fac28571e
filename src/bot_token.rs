//! The bot's token: where it comes from, and a type that does not print.

use std::fmt;
use std::path::PathBuf;

const VARIABLE: &str = "DISCORD_TOKEN";
const FILE_VARIABLE: &str = "DISCORD_TOKEN_FILE";

/// What the bot proves itself with. Neither `Debug` nor anything else shows it.
#[derive(Clone)]
pub struct Token(String);

/// Why there is no token.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// Neither variable is set.
    #[error("no token: set {VARIABLE}, or {FILE_VARIABLE} to a file that holds it")]
    Missing,
    /// The file cannot be read.
    #[error("{FILE_VARIABLE}: {} cannot be read: {reason}", file.display())]
    Unreadable {
        /// The file that the variable names.
        file: PathBuf,
        /// What the system said.
        reason: std::io::Error,
    },
    /// What was found can be no token.
    #[error("{origin}: this is no token: it is empty or has characters that no token has")]
    Malformed {
        /// The variable that it came by.
        origin: &'static str,
    },
}

impl Token {
    /// The token of `DISCORD_TOKEN`, else of the file that `DISCORD_TOKEN_FILE` names.
    pub fn from_environment() -> Result<Self, TokenError> {
        if let Ok(text) = std::env::var(VARIABLE) {
            return Self::parse(&text).ok_or(TokenError::Malformed { origin: VARIABLE });
        }
        let Some(file) = std::env::var_os(FILE_VARIABLE).map(PathBuf::from) else {
            return Err(TokenError::Missing);
        };
        match std::fs::read_to_string(&file) {
            Ok(text) => Self::parse(&text).ok_or(TokenError::Malformed {
                origin: FILE_VARIABLE,
            }),
            Err(reason) => Err(TokenError::Unreadable { file, reason }),
        }
    }

    /// A token with or without `Bot ` before it; nothing if it could not stand in a header.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let bare = text.strip_prefix("Bot ").unwrap_or(text);
        let plain = !bare.is_empty() && bare.bytes().all(|byte| byte.is_ascii_graphic());
        plain.then(|| Self(bare.to_owned()))
    }

    /// The token itself, for whoever sends it.
    pub(crate) fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Token(not shown)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_does_not_print() {
        let token = Token::parse("Bot abc.def").unwrap();
        assert_eq!(token.expose(), "abc.def");
        assert!(!format!("{token:?}").contains("abc"));
    }

    #[test]
    fn what_cannot_stand_in_a_header_is_no_token() {
        for text in ["", "  ", "two words", "line\nline", "ключ"] {
            assert!(Token::parse(text).is_none(), "{text:?}");
        }
    }
}
