//! How entries and tables are laid out in the columns of both databases, and how a database's errors
//! become the port's. It never runs a statement.

use serde_json::json;
use table::entry::{Entry, SCHEMA, read_records};
use table::ids::{ChannelId, GuildId, InteractionId, Millis, TableId};

use crate::ownership::{PostedMessages, RunningTable};
use crate::port::JournalError;

/// What a database said, in one line.
pub(crate) fn said(error: &sqlx::Error) -> String {
    let text = match error {
        sqlx::Error::Database(error) => error.message().to_owned(),
        sqlx::Error::Io(error) => error.to_string(),
        sqlx::Error::PoolTimedOut => "it does not answer".to_owned(),
        other => other.to_string(),
    };
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(crate) fn unavailable(error: &sqlx::Error) -> JournalError {
    JournalError::Unavailable(said(error))
}

/// Numbers of Discord and of tables fill 64 bits; databases count with a sign. The bits stay.
pub(crate) fn stored(number: u64) -> i64 {
    number.cast_signed()
}

pub(crate) fn restored(number: i64) -> u64 {
    number.cast_unsigned()
}

/// A row of the tables: id, server, channel, message, the messages that it replaced, and when it
/// was last written.
pub(crate) type RunningRow = (i64, i64, i64, Option<i64>, String, i64);

pub(crate) fn running(
    (table, guild, channel, message, replaced, written_at): RunningRow,
) -> RunningTable {
    RunningTable {
        table: TableId(restored(table)),
        guild: GuildId(restored(guild)),
        channel: ChannelId(restored(channel)),
        posted: PostedMessages {
            message: message.map(restored),
            // Without it a message is left over; that is no reason not to play.
            replaced: serde_json::from_str(&replaced).unwrap_or_default(),
        },
        written_at: Millis(restored(written_at)),
    }
}

/// How the numbers of the messages that a table's replaced are written down.
pub(crate) fn numbers(replaced: &[u64]) -> String {
    json!(replaced).to_string()
}

/// A row of the entries: schema, version, time, interaction and records.
pub(crate) type Row = (i32, i64, i64, Option<i64>, String);

pub(crate) fn entry(table: TableId, row: Row) -> Result<Entry, JournalError> {
    let (schema, version, at, interaction, records) = row;
    let unreadable = |what: &str| {
        JournalError::Unreadable(format!("{what} of version {version} of table {table}"))
    };
    let schema = u16::try_from(schema).map_err(|_| unreadable("the schema"))?;
    let mut written = serde_json::Deserializer::from_str(&records);
    // What the reader says of it can quote a card, and it gets into the log.
    let records = read_records(schema, &mut written).map_err(|error| {
        let column = error.column();
        unreadable(&format!("column {column} of the records in form {schema}"))
    })?;
    Ok(Entry {
        schema: SCHEMA,
        table,
        version: restored(version),
        at: Millis(restored(at)),
        interaction: interaction.map(|id| InteractionId(restored(id))),
        records,
    })
}

pub(crate) fn records(entry: &Entry) -> Result<String, JournalError> {
    serde_json::to_string(&entry.records)
        .map_err(|error| JournalError::Unavailable(error.to_string()))
}

/// The word for what a table is after an entry.
pub(crate) fn stage(entry: &Entry) -> &'static str {
    if entry.closes() { "closed" } else { "running" }
}

pub(crate) fn conflict(entry: &Entry) -> JournalError {
    JournalError::Conflict {
        table: entry.table,
        version: entry.version,
    }
}
