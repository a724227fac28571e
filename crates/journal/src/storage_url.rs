//! The address of a journal, as an operator writes it in `storage.url`. Printing an address omits its
//! password.

use std::fmt;
use std::path::PathBuf;

use serde::Deserialize;
use serde::de::{Deserializer, Error as _, Unexpected};
use sqlx::ConnectOptions as _;
use sqlx::postgres::PgConnectOptions;

/// The kind of a journal and its location.
#[derive(Clone, Debug)]
pub enum StorageUrl {
    /// In memory: lost when the process ends.
    Memory,
    /// In this SQLite file.
    Sqlite(PathBuf),
    /// In a PostgreSQL database.
    Postgres(PostgresUrl),
}

/// The address of a PostgreSQL database. `Display` and `Debug` omit the credentials.
#[derive(Clone)]
pub struct PostgresUrl(Box<PgConnectOptions>);

impl PostgresUrl {
    /// Returns the options for a connection, with the credentials.
    pub fn options(&self) -> PgConnectOptions {
        (*self.0).clone()
    }
}

impl fmt::Display for PostgresUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (host, port) = (self.0.get_host(), self.0.get_port());
        let database = self.0.get_database().unwrap_or_default();
        write!(formatter, "postgres://{host}:{port}/{database}")
    }
}

impl fmt::Debug for PostgresUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{self}")
    }
}

impl StorageUrl {
    /// Parses an address; none if it is not valid.
    pub fn parse(text: &str) -> Option<Self> {
        let (scheme, rest) = text.split_once(':')?;
        match scheme {
            "memory" if rest.is_empty() => Some(Self::Memory),
            "sqlite" => {
                let path = rest.strip_prefix("//").unwrap_or(rest);
                let is_file = !path.is_empty() && !path.contains('?') && !path.starts_with(':');
                is_file.then(|| Self::Sqlite(path.into()))
            }
            "postgres" | "postgresql" if rest.starts_with("//") => {
                let options: PgConnectOptions = text.parse().ok()?;
                Some(Self::Postgres(PostgresUrl(Box::new(
                    options.disable_statement_logging(),
                ))))
            }
            _ => None,
        }
    }
}

impl<'de> Deserialize<'de> for StorageUrl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let allowed = &"\"sqlite:FILE\", \"postgres://USER:PASSWORD@HOST/DATABASE\" or \"memory:\"";
        // The address of a server may contain a password.
        let shown = if text.contains('@') {
            Unexpected::Other("an address that cannot be read")
        } else {
            Unexpected::Str(&text)
        };
        Self::parse(&text).ok_or_else(|| D::Error::invalid_value(shown, allowed))
    }
}
