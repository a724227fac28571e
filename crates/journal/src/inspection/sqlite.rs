//! Inspects an SQLite file over a read-only connection, without disturbing a process that uses it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};

use super::database_state::{Schema, SqliteInspection};
use crate::file_access::{free_bytes, private};
use crate::migrations;
use crate::record_cipher::RecordCipher;
use crate::rows::{COUNT_SEALED, SELECT_BEGINNINGS, check_keys, from_column, unreadable_texts};
use crate::sql::Statement;
use crate::sql_journal::SELECT_APPLICATION;
use crate::sqlite::private_files::{LOCK, beside};
use crate::sqlite::{FileLock, is_ours, store_error};
use crate::store_error::StoreError;

/// The suffix of the scratch file for measuring the disk's speed.
const SCRATCH: &str = "-doctor";
const SYNCS: usize = 3;

/// Inspects a file that need not exist yet.
pub(super) async fn inspect(
    file: &Path,
    cipher: &RecordCipher,
) -> Result<SqliteInspection, StoreError> {
    let location = file.display().to_string();
    let size_bytes = file.metadata().map_or(0, |metadata| metadata.len());
    let (version, schema, application, unreadable) = if size_bytes == 0 {
        (library_version().await?, Schema::Empty, None, Vec::new())
    } else {
        read(file, cipher, &location).await?
    };
    Ok(SqliteInspection {
        file: file.to_owned(),
        version,
        schema,
        in_use: is_locked(file),
        size_bytes,
        free_bytes: free_bytes(&existing_folder(file)),
        sync: sync_time(file, location)?,
        application,
        unreadable,
    })
}

/// Returns the SQLite version, the schema, the application and the unreadable parts of an existing file.
async fn read(
    file: &Path,
    cipher: &RecordCipher,
    location: &str,
) -> Result<(String, Schema, Option<u64>, Vec<String>), StoreError> {
    let to_store_error = |error: sqlx::Error| store_error(&error, location);
    let mut connection = connect(file).await.map_err(to_store_error)?;
    let found = newest_migration(&mut connection, location).await?;
    let schema = Schema::new(found, migrations::newest(migrations::SQLITE), location)?;
    let (mut application, mut unreadable) = (None, Vec::new());
    if schema != Schema::Empty {
        let beginnings = sqlx::query_as(SELECT_BEGINNINGS)
            .fetch_all(&mut connection)
            .await;
        check_keys(cipher, &beginnings.map_err(to_store_error)?, location)?;
        let recorded = sqlx::query_scalar(SELECT_APPLICATION)
            .fetch_optional(&mut connection)
            .await;
        application = recorded.map_err(to_store_error)?.map(from_column);
    }
    if let Schema::Current(_) = schema {
        let counts = Statement::new(COUNT_SEALED)
            .bind(true)
            .query_as()
            .fetch_all(&mut connection)
            .await;
        unreadable = unreadable_texts(cipher, counts.map_err(to_store_error)?);
    }
    let version = sqlx::query_scalar("SELECT sqlite_version()")
        .fetch_one(&mut connection)
        .await
        .map_err(to_store_error)?;
    connection.close().await.map_err(to_store_error)?;
    Ok((version, schema, application, unreadable))
}

pub(crate) async fn connect(file: &Path) -> Result<SqliteConnection, sqlx::Error> {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .read_only(true)
        .busy_timeout(Duration::from_secs(2));
    options.disable_statement_logging().connect().await
}

/// Returns the newest migration that has run; `None` if none has run yet.
pub(crate) async fn newest_migration(
    connection: &mut SqliteConnection,
    location: &str,
) -> Result<Option<i64>, StoreError> {
    let to_store_error = |error: sqlx::Error| store_error(&error, location);
    if !is_ours(connection).await.map_err(to_store_error)? {
        return Err(StoreError::Foreign(location.to_owned()));
    }
    let application_id: i64 = sqlx::query_scalar("PRAGMA application_id")
        .fetch_one(&mut *connection)
        .await
        .map_err(to_store_error)?;
    // The first migration sets the application id.
    if application_id == 0 {
        return Ok(None);
    }
    let newest = sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations");
    newest.fetch_one(connection).await.map_err(to_store_error)
}

async fn library_version() -> Result<String, StoreError> {
    let refused = |error: sqlx::Error| store_error(&error, "memory");
    let options = SqliteConnectOptions::new().in_memory(true);
    let mut connection = options.connect().await.map_err(refused)?;
    let version = sqlx::query_scalar("SELECT sqlite_version()");
    version.fetch_one(&mut connection).await.map_err(refused)
}

/// Returns true if another process holds the file's lock. Does not create a lock file.
fn is_locked(file: &Path) -> bool {
    let lock = File::open(beside(file, LOCK)).map(FileLock);
    lock.is_ok_and(|lock| matches!(lock.0.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

fn sync_time(file: &Path, location: String) -> Result<Option<Duration>, StoreError> {
    let folder = file.parent().filter(|folder| *folder != Path::new(""));
    if folder.is_some_and(|folder| !folder.is_dir()) {
        return Ok(None);
    }
    let measured = time_sync(&beside(file, SCRATCH));
    measured
        .map(Some)
        .map_err(|reason| StoreError::Folder { location, reason })
}

fn existing_folder(file: &Path) -> PathBuf {
    let folders = file.ancestors().skip(1);
    let mut existing = folders.filter(|folder| folder.is_dir());
    existing.next().unwrap_or(Path::new(".")).to_owned()
}

/// Returns the median time of a durable 4 KB write. Writes to the new file `scratch` and deletes it.
fn time_sync(scratch: &Path) -> io::Result<Duration> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    let mut file = private(&mut options).open(scratch)?;
    let times: io::Result<Vec<_>> = (0..SYNCS).map(|_| sync_once(&mut file)).collect();
    std::fs::remove_file(scratch)?;
    let mut times = times?;
    times.sort_unstable();
    Ok(times[SYNCS / 2])
}

fn sync_once(file: &mut File) -> io::Result<Duration> {
    let started = Instant::now();
    file.write_all(&[0; 4096])?;
    file.sync_all()?;
    Ok(started.elapsed())
}
