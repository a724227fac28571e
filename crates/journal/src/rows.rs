//! Converts entries and tables to and from the columns of both databases, and database errors to [`JournalError`].
//! Checks that no keys of stored texts are missing.

use serde_json::json;
use table::entry::{Entry, SCHEMA, read_records};
use table::ids::{ChannelId, GuildId, InteractionId, Millis, TableId};
use table::personal_data::PersonRow;
use tracing::warn;

use crate::port::{JournalError, LOAD_PAGE, PostedMessages, RunningTable};
use crate::record_cipher::{EntryPlace, OpenError, RecordCipher, is_sealed};
use crate::store_error::{StoreError, error_text};

/// PostgreSQL's error code for insufficient privileges.
const FORBIDDEN: &str = "42501";

pub(crate) fn is_forbidden(error: &sqlx::Error) -> bool {
    let refusal = error.as_database_error();
    refusal.is_some_and(|refusal| refusal.code().as_deref() == Some(FORBIDDEN))
}

impl From<sqlx::Error> for JournalError {
    fn from(error: sqlx::Error) -> Self {
        Self::Unavailable(error_text(&error))
    }
}

/// Converts an unsigned 64-bit id for a signed column. The bits stay the same.
pub(crate) fn to_column(number: u64) -> i64 {
    number.cast_signed()
}

pub(crate) fn from_column(number: i64) -> u64 {
    number.cast_unsigned()
}

/// The start of a statement whose rows are [`RunningRow`]s.
macro_rules! select_tables {
    ($rest:literal) => {
        concat!(
            "SELECT tables.id, guild, channel, message, replaced, written_at FROM tables ",
            $rest
        )
    };
}
pub(crate) use select_tables;

/// A row of `tables`: id, server, channel, message, replaced messages and time of the newest entry.
pub(crate) type RunningRow = (i64, i64, i64, Option<i64>, String, i64);

pub(crate) fn to_running_table(
    (table, guild, channel, message, replaced, written_at): RunningRow,
) -> RunningTable {
    RunningTable {
        table: TableId(from_column(table)),
        guild: GuildId(from_column(guild)),
        channel: ChannelId(from_column(channel)),
        posted: PostedMessages {
            message: message.map(from_column),
            // If this cannot be parsed, an old message stays in the channel, but the game continues.
            replaced: serde_json::from_str(&replaced).unwrap_or_default(),
        },
        written_at: Millis(from_column(written_at)),
    }
}

pub(crate) fn ids_to_json(replaced: &[u64]) -> String {
    json!(replaced).to_string()
}

/// A row of `entries`: schema, version, time, interaction and records.
pub(crate) type EntryRow = (i32, i64, i64, Option<i64>, String);

/// Reads the entries of one table in the order of their versions. Rejects plain text after an encrypted entry, because
/// a process with the key cannot have written it.
pub(crate) struct EntryReader<'c> {
    cipher: &'c RecordCipher,
    table: TableId,
    people: &'c [PersonRow],
    any_sealed: bool,
    /// The version of the first entry with a person who has no row.
    incomplete: Option<u64>,
}

impl<'c> EntryReader<'c> {
    pub(crate) fn new(cipher: &'c RecordCipher, table: TableId, people: &'c [PersonRow]) -> Self {
        Self {
            cipher,
            table,
            people,
            any_sealed: false,
            incomplete: None,
        }
    }

    /// Decodes the table's next row.
    pub(crate) fn read(&mut self, row: EntryRow) -> Result<Entry, JournalError> {
        let (_, version, _, _, ref records) = row;
        let is_sealed = is_sealed(records);
        if self.any_sealed && !is_sealed {
            let table = self.table;
            return Err(JournalError::Unreadable(format!(
                "version {version} of table {table} is not encrypted, as the entries before it are"
            )));
        }
        self.any_sealed = is_sealed;
        let mut entry = entry(self.cipher, self.table, row)?;
        if !entry.put_people(self.people) {
            self.incomplete.get_or_insert(entry.version);
        }
        Ok(entry)
    }

    /// Returns an error if a person in the entries has no row. People are never erased from a running table, so the row
    /// of such a person was lost, and a newcomer could get the person's number.
    pub(crate) fn check_people(&self) -> Result<(), JournalError> {
        let Some(version) = self.incomplete else {
            return Ok(());
        };
        let table = self.table;
        Err(JournalError::Unreadable(format!(
            "version {version} of table {table} names a person who is not stored"
        )))
    }
}

/// Returns how many rows to select for [`read_page`]: a page and, unless the page is the first, the entry before it.
pub(crate) fn rows_of_page(after: u64) -> i64 {
    to_column(LOAD_PAGE as u64 + u64::from(after > 0))
}

/// Returns the entries after a version. If that version is stored, `rows` begins with its row, which shows whether the
/// earlier entries are encrypted.
pub(crate) fn read_page(
    reader: &mut EntryReader<'_>,
    after: u64,
    rows: Vec<EntryRow>,
) -> Result<Vec<Entry>, JournalError> {
    let mut rows = rows.into_iter().peekable();
    if let Some((.., records)) = rows.next_if(|row| from_column(row.1) <= after) {
        reader.any_sealed = is_sealed(&records);
    }
    rows.map(|row| reader.read(row)).collect()
}

fn entry(cipher: &RecordCipher, table: TableId, row: EntryRow) -> Result<Entry, JournalError> {
    let (schema, version, at, interaction, records) = row;
    let unreadable = |part: &str| {
        JournalError::Unreadable(format!("{part} of version {version} of table {table}"))
    };
    let schema = u16::try_from(schema).map_err(|_| unreadable("the schema"))?;
    let place = EntryPlace {
        table: table.0,
        version: from_column(version),
        schema,
        at: from_column(at),
        interaction: interaction.map(from_column),
    };
    let records = cipher.open(place, records).map_err(|error| match error {
        OpenError::MissingKey(key) => JournalError::MissingKey { table, key },
        OpenError::Damaged => unreadable("the encryption"),
    })?;
    let mut parser = serde_json::Deserializer::from_str(&records);
    // The parser's own message could quote a card, and this error is logged.
    let records = read_records(schema, &mut parser).map_err(|error| {
        let column = error.column();
        unreadable(&format!("column {column} of the records in form {schema}"))
    })?;
    Ok(Entry {
        schema: SCHEMA,
        table,
        version: from_column(version),
        at: Millis(from_column(at)),
        interaction: interaction.map(|id| InteractionId(from_column(id))),
        records,
        result: None,
    })
}

pub(crate) fn encode_records(cipher: &RecordCipher, entry: &Entry) -> Result<String, JournalError> {
    let place = EntryPlace {
        table: entry.table.0,
        version: entry.version,
        schema: entry.schema,
        at: entry.at.0,
        interaction: entry.interaction.map(|id| id.0),
    };
    let records = serde_json::to_string(&entry.records)
        .map_err(|error| JournalError::Unavailable(error.to_string()))?;
    Ok(cipher.seal(place, records)?)
}

/// Selects the beginnings of running tables' encrypted records, which contain the key ids.
pub(crate) const SELECT_BEGINNINGS: &str = "SELECT DISTINCT substr(records, 1, 12) FROM entries \
     JOIN tables ON tables.id = table_id \
     WHERE stage = 'running' AND records LIKE 'key:%'";

/// Returns an error if rows of [`SELECT_BEGINNINGS`] need a key that `cipher` lacks.
pub(crate) fn check_keys(
    cipher: &RecordCipher,
    beginnings: &[(String,)],
    location: &str,
) -> Result<(), StoreError> {
    let beginnings = beginnings.iter().map(|(beginning,)| beginning.as_str());
    match cipher.missing_key(beginnings) {
        Some(key) => Err(StoreError::MissingKey {
            location: location.to_owned(),
            key,
        }),
        None => Ok(()),
    }
}

/// Counts stored texts by kind and by their beginning, which contains the key's id (empty for plain text). Includes
/// encrypted tables that are no longer running only if `$1` is true, because there may be many.
pub(crate) const COUNT_SEALED: &str = "SELECT kind, \
         CASE WHEN start LIKE 'key:%' THEN start ELSE '' END AS beginning, count(*) FROM ( \
         SELECT 'secrets of days' AS kind, substr(secret, 1, 12) AS start FROM daily_secrets \
         UNION ALL SELECT 'tries at a Kitten of the day', substr(attempt, 1, 12) FROM daily_games \
         UNION ALL SELECT 'practices', substr(practice, 1, 12) FROM practices \
         UNION ALL SELECT 'reviews', substr(lost, 1, 12) FROM reviews \
         UNION ALL SELECT 'ended games', substr(records, 1, 12) FROM tables \
             JOIN entries ON table_id = id AND entries.version = tables.version \
             WHERE $1 AND stage <> 'running' AND records LIKE 'key:%') AS sealed \
     GROUP BY 1, 2 ORDER BY 1, 2";

/// A row of [`COUNT_SEALED`].
pub(crate) type SealedCount = (String, String, i64);

/// Returns sentences about the counted texts that `cipher` cannot read, one for each kind and key.
pub(crate) fn unreadable_texts(cipher: &RecordCipher, counts: Vec<SealedCount>) -> Vec<String> {
    let sentence = |(kind, beginning, count): SealedCount| {
        if beginning.is_empty() {
            let is_refused = cipher.encrypts();
            return is_refused
                .then(|| format!("{count} {kind} are in plain text, and there is a key"));
        }
        let key = cipher.missing_key([beginning.as_str()])?;
        Some(format!(
            "{count} {kind} are encrypted with key {key}, which was not given"
        ))
    };
    counts.into_iter().filter_map(sentence).collect()
}

pub(crate) fn warn_of_unreadable(cipher: &RecordCipher, counts: Vec<SealedCount>) {
    for unreadable in unreadable_texts(cipher, counts) {
        warn!(
            unreadable,
            "something that is stored cannot be read and is skipped"
        );
    }
}

pub(crate) fn stage(entry: &Entry) -> &'static str {
    if entry.closes() { "closed" } else { "running" }
}

pub(crate) fn conflict(entry: &Entry) -> JournalError {
    JournalError::Conflict {
        table: entry.table,
        version: entry.version,
    }
}
