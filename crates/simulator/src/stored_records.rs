//! Entries in full, for reports and transcripts: their `Debug` hides the cards.

use table::entry::Entry;

/// Returns the records of an entry as the journal stores them, hidden cards included.
pub(crate) fn stored_records(entry: &Entry) -> String {
    serde_json::to_string(&entry.records).unwrap_or_else(|error| error.to_string())
}
