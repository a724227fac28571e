//! Merges the layers of settings: the defaults, then a file, then each environment variable. The result is checked
//! after each layer, so an error in a value names the layer that caused it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;

use journal::StorageUrl;
use toml::{Table, Value};

use super::DEFAULT;
use super::error::ConfigError;
use super::origins::{record_origins, settings};
use super::settings::Config;

const PREFIX: &str = "KITTENS_";
/// The prefix of variables for the project's own tests.
const TEST_PREFIX: &str = "KITTENS_TEST_";

/// The settings merged so far.
pub(super) struct Layers {
    table: Table,
    config: Config,
    /// The layer that last set each key. Keys that only [`DEFAULT`] sets are missing.
    origins: BTreeMap<String, String>,
}

impl Layers {
    pub(super) fn new() -> Self {
        // The defaults are part of the program, and tests parse them.
        let table: Table = DEFAULT.parse().expect("the defaults are TOML");
        let config = toml_reader::read(&table).expect("the defaults are valid");
        Self {
            table,
            config,
            origins: BTreeMap::new(),
        }
    }

    /// Reads the built-in settings, then `defaults`, then the file, then the process's environment.
    pub(super) fn load(defaults: &str, file: Option<&Path>) -> Result<Self, ConfigError> {
        let mut layers = Self::new();
        layers.add_file(Path::new("built-in settings"), defaults)?;
        if let Some(path) = file {
            layers.add_file(path, &read(path)?)?;
        }
        layers.add_environment(std::env::vars_os())?;
        Ok(layers)
    }

    pub(super) fn add_file(&mut self, file: &Path, text: &str) -> Result<(), ConfigError> {
        let table = text
            .parse()
            .map_err(|error| ConfigError::syntax(file.to_owned(), text, &error))?;
        self.add(file.display().to_string(), table)
    }

    /// Adds a layer for each variable whose name begins with `KITTENS_`, except the tests' own variables.
    pub(super) fn add_environment(
        &mut self,
        variables: impl Iterator<Item = (OsString, OsString)>,
    ) -> Result<(), ConfigError> {
        for (name, value) in variables {
            let name = name.to_string_lossy();
            if name.starts_with(TEST_PREFIX) {
                continue;
            }
            if let Some(path) = name.strip_prefix(PREFIX) {
                let table = single_key(&path.to_lowercase(), &value.to_string_lossy());
                self.add(format!("environment, {name}"), table)?;
            }
        }
        Ok(())
    }

    pub(super) fn settings(&self) -> Vec<String> {
        settings(&self.table, &self.origins, &self.config)
    }

    pub(super) fn into_config(self) -> Config {
        self.config
    }

    /// Returns the settings if they are compatible with each other.
    pub(super) fn into_checked_config(self) -> Result<Config, ConfigError> {
        let cluster = self.config.discord.cluster;
        match self.config.storage.url {
            // Several processes cannot share games in memory or in SQLite.
            StorageUrl::Memory | StorageUrl::Sqlite(_) if !cluster.is_whole() => {
                Err(ConfigError::ClusterWithoutDatabase(cluster))
            }
            _ => Ok(self.config),
        }
    }

    fn add(&mut self, origin: String, layer: Table) -> Result<(), ConfigError> {
        record_origins(&mut self.origins, &layer, &origin);
        merge(&mut self.table, layer);
        let read = toml_reader::read(&self.table);
        self.config = read.map_err(|error| ConfigError::new(origin, error))?;
        Ok(())
    }
}

fn read(file: &Path) -> Result<String, ConfigError> {
    std::fs::read_to_string(file).map_err(|reason| ConfigError::Unreadable {
        file: file.to_owned(),
        reason,
    })
}

/// Copies the values of `above` into `below`. Merges a table that both contain.
fn merge(below: &mut Table, above: Table) {
    for (key, value) in above {
        match (below.get_mut(&key), value) {
            (Some(Value::Table(below)), Value::Table(above)) => merge(below, above),
            (_, value) => {
                below.insert(key, value);
            }
        }
    }
}

/// Returns a table that contains only this variable. Two underscores separate the parts of the key's path. A value that
/// is not valid TOML becomes a string.
fn single_key(path: &str, value: &str) -> Table {
    let text = || Value::String(value.to_owned());
    let value = value.parse().unwrap_or_else(|_| text());
    let mut parts = path.rsplit("__");
    let last = parts.next().unwrap_or_default();
    let innermost = Table::from_iter([(last.to_owned(), value)]);
    parts.fold(innermost, |inner, part| {
        Table::from_iter([(part.to_owned(), Value::Table(inner))])
    })
}
