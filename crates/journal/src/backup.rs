//! Writes a backup of an SQLite journal while the bot runs, and checks backups. A backup is an SQLite file that can
//! take the journal's place.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use table::ids::{Millis, TableId};

use crate::file_access::{private, sync_folder};
use crate::inspection::{connect_sqlite, newest_sqlite_migration};
use crate::migrations;
use crate::people::{read_people, select_people};
use crate::port::JournalError;
use crate::record_cipher::RecordCipher;
use crate::rows::{EntryReader, EntryRow, from_column};
use crate::sql::{SqlConnection as _, Statement};
use crate::sqlite::private_files::beside;
use crate::store_error::{StoreError, error_text};

/// The suffix of the file to which a backup or a restored journal is copied first.
pub(crate) const PARTIAL: &str = ".partial";
pub(crate) const LOG: &str = "-wal";
/// The first bytes of a dump that `pg_dump --format=custom` writes.
const POSTGRES_DUMP: &[u8] = b"PGDMP";

/// A summary of an intact backup. `Display` prints its counts, and advice if entries could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackupSummary {
    /// The number of tables, running or not.
    pub tables: u64,
    /// The number of running tables, which continue once the backup is restored.
    pub running: u64,
    /// The number of entries in all tables.
    pub entries: u64,
    /// The number of entries of running tables that could not be read because a key is missing.
    pub unread: u64,
    /// The time of the newest entry; `None` if there are no entries.
    pub newest: Option<Millis>,
    /// The size of the file in bytes.
    pub bytes: u64,
}

impl fmt::Display for BackupSummary {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "tables: {}, running: {}, ",
            self.tables, self.running
        )?;
        write!(formatter, "entries: {}", self.entries)?;
        if self.unread == 0 {
            return Ok(());
        }
        let advice = "could not be read: set JOURNAL_KEY_FILE to the key that encrypts them";
        write!(formatter, "; {} {advice}", self.unread)
    }
}

/// Why a backup could not be written or is not intact. The messages are for the operator.
#[expect(missing_docs, reason = "each error text describes its variant")]
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    #[error("{} exists already: choose another name, or delete it first", .0.display())]
    Exists(PathBuf),
    #[error("{} cannot be used: {reason}", file.display())]
    System { file: PathBuf, reason: io::Error },
    /// The database cannot be read as a journal of this or an earlier version.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file is an SQLite database in which no migration has run, perhaps created by mistake.
    #[error("{} holds no games of Kittens", .0.display())]
    Empty(PathBuf),
    /// There is a write-ahead log beside the file, which may contain changes that the file lacks.
    #[error(
        "{} is no backup: the bot uses it, or was killed while it did. `kittens backup FILE` makes one",
        .0.display()
    )]
    HasLog(PathBuf),
    #[error(
        "{} is a dump of a PostgreSQL database, which only PostgreSQL can check: `pg_restore \
         --file=/dev/null {}` reads all of it",
        .0.display(), .0.display()
    )]
    PostgresDump(PathBuf),
    /// The reason says which part is damaged, without quoting its content.
    #[error("{} is not whole: {reason}", file.display())]
    Damaged { file: PathBuf, reason: String },
}

/// Copies the journal in `source`, which a process may be using, to the new file `target`, and checks the copy.
/// The copy is a consistent snapshot that only this account can read. Encrypted entries stay encrypted. Needs a
/// Tokio runtime.
///
/// # Errors
/// If `target` exists or cannot be written, if `source` cannot be read or is not a journal of this or an earlier
/// version, or if the copy is not intact.
pub async fn write_backup(
    source: &Path,
    target: &Path,
    cipher: &RecordCipher,
) -> Result<BackupSummary, BackupError> {
    if target.symlink_metadata().is_ok() {
        return Err(BackupError::Exists(target.to_owned()));
    }
    let partial = beside(target, PARTIAL);
    let summary = copy(source, &partial, cipher).await;
    let finished = summary.and_then(|summary| {
        make_durable(&partial, target).map_err(|reason| system(target, reason))?;
        Ok(summary)
    });
    if finished.is_err() {
        // Fails harmlessly if the file was never created.
        let _ = fs::remove_file(&partial);
    }
    finished
}

async fn copy(
    source: &Path,
    partial: &Path,
    cipher: &RecordCipher,
) -> Result<BackupSummary, BackupError> {
    let location = source.display().to_string();
    source.metadata().map_err(|reason| system(source, reason))?;
    create_private(partial)
        .map(drop)
        .map_err(|reason| system(partial, reason))?;
    let mut connection = connect_sqlite(source)
        .await
        .map_err(|error| refused(&error, &location))?;
    check_schema(source, &mut connection).await?;
    // `VACUUM INTO` reads in one transaction and omits deleted and replaced rows.
    let target = partial
        .to_str()
        .ok_or_else(|| system(partial, io::ErrorKind::InvalidFilename.into()))?;
    let vacuum = sqlx::query("VACUUM INTO ?1").bind(target);
    let copied = vacuum.execute(&mut connection).await;
    copied.map_err(|error| refused(&error, &location))?;
    let closed = connection.close().await;
    closed.map_err(|error| refused(&error, &location))?;
    check_backup(partial, cipher).await
}

/// Creates an empty file that only this account can read. Replaces a file left by a killed process.
pub(crate) fn create_private(file: &Path) -> io::Result<File> {
    if file.symlink_metadata().is_ok() {
        fs::remove_file(file)?;
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    private(&mut options).open(file)
}

/// Syncs a copy to disk, renames it to its final name, and syncs the folder.
pub(crate) fn make_durable(partial: &Path, target: &Path) -> io::Result<()> {
    File::open(partial)?.sync_all()?;
    fs::rename(partial, target)?;
    sync_folder(folder_of(target))
}

pub(crate) fn folder_of(file: &Path) -> &Path {
    let folder = file.parent().filter(|folder| *folder != Path::new(""));
    folder.unwrap_or(Path::new("."))
}

/// Checks that a backup is intact: the file's pages are valid and complete, no table lacks an entry, and the entries
/// and people of running tables can be read if `cipher` has their keys. Does not change the file. Needs a
/// Tokio runtime.
///
/// # Errors
/// If the file cannot be read, has a write-ahead log, is not an SQLite journal of this or an earlier version, or
/// is damaged.
pub async fn check_backup(
    file: &Path,
    cipher: &RecordCipher,
) -> Result<BackupSummary, BackupError> {
    let failed = |reason| system(file, reason);
    let bytes = file.metadata().map_err(failed)?.len();
    if is_postgres_dump(file).map_err(failed)? {
        return Err(BackupError::PostgresDump(file.to_owned()));
    }
    if has_log(file) {
        return Err(BackupError::HasLog(file.to_owned()));
    }
    let damaged = |error: &sqlx::Error| damage(file, error_text(error));
    // No process writes to a backup, so SQLite needs no locks and no files beside it.
    let options = SqliteConnectOptions::new()
        .filename(file)
        .read_only(true)
        .immutable(true)
        .disable_statement_logging();
    let mut connection = options.connect().await.map_err(|error| damaged(&error))?;
    check_pages(file, &mut connection).await?;
    check_length(file, bytes, &mut connection).await?;
    check_schema(file, &mut connection).await?;
    check_sequence(file, &mut connection).await?;
    let unread = check_entries(file, &mut connection, cipher).await?;
    let counts = count(&mut connection).await;
    let (tables, running, entries, newest) = counts.map_err(|error| damaged(&error))?;
    Ok(BackupSummary {
        tables: from_column(tables),
        running: from_column(running),
        entries: from_column(entries),
        unread,
        newest: newest.map(|at| Millis(from_column(at))),
        bytes,
    })
}

fn has_log(file: &Path) -> bool {
    let log = beside(file, LOG).metadata();
    log.is_ok_and(|log| log.len() > 0)
}

fn is_postgres_dump(file: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    let length = POSTGRES_DUMP.len() as u64;
    File::open(file)?.take(length).read_to_end(&mut start)?;
    Ok(start == POSTGRES_DUMP)
}

async fn check_pages(file: &Path, connection: &mut SqliteConnection) -> Result<(), BackupError> {
    let check = sqlx::query_scalar("PRAGMA integrity_check(1)");
    let result: Result<String, _> = check.fetch_one(connection).await;
    match result {
        Ok(text) if text == "ok" => Ok(()),
        Ok(text) => Err(damage(file, text.replace('\n', " "))),
        Err(error) => Err(damage(file, error_text(&error))),
    }
}

/// Checks that the last page is complete, because SQLite reads missing bytes as zeros.
async fn check_length(
    file: &Path,
    bytes: u64,
    connection: &mut SqliteConnection,
) -> Result<(), BackupError> {
    let page_size: i64 = sqlx::query_scalar("PRAGMA page_size")
        .fetch_one(connection)
        .await
        .map_err(|error| damage(file, error_text(&error)))?;
    match bytes % from_column(page_size).max(1) {
        0 => Ok(()),
        _ => Err(damage(file, "its last page is cut off".to_owned())),
    }
}

async fn check_schema(file: &Path, connection: &mut SqliteConnection) -> Result<(), BackupError> {
    let location = file.display().to_string();
    match newest_sqlite_migration(connection, &location).await? {
        None => Err(BackupError::Empty(file.to_owned())),
        Some(found) if found > migrations::newest(migrations::SQLITE) => {
            Err(StoreError::Newer { location, found }.into())
        }
        Some(_) => Ok(()),
    }
}

/// Checks that each table has an entry for each of its versions.
async fn check_sequence(file: &Path, connection: &mut SqliteConnection) -> Result<(), BackupError> {
    const SELECT_BROKEN: &str = "SELECT id FROM tables LEFT JOIN \
             (SELECT table_id, count(*) AS entries, min(version) AS oldest, max(version) AS newest \
              FROM entries GROUP BY table_id) ON table_id = id \
         WHERE entries IS NOT tables.version OR oldest IS NOT 1 OR newest IS NOT tables.version LIMIT 1";
    let broken: Result<Option<i64>, _> = sqlx::query_scalar(SELECT_BROKEN)
        .fetch_optional(connection)
        .await;
    match broken {
        Ok(None) => Ok(()),
        Ok(Some(table)) => {
            let table = TableId(from_column(table));
            let reason = format!("entries of table {table} are missing");
            Err(damage(file, reason))
        }
        Err(error) => Err(damage(file, error_text(&error))),
    }
}

/// Reads the entries and people of running tables. Returns the number of entries whose key is missing.
async fn check_entries(
    file: &Path,
    connection: &mut SqliteConnection,
    cipher: &RecordCipher,
) -> Result<u64, BackupError> {
    const SELECT_RUNNING: &str = "SELECT id FROM tables WHERE stage = 'running'";
    const SELECT_ENTRIES: &str = "SELECT schema, version, at, interaction, records FROM entries \
         WHERE table_id = $1 ORDER BY version";
    let failed = |error: sqlx::Error| damage(file, error_text(&error));
    let damaged = |error: JournalError| damage(file, error.to_string());
    let running: Result<Vec<(i64,)>, _> = connection.fetch(Statement::new(SELECT_RUNNING)).await;
    let mut unread = 0;
    for (id,) in running.map_err(failed)? {
        let table = TableId(from_column(id));
        let rows = connection.fetch(select_people(table)).await;
        let people = match read_people(cipher, table, rows.map_err(failed)?) {
            // Entries encrypted with the same key count as unread below.
            Err(JournalError::MissingKey { .. }) => None,
            people => Some(people.map_err(damaged)?),
        };
        let select = Statement::new(SELECT_ENTRIES).bind(table);
        let entries: Result<Vec<EntryRow>, _> = connection.fetch(select).await;
        let mut reader = EntryReader::new(cipher, table, people.as_deref().unwrap_or_default());
        for row in entries.map_err(failed)? {
            match reader.read(row) {
                Ok(_) => {}
                Err(JournalError::MissingKey { .. }) => unread += 1,
                Err(error) => return Err(damaged(error)),
            }
        }
        if people.is_some() {
            reader.check_people().map_err(damaged)?;
        }
    }
    Ok(unread)
}

/// The numbers of tables, running tables and entries, and the time of the newest entry.
type CountRow = (i64, i64, i64, Option<i64>);

async fn count(connection: &mut SqliteConnection) -> Result<CountRow, sqlx::Error> {
    const SELECT_COUNTS: &str = "SELECT (SELECT count(*) FROM tables), \
             (SELECT count(*) FROM tables WHERE stage = 'running'), \
             (SELECT count(*) FROM entries), (SELECT max(at) FROM entries)";
    sqlx::query_as(SELECT_COUNTS).fetch_one(connection).await
}

fn damage(file: &Path, reason: String) -> BackupError {
    BackupError::Damaged {
        file: file.to_owned(),
        reason,
    }
}

fn system(file: &Path, reason: io::Error) -> BackupError {
    BackupError::System {
        file: file.to_owned(),
        reason,
    }
}

fn refused(error: &sqlx::Error, location: &str) -> BackupError {
    crate::sqlite::store_error(error, location).into()
}
