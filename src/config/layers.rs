//! Settings in layers: the defaults, then a file, then the environment. Each layer is checked whole
//! as it is put on, so that an error can only come from the layer named in it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;

use toml::{Table, Value};

use super::cluster;
use super::error::ConfigError;
use super::origins::{EffectiveSetting, record_origins, settings};
use super::settings::Config;

const PREFIX: &str = "KITTENS_";
/// Variables with this prefix configure the project's own tests.
const TEST_PREFIX: &str = "KITTENS_TEST_";

/// All settings after some of the layers.
pub(super) struct Layers {
    table: Table,
    config: Config,
    /// The layer that each key's value comes from, for keys that a layer above the defaults sets.
    origins: BTreeMap<String, String>,
}

impl Layers {
    /// Starts with default settings, which have every key.
    ///
    /// # Panics
    /// If `defaults` are not valid settings.
    pub(super) fn new(defaults: &str) -> Self {
        // Invariant: the defaults are part of the program, and the tests read them.
        let table: Table = defaults.parse().expect("the defaults are TOML");
        let config = toml_reader::read(&table).expect("the defaults are valid");
        Self {
            table,
            config,
            origins: BTreeMap::new(),
        }
    }

    /// Reads the built-in settings, then `defaults`, then the file, then the process's environment.
    pub(super) fn load(
        built_in: &str,
        defaults: &str,
        file: Option<&Path>,
    ) -> Result<Self, ConfigError> {
        let mut layers = Self::new(built_in);
        layers.add_defaults(defaults)?;
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

    /// Puts those of the variables on top whose names begin with `KITTENS_`.
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

    /// Puts other defaults on top, TOML that is part of the program or made by it.
    pub(super) fn add_defaults(&mut self, defaults: &str) -> Result<(), ConfigError> {
        self.add_file(Path::new("built-in settings"), defaults)
    }

    pub(super) fn settings(&self) -> Vec<EffectiveSetting> {
        settings(&self.table, &self.origins, &self.config)
    }

    pub(super) fn into_config(self) -> Config {
        self.config
    }

    /// Returns the settings, if they go together.
    pub(super) fn into_checked_config(self) -> Result<Config, ConfigError> {
        cluster::check(&self.config)?;
        Ok(self.config)
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

/// Puts each value of `above` in the place of the one in `below`, table by table.
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

/// Returns the table in which only this variable is set. Two underscores separate the parts of the
/// key's path. A value that is not TOML is a text without its quotes.
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
