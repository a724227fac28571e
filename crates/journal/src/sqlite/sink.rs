//! Writes to an SQLite file, one transaction for each group of entries and small writes. The only writer
//! of this process; `writer` forms the groups.

use std::time::Duration;

use serde_json::{Value, json};
use sqlx::Connection as _;
use sqlx::sqlite::{SqliteConnection, SqlitePool};
use table::entry::Entry;
use table::ids::{ChannelId, GuildId};
use tokio::time::Instant;
use tracing::warn;

use super::small_write::SmallWrite;
use super::statement::{BUSY, CORRUPT, IO_ERROR, LOCKED, NO_DATABASE, result_code, run};
use crate::port::JournalError;
use crate::results::rows::write_ended;
use crate::rows::{INSERT_PERSON, conflict, error_text, stage, to_column};
use crate::sql::Statement;
use crate::writer::{AppendResults, EncodedEntry, EntrySink, WriteError, ended_games};

/// The time for which a group waits for another program that has locked the file.
const LOCK_LIMIT: Duration = Duration::from_secs(2);
/// For this long after a group has waited in vain, further groups are refused at their first attempt. Clicks in
/// the queue are then refused in time as well.
const PAUSE: Duration = Duration::from_secs(1);
/// How long small writes are added to a group; the others are left to the next.
const SMALL_WRITES_TIME: Duration = Duration::from_millis(20);

pub(super) struct SqliteSink {
    pub(super) connection: SqliteConnection,
    /// The connections to close first.
    pub(super) readers: SqlitePool,
    /// The time at which the file was still locked by another program, if that was so last.
    pub(super) refused_at: Option<Instant>,
}

impl EntrySink for SqliteSink {
    async fn write_group(
        &mut self,
        group: &[EncodedEntry],
        small_writes: &mut [Box<dyn SmallWrite>],
    ) -> Result<(AppendResults, usize), WriteError> {
        match self.write_transaction(group, small_writes).await {
            Ok(results) => Ok(results),
            Err(error) => {
                // After some errors SQLite has rolled back already; then this fails and changes nothing.
                let _ = run(&mut self.connection, "ROLLBACK").await;
                Err(write_error(&error))
            }
        }
    }

    async fn close(self) {
        // The last connection to close copies the log into the file, so it must not be a read-only one.
        self.readers.close().await;
        if let Err(error) = self.connection.close().await {
            let error = error_text(&error);
            warn!(error, "the database could not be closed cleanly");
        }
    }
}

impl SqliteSink {
    /// Begins a transaction with SQLite's write lock.
    async fn begin(&mut self) -> Result<(), sqlx::Error> {
        let began = Instant::now();
        let is_paused = self.refused_at.is_some_and(|at| at.elapsed() < PAUSE);
        loop {
            let begun = run(&mut self.connection, "BEGIN IMMEDIATE").await;
            let Err(error) = begun else {
                self.refused_at = None;
                return Ok(());
            };
            let is_locked = matches!(result_code(&error), Some(BUSY | LOCKED));
            if !is_locked || is_paused || began.elapsed() >= LOCK_LIMIT {
                self.refused_at = is_locked.then(Instant::now);
                return Err(error);
            }
        }
    }

    async fn write_transaction(
        &mut self,
        group: &[EncodedEntry],
        small_writes: &mut [Box<dyn SmallWrite>],
    ) -> Result<(AppendResults, usize), sqlx::Error> {
        self.begin().await?;
        let mut results = Vec::with_capacity(group.len());
        for entries in group.chunk_by(can_share_statement) {
            let appended = match opened_channel(&entries[0]) {
                Some(location) => self.open_table(&entries[0], location).await?,
                None => self.append_each(entries).await?,
            };
            results.extend(entries.iter().map(|entry| appended.result_for(entry)));
        }
        write_ended(&mut self.connection, ended_games(group, &results)).await?;
        let written = self.run_small_writes(small_writes).await?;
        run(&mut self.connection, "COMMIT").await?;
        Ok((results, written))
    }

    /// Runs at least one of these, and returns how many.
    async fn run_small_writes(
        &mut self,
        small_writes: &mut [Box<dyn SmallWrite>],
    ) -> Result<usize, sqlx::Error> {
        let (began, mut written) = (Instant::now(), 0);
        for write in small_writes {
            write.run(&mut self.connection).await?;
            written += 1;
            if began.elapsed() >= SMALL_WRITES_TIME {
                break;
            }
        }
        Ok(written)
    }

    /// Appends one entry to each of several tables that are at the version before it. All go to
    /// SQLite's thread in one message, because the message is most of an entry's cost.
    async fn append_each(
        &mut self,
        entries: &[EncodedEntry],
    ) -> Result<AppendedTables, sqlx::Error> {
        const APPEND: &str = "INSERT INTO entries \
                 (table_id, version, schema, at, interaction, records) \
             SELECT tables.id, entry.value ->> 'version', entry.value ->> 'schema', \
                 entry.value ->> 'at', entry.value ->> 'interaction', \
                 CAST(substr(?2, entry.value ->> 'start', entry.value ->> 'length') AS TEXT) \
             FROM json_each(?1) AS entry JOIN tables ON tables.id = entry.value ->> 'table' \
             WHERE tables.version = entry.value ->> 'version' - 1 AND stage = 'running' \
             ON CONFLICT DO NOTHING RETURNING table_id; \
             UPDATE tables SET version = entry.value ->> 'version', \
                 written_at = entry.value ->> 'at', stage = entry.value ->> 'stage' \
             FROM json_each(?1) AS entry \
             WHERE tables.id = entry.value ->> 'table' AND EXISTS (SELECT 1 FROM entries \
                 WHERE table_id = tables.id AND entries.version = tables.version + 1)";
        let mut records = Vec::new();
        let rows = entries.iter().map(|entry| entry_json(entry, &mut records));
        let query = sqlx::query_scalar(APPEND).bind(rows.collect::<Value>().to_string());
        let query = query.bind(records);
        let appended = AppendedTables(query.fetch_all(&mut self.connection).await?);
        self.insert_people(entries, &appended).await?;
        Ok(appended)
    }

    /// Records whom the appended entries name. Most name nobody.
    async fn insert_people(
        &mut self,
        entries: &[EncodedEntry],
        appended: &AppendedTables,
    ) -> Result<(), sqlx::Error> {
        let is_appended = |entry: &&EncodedEntry| appended.result_for(entry).is_ok();
        for entry in entries.iter().filter(is_appended) {
            for user in entry.people() {
                let statement = Statement::new(INSERT_PERSON).bind(user).bind(entry.table);
                statement.query().execute(&mut self.connection).await?;
            }
        }
        Ok(())
    }

    /// Inserts a new table with its first entry. Removes its row again if the entry is refused, because
    /// its interaction has been written before.
    async fn open_table(
        &mut self,
        entry: &EncodedEntry,
        (guild, channel): (GuildId, ChannelId),
    ) -> Result<AppendedTables, sqlx::Error> {
        const INSERT_TABLE: &str = "INSERT INTO tables (id, guild, channel, version, written_at, stage) \
             VALUES ($1, $2, $3, 0, $4, 'running') ON CONFLICT DO NOTHING";
        run(&mut self.connection, "SAVEPOINT entry").await?;
        let statement = Statement::new(INSERT_TABLE)
            .bind(entry.table)
            .bind(guild)
            .bind(channel)
            .bind(entry.at);
        let opened = statement.query().execute(&mut self.connection).await?;
        let appended = match opened.rows_affected() {
            0 => AppendedTables::default(),
            _ => self.append_each(std::slice::from_ref(entry)).await?,
        };
        if appended.0.is_empty() {
            run(&mut self.connection, "ROLLBACK TO entry").await?;
        }
        run(&mut self.connection, "RELEASE entry").await?;
        Ok(appended)
    }
}

/// The tables whose entries were appended.
#[derive(Default)]
struct AppendedTables(Vec<i64>);

impl AppendedTables {
    fn result_for(&self, entry: &Entry) -> Result<(), JournalError> {
        let appended = self.0.contains(&to_column(entry.table.0));
        appended.then_some(()).ok_or_else(|| conflict(entry))
    }
}

fn opened_channel(entry: &Entry) -> Option<(GuildId, ChannelId)> {
    entry.opening().filter(|_| entry.version == 1)
}

/// Returns true if neighbours of a group can be appended by one statement: it takes at most one entry
/// for each table, and none that opens a table.
fn can_share_statement(one: &EncodedEntry, next: &EncodedEntry) -> bool {
    one.table != next.table && opened_channel(one).is_none() && opened_channel(next).is_none()
}

/// Returns an entry in the form that [`SqliteSink::append_each`] reads. Adds its records to those of the
/// group: SQLite would parse them again and again as a part of the JSON.
fn entry_json(entry: &EncodedEntry, records: &mut Vec<u8>) -> Value {
    let start = records.len() + 1;
    records.extend_from_slice(entry.records.as_bytes());
    json!({
        "table": to_column(entry.table.0),
        "version": to_column(entry.version),
        "schema": entry.schema,
        "at": to_column(entry.at.0),
        "interaction": entry.interaction.map(|id| to_column(id.0)),
        "start": start,
        "length": entry.records.len(),
        "stage": stage(entry),
    })
}

/// Converts an error of a write. After a disk error the contents of the file are unknown.
fn write_error(error: &sqlx::Error) -> WriteError {
    match result_code(error) {
        Some(IO_ERROR | CORRUPT | NO_DATABASE) => WriteError::Permanent(error_text(error)),
        _ => WriteError::Transient(error_text(error)),
    }
}
