//! Settings: what `config/default.toml` says, then a file, then the environment. They are read
//! and checked whole before anything else happens. The token is not among them.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use figment::Figment;
use figment::error::{Actual, Kind};
use figment::providers::{Env, Format, Toml};
use journal::StorageUrl;
use serde::Deserialize;
use serde::de::{Deserializer, Error as _, Unexpected, Visitor};
use tracing_subscriber::EnvFilter;

/// The settings with which the bot comes, comments included.
pub const DEFAULT: &str = include_str!("../config/default.toml");

const PREFIX: &str = "KITTENS_";
const A_WEEK: u64 = 604_800;

/// Everything an operator can set.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Where Discord is.
    pub discord: Discord,
    /// Where games are kept.
    pub storage: Storage,
    /// How long people have.
    pub paces: Paces,
    /// What one server or person may ask for.
    pub limits: Limits,
    /// What is written down.
    pub log: Log,
}

/// Where Discord is.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Discord {
    /// The REST API's address.
    pub api_url: ApiUrl,
}

/// Where games are kept.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Storage {
    /// The kind of journal and its place.
    pub url: StorageUrl,
}

/// The four paces.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paces {
    /// The quickest.
    pub fast: Spans,
    /// What a lobby starts with.
    pub normal: Spans,
    /// For people who do other things besides.
    pub relaxed: Spans,
    /// By the day.
    pub slow: Spans,
}

/// The spans of one pace.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spans {
    /// For each action on one's turn.
    pub turn: Seconds,
    /// For a choice that a card asks for.
    pub choice: Seconds,
    /// For a Nope.
    pub window: Seconds,
}

/// What one server or person may ask for.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Tables a server may have at once.
    pub games_per_server: Count<10_000>,
    /// Clicks that may wait for one table.
    pub clicks_waiting: Count<10_000>,
    /// Actions a person may take in a burst.
    pub clicks_at_once: Count<1_000>,
    /// Actions a person gets back each second.
    pub clicks_per_second: Count<1_000>,
}

/// What is written down.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Log {
    /// Which levels of which parts.
    pub filter: LogFilter,
    /// For whom.
    pub format: LogFormat,
}

/// For whom the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people.
    Text,
    /// For machines.
    Json,
}

/// Directives that the log understands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogFilter(String);

impl LogFilter {
    /// The directives as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for LogFilter {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let allowed = &"levels such as \"info\" or \"info,kittens=debug\"";
        match EnvFilter::try_new(&text) {
            Ok(_) if !text.trim().is_empty() => Ok(Self(text)),
            _ => Err(D::Error::invalid_value(Unexpected::Str(&text), allowed)),
        }
    }
}

/// A scheme and a host, without a slash at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiUrl(String);

impl ApiUrl {
    /// The address to put before `/api/v10`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// An address that no request can be sent to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an http or https address")]
pub struct NoApiUrl;

impl FromStr for ApiUrl {
    type Err = NoApiUrl;

    /// Takes the address with or without the `/api/v10` that many servers print behind it.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let url = reqwest::Url::parse(text).map_err(|_| NoApiUrl)?;
        let plain = url.query().is_none() && url.fragment().is_none() && url.username().is_empty();
        if !plain || !matches!(url.scheme(), "http" | "https") || !url.has_host() {
            return Err(NoApiUrl);
        }
        let bare = text.trim_end_matches('/');
        let bare = bare.strip_suffix("/v10").unwrap_or(bare);
        Ok(Self(bare.strip_suffix("/api").unwrap_or(bare).to_owned()))
    }
}

impl<'de> Deserialize<'de> for ApiUrl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let allowed = &"an http:// or https:// address such as \"https://discord.com\"";
        text.parse()
            .map_err(|_| D::Error::invalid_value(Unexpected::Str(&text), allowed))
    }
}

/// A span of at least one second and at most a week.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seconds(u64);

impl Seconds {
    /// The whole seconds.
    pub fn get(self) -> u64 {
        self.0
    }
}

impl<'de> Deserialize<'de> for Seconds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        within(deserializer, A_WEEK).map(Self)
    }
}

/// A number from 1 to `MOST`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count<const MOST: u64>(u64);

impl<const MOST: u64> Count<MOST> {
    /// The number, which fits wherever things in memory are counted.
    pub fn get(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

impl<'de, const MOST: u64> Deserialize<'de> for Count<MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        within(deserializer, MOST).map(Self)
    }
}

fn within<'de, D: Deserializer<'de>>(deserializer: D, most: u64) -> Result<u64, D::Error> {
    deserializer.deserialize_any(Within { most })
}

/// Reads a whole number from 1 to `most`.
struct Within {
    most: u64,
}

impl Visitor<'_> for Within {
    type Value = u64;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "a whole number from 1 to {}", self.most)
    }

    fn visit_u64<E: serde::de::Error>(self, found: u64) -> Result<u64, E> {
        if (1..=self.most).contains(&found) {
            Ok(found)
        } else {
            Err(E::invalid_value(Unexpected::Unsigned(found), &self))
        }
    }

    fn visit_i64<E: serde::de::Error>(self, found: i64) -> Result<u64, E> {
        let number =
            u64::try_from(found).map_err(|_| E::invalid_value(Unexpected::Signed(found), &self))?;
        self.visit_u64(number)
    }
}

/// Why the settings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file is not there or cannot be read.
    #[error("{}: cannot be read: {reason}", file.display())]
    Unreadable {
        /// The file named on the command line.
        file: PathBuf,
        /// What the system said.
        reason: std::io::Error,
    },
    /// The file is not TOML.
    #[error("{origin}: {reason}")]
    NotToml {
        /// The file.
        origin: String,
        /// Where and why reading it ended.
        reason: String,
    },
    /// A key that does not exist.
    #[error("{origin}: there is no key `{key}`; allowed here: {allowed}")]
    UnknownKey {
        /// The file or variable.
        origin: String,
        /// The key's whole path.
        key: String,
        /// The keys that exist in that place.
        allowed: String,
    },
    /// A value that its key cannot have.
    #[error("{origin}: `{key}` is {found}; allowed: {allowed}")]
    BadValue {
        /// The file or variable.
        origin: String,
        /// The key's whole path.
        key: String,
        /// What stands there.
        found: String,
        /// What may stand there.
        allowed: String,
    },
}

impl Config {
    /// The settings of the defaults, then of `file`, then of the process's environment.
    pub fn load(file: Option<&Path>) -> Result<Self, ConfigError> {
        Self::layered("", file, Env::prefixed(PREFIX))
    }

    /// The same with other defaults in the place of some of those with which the bot comes.
    pub(crate) fn load_over(defaults: &str, file: Option<&Path>) -> Result<Self, ConfigError> {
        Self::layered(defaults, file, Env::prefixed(PREFIX))
    }

    /// The settings with which the bot comes, and nothing else.
    pub fn built_in() -> Self {
        // Invariant: `config/default.toml` is part of the binary and read by a test below.
        Figment::from(Toml::string(DEFAULT))
            .extract()
            .expect("the built-in settings are valid")
    }

    fn layered(defaults: &str, file: Option<&Path>, environment: Env) -> Result<Self, ConfigError> {
        let mut figment = Figment::from(Toml::string(DEFAULT)).merge(Toml::string(defaults));
        if let Some(path) = file {
            readable(path)?;
            figment = figment.merge(Toml::file_exact(path));
        }
        figment
            .merge(environment.split("__"))
            .extract()
            .map_err(|error| explain(error, file))
    }
}

/// A missing file would otherwise count as an empty one.
fn readable(path: &Path) -> Result<(), ConfigError> {
    let unreadable = |reason| ConfigError::Unreadable {
        file: path.to_owned(),
        reason,
    };
    std::fs::read_to_string(path).map(drop).map_err(unreadable)
}

fn explain(error: figment::Error, file: Option<&Path>) -> ConfigError {
    let origin = origin(&error, file);
    let mut path = error.path.clone();
    match error.kind {
        Kind::UnknownField(name, names) => {
            if path.last() != Some(&name) {
                path.push(name);
            }
            ConfigError::UnknownKey {
                origin,
                key: path.join("."),
                allowed: names.join(", "),
            }
        }
        Kind::UnknownVariant(found, names) => {
            let allowed = names
                .iter()
                .map(|name| format!("\"{name}\""))
                .collect::<Vec<_>>()
                .join(", ");
            ConfigError::BadValue {
                origin,
                key: path.join("."),
                found: format!("\"{found}\""),
                allowed,
            }
        }
        Kind::InvalidType(found, allowed) | Kind::InvalidValue(found, allowed) => {
            let allowed = if allowed.starts_with("struct ") {
                "a table of keys".to_owned()
            } else {
                allowed
            };
            ConfigError::BadValue {
                origin,
                key: path.join("."),
                found: written(&found),
                allowed,
            }
        }
        other => ConfigError::NotToml {
            origin,
            reason: other.to_string(),
        },
    }
}

/// A value as it stands in the file.
fn written(found: &Actual) -> String {
    match found {
        Actual::Bool(value) => value.to_string(),
        Actual::Unsigned(value) => value.to_string(),
        Actual::Signed(value) => value.to_string(),
        Actual::Float(value) => value.to_string(),
        Actual::Str(value) => format!("{value:?}"),
        Actual::Seq => "a list".to_owned(),
        Actual::Map => "a table of keys".to_owned(),
        other => other.to_string(),
    }
}

fn origin(error: &figment::Error, file: Option<&Path>) -> String {
    let environment = error
        .metadata
        .as_ref()
        .is_some_and(|metadata| metadata.name.contains("environment"));
    match file {
        _ if environment => format!(
            "environment, {PREFIX}{}",
            error.path.join("__").to_uppercase()
        ),
        Some(path) => path.display().to_string(),
        None => "built-in settings".to_owned(),
    }
}

#[cfg(test)]
#[expect(
    clippy::result_large_err,
    reason = "the error of figment's jail is what it is"
)]
mod tests {
    use figment::Jail;

    use super::*;

    fn refused(text: &str) -> String {
        let mut message = String::new();
        Jail::expect_with(|jail| {
            jail.create_file("own.toml", text)?;
            message = Config::load(Some(Path::new("own.toml")))
                .unwrap_err()
                .to_string();
            Ok(())
        });
        message
    }

    #[test]
    fn the_built_in_settings_are_valid() {
        let config = Config::built_in();
        assert_eq!(config.discord.api_url.as_str(), "https://discord.com");
        assert_eq!(config.paces.normal.window.get(), 7);
    }

    #[test]
    fn the_environment_outranks_the_file_and_the_file_the_defaults() {
        Jail::expect_with(|jail| {
            jail.create_file(
                "own.toml",
                "[limits]\nclicks_waiting = 7\ngames_per_server = 3\n",
            )?;
            jail.set_env("KITTENS_LIMITS__GAMES_PER_SERVER", "9");
            jail.set_env("KITTENS_DISCORD__API_URL", "http://127.0.0.1:4000/api/v10/");
            let config = Config::load(Some(Path::new("own.toml"))).expect("good settings");
            assert_eq!(config.limits.clicks_waiting.get(), 7);
            assert_eq!(config.limits.games_per_server.get(), 9);
            assert_eq!(config.discord.api_url.as_str(), "http://127.0.0.1:4000");
            Ok(())
        });
    }

    #[test]
    fn a_refusal_names_file_key_finding_and_what_is_allowed() {
        insta::assert_snapshot!(refused("[paces.fast]\nturn = 0\n"));
        insta::assert_snapshot!(refused("[paces.fast]\nturn = \"soon\"\n"));
        insta::assert_snapshot!(refused("[log]\nformat = \"xml\"\n"));
        insta::assert_snapshot!(refused("[log]\nfilter = \"a=b=c\"\n"));
        insta::assert_snapshot!(refused("[storage]\nurl = \"mysql://x\"\n"));
        insta::assert_snapshot!(refused("[discord]\napi_url = \"discord.com\"\n"));
    }

    #[test]
    fn a_password_in_an_address_is_never_repeated() {
        let message = refused("[storage]\nurl = \"mysql://bot:secret@db/kittens\"\n");
        assert!(!message.contains("secret"), "{message}");
        let Some(StorageUrl::Postgres(url)) =
            StorageUrl::parse("postgres://bot:secret@db.example:5433/kittens")
        else {
            panic!("it is an address")
        };
        assert_eq!(format!("{url} {url:?}").matches("secret").count(), 0);
        assert_eq!(url.to_string(), "postgres://db.example:5433/kittens");
    }

    #[test]
    fn an_unknown_key_is_refused_with_the_keys_that_exist() {
        insta::assert_snapshot!(refused("[discord]\ntoken = \"x\"\n"));
        insta::assert_snapshot!(refused("[pace]\nfast = 1\n"));
    }

    #[test]
    fn a_file_that_is_no_toml_or_missing_is_refused_by_name() {
        assert!(refused("[discord\n").starts_with("own.toml: "));
        let missing = Config::load(Some(Path::new("/nowhere/own.toml"))).unwrap_err();
        assert!(
            missing
                .to_string()
                .starts_with("/nowhere/own.toml: cannot be read")
        );
    }

    #[test]
    fn a_variable_that_cannot_be_used_is_named() {
        Jail::expect_with(|jail| {
            jail.set_env("KITTENS_PACES__SLOW__TURN", "-1");
            let message = Config::load(None).unwrap_err().to_string();
            assert!(message.contains("KITTENS_PACES__SLOW__TURN"), "{message}");
            Ok(())
        });
    }
}
