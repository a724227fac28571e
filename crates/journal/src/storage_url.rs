//! The address of the journal: a file, a database or memory. Also decides how a connection to a PostgreSQL server is
//! encrypted. A connection to another machine never silently falls back to plain text.

use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;

use serde::de::{Deserialize, Deserializer, Error as _, Unexpected};
use sqlx::ConnectOptions as _;
use sqlx::postgres::{PgConnectOptions, PgSslMode};

/// The environment variable that tells PostgreSQL's programs how to encrypt connections. It counts as the operator's
/// choice if the address does not specify a mode.
const SSL_MODE_VARIABLE: &str = "PGSSLMODE";

/// The kind of journal and its address.
#[derive(Clone, Debug)]
pub enum StorageUrl {
    /// In memory: the games are lost when the process ends.
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
    /// Returns the connection options, including the password.
    pub fn options(&self) -> PgConnectOptions {
        (*self.0).clone()
    }

    pub(crate) fn is_local(&self) -> bool {
        is_local(&self.0)
    }
}

impl fmt::Display for PostgresUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (host, port) = (self.0.get_host(), self.0.get_port());
        let database = self.0.get_database().unwrap_or_default();
        write!(formatter, "postgres://{host}:{port}/{database}")
    }
}

/// Shows the address without user and password.
impl fmt::Display for StorageUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory => formatter.write_str("memory:"),
            Self::Sqlite(file) => write!(formatter, "sqlite:{}", file.display()),
            Self::Postgres(address) => write!(formatter, "{address}"),
        }
    }
}

impl fmt::Debug for PostgresUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{self}")
    }
}

/// The reason why an address is refused. The message never quotes the address, which may contain a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StorageUrlError {
    /// The text is not a valid address in one of the three forms.
    #[error("not \"sqlite:FILE\", \"postgres://USER:PASSWORD@HOST/DATABASE\" or \"memory:\"")]
    Form,
    /// The server is on another machine, and the connection could silently fall back to plain text.
    #[error(
        "the database is on another machine, and `sslmode` is `prefer` or `allow`, which may send \
         everything unencrypted; allowed: `verify-full` (the default there), `verify-ca`, `require` or \
         `disable`"
    )]
    FallbackToPlainText,
}

impl StorageUrl {
    /// Parses an address.
    ///
    /// # Errors
    /// [`StorageUrlError::Form`] if the text is not a valid address, and [`StorageUrlError::FallbackToPlainText`] if
    /// the text or `PGSSLMODE` asks for an optionally encrypted connection to another machine.
    pub fn parse(text: &str) -> Result<Self, StorageUrlError> {
        Self::parse_with(text, std::env::var(SSL_MODE_VARIABLE).ok().as_deref())
    }

    /// Parses an address, given the value of [`SSL_MODE_VARIABLE`].
    fn parse_with(text: &str, environment: Option<&str>) -> Result<Self, StorageUrlError> {
        let (scheme, rest) = text.split_once(':').ok_or(StorageUrlError::Form)?;
        match scheme {
            "memory" if rest.is_empty() => Ok(Self::Memory),
            "sqlite" => sqlite_file(rest).map(Self::Sqlite),
            "postgres" | "postgresql" if rest.starts_with("//") => {
                let options: PgConnectOptions = text.parse().map_err(|_| StorageUrlError::Form)?;
                let mode = if names_ssl_mode(text) {
                    Some(options.get_ssl_mode())
                } else {
                    environment.and_then(|mode| mode.parse().ok())
                };
                let options = encrypt(options, mode)?.disable_statement_logging();
                Ok(Self::Postgres(PostgresUrl(Box::new(options))))
            }
            _ => Err(StorageUrlError::Form),
        }
    }
}

fn sqlite_file(text: &str) -> Result<PathBuf, StorageUrlError> {
    let path = text.strip_prefix("//").unwrap_or(text);
    let is_file = !path.is_empty() && !path.contains('?') && !path.starts_with(':');
    is_file.then(|| path.into()).ok_or(StorageUrlError::Form)
}

/// Returns true if the address itself specifies the encryption mode.
fn names_ssl_mode(text: &str) -> bool {
    let parameters = text.split_once('?').map_or("", |(_, query)| query);
    let mut pairs = parameters.split(['&', '#']);
    pairs.any(|pair| matches!(pair.split('=').next(), Some("sslmode" | "ssl-mode")))
}

/// Sets how the connection is encrypted, given the mode that the operator chose, if any.
fn encrypt(
    options: PgConnectOptions,
    chosen: Option<PgSslMode>,
) -> Result<PgConnectOptions, StorageUrlError> {
    match chosen {
        Some(mode) if is_local(&options) => Ok(options.ssl_mode(mode)),
        None if is_local(&options) => Ok(options),
        None => Ok(options.ssl_mode(PgSslMode::VerifyFull)),
        Some(PgSslMode::Allow | PgSslMode::Prefer) => Err(StorageUrlError::FallbackToPlainText),
        Some(mode) => Ok(options.ssl_mode(mode)),
    }
}

/// Returns true if the connection uses a Unix socket or the loopback interface, so that it does not leave this machine.
fn is_local(options: &PgConnectOptions) -> bool {
    let host = options.get_host();
    let address = host
        .trim_start_matches('[')
        .trim_end_matches(']')
        .parse::<IpAddr>();
    options.get_socket().is_some()
        || host.starts_with('/')
        || host.eq_ignore_ascii_case("localhost")
        || address.is_ok_and(|address| address.is_loopback())
}

impl<'de> Deserialize<'de> for StorageUrl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let allowed = &"\"sqlite:FILE\", \"postgres://USER:PASSWORD@HOST/DATABASE\" or \"memory:\"";
        Self::parse(&text).map_err(|error| match error {
            StorageUrlError::Form => D::Error::invalid_value(Unexpected::Str(&text), allowed),
            StorageUrlError::FallbackToPlainText => D::Error::custom(error),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_address_is_shown_without_its_password() {
        let Ok(StorageUrl::Postgres(url)) =
            StorageUrl::parse("postgres://bot:secret@db.example:5433/kittens")
        else {
            panic!("it is an address")
        };
        assert_eq!(format!("{url} {url:?}").matches("secret").count(), 0);
        assert_eq!(url.to_string(), "postgres://db.example:5433/kittens");
    }

    #[test]
    fn a_database_in_memory_or_with_options_is_not_a_file() {
        for text in "sqlite: sqlite::memory: sqlite:a?mode=ro memory:x a".split(' ') {
            let error = StorageUrl::parse(text).err();
            assert_eq!(error, Some(StorageUrlError::Form), "{text}");
        }
    }

    fn ssl_mode(text: &str, environment: Option<&str>) -> Result<&'static str, StorageUrlError> {
        let StorageUrl::Postgres(url) = StorageUrl::parse_with(text, environment)? else {
            panic!("{text} names a server")
        };
        Ok(match url.options().get_ssl_mode() {
            PgSslMode::Disable => "disable",
            PgSslMode::Allow => "allow",
            PgSslMode::Prefer => "prefer",
            PgSslMode::Require => "require",
            PgSslMode::VerifyCa => "verify-ca",
            PgSslMode::VerifyFull => "verify-full",
        })
    }

    /// An address, the environment's mode, and the connection's expected mode or the expected error.
    type Case = (
        &'static str,
        Option<&'static str>,
        Result<&'static str, StorageUrlError>,
    );

    const WEAK: Result<&str, StorageUrlError> = Err(StorageUrlError::FallbackToPlainText);

    #[rustfmt::skip]
    const OTHER_MACHINES: [Case; 21] = [
        ("postgres://bot:s@db.example/k", None, Ok("verify-full")),
        ("postgresql://bot:s@10.0.0.7:5433/k", None, Ok("verify-full")),
        ("postgres://bot:s@[2001:db8::1]/k", None, Ok("verify-full")),
        ("postgres://bot:s@localhost.example/k", None, Ok("verify-full")),
        ("postgres://bot:s@0.0.0.0/k", None, Ok("verify-full")),
        ("postgres://b@localhost/k?host=db.example", None, Ok("verify-full")),
        ("postgres://b@localhost/k?hostaddr=10.0.0.7", None, Ok("verify-full")),
        ("postgres://b@db.example/k?sslmode=prefer", None, WEAK),
        ("postgres://b@db.example/k?sslmode=allow", None, WEAK),
        ("postgres://b@db.example/k?ssl-mode=Prefer", None, WEAK),
        ("postgres://b@db.example/k?sslmode=disable", None, Ok("disable")),
        ("postgres://b@db.example/k?sslmode=require", None, Ok("require")),
        ("postgres://b@db.example/k?sslmode=verify-ca", None, Ok("verify-ca")),
        ("postgres://b@db.example/k?application_name=x&sslmode=verify-full", None, Ok("verify-full")),
        ("postgres://b@db.example/k?sslmode=yes", None, Err(StorageUrlError::Form)),
        // `sslmode` elsewhere in the address is not the parameter.
        ("postgres://sslmode:prefer@db.example/k", None, Ok("verify-full")),
        ("postgres://b@db.example/sslmode=prefer", None, Ok("verify-full")),
        // The environment's mode applies unless the address specifies a mode.
        ("postgres://b@db.example/k", Some("require"), Ok("require")),
        ("postgres://b@db.example/k", Some("prefer"), WEAK),
        ("postgres://b@db.example/k", Some("perhaps"), Ok("verify-full")),
        ("postgres://b@db.example/k?sslmode=disable", Some("prefer"), Ok("disable")),
    ];

    /// The default mode for these connections is `prefer`, as in PostgreSQL's own programs.
    const THIS_MACHINE: [Case; 8] = [
        ("postgres://bot:s@localhost/k", None, Ok("prefer")),
        ("postgres://bot:s@LOCALHOST:5433/k", None, Ok("prefer")),
        ("postgres://bot:s@127.3.2.1/k", None, Ok("prefer")),
        ("postgres://bot:s@[::1]/k", None, Ok("prefer")),
        ("postgres://bot@%2Frun%2Fpostgresql/k", None, Ok("prefer")),
        ("postgres:///k?host=/run/postgresql", None, Ok("prefer")),
        ("postgres://b@localhost/k?sslmode=allow", None, Ok("allow")),
        ("postgres://bot@localhost/k", Some("require"), Ok("require")),
    ];

    #[test]
    fn a_connection_to_another_machine_is_verified_unless_the_operator_chooses_otherwise() {
        for (text, environment, expected) in OTHER_MACHINES.into_iter().chain(THIS_MACHINE) {
            let mode = ssl_mode(text, environment);
            assert_eq!(mode, expected, "{text} {environment:?}");
        }
    }

    #[test]
    fn a_refused_address_is_explained_without_its_password() {
        let error = StorageUrl::parse_with("postgres://b:secret@db.example/k?sslmode=prefer", None);
        let sentence = error.expect_err("it is refused").to_string();
        let is_safe = sentence.contains("`verify-full`") && !sentence.contains("secret");
        assert!(is_safe, "{sentence}");
    }
}
