//! The bot's token, read from the environment or a file. `Debug` does not print it.

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
    #[error("{origin}: this is not a token: it is empty or has characters that no token has")]
    Malformed {
        /// The variable that holds or names it.
        origin: &'static str,
    },
}

impl BotToken {
    /// Reads the token from `DISCORD_TOKEN`, else from the file that `DISCORD_TOKEN_FILE` names.
    pub fn from_environment() -> Result<Self, BotTokenError> {
        if let Ok(text) = std::env::var(VARIABLE) {
            return Self::parse(&text).ok_or(BotTokenError::Malformed { origin: VARIABLE });
        }
        let Some(file) = std::env::var_os(FILE_VARIABLE).map(PathBuf::from) else {
            return Err(BotTokenError::Missing);
        };
        match std::fs::read_to_string(&file) {
            Ok(text) => Self::parse(&text).ok_or(BotTokenError::Malformed {
                origin: FILE_VARIABLE,
            }),
            Err(reason) => Err(BotTokenError::Unreadable { file, reason }),
        }
    }

    /// Parses a token with or without `Bot ` before it. Returns `None` if it could not stand in a header.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let bare = text.strip_prefix("Bot ").unwrap_or(text);
        let plain = !bare.is_empty() && bare.bytes().all(|byte| byte.is_ascii_graphic());
        plain.then(|| Self(bare.to_owned()))
    }

    pub fn expose(&self) -> &str {
        &self.0
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
    fn a_text_that_cannot_stand_in_a_header_is_refused() {
        for text in ["", "  ", "two words", "line\nline", "ключ"] {
            assert!(BotToken::parse(text).is_none(), "{text:?}");
        }
    }
}
