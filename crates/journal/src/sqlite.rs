//! The journal in an SQLite database. All writes use one connection (`sink`), and reads use a pool of connections. If
//! the database is a file, its write-ahead log is synced at each commit, and a lock file keeps other processes out.

pub(crate) mod private_files;
mod sink;
pub(crate) mod small_write;
mod statement;

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions as _, Connection as _};
use table::ids::{Millis, TableId};
use tokio::sync::oneshot;

use crate::migrations;
use crate::personal_data_rows::{delete_preferences, delete_tables, expired};
use crate::port::{JournalError, PostedMessages};
use crate::record_cipher::RecordCipher;
use crate::rows::{COUNT_SEALED, SELECT_BEGINNINGS, check_keys, ids_to_json, warn_of_unreadable};
use crate::sql::{Dialect, Row, Sql, SqlConnection, Statement, TransactionWork, in_time};
use crate::sql_journal::SqlJournal;
use crate::store_error::StoreError;
use crate::writer::{COMMIT_GROUP, CommitGroup, SmallWriteQueue, Writer};
use sink::SqliteSink;
use small_write::Pending;
use statement::{BUSY, LOCKED, NO_DATABASE, result_code, run};

const READERS: u32 = 3;
/// The time limit, including all waits, of a statement for which a click is waiting. Discord expects an answer within
/// three seconds.
const CLICK_LIMIT: Duration = Duration::from_secs(2);
/// The time limit of other statements.
const BACKGROUND_LIMIT: Duration = Duration::from_mins(1);
/// How long a read, or opening the journal, waits while another connection or program has the file locked.
const BUSY_TIMEOUT: Duration = Duration::from_secs(2);
/// The application id in the header of a journal file, written by the first migration.
const APPLICATION_ID: i64 = 0x4B49_544E;
/// The size in bytes to which the write-ahead log is truncated after a checkpoint.
const WAL_SIZE_LIMIT: &str = "16777216";

/// A journal in an SQLite database, used by one process at a time.
pub type SqliteJournal = SqlJournal<SqlitePools>;

/// Access to a database for everything but appending entries.
#[derive(Clone)]
pub struct SqlitePools {
    /// Read-only connections, so that reads do not wait for writes.
    readers: SqlitePool,
    /// The queue of writes. Its connection takes SQLite's write lock before reading, to wait for another program's
    /// transaction instead of failing on a stale snapshot.
    writes: SmallWriteQueue,
    limit: Duration,
}

impl Sql for SqlitePools {
    /// The lock of the file, held until the journal is closed.
    type Process = Mutex<Option<FileLock>>;
    const DELETE_TABLES: [&'static str; 3] = delete_tables!("");
    const DELETE_PREFERENCES: [&'static str; 2] = delete_preferences!("");

    async fn record_posted(
        journal: &SqliteJournal,
        table: TableId,
        posted: &PostedMessages,
    ) -> Result<(), JournalError> {
        const UPDATE_POSTED: &str = "UPDATE tables SET message = $2, replaced = $3 WHERE id = $1";
        let statement = Statement::new(UPDATE_POSTED)
            .bind(table)
            .bind(posted.message)
            .bind(ids_to_json(&posted.replaced));
        journal.sql.execute(statement).await?;
        Ok(())
    }

    fn record_alive(_process: &Self::Process, at: Millis) -> Statement {
        const UPSERT: &str = "INSERT INTO last_alive (one, at) VALUES (1, $1) \
             ON CONFLICT (one) DO UPDATE SET at = excluded.at WHERE last_alive.at < excluded.at";
        Statement::new(UPSERT).bind(at)
    }

    fn last_alive(_process: &Self::Process) -> Statement {
        Statement::new("SELECT at FROM last_alive")
    }

    async fn close(journal: &SqliteJournal) {
        drop(journal.process.lock().take());
    }

    async fn fetch<R: Row>(&self, statement: Statement) -> Result<Vec<R>, sqlx::Error> {
        let rows = statement.query_as().fetch_all(&self.readers);
        in_time(self.limit, rows).await
    }

    async fn work<W: TransactionWork>(&self, work: W) -> Result<W::Output, sqlx::Error> {
        let (reply, outcome) = oneshot::channel();
        let write = Box::new(Pending {
            work: Some(work),
            outcome: None,
            reply,
        });
        let written = async {
            let queue = self.writes.upgrade().ok_or(sqlx::Error::PoolClosed)?;
            // If the writer has ended, the outcome reports it.
            let _ = queue.send(write).await;
            drop(queue);
            let outcome = outcome.await;
            outcome.unwrap_or_else(|_| Err(io::Error::other("it was not written").into()))
        };
        in_time(self.limit, written).await
    }
}

impl SqlConnection for SqliteConnection {
    const DATABASE: Dialect = Dialect::Sqlite;

    async fn fetch<R: Row>(&mut self, statement: Statement) -> Result<Vec<R>, sqlx::Error> {
        statement.query_as().fetch_all(self).await
    }

    async fn execute(&mut self, statement: Statement) -> Result<u64, sqlx::Error> {
        let done = statement.query().execute(self).await?;
        Ok(done.rows_affected())
    }
}

impl SqliteJournal {
    /// Opens the file. Creates it and its folder if they do not exist.
    pub(crate) async fn open(file: &Path, cipher: RecordCipher) -> Result<Self, StoreError> {
        Self::open_with(file, COMMIT_GROUP, cipher, |options| options).await
    }

    /// Opens the file with these limits for groups of entries. `add` can change the options of the write connection.
    pub async fn open_with(
        file: &Path,
        group: CommitGroup,
        cipher: RecordCipher,
        add: impl FnOnce(SqliteConnectOptions) -> SqliteConnectOptions,
    ) -> Result<Self, StoreError> {
        let location = file.display().to_string();
        let lock = lock_file(file, &location)?;
        let to_store_error = |error: sqlx::Error| store_error(&error, &location);
        private_files::create_database(file).map_err(|reason| folder_error(&location, reason))?;
        // Checks with plain options first: another program's file must stay unchanged, including its journal mode.
        let plain = database(file);
        let mut connection = plain.connect().await.map_err(to_store_error)?;
        if !is_ours(&mut connection).await.map_err(to_store_error)? {
            return Err(StoreError::Foreign(location));
        }
        connection.close().await.map_err(to_store_error)?;
        // SQLite creates its other files beside the database, with the same mode as the database.
        private_files::make_private(file);
        Self::open_database(plain, Some(lock), location, group, cipher, add).await
    }

    /// Opens a new database in memory, which is lost when the journal is closed.
    pub(crate) async fn open_in_memory() -> Result<Self, StoreError> {
        /// Makes the names of this process's databases unique.
        static OPENED: AtomicU64 = AtomicU64::new(0);
        let name = format!("/kittens-{}", OPENED.fetch_add(1, Ordering::Relaxed));
        // All connections that open this name share the database.
        let options = database(Path::new(&name)).vfs("memdb");
        let (location, cipher) = ("memory:".to_owned(), RecordCipher::plain());
        Self::open_database(options, None, location, COMMIT_GROUP, cipher, |options| {
            options
        })
        .await
    }

    async fn open_database(
        plain: SqliteConnectOptions,
        lock: Option<FileLock>,
        location: String,
        group: CommitGroup,
        cipher: RecordCipher,
        add: impl FnOnce(SqliteConnectOptions) -> SqliteConnectOptions,
    ) -> Result<Self, StoreError> {
        let to_store_error = |error: sqlx::Error| store_error(&error, &location);
        let read_only = plain.clone().read_only(true);
        let options = add(plain
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .pragma("journal_size_limit", WAL_SIZE_LIMIT)
            // Overwrites deleted and replaced content in the file.
            .pragma("secure_delete", "ON"));
        let mut connection = options.connect().await.map_err(to_store_error)?;
        migrations::run(migrations::SQLITE, &mut connection, &location).await?;
        let writable = check_writable(&mut connection).await;
        writable.map_err(to_store_error)?;
        let readers = open_readers(read_only).await.map_err(to_store_error)?;
        let beginnings = sqlx::query_as(SELECT_BEGINNINGS).fetch_all(&readers).await;
        check_keys(&cipher, &beginnings.map_err(to_store_error)?, &location)?;
        let counts = Statement::new(COUNT_SEALED)
            .bind(false)
            .query_as()
            .fetch_all(&readers)
            .await
            .map_err(to_store_error)?;
        warn_of_unreadable(&cipher, counts);
        // In milliseconds. Each attempt to lock the file can be short, because the sink retries.
        let attempts = run(&mut connection, "PRAGMA busy_timeout = 100").await;
        attempts.map_err(to_store_error)?;
        let sink = SqliteSink {
            connection,
            readers: readers.clone(),
            refused_at: None,
        };
        let writer = Writer::start(sink, group);
        let sql = SqlitePools {
            readers,
            writes: writer.small_writes.clone(),
            limit: CLICK_LIMIT,
        };
        let background = SqlitePools {
            limit: BACKGROUND_LIMIT,
            ..sql.clone()
        };
        Ok(Self {
            writer,
            sql,
            background,
            cipher,
            location,
            process: Mutex::new(lock),
        })
    }

    /// Returns SQLite's synchronous level: 0 never syncs, 2 syncs at each commit.
    pub async fn synchronous(&self) -> Result<i64, JournalError> {
        let query = Statement::new("PRAGMA synchronous");
        let rows: Vec<(i64,)> = self.sql.fetch_changed(query).await?;
        Ok(rows.first().map_or(0, |&(level,)| level))
    }
}

fn database(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .busy_timeout(BUSY_TIMEOUT)
        .disable_statement_logging()
}

/// Opens a pool that keeps its connections open until it is closed.
async fn open_readers(options: SqliteConnectOptions) -> Result<SqlitePool, sqlx::Error> {
    SqlitePoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(BACKGROUND_LIMIT)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .connect_with(options)
        .await
}

/// A file that stays locked until this is dropped.
pub struct FileLock(pub(crate) File);

impl Drop for FileLock {
    /// Unlocks the file. Closing it is not enough: a child process that is being started keeps a copy of the
    /// descriptor, and with it the lock, until its `exec`.
    fn drop(&mut self) {
        // Fails only for an invalid descriptor.
        let _ = self.0.unlock();
    }
}

/// Locks the journal for this process. Uses a separate file, because POSIX locks on the database file would be lost as
/// soon as any code in this process closed that file.
pub(crate) fn lock_file(file: &Path, location: &str) -> Result<FileLock, StoreError> {
    let failed = |reason| folder_error(location, reason);
    private_files::create_folder(file).map_err(failed)?;
    let lock = private_files::open_lock(file).map_err(failed)?;
    match lock.try_lock() {
        Ok(()) => Ok(FileLock(lock)),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(location.to_owned())),
        Err(TryLockError::Error(reason)) => Err(failed(reason)),
    }
}

fn folder_error(location: &str, reason: std::io::Error) -> StoreError {
    StoreError::Folder {
        location: location.to_owned(),
        reason,
    }
}

/// Returns true for a journal, and for a database that has no application id and no table except the migrations table.
pub(crate) async fn is_ours(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    let application_id: i64 = sqlx::query_scalar("PRAGMA application_id")
        .fetch_one(&mut *connection)
        .await?;
    let others = sqlx::query_scalar("SELECT count(*) FROM sqlite_schema WHERE tbl_name <> $1")
        .bind(migrations::TABLE);
    let others: i64 = others.fetch_one(&mut *connection).await?;
    Ok(application_id == APPLICATION_ID || (application_id == 0 && others == 0))
}

async fn check_writable(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    run(connection, "BEGIN IMMEDIATE").await?;
    run(connection, "ROLLBACK").await
}

pub(crate) fn store_error(error: &sqlx::Error, location: &str) -> StoreError {
    let location = location.to_owned();
    match result_code(error) {
        Some(BUSY | LOCKED) => StoreError::InUse(location),
        Some(NO_DATABASE) => StoreError::Foreign(location),
        _ => StoreError::refused(error, location),
    }
}

#[cfg(test)]
mod tests {
    use tempfile::tempdir;

    use super::*;

    #[test]
    fn a_dropped_lock_is_free_though_a_program_that_is_being_started_has_a_copy_of_it() {
        let folder = tempdir().expect("a folder for a test");
        let file = folder.path().join("kittens.db");
        let lock = lock_file(&file, "here").expect("nobody has locked it");
        let copy = lock.0.try_clone().expect("a descriptor is free");
        assert!(lock_file(&file, "here").is_err());
        drop(lock);
        assert!(lock_file(&file, "here").is_ok());
        drop(copy);
    }
}
