//! The errors of opening a journal, which the operator reads.

use crate::record_cipher::KeyId;
use crate::rows::error_text;

/// An error of opening a journal, as one sentence for the operator. `location` is the file, or the
/// server and database without credentials.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder of the file, or the lock file beside it, cannot be made.
    #[error(
        "the games cannot be kept in {location} ({reason}): set storage.url to a file in a folder that this \
         account may write"
    )]
    Folder {
        /// The file.
        location: String,
        /// The operating system's error.
        reason: std::io::Error,
    },
    /// Another process holds the lock.
    #[error(
        "the games cannot be kept in {location}: another process uses it, and an SQLite file is for one at a \
         time: end that process, or set another storage.url"
    )]
    InUse {
        /// The file.
        location: String,
    },
    /// The database holds another program's data.
    #[error(
        "the games cannot be kept in {location}: it belongs to another program: set another storage.url"
    )]
    Foreign {
        /// The file or server.
        location: String,
    },
    /// A later version of this program has migrated the database.
    #[error(
        "the games cannot be kept in {location}: a newer version of Kittens has written there \
         (its schema {found} is unknown to this one): start that version, or restore an earlier backup"
    )]
    Newer {
        /// The file or server.
        location: String,
        /// The newest migration found.
        found: i64,
    },
    /// Running games are encrypted with a key that was not given.
    #[error(
        "the games in {location} are encrypted with key {key}, which was not given: set JOURNAL_KEY, \
         or JOURNAL_KEY_FILE to a file that holds it"
    )]
    MissingKey {
        /// The file or server.
        location: String,
        /// The public name of the key.
        key: KeyId,
    },
    /// The games are those of another bot.
    #[error(
        "the games in {location} belong to application {found}, and the token to application {given}: \
         use the token of application {found}, or another storage.url"
    )]
    OtherApplication {
        /// The file or server.
        location: String,
        /// The application that the games belong to.
        found: u64,
        /// The application of the token.
        given: u64,
    },
    /// No connection to the database's server.
    #[error(
        "the database {location} cannot be reached ({reason}): check that it runs, that storage.url \
         names it, and that this machine may connect to it"
    )]
    Unreachable {
        /// The server and database.
        location: String,
        /// The error, in one line.
        reason: String,
    },
    /// The account may not create the tables.
    #[error(
        "the games cannot be kept in {location}: the account in storage.url may not create tables there: make \
         it the owner (`ALTER DATABASE … OWNER TO …`)"
    )]
    Forbidden {
        /// The server and database.
        location: String,
    },
    /// The database refused.
    #[error("the games cannot be kept in {location}: {reason}")]
    Refused {
        /// The file or server.
        location: String,
        /// Its message, in one line.
        reason: String,
    },
}

impl StoreError {
    /// Returns the refusal of the database at this place.
    pub(crate) fn refused(error: &sqlx::Error, location: String) -> Self {
        let reason = error_text(error);
        Self::Refused { location, reason }
    }
}
