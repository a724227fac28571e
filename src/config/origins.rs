//! The origin of each setting, for `kittens config`.

use std::collections::BTreeMap;
use std::fmt;

use toml::{Table, Value};

use super::settings::Config;

const BUILT_IN: &str = "built in";
/// The key whose value may contain a password.
const STORAGE_URL: &str = "storage.url";

#[derive(Clone, Debug, PartialEq)]
pub struct EffectiveSetting {
    /// The key's whole path, as in `storage.url`.
    pub key: String,
    /// The value as TOML, without any password.
    pub value: String,
    /// The file or variable that sets the value, or "built in".
    pub origin: String,
}

/// A line of TOML with the origin as a comment.
impl fmt::Display for EffectiveSetting {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setting = format!("{} = {}", self.key, self.value);
        write!(formatter, "{setting:<44} # {}", self.origin)
    }
}

pub(super) fn record_origins(origins: &mut BTreeMap<String, String>, layer: &Table, origin: &str) {
    for (key, _) in leaves(layer) {
        origins.insert(key, origin.to_owned());
    }
}

pub(super) fn settings(
    table: &Table,
    origins: &BTreeMap<String, String>,
    config: &Config,
) -> Vec<EffectiveSetting> {
    let all = leaves(table).into_iter();
    all.map(|(key, value)| EffectiveSetting {
        value: shown(&key, value, config),
        origin: origins
            .get(&key)
            .map_or(BUILT_IN, String::as_str)
            .to_owned(),
        key,
    })
    .collect()
}

/// Returns a value as TOML. Omits the user and password from the database's address; the API's address has neither.
fn shown(key: &str, value: &Value, config: &Config) -> String {
    match key {
        STORAGE_URL => Value::String(config.storage.url.to_string()).to_string(),
        _ => value.to_string(),
    }
}

fn leaves(table: &Table) -> Vec<(String, &Value)> {
    let inner = table.iter().map(|(key, value)| match value {
        Value::Table(table) => leaves(table)
            .into_iter()
            .map(|(below, value)| (format!("{key}.{below}"), value))
            .collect(),
        value => vec![(key.clone(), value)],
    });
    inner.flatten().collect()
}
