//! The complete records of entries, for reports, checks and transcripts. The records' `Debug` output hides the cards.

use table::entry::Entry;
use table::record::{CloseReason, Record};

/// Returns an entry's records as the journal stores them, including hidden cards.
pub(crate) fn stored_records(entry: &Entry) -> String {
    serde_json::to_string(&entry.records).unwrap_or_else(|error| error.to_string())
}

/// Returns true for records that can have a cause other than a click or a deadline.
pub(crate) fn comes_from_outside(record: &Record) -> bool {
    matches!(
        record,
        Record::DeadlinesExtended { .. }
            | Record::ChannelUnwritable
            | Record::ChannelRestored
            | Record::DirectHand { .. }
            // Any input can lead to this, including a channel that refuses the bot.
            | Record::Closed {
                why: CloseReason::EntryLimit,
                ..
            }
    )
}
