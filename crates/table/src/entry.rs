//! An entry: everything that one input changed at a table, in the form in which it is written down.
//! It never says where it is written; that is the crate `journal`.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::ids::{ChannelId, GuildId, InteractionId, Millis, TableId};
use crate::record::{Record, RecordError};

/// The schema in which entries are written now. [`read_records`] brings older ones up to it.
///
/// - 1: a deal holds hands and a pile; its rules are those that the options stood for.
/// - 2: a deal also holds the rules of its game.
pub const SCHEMA: u16 = 2;

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

/// Reads the records of an entry of this schema and brings them up to [`SCHEMA`].
///
/// A deal of schema 1 gets [`DealtRules::SchemaOne`](crate::record::DealtRules::SchemaOne): the
/// table's options, which are in its earlier entries, decide its rules.
///
/// # Errors
/// The reader's own, for a form or for words that are not known here.
pub fn read_records<'de, D: Deserializer<'de>>(
    schema: u16,
    written: D,
) -> Result<Vec<Record>, D::Error> {
    match schema {
        // The two differ only in the rules of a deal, whose default is the upcast of schema 1.
        1 | SCHEMA => Vec::deserialize(written),
        unknown => Err(D::Error::custom(RecordError::Schema(unknown))),
    }
}
