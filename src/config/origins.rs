//! The origin of each setting, for `kittens config`.

use std::collections::BTreeMap;

use toml::{Table, Value};

use super::settings::Config;

const BUILT_IN: &str = "built in";
/// The key whose value may contain a password.
const STORAGE_URL: &str = "storage.url";

pub(super) fn record_origins(origins: &mut BTreeMap<String, String>, layer: &Table, origin: &str) {
    for (key, _) in leaves(layer) {
        origins.insert(key, origin.to_owned());
    }
}

/// Returns each setting as a line of TOML, without any password. A comment on the line names the setting's origin.
pub(super) fn settings(
    table: &Table,
    origins: &BTreeMap<String, String>,
    config: &Config,
) -> Vec<String> {
    let line = |(key, value): (String, &Value)| {
        let origin = origins.get(&key).map_or(BUILT_IN, String::as_str);
        let setting = format!("{key} = {}", shown(&key, value, config));
        format!("{setting:<44} # {origin}")
    };
    leaves(table).into_iter().map(line).collect()
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
