//! An entry: everything that one input changed at a table, in its stored form. The records are defined in `record`. The
//! crate `journal` stores entries.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::ids::{ChannelId, GuildId, InteractionId, Millis, TableId, TableLocation};
use crate::options::TableOptions;
use crate::record::{PersonRecord, Record, RecordError};
use crate::results::GameResult;

/// The schema in which entries are written. A schema may only grow, and each new field needs a default. A new schema is
/// needed only for content that an older process must not read.
pub const SCHEMA: u16 = 1;

/// Everything that one input changed. A journal stores it completely or not at all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The schema of the records.
    pub schema: u16,
    /// The table that changed.
    pub table: TableId,
    /// The entry's number at its table, from 1 without gaps.
    pub version: u64,
    /// The time at which the input was received.
    pub at: Millis,
    /// The interaction that caused the entry, if the input was a click or a command.
    pub interaction: Option<InteractionId>,
    /// The changes, in order.
    pub records: Vec<Record>,
    /// The result of the game that ended in this entry; `None` if no game with a result ended, or if the entry was read
    /// from the journal. Not stored, because it can be derived from the table's records.
    #[serde(skip)]
    pub result: Option<Box<GameResult>>,
}

impl Entry {
    /// Returns the first entry of a table, which opens its lobby with the host as its only player.
    pub fn opening_table(
        location: TableLocation,
        host: PersonRecord,
        options: &TableOptions,
        at: Millis,
        interaction: Option<InteractionId>,
    ) -> Self {
        let opened = Record::Opened {
            guild: location.guild,
            channel: location.channel,
            number: location.number,
            host,
            options: *options,
        };
        Self {
            schema: SCHEMA,
            table: location.table,
            version: 1,
            at,
            interaction,
            records: vec![opened],
            result: None,
        }
    }

    /// Returns the server and channel of the table that this entry opens; `None` for a later entry.
    pub fn opening(&self) -> Option<(GuildId, ChannelId)> {
        match self.records.first() {
            Some(Record::Opened { guild, channel, .. }) => Some((*guild, *channel)),
            _ => None,
        }
    }

    /// Returns true if this entry closes its table, so that no entry follows it.
    pub fn closes(&self) -> bool {
        let closing = |record: &Record| matches!(record, Record::Closed { .. });
        self.records.iter().any(closing)
    }
}

/// Reads the records of an entry of this schema.
///
/// # Errors
/// The deserializer's error, if the schema, a record or a value in it is unknown.
pub fn read_records<'de, D: Deserializer<'de>>(
    schema: u16,
    written: D,
) -> Result<Vec<Record>, D::Error> {
    match schema {
        SCHEMA => Vec::deserialize(written),
        unknown => Err(D::Error::custom(RecordError::Schema(unknown))),
    }
}
