//! The findings of an inspection.

use std::path::PathBuf;
use std::time::Duration;

use crate::store_error::StoreError;

/// The state of the database behind a storage address.
#[derive(Clone, Debug)]
pub enum Inspection {
    /// Games are kept only in memory.
    Memory,
    /// An SQLite file, which need not exist yet.
    Sqlite(SqliteInspection),
    /// A PostgreSQL database that could be reached.
    Postgres(PostgresInspection),
}

/// The version of the tables in a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schema {
    /// There are no tables yet; the next start creates them.
    Empty,
    /// Tables of an earlier version; the next start migrates them.
    Older {
        /// The newest migration that has run.
        found: i64,
        /// The newest migration of this program.
        current: i64,
    },
    /// Tables of this version.
    Current(i64),
}

/// The state of an SQLite file.
#[derive(Clone, Debug)]
pub struct SqliteInspection {
    /// The path of the file.
    pub file: PathBuf,
    /// SQLite's own version, such as `3.50.4`.
    pub version: String,
    /// The version of the tables; [`Schema::Empty`] if there is no file.
    pub schema: Schema,
    /// True if a running process holds the lock.
    pub in_use: bool,
    /// The size of the file in bytes, without its log.
    pub size_bytes: u64,
    /// The number of bytes available to this account on the file's disk, if known.
    pub free_bytes: Option<u64>,
    /// How long a durable 4 KB write to the folder takes; `None` if the folder does not exist yet.
    pub sync: Option<Duration>,
    /// The Discord application whose games the file contains, if recorded.
    pub application: Option<u64>,
    /// Sentences about stored data that cannot be read with the given keys. If a running table cannot be decrypted, the
    /// inspection fails instead.
    pub unreadable: Vec<String>,
}

/// The state of a PostgreSQL database.
#[derive(Clone, Debug)]
pub struct PostgresInspection {
    /// The server and database, without credentials.
    pub location: String,
    /// The server's version, such as `17.6`.
    pub version: String,
    /// The version of the tables in the database.
    pub schema: Schema,
    /// The TLS version; `None` if the connection is not encrypted.
    pub tls: Option<String>,
    /// True if the connection does not leave this machine.
    pub is_local: bool,
    /// The median time of a trivial query.
    pub latency: Duration,
    /// The size of the database in bytes.
    pub size_bytes: u64,
    /// True if the server confirms a commit only once it is on disk.
    pub is_durable: bool,
    /// The number of bot processes that hold a lease.
    pub processes: u64,
    /// The Discord application whose games the database contains, if recorded.
    pub application: Option<u64>,
    /// Sentences about stored data that cannot be read with the given keys. If a running table cannot be decrypted, the
    /// inspection fails instead.
    pub unreadable: Vec<String>,
}

impl Schema {
    /// Compares the newest migration that has run with this program's newest migration.
    pub(super) fn new(
        found: Option<i64>,
        current: i64,
        location: &str,
    ) -> Result<Self, StoreError> {
        match found {
            None => Ok(Self::Empty),
            Some(found) if found < current => Ok(Self::Older { found, current }),
            Some(found) if found == current => Ok(Self::Current(found)),
            Some(found) => Err(StoreError::Newer {
                location: location.to_owned(),
                found,
            }),
        }
    }
}
