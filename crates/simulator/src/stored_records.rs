//! Records of entries, for reports and checks. In full, for transcripts: their `Debug` hides the cards.

use table::entry::Entry;
use table::record::{CloseReason, Record};

/// Returns the records of an entry as the journal stores them, hidden cards included.
pub(crate) fn stored_records(entry: &Entry) -> String {
    serde_json::to_string(&entry.records).unwrap_or_else(|error| error.to_string())
}

/// Returns true for records of events that are neither clicks nor deadlines.
pub(crate) fn comes_from_outside(record: &Record) -> bool {
    matches!(
        record,
        Record::DeadlinesExtended { .. }
            | Record::ChannelUnwritable
            | Record::ChannelRestored
            | Record::DirectHand { .. }
            // Any input finds it, also a channel that refuses the bot.
            | Record::Closed {
                why: CloseReason::EntryLimit,
                ..
            }
    )
}
