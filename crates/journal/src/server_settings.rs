//! The rows of `servers`: a server's settings as JSON, and the statements of both databases for them.
//! They hold no personal data and are not encrypted.

use table::server_settings::{ServerChange, ServerSettings};

/// Selects a server's settings by its id.
pub(crate) const SELECT: &str = "SELECT settings FROM servers WHERE id = $1";

/// Stores settings ($2) of a server ($1), unless they are no longer those that were read before ($3).
pub(crate) const REPLACE: &str = "INSERT INTO servers (id, settings) VALUES ($1, $2) \
     ON CONFLICT (id) DO UPDATE SET settings = excluded.settings \
     WHERE servers.settings IS NOT DISTINCT FROM $3";

/// Returns the settings of a row. A row that this release cannot read counts as not set.
pub(crate) fn to_settings(row: Option<&str>) -> ServerSettings {
    let read = row.and_then(|json| serde_json::from_str(json).ok());
    read.unwrap_or_default()
}

/// Returns the settings of a row after a change, and the new row.
pub(crate) fn changed(row: Option<&str>, change: ServerChange) -> (ServerSettings, String) {
    let settings = to_settings(row).with(change);
    let json = serde_json::json!(settings).to_string();
    (settings, json)
}
