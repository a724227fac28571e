//! The journal in a file of SQLite's: write-ahead log, synced at each commit, one writer, and one
//! process at a time, which a lock on a file beside it makes sure of.

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
    RunningRow, conflict, entry, numbers, records, restored, running, said, stage, stored,
    unavailable,
};
use crate::store::StoreError;
use crate::wal_check;
use crate::writer::{COMMIT_GROUP, CommitGroup, Keep, Verdicts, WriteError, Writer};

/// How long a statement waits for another program that has the file locked.
const PATIENCE: Duration = Duration::from_secs(2);
/// What the file says in its header about whose it is; the first migration writes it there.
const OURS: i64 = 0x4B49_544E;
/// The log of writes is cut back to this many bytes whenever it has been worked in.
const LOG_BYTES: &str = "16777216";

// SQLite's own numbers for what goes wrong, without their finer divisions.
const BUSY: i32 = 5;
const LOCKED: i32 = 6;
const IO_ERROR: i32 = 10;
const CORRUPT: i32 = 11;
const NO_DATABASE: i32 = 26;

/// A journal in a file.
pub struct SqliteJournal {
    writer: Writer,
    /// For reading, and for the little that is written besides entries.
    side: Mutex<Option<SqliteConnection>>,
    /// Held as long as this process uses the file.
    _lock: File,
}

impl SqliteJournal {
    /// Opens the file, which is made if there is none, its folder too.
    pub(crate) async fn open(file: &Path) -> Result<Self, StoreError> {
        Self::open_with(file, COMMIT_GROUP, |options| options).await
    }

    /// The same with entries grouped in this way and with what this adds to SQLite's options.
    pub async fn open_with(
        file: &Path,
        group: CommitGroup,
        add: impl FnOnce(SqliteConnectOptions) -> SqliteConnectOptions,
    ) -> Result<Self, StoreError> {
        let place = file.display().to_string();
        let refused = |error: sqlx::Error| refusal(&error, &place);
        let lock = lock(file, &place)?;
        let cut = wal_check::unusable_bytes(&std::fs::read(log_of(file)).unwrap_or_default());
        // Nothing of a stranger's file is changed, not even the way its writes are logged.
        let plain = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .busy_timeout(PATIENCE)
            .disable_statement_logging();
        let mut connection = plain.connect().await.map_err(refused)?;
        if !is_ours(&mut connection).await.map_err(refused)? {
            return Err(StoreError::Foreign { place });
        }
        connection.close().await.map_err(refused)?;
        let options = add(plain
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .pragma("journal_size_limit", LOG_BYTES));
        let mut connection = options.connect().await.map_err(refused)?;
        migrations::run(migrations::SQLITE, &mut connection, &place).await?;
        writable(&mut connection).await.map_err(refused)?;
        let mut side = options.connect().await.map_err(refused)?;
        if let Some(bytes) = cut {
            let entries = count(&mut side).await.map_err(refused)?;
            warn!(
                place,
                bytes, entries, "the end of the log was cut off or torn; what is whole is used"
            );
        }
        Ok(Self {
            writer: Writer::start(Database { connection }, group),
            side: Mutex::new(Some(side)),
            _lock: lock,
        })
    }

    pub(crate) async fn language(&self, user: UserId) -> Result<Option<String>, JournalError> {
        const READING: &str = "SELECT reading FROM people WHERE id = ?1";
        let query = sqlx::query_scalar(READING).bind(stored(user.0));
        let mut side = self.side.lock().await;
        let language = query.fetch_optional(open(&mut side)?).await;
        language.map_err(|error| unavailable(&error))
    }

    pub(crate) async fn set_language(
        &self,
        user: UserId,
        language: &str,
    ) -> Result<(), JournalError> {
        const CHOOSE: &str = "INSERT INTO people (id, reading) VALUES (?1, ?2) \
             ON CONFLICT (id) DO UPDATE SET reading = excluded.reading";
        let query = sqlx::query(CHOOSE).bind(stored(user.0)).bind(language);
        let mut side = self.side.lock().await;
        let done = query.execute(open(&mut side)?).await;
        done.map(drop).map_err(|error| unavailable(&error))
    }

    pub async fn close(&self) {
        self.writer.close().await;
        if let Some(side) = self.side.lock().await.take()
            && let Err(error) = side.close().await
        {
            warn!(error = said(&error), "the database was not closed in order");
        }
    }

    pub(crate) async fn broken(&self) {
        self.writer.broken().await;
    }

    /// How carefully SQLite syncs, as it says itself: 0 is never, 2 at each commit.
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
        const ENTRIES: &str = "SELECT schema, version, at, interaction, records FROM entries \
             WHERE table_id = ?1 ORDER BY version";
        let query = sqlx::query_as(ENTRIES).bind(stored(table.0));
        let mut side = self.side.lock().await;
        let rows = query.fetch_all(open(&mut side)?).await;
        let rows = rows.map_err(|error| unavailable(&error))?;
        rows.into_iter().map(|row| entry(table, row)).collect()
    }

    async fn running(&self) -> Result<Vec<RunningTable>, JournalError> {
        const RUNNING: &str = "SELECT id, guild, channel, message, replaced, written_at FROM tables \
             WHERE stage = 'running' ORDER BY written_at";
        let mut side = self.side.lock().await;
        let rows = sqlx::query_as(RUNNING).fetch_all(open(&mut side)?).await;
        let rows: Vec<RunningRow> = rows.map_err(|error| unavailable(&error))?;
        Ok(rows.into_iter().map(running).collect())
    }

    async fn find_in_channel(
        &self,
        channel: ChannelId,
    ) -> Result<Option<OwnedTable>, JournalError> {
        const STANDING: &str = "SELECT id, guild, channel, message, replaced, written_at FROM tables \
             WHERE channel = ?1 AND stage = 'running'";
        let query = sqlx::query_as(STANDING).bind(stored(channel.0));
        let mut side = self.side.lock().await;
        let row = query.fetch_optional(open(&mut side)?).await;
        let row: Option<RunningRow> = row.map_err(|error| unavailable(&error))?;
        Ok(row.map(|row| OwnedTable {
            running: running(row),
            owner: Owner::ThisProcess,
        }))
    }

    async fn quarantine(&self, table: TableId) -> Result<(), JournalError> {
        const ASIDE: &str = "UPDATE tables SET stage = 'aside' WHERE id = ?1";
        let query = sqlx::query(ASIDE).bind(stored(table.0));
        let mut side = self.side.lock().await;
        let done = query.execute(open(&mut side)?).await;
        done.map(drop).map_err(|error| unavailable(&error))
    }

    async fn record_posted(
        &self,
        table: TableId,
        posted: &PostedMessages,
    ) -> Result<(), JournalError> {
        const POSTED: &str = "UPDATE tables SET message = ?2, replaced = ?3 WHERE id = ?1";
        let query = sqlx::query(POSTED)
            .bind(stored(table.0))
            .bind(posted.message.map(stored))
            .bind(numbers(&posted.replaced));
        let mut side = self.side.lock().await;
        let done = query.execute(open(&mut side)?).await;
        done.map(drop).map_err(|error| unavailable(&error))
    }

    async fn clear_posted(&self, table: TableId) -> Result<(), JournalError> {
        const FORGET: &str = "UPDATE tables SET message = NULL, replaced = '[]' \
             WHERE id = ?1 AND stage = 'closed'";
        let query = sqlx::query(FORGET).bind(stored(table.0));
        let mut side = self.side.lock().await;
        let done = query.execute(open(&mut side)?).await;
        done.map(drop).map_err(|error| unavailable(&error))
    }

    async fn closed_with_messages(&self) -> Result<Vec<RunningTable>, JournalError> {
        const UNFORGOTTEN: &str = "SELECT id, guild, channel, message, replaced, written_at FROM tables \
             WHERE stage = 'closed' AND message IS NOT NULL";
        let mut side = self.side.lock().await;
        let rows = sqlx::query_as(UNFORGOTTEN).fetch_all(open(&mut side)?);
        let rows: Vec<RunningRow> = rows.await.map_err(|error| unavailable(&error))?;
        Ok(rows.into_iter().map(running).collect())
    }

    async fn record_alive(&self, at: Millis) -> Result<(), JournalError> {
        const LIFE: &str = "INSERT INTO life (one, at) VALUES (1, ?1) \
             ON CONFLICT (one) DO UPDATE SET at = max(at, excluded.at)";
        let query = sqlx::query(LIFE).bind(stored(at.0));
        let mut side = self.side.lock().await;
        let done = query.execute(open(&mut side)?).await;
        done.map(drop).map_err(|error| unavailable(&error))
    }

    async fn last_alive(&self) -> Result<Option<Millis>, JournalError> {
        const LAST: &str = "SELECT max(at) FROM life";
        let mut side = self.side.lock().await;
        let last = sqlx::query_scalar(LAST).fetch_one(open(&mut side)?).await;
        let last: Option<i64> = last.map_err(|error| unavailable(&error))?;
        Ok(last.map(|at| Millis(restored(at))))
    }
}

fn open(side: &mut Option<SqliteConnection>) -> Result<&mut SqliteConnection, JournalError> {
    side.as_mut()
        .ok_or_else(|| JournalError::Unavailable("it is closed".to_owned()))
}

/// SQLite's log of writes beside a file. Nobody is helped by hearing that there is none.
fn log_of(file: &Path) -> PathBuf {
    PathBuf::from(format!("{}-wal", file.display()))
}

async fn count(connection: &mut SqliteConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("SELECT count(*) FROM entries")
        .fetch_one(connection)
        .await
}

/// Makes sure that no other process uses this file, as long as what comes back is held. The lock
/// is on a file of its own: SQLite's own locks do not survive anybody else opening its file.
fn lock(file: &Path, place: &str) -> Result<File, StoreError> {
    let failed = |reason| StoreError::Folder {
        place: place.to_owned(),
        reason,
    };
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    let beside = PathBuf::from(format!("{}.lock", file.display()));
    let lock = File::create(beside).map_err(failed)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse {
            place: place.to_owned(),
        }),
        Err(TryLockError::Error(reason)) => Err(failed(reason)),
    }
}

/// Whether the file is a journal, or nothing yet.
async fn is_ours(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    let program: i64 = sqlx::query_scalar("PRAGMA application_id")
        .fetch_one(&mut *connection)
        .await?;
    let things: i64 = sqlx::query_scalar("SELECT count(*) FROM sqlite_schema")
        .fetch_one(&mut *connection)
        .await?;
    Ok(program == OURS || (program == 0 && things == 0))
}

/// Fails where nothing could be written.
async fn writable(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    run(connection, "BEGIN IMMEDIATE").await?;
    run(connection, "ROLLBACK").await
}

async fn run(connection: &mut SqliteConnection, sql: &'static str) -> Result<(), sqlx::Error> {
    sqlx::query(sql).execute(connection).await.map(drop)
}

fn code(error: &sqlx::Error) -> Option<i32> {
    let error = error
        .as_database_error()?
        .try_downcast_ref::<SqliteError>()?;
    let code: i32 = sqlx::error::DatabaseError::code(error)?.parse().ok()?;
    Some(code & 0xff)
}

fn refusal(error: &sqlx::Error, place: &str) -> StoreError {
    let place = place.to_owned();
    match code(error) {
        Some(BUSY | LOCKED) => StoreError::InUse { place },
        Some(NO_DATABASE) => StoreError::Foreign { place },
        _ => StoreError::Refused {
            place,
            reason: said(error),
        },
    }
}

/// After an error of the disk nobody knows what it holds.
fn failed(error: &sqlx::Error) -> WriteError {
    match code(error) {
        Some(IO_ERROR | CORRUPT | NO_DATABASE) => WriteError::ForGood(said(error)),
        _ => WriteError::Now(said(error)),
    }
}

/// The writer's end of the file.
struct Database {
    connection: SqliteConnection,
}

impl Keep for Database {
    async fn keep(&mut self, group: &[Entry]) -> Result<Verdicts, WriteError> {
        match self.transact(group).await {
            Ok(verdicts) => Ok(verdicts),
            Err(error) => {
                // Some errors have rolled back already, and then there is nothing to roll back.
                let _ = run(&mut self.connection, "ROLLBACK").await;
                Err(failed(&error))
            }
        }
    }

    async fn close(self) {
        if let Err(error) = self.connection.close().await {
            warn!(error = said(&error), "the database was not closed in order");
        }
    }
}

impl Database {
    async fn transact(&mut self, group: &[Entry]) -> Result<Verdicts, sqlx::Error> {
        run(&mut self.connection, "BEGIN IMMEDIATE").await?;
        let mut verdicts = Vec::with_capacity(group.len());
        for entries in group.chunk_by(go_together) {
            let kept = match opening(&entries[0]) {
                Some(place) => self.open(&entries[0], place).await?,
                None => self.follow(entries).await?,
            };
            verdicts.extend(entries.iter().map(|entry| kept.verdict(entry)));
        }
        run(&mut self.connection, "COMMIT").await?;
        Ok(verdicts)
    }

    /// Moves each table on from the version before its entry, if that is where it is. They all go to
    /// SQLite's thread in one message, which is most of what an entry costs.
    async fn follow(&mut self, entries: &[Entry]) -> Result<Kept, sqlx::Error> {
        const FOLLOW: &str = "INSERT INTO entries \
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
        let rows: Result<Vec<Value>, JournalError> = entries.iter().map(row).collect();
        let rows = rows.map_err(|error| sqlx::Error::Encode(Box::new(error)))?;
        let query = sqlx::query_scalar(FOLLOW).bind(Value::from(rows).to_string());
        Ok(Kept(query.fetch_all(&mut self.connection).await?))
    }

    /// A new table. Its row goes again if the click that opens it has been written down before.
    async fn open(
        &mut self,
        entry: &Entry,
        (guild, channel): (GuildId, ChannelId),
    ) -> Result<Kept, sqlx::Error> {
        const OPEN: &str = "INSERT INTO tables (id, guild, channel, version, written_at, stage) \
             VALUES (?1, ?2, ?3, 0, ?4, 'running') ON CONFLICT DO NOTHING";
        run(&mut self.connection, "SAVEPOINT entry").await?;
        let query = sqlx::query(OPEN)
            .bind(stored(entry.table.0))
            .bind(stored(guild.0))
            .bind(stored(channel.0))
            .bind(stored(entry.at.0));
        let opened = query.execute(&mut self.connection).await?;
        let kept = match opened.rows_affected() {
            0 => Kept::default(),
            _ => self.follow(std::slice::from_ref(entry)).await?,
        };
        if kept.0.is_empty() {
            run(&mut self.connection, "ROLLBACK TO entry").await?;
        }
        run(&mut self.connection, "RELEASE entry").await?;
        Ok(kept)
    }
}

/// The tables that were moved on.
#[derive(Default)]
struct Kept(Vec<i64>);

impl Kept {
    fn verdict(&self, entry: &Entry) -> Result<(), JournalError> {
        let kept = self.0.contains(&stored(entry.table.0));
        kept.then_some(()).ok_or_else(|| conflict(entry))
    }
}

/// Where an entry opens a table.
fn opening(entry: &Entry) -> Option<(GuildId, ChannelId)> {
    entry.opening().filter(|_| entry.version == 1)
}

/// Whether two neighbours of a group can be kept at once: each table moves on by one entry at a time.
fn go_together(one: &Entry, next: &Entry) -> bool {
    one.table != next.table && opening(one).is_none() && opening(next).is_none()
}

/// An entry as [`Database::follow`] reads it.
fn row(entry: &Entry) -> Result<Value, JournalError> {
    Ok(json!({
        "table": stored(entry.table.0),
        "version": stored(entry.version),
        "schema": entry.schema,
        "at": stored(entry.at.0),
        "interaction": entry.interaction.map(|id| stored(id.0)),
        "records": records(entry)?,
        "stage": stage(entry),
    }))
}
