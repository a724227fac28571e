//! The errors of opening a journal, written for the operator.

use crate::record_cipher::KeyId;

/// The reason why a journal could not be opened, as one sentence for the operator. The location is the file, or the
/// server and database without credentials.
#[expect(missing_docs, reason = "each error text describes its variant")]
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error(
        "the games cannot be kept in {location} ({reason}): set storage.url to a file in a folder that this \
         account may write"
    )]
    Folder {
        location: String,
        reason: std::io::Error,
    },
    #[error(
        "the games cannot be kept in {0}: another process uses it, and an SQLite file is for one at a \
         time: end that process, or set another storage.url"
    )]
    InUse(String),
    #[error(
        "the games cannot be kept in {0}: it belongs to another program: set another storage.url"
    )]
    Foreign(String),
    /// `found` is the newest migration in the database.
    #[error(
        "the games cannot be kept in {location}: a newer version of Kittens has written there \
         (its schema {found} is unknown to this one): start that version, or restore an earlier backup"
    )]
    Newer { location: String, found: i64 },
    #[error(
        "the games in {location} are encrypted with key {key}, which was not given: set JOURNAL_KEY, \
         or JOURNAL_KEY_FILE to a file that holds it"
    )]
    MissingKey { location: String, key: KeyId },
    /// `given` is the application that the bot's token belongs to.
    #[error(
        "the games in {location} belong to application {found}, and the token to application {given}: \
         use the token of application {found}, or another storage.url"
    )]
    OtherApplication {
        location: String,
        found: u64,
        given: u64,
    },
    #[error(
        "the database {location} cannot be reached ({reason}): check that it runs, that storage.url \
         names it, and that this machine may connect to it"
    )]
    Unreachable { location: String, reason: String },
    #[error(
        "the games cannot be kept in {0}: the account in storage.url may not create tables there: make \
         it the owner (`ALTER DATABASE … OWNER TO …`)"
    )]
    Forbidden(String),
    #[error("the games cannot be kept in {location}: {reason}")]
    Refused { location: String, reason: String },
}

impl StoreError {
    pub(crate) fn refused(error: &sqlx::Error, location: String) -> Self {
        let reason = error_text(error);
        Self::Refused { location, reason }
    }
}

/// Returns the text of a database error on one line.
pub(crate) fn error_text(error: &sqlx::Error) -> String {
    let text = match error {
        sqlx::Error::Database(error) => error.message().to_owned(),
        sqlx::Error::Io(error) => error.to_string(),
        sqlx::Error::PoolTimedOut => "it does not answer".to_owned(),
        other => other.to_string(),
    };
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
