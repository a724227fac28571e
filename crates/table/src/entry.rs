//! An entry: everything that one input changed at a table, in the form in which it is written down.
//! It never says where it is written; that is the crate `journal`.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::ids::{ChannelId, GuildId, InteractionId, Millis, TableId};
use crate::record::{Record, RecordError};

/// The form in which entries are written now. Older ones are brought up to it when read.
pub const SCHEMA: u16 = 1;

/// Everything that one input changed, to be kept whole or not at all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The form of the records.
    pub schema: u16,
    /// Whose life it belongs to.
    pub table: TableId,
    /// Its place in that life, counted from 1 without a gap.
    pub version: u64,
    /// When the input was received.
    pub at: Millis,
    /// The click that it follows from, if it was one.
    pub interaction: Option<InteractionId>,
    /// What changed, in order.
    pub records: Vec<Record>,
}

impl Entry {
    /// Where the table came to stand, if this entry opens one.
    pub fn opening(&self) -> Option<(GuildId, ChannelId)> {
        match self.records.first() {
            Some(Record::Opened { guild, channel, .. }) => Some((*guild, *channel)),
            _ => None,
        }
    }

    /// Whether nothing comes after this entry.
    pub fn closes(&self) -> bool {
        let closing = |record: &Record| matches!(record, Record::Closed { .. });
        self.records.iter().any(closing)
    }
}

/// Reads the records of an entry that was written in this form, in the form of today: every older
/// one is brought up to the next here, and so on up to the newest.
///
/// # Errors
/// The reader's own, for a form or for words that are not known here.
pub fn read_records<'de, D: Deserializer<'de>>(
    schema: u16,
    written: D,
) -> Result<Vec<Record>, D::Error> {
    match schema {
        SCHEMA => Vec::deserialize(written),
        unknown => Err(D::Error::custom(RecordError::Schema(unknown))),
    }
}
