//! The address of the journal: a file, a database or memory.

use std::fmt;
use std::path::PathBuf;

use serde::de::{Deserialize, Deserializer, Error as _, Unexpected};
use sqlx::ConnectOptions as _;
use sqlx::postgres::PgConnectOptions;

/// The kind of journal and its address.
#[derive(Clone, Debug)]
pub enum StorageUrl {
    /// In memory: the games end with the process.
    Memory,
    /// An SQLite file.
    Sqlite(PathBuf),
    /// A PostgreSQL database.
    Postgres(PostgresUrl),
}

/// The address of a PostgreSQL database. `Debug` and `Display` leave out user and password.
#[derive(Clone)]
pub struct PostgresUrl(Box<PgConnectOptions>);

impl PostgresUrl {
    /// Returns what sqlx needs to connect, the password included.
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
    /// Parses an address; returns `None` if it is not one of the three forms.
    pub fn read(text: &str) -> Option<Self> {
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
        Self::read(&text).ok_or_else(|| D::Error::invalid_value(Unexpected::Str(&text), allowed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_address_is_shown_without_its_password() {
        let Some(StorageUrl::Postgres(url)) =
            StorageUrl::read("postgres://bot:secret@db.example:5433/kittens")
        else {
            panic!("it is an address")
        };
        assert_eq!(format!("{url} {url:?}").matches("secret").count(), 0);
        assert_eq!(url.to_string(), "postgres://db.example:5433/kittens");
    }

    #[test]
    fn a_database_in_memory_or_with_options_is_not_a_file() {
        for text in [
            "sqlite:",
            "sqlite::memory:",
            "sqlite:a?mode=ro",
            "memory:x",
            "a",
        ] {
            assert!(StorageUrl::read(text).is_none(), "{text}");
        }
    }
}
