//! The journal in an SQLite file: write-ahead log, synced at each commit, one writer for entries. A lock
//! file beside it keeps other processes out.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteError, SqliteJournalMode, SqliteSynchronous,
};
use sqlx::{ConnectOptions as _, Connection as _};
use table::entry::Entry;
use table::ids::{ChannelId, GuildId, Millis, TableId, UserId};
use tokio::sync::Mutex;
use tracing::warn;

use crate::migrations;
use crate::ownership::{OwnedTable, Owner, PostedMessages, RunningTable};
use crate::port::{Journal, JournalError};
use crate::rows::{
    RunningRow, conflict, entry, error_text, from_column, ids_to_json, records, stage, to_column,
    to_running_table, unavailable,
};
use crate::store::StoreError;
use crate::wal_check;
use crate::writer::{AppendResults, COMMIT_GROUP, CommitGroup, EntrySink, WriteError, Writer};

/// The time a statement waits while another connection or program has the file locked.
const BUSY_TIMEOUT: Duration = Duration::from_secs(2);
/// The application id in the header of a journal file, written by the first migration.
const APPLICATION_ID: i64 = 0x4B49_544E;
/// The size in bytes to which the write-ahead log is truncated after a checkpoint.
const WAL_SIZE_LIMIT: &str = "16777216";

// SQLite's primary result codes.
const BUSY: i32 = 5;
const LOCKED: i32 = 6;
const IO_ERROR: i32 = 10;
const CORRUPT: i32 = 11;
const NO_DATABASE: i32 = 26;

/// A journal in an SQLite file, used by one process at a time.
pub struct SqliteJournal {
    writer: Writer,
    /// For reads and for writes other than entries.
    side: Mutex<Option<SqliteConnection>>,
    /// Held as long as this process uses the file.
    _lock: File,
}

impl SqliteJournal {
    /// Opens the file. Creates it and its folder if they do not exist.
    pub(crate) async fn open(file: &Path) -> Result<Self, StoreError> {
        Self::open_with(file, COMMIT_GROUP, |options| options).await
    }

    /// Opens the file with these limits of a group of entries; `add` can change SQLite's options.
    ///
    /// # Errors
    /// If the file cannot be used; the error says why in one sentence.
    pub async fn open_with(
        file: &Path,
        group: CommitGroup,
        add: impl FnOnce(SqliteConnectOptions) -> SqliteConnectOptions,
    ) -> Result<Self, StoreError> {
        let location = file.display().to_string();
        let to_store_error = |error: sqlx::Error| store_error(&error, &location);
        let lock = lock_file(file, &location)?;
        let unusable =
            wal_check::unusable_bytes(&std::fs::read(wal_path(file)).unwrap_or_default());
        // A file of another program is left as it is: its journal mode is not changed either.
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .busy_timeout(BUSY_TIMEOUT)
            .disable_statement_logging();
        let mut connection = options.connect().await.map_err(to_store_error)?;
        if !is_ours(&mut connection).await.map_err(to_store_error)? {
            return Err(StoreError::Foreign { location });
        }
        connection.close().await.map_err(to_store_error)?;
        let options = add(options
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .pragma("journal_size_limit", WAL_SIZE_LIMIT));
        let mut connection = options.connect().await.map_err(to_store_error)?;
        migrations::run(migrations::SQLITE, &mut connection, &location).await?;
        check_writable(&mut connection)
            .await
            .map_err(to_store_error)?;
        let mut side = options.connect().await.map_err(to_store_error)?;
        if let Some(bytes) = unusable {
            let entries = count_entries(&mut side).await.map_err(to_store_error)?;
            warn!(
                location,
                bytes,
                entries,
                "the end of the write-ahead log is incomplete; the complete transactions are used"
            );
        }
        Ok(Self {
            writer: Writer::start(SqliteSink { connection }, group),
            side: Mutex::new(Some(side)),
            _lock: lock,
        })
    }

    pub(crate) async fn language(&self, user: UserId) -> Result<Option<String>, JournalError> {
        const SELECT_LANGUAGE: &str = "SELECT reading FROM people WHERE id = ?1";
        let query = sqlx::query_scalar(SELECT_LANGUAGE).bind(to_column(user.0));
        let mut side = self.side.lock().await;
        let language = query.fetch_optional(open(&mut side)?).await;
        language.map_err(|error| unavailable(&error))
    }

    pub(crate) async fn set_language(
        &self,
        user: UserId,
        language: &str,
    ) -> Result<(), JournalError> {
        const UPSERT_LANGUAGE: &str = "INSERT INTO people (id, reading) VALUES (?1, ?2) \
             ON CONFLICT (id) DO UPDATE SET reading = excluded.reading";
        let query = sqlx::query(UPSERT_LANGUAGE)
            .bind(to_column(user.0))
            .bind(language);
        let mut side = self.side.lock().await;
        let done = query.execute(open(&mut side)?).await;
        done.map(drop).map_err(|error| unavailable(&error))
    }

    /// Waits until every append has finished and closes the file. Later appends are refused.
    pub async fn close(&self) {
        self.writer.close().await;
        if let Some(side) = self.side.lock().await.take()
            && let Err(error) = side.close().await
        {
            warn!(
                error = error_text(&error),
                "the database could not be closed cleanly"
            );
        }
    }

    pub(crate) async fn wait_until_failed(&self) {
        self.writer.wait_until_failed().await;
    }

    /// Returns SQLite's synchronous level: 0 never syncs, 2 syncs at each commit.
    ///
    /// # Errors
    /// [`JournalError::Unavailable`].
    pub async fn synchronous(&self) -> Result<i64, JournalError> {
        let mut side = self.side.lock().await;
        let level = sqlx::query_scalar("PRAGMA synchronous");
        let level = level.fetch_one(open(&mut side)?).await;
        level.map_err(|error| unavailable(&error))
    }
}

impl Journal for SqliteJournal {
    async fn append(&self, entry: &Entry) -> Result<(), JournalError> {
        self.writer.append(entry).await
    }

    async fn load(&self, table: TableId) -> Result<Vec<Entry>, JournalError> {
        const SELECT_ENTRIES: &str = "SELECT schema, version, at, interaction, records FROM entries \
             WHERE table_id = ?1 ORDER BY version";
        let query = sqlx::query_as(SELECT_ENTRIES).bind(to_column(table.0));
        let mut side = self.side.lock().await;
        let rows = query.fetch_all(open(&mut side)?).await;
        let rows = rows.map_err(|error| unavailable(&error))?;
        rows.into_iter().map(|row| entry(table, row)).collect()
    }

    async fn running(&self) -> Result<Vec<RunningTable>, JournalError> {
        const SELECT_RUNNING: &str = "SELECT id, guild, channel, message, replaced, written_at FROM tables \
             WHERE stage = 'running' ORDER BY written_at";
        let mut side = self.side.lock().await;
        let rows = sqlx::query_as(SELECT_RUNNING)
            .fetch_all(open(&mut side)?)
            .await;
        let rows: Vec<RunningRow> = rows.map_err(|error| unavailable(&error))?;
        Ok(rows.into_iter().map(to_running_table).collect())
    }

    async fn find_in_channel(
        &self,
        channel: ChannelId,
    ) -> Result<Option<OwnedTable>, JournalError> {
        const SELECT_IN_CHANNEL: &str = "SELECT id, guild, channel, message, replaced, written_at FROM tables \
             WHERE channel = ?1 AND stage = 'running'";
        let query = sqlx::query_as(SELECT_IN_CHANNEL).bind(to_column(channel.0));
        let mut side = self.side.lock().await;
        let row = query.fetch_optional(open(&mut side)?).await;
        let row: Option<RunningRow> = row.map_err(|error| unavailable(&error))?;
        Ok(row.map(|row| OwnedTable {
            running: to_running_table(row),
            owner: Owner::ThisProcess,
        }))
    }

    async fn quarantine(&self, table: TableId) -> Result<(), JournalError> {
        const QUARANTINE: &str = "UPDATE tables SET stage = 'aside' WHERE id = ?1";
        let query = sqlx::query(QUARANTINE).bind(to_column(table.0));
        let mut side = self.side.lock().await;
        let done = query.execute(open(&mut side)?).await;
        done.map(drop).map_err(|error| unavailable(&error))
    }

    async fn record_posted(
        &self,
        table: TableId,
        posted: &PostedMessages,
    ) -> Result<(), JournalError> {
        const UPDATE_POSTED: &str = "UPDATE tables SET message = ?2, replaced = ?3 WHERE id = ?1";
        let query = sqlx::query(UPDATE_POSTED)
            .bind(to_column(table.0))
            .bind(posted.message.map(to_column))
            .bind(ids_to_json(&posted.replaced));
        let mut side = self.side.lock().await;
        let done = query.execute(open(&mut side)?).await;
        done.map(drop).map_err(|error| unavailable(&error))
    }

    async fn clear_posted(&self, table: TableId) -> Result<(), JournalError> {
        const CLEAR_POSTED: &str = "UPDATE tables SET message = NULL, replaced = '[]' \
             WHERE id = ?1 AND stage = 'closed'";
        let query = sqlx::query(CLEAR_POSTED).bind(to_column(table.0));
        let mut side = self.side.lock().await;
        let done = query.execute(open(&mut side)?).await;
        done.map(drop).map_err(|error| unavailable(&error))
    }

    async fn closed_with_messages(&self) -> Result<Vec<RunningTable>, JournalError> {
        const SELECT_CLOSED: &str = "SELECT id, guild, channel, message, replaced, written_at FROM tables \
             WHERE stage = 'closed' AND message IS NOT NULL";
        let mut side = self.side.lock().await;
        let rows = sqlx::query_as(SELECT_CLOSED).fetch_all(open(&mut side)?);
        let rows: Vec<RunningRow> = rows.await.map_err(|error| unavailable(&error))?;
        Ok(rows.into_iter().map(to_running_table).collect())
    }

    async fn record_alive(&self, at: Millis) -> Result<(), JournalError> {
        const UPSERT_ALIVE: &str = "INSERT INTO life (one, at) VALUES (1, ?1) \
             ON CONFLICT (one) DO UPDATE SET at = max(at, excluded.at)";
        let query = sqlx::query(UPSERT_ALIVE).bind(to_column(at.0));
        let mut side = self.side.lock().await;
        let done = query.execute(open(&mut side)?).await;
        done.map(drop).map_err(|error| unavailable(&error))
    }

    async fn last_alive(&self) -> Result<Option<Millis>, JournalError> {
        const SELECT_LAST_ALIVE: &str = "SELECT max(at) FROM life";
        let mut side = self.side.lock().await;
        let last = sqlx::query_scalar(SELECT_LAST_ALIVE)
            .fetch_one(open(&mut side)?)
            .await;
        let last: Option<i64> = last.map_err(|error| unavailable(&error))?;
        Ok(last.map(|at| Millis(from_column(at))))
    }
}

fn open(side: &mut Option<SqliteConnection>) -> Result<&mut SqliteConnection, JournalError> {
    side.as_mut()
        .ok_or_else(|| JournalError::Unavailable("it is closed".to_owned()))
}

/// Returns the path of SQLite's write-ahead log for a file.
fn wal_path(file: &Path) -> PathBuf {
    PathBuf::from(format!("{}-wal", file.display()))
}

async fn count_entries(connection: &mut SqliteConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("SELECT count(*) FROM entries")
        .fetch_one(connection)
        .await
}

/// Locks the journal for this process, as long as the returned file is open. The lock is on a file of
/// its own: POSIX locks on the database file would be lost when any code in this process closes it.
fn lock_file(file: &Path, location: &str) -> Result<File, StoreError> {
    let failed = |reason| StoreError::Folder {
        location: location.to_owned(),
        reason,
    };
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    let lock_path = PathBuf::from(format!("{}.lock", file.display()));
    let lock = File::create(lock_path).map_err(failed)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse {
            location: location.to_owned(),
        }),
        Err(TryLockError::Error(reason)) => Err(failed(reason)),
    }
}

/// Returns true if the file is a journal or an empty database.
async fn is_ours(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    let application_id: i64 = sqlx::query_scalar("PRAGMA application_id")
        .fetch_one(&mut *connection)
        .await?;
    let objects: i64 = sqlx::query_scalar("SELECT count(*) FROM sqlite_schema")
        .fetch_one(&mut *connection)
        .await?;
    Ok(application_id == APPLICATION_ID || (application_id == 0 && objects == 0))
}

/// Checks that the file can be written.
async fn check_writable(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    run(connection, "BEGIN IMMEDIATE").await?;
    run(connection, "ROLLBACK").await
}

async fn run(connection: &mut SqliteConnection, sql: &'static str) -> Result<(), sqlx::Error> {
    sqlx::query(sql).execute(connection).await.map(drop)
}

fn result_code(error: &sqlx::Error) -> Option<i32> {
    let error = error
        .as_database_error()?
        .try_downcast_ref::<SqliteError>()?;
    let result_code: i32 = sqlx::error::DatabaseError::code(error)?.parse().ok()?;
    Some(result_code & 0xff)
}

fn store_error(error: &sqlx::Error, location: &str) -> StoreError {
    let location = location.to_owned();
    match result_code(error) {
        Some(BUSY | LOCKED) => StoreError::InUse { location },
        Some(NO_DATABASE) => StoreError::Foreign { location },
        _ => StoreError::Refused {
            location,
            reason: error_text(error),
        },
    }
}

/// Converts an error of a write. After a disk error the contents of the file are unknown.
fn write_error(error: &sqlx::Error) -> WriteError {
    match result_code(error) {
        Some(IO_ERROR | CORRUPT | NO_DATABASE) => WriteError::Permanent(error_text(error)),
        _ => WriteError::Transient(error_text(error)),
    }
}

/// The connection that the writer appends entries with.
struct SqliteSink {
    connection: SqliteConnection,
}

impl EntrySink for SqliteSink {
    async fn write_group(&mut self, group: &[Entry]) -> Result<AppendResults, WriteError> {
        match self.write_transaction(group).await {
            Ok(results) => Ok(results),
            Err(error) => {
                // After some errors SQLite has rolled back already; then this fails and changes nothing.
                let _ = run(&mut self.connection, "ROLLBACK").await;
                Err(write_error(&error))
            }
        }
    }

    async fn close(self) {
        if let Err(error) = self.connection.close().await {
            warn!(
                error = error_text(&error),
                "the database could not be closed cleanly"
            );
        }
    }
}

impl SqliteSink {
    async fn write_transaction(&mut self, group: &[Entry]) -> Result<AppendResults, sqlx::Error> {
        run(&mut self.connection, "BEGIN IMMEDIATE").await?;
        let mut results = Vec::with_capacity(group.len());
        for entries in group.chunk_by(can_share_statement) {
            let appended = match opened_channel(&entries[0]) {
                Some(location) => self.open_table(&entries[0], location).await?,
                None => self.append_each(entries).await?,
            };
            results.extend(entries.iter().map(|entry| appended.result_for(entry)));
        }
        run(&mut self.connection, "COMMIT").await?;
        Ok(results)
    }

    /// Appends one entry to each of several tables that are at the version before it. All go to
    /// SQLite's thread in one message, because the message is most of an entry's cost.
    async fn append_each(&mut self, entries: &[Entry]) -> Result<AppendedTables, sqlx::Error> {
        const APPEND: &str = "INSERT INTO entries \
                 (table_id, version, schema, at, interaction, records) \
             SELECT tables.id, entry.value ->> 'version', entry.value ->> 'schema', \
                 entry.value ->> 'at', entry.value ->> 'interaction', entry.value ->> 'records' \
             FROM json_each(?1) AS entry JOIN tables ON tables.id = entry.value ->> 'table' \
             WHERE tables.version = entry.value ->> 'version' - 1 AND stage = 'running' \
             ON CONFLICT DO NOTHING RETURNING table_id; \
             UPDATE tables SET version = entry.value ->> 'version', \
                 written_at = entry.value ->> 'at', stage = entry.value ->> 'stage' \
             FROM json_each(?1) AS entry \
             WHERE tables.id = entry.value ->> 'table' AND EXISTS (SELECT 1 FROM entries \
                 WHERE table_id = tables.id AND entries.version = tables.version + 1)";
        let rows: Result<Vec<Value>, JournalError> = entries.iter().map(entry_json).collect();
        let rows = rows.map_err(|error| sqlx::Error::Encode(Box::new(error)))?;
        let query = sqlx::query_scalar(APPEND).bind(Value::from(rows).to_string());
        Ok(AppendedTables(query.fetch_all(&mut self.connection).await?))
    }

    /// Inserts a new table with its first entry. Removes its row again if the entry is refused, because
    /// its interaction has been written before.
    async fn open_table(
        &mut self,
        entry: &Entry,
        (guild, channel): (GuildId, ChannelId),
    ) -> Result<AppendedTables, sqlx::Error> {
        const INSERT_TABLE: &str = "INSERT INTO tables (id, guild, channel, version, written_at, stage) \
             VALUES (?1, ?2, ?3, 0, ?4, 'running') ON CONFLICT DO NOTHING";
        run(&mut self.connection, "SAVEPOINT entry").await?;
        let query = sqlx::query(INSERT_TABLE)
            .bind(to_column(entry.table.0))
            .bind(to_column(guild.0))
            .bind(to_column(channel.0))
            .bind(to_column(entry.at.0));
        let opened = query.execute(&mut self.connection).await?;
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

/// Returns the server and channel of a table that this entry opens.
fn opened_channel(entry: &Entry) -> Option<(GuildId, ChannelId)> {
    entry.opening().filter(|_| entry.version == 1)
}

/// Returns true if neighbours of a group can be appended by one statement: it takes at most one entry
/// for each table, and none that opens a table.
fn can_share_statement(one: &Entry, next: &Entry) -> bool {
    one.table != next.table && opened_channel(one).is_none() && opened_channel(next).is_none()
}

/// Returns an entry in the form that [`SqliteSink::append_each`] reads.
fn entry_json(entry: &Entry) -> Result<Value, JournalError> {
    Ok(json!({
        "table": to_column(entry.table.0),
        "version": to_column(entry.version),
        "schema": entry.schema,
        "at": to_column(entry.at.0),
        "interaction": entry.interaction.map(|id| to_column(id.0)),
        "records": records(entry)?,
        "stage": stage(entry),
    }))
}
