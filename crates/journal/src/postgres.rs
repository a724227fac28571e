//! The journal in a PostgreSQL database, which several processes may share: the primary key of
//! table and version, and the version that a table's row holds, let one of them win. Who wrote last
//! runs the table; once its process gives no sign of life, another takes it over.

use std::time::Duration;

use sqlx::PgPool;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnection, PgPoolOptions, Postgres};
use table::entry::Entry;
use table::ids::{ChannelId, Millis, TableId, UserId};
use tracing::warn;

use crate::migrations;
use crate::ownership::{Orphaned, OwnedTable, Owner, PostedMessages, RunningTable};
use crate::port::{Journal, JournalError};
use crate::rows::{
    RunningRow, conflict, entry, numbers, records, restored, running, said, stage, stored,
    unavailable,
};
use crate::storage_url::PostgresUrl;
use crate::store::StoreError;
use crate::writer::{COMMIT_GROUP, Keep, Verdicts, WriteError, Writer};

/// One for the writer, the others for reading.
const CONNECTIONS: u32 = 4;
/// How long anybody waits for a connection.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a connection asks of the server. A process that is stopped in the middle of a transaction
/// must not keep others from the tables in it for longer than this.
const SESSION: [(&str, &str); 1] = [("idle_in_transaction_session_timeout", "2s")];

/// A journal in a database server.
pub struct PostgresJournal {
    writer: Writer,
    pool: PgPool,
    /// What this process signs its entries with.
    process: i64,
}

/// A row of the tables as it stands, whether it is this process's, and whether its process is alive.
type OwnedRow = (i64, i64, i64, Option<i64>, String, i64, bool, bool);

/// A row taken over, and since when it has been adrift.
type OrphanedRow = (i64, i64, i64, Option<i64>, String, i64, i64);

impl PostgresJournal {
    /// Connects and brings the schema up to date.
    pub(crate) async fn open(address: &PostgresUrl) -> Result<Self, StoreError> {
        let place = address.to_string();
        let refused = |error: sqlx::Error| StoreError::Refused {
            place: place.clone(),
            reason: said(&error),
        };
        let options = PgPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(PATIENCE);
        let pool = options
            .connect_with(address.options().options(SESSION))
            .await
            .map_err(refused)?;
        let mut connection = pool.acquire().await.map_err(refused)?;
        if !is_ours(&mut connection).await.map_err(refused)? {
            return Err(StoreError::Foreign { place });
        }
        migrations::run(migrations::POSTGRES, &mut *connection, &place).await?;
        let process = stored(rand::random());
        sign_on(&mut connection, process).await.map_err(refused)?;
        drop(connection);
        let server = Server {
            pool: pool.clone(),
            writer: process,
        };
        Ok(Self {
            writer: Writer::start(server, COMMIT_GROUP),
            pool,
            process,
        })
    }

    pub(crate) async fn language(&self, user: UserId) -> Result<Option<String>, JournalError> {
        const READING: &str = "SELECT reading FROM people WHERE id = $1";
        let query = sqlx::query_scalar(READING).bind(stored(user.0));
        let language = query.fetch_optional(&self.pool).await;
        language.map_err(|error| unavailable(&error))
    }

    pub(crate) async fn set_language(
        &self,
        user: UserId,
        language: &str,
    ) -> Result<(), JournalError> {
        const CHOOSE: &str = "INSERT INTO people (id, reading) VALUES ($1, $2) \
             ON CONFLICT (id) DO UPDATE SET reading = excluded.reading";
        let query = sqlx::query(CHOOSE).bind(stored(user.0)).bind(language);
        let done = query.execute(&self.pool).await;
        done.map(drop).map_err(|error| unavailable(&error))
    }

    /// What this process leaves behind can be taken over at once.
    pub(crate) async fn close(&self) {
        const SIGN_OFF: &str = "UPDATE processes SET seen = 'epoch' WHERE id = $1";
        self.writer.close().await;
        let query = sqlx::query(SIGN_OFF).bind(self.process);
        if let Err(error) = query.execute(&self.pool).await {
            warn!(error = said(&error), "the others were not told of the end");
        }
        self.pool.close().await;
    }
}

impl Journal for PostgresJournal {
    async fn append(&self, entry: &Entry) -> Result<(), JournalError> {
        self.writer.append(entry).await
    }

    async fn load(&self, table: TableId) -> Result<Vec<Entry>, JournalError> {
        const ENTRIES: &str = "SELECT schema, version, at, interaction, records FROM entries \
             WHERE table_id = $1 ORDER BY version";
        let query = sqlx::query_as(ENTRIES).bind(stored(table.0));
        let rows = query.fetch_all(&self.pool).await;
        let rows = rows.map_err(|error| unavailable(&error))?;
        rows.into_iter().map(|row| entry(table, row)).collect()
    }

    async fn running(&self) -> Result<Vec<RunningTable>, JournalError> {
        const RUNNING: &str = "SELECT id, guild, channel, message, replaced, written_at FROM tables \
             WHERE stage = 'running' AND owner = $1 ORDER BY written_at";
        let query = sqlx::query_as(RUNNING).bind(self.process);
        let rows = query.fetch_all(&self.pool).await;
        let rows: Vec<RunningRow> = rows.map_err(|error| unavailable(&error))?;
        Ok(rows.into_iter().map(running).collect())
    }

    async fn find_in_channel(
        &self,
        channel: ChannelId,
    ) -> Result<Option<OwnedTable>, JournalError> {
        const STANDING: &str = "SELECT tables.id, guild, channel, message, replaced, written_at, owner = $2, \
                 coalesce(seen >= now() - interval '4 seconds', false) \
             FROM tables LEFT JOIN processes ON processes.id = owner \
             WHERE channel = $1 AND stage = 'running'";
        let query = sqlx::query_as(STANDING).bind(stored(channel.0));
        let row = query
            .bind(self.process)
            .fetch_optional(&self.pool)
            .await
            .map_err(|error| unavailable(&error))?;
        Ok(row.map(owned_table))
    }

    async fn confirm_version(&self, table: TableId, version: u64) -> Result<(), JournalError> {
        const NEWEST: &str = "SELECT version FROM tables WHERE id = $1";
        let query = sqlx::query_scalar(NEWEST).bind(stored(table.0));
        let newest: Option<i64> = query
            .fetch_optional(&self.pool)
            .await
            .map_err(|error| unavailable(&error))?;
        if newest == Some(stored(version)) {
            Ok(())
        } else {
            Err(JournalError::Conflict { table, version })
        }
    }

    async fn record_heartbeat(&self, at: Millis) -> Result<(), JournalError> {
        const PRESENT: &str = "INSERT INTO processes (id, at, seen) VALUES ($1, $2, now()) \
             ON CONFLICT (id) DO UPDATE SET at = excluded.at, seen = excluded.seen";
        let query = sqlx::query(PRESENT).bind(self.process).bind(stored(at.0));
        let done = query.execute(&self.pool).await;
        done.map(drop).map_err(|error| unavailable(&error))
    }

    async fn take_over(&self) -> Result<Vec<Orphaned>, JournalError> {
        const TAKE_OVER: &str = "WITH adrift AS ( \
                 SELECT tables.id, coalesce(adrift_since, processes.at, \
                     (SELECT max(life.at) FROM life), written_at) AS since \
                 FROM tables LEFT JOIN processes ON processes.id = owner \
                 WHERE stage = 'running' AND owner <> $1 \
                     AND coalesce(seen < now() - interval '4 seconds', true) \
                 ORDER BY tables.id FOR UPDATE OF tables SKIP LOCKED) \
             UPDATE tables SET owner = $1, adrift_since = since \
             FROM adrift WHERE tables.id = adrift.id \
             RETURNING tables.id, guild, channel, message, replaced, written_at, since";
        let query = sqlx::query_as(TAKE_OVER).bind(self.process);
        let rows = query.fetch_all(&self.pool).await;
        let rows: Vec<OrphanedRow> = rows.map_err(|error| unavailable(&error))?;
        Ok(rows.into_iter().map(orphaned).collect())
    }

    async fn quarantine(&self, table: TableId) -> Result<(), JournalError> {
        const ASIDE: &str = "UPDATE tables SET stage = 'aside' WHERE id = $1";
        let query = sqlx::query(ASIDE).bind(stored(table.0));
        let done = query.execute(&self.pool).await;
        done.map(drop).map_err(|error| unavailable(&error))
    }

    async fn record_posted(
        &self,
        table: TableId,
        posted: &PostedMessages,
    ) -> Result<(), JournalError> {
        const POSTED: &str =
            "UPDATE tables SET message = $2, replaced = $3 WHERE id = $1 AND owner = $4";
        let query = sqlx::query(POSTED)
            .bind(stored(table.0))
            .bind(posted.message.map(stored))
            .bind(numbers(&posted.replaced))
            .bind(self.process);
        let done = query.execute(&self.pool).await;
        let done = done.map_err(|error| unavailable(&error))?;
        if done.rows_affected() == 1 {
            Ok(())
        } else {
            Err(JournalError::NotOwner(table))
        }
    }

    async fn clear_posted(&self, table: TableId) -> Result<(), JournalError> {
        const FORGET: &str = "UPDATE tables SET message = NULL, replaced = '[]' \
             WHERE id = $1 AND stage = 'closed'";
        let query = sqlx::query(FORGET).bind(stored(table.0));
        let done = query.execute(&self.pool).await;
        done.map(drop).map_err(|error| unavailable(&error))
    }

    async fn closed_with_messages(&self) -> Result<Vec<RunningTable>, JournalError> {
        const UNFORGOTTEN: &str = "SELECT tables.id, guild, channel, message, replaced, written_at \
             FROM tables LEFT JOIN processes ON processes.id = owner \
             WHERE stage = 'closed' AND message IS NOT NULL \
                 AND (owner = $1 OR coalesce(seen < now() - interval '4 seconds', true))";
        let query = sqlx::query_as(UNFORGOTTEN).bind(self.process);
        let rows = query.fetch_all(&self.pool).await;
        let rows: Vec<RunningRow> = rows.map_err(|error| unavailable(&error))?;
        Ok(rows.into_iter().map(running).collect())
    }

    async fn record_alive(&self, at: Millis) -> Result<(), JournalError> {
        const LIFE: &str = "INSERT INTO life (one, at) VALUES (1, $1) \
             ON CONFLICT (one) DO UPDATE SET at = greatest(life.at, excluded.at)";
        let query = sqlx::query(LIFE).bind(stored(at.0));
        let done = query.execute(&self.pool).await;
        done.map(drop).map_err(|error| unavailable(&error))
    }

    async fn last_alive(&self) -> Result<Option<Millis>, JournalError> {
        const LAST: &str = "SELECT max(at) FROM life";
        let last = sqlx::query_scalar(LAST).fetch_one(&self.pool).await;
        let last: Option<i64> = last.map_err(|error| unavailable(&error))?;
        Ok(last.map(|at| Millis(restored(at))))
    }
}

/// Whether the database holds a journal, or nothing yet in the schema that is written to.
async fn is_ours(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    const NAMES: &str = "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()";
    let names: Vec<String> = sqlx::query_scalar(NAMES).fetch_all(connection).await?;
    let ours = ["tables", "entries", "life", "people", "_sqlx_migrations"];
    let all_there = ours.iter().all(|own| names.iter().any(|name| name == own));
    Ok(names.is_empty() || all_there)
}

/// Says that this process is there, before it writes anything; and forgets those that ended long
/// ago and left nothing behind.
async fn sign_on(connection: &mut PgConnection, process: i64) -> Result<(), sqlx::Error> {
    const FORGET: &str = "DELETE FROM processes WHERE seen < now() - interval '1 day' \
         AND NOT EXISTS (SELECT FROM tables WHERE owner = processes.id AND stage = 'running')";
    const SIGN_ON: &str = "INSERT INTO processes (id, at, seen) \
         VALUES ($1, (extract(epoch FROM now()) * 1000)::bigint, now())";
    run(connection, FORGET).await?;
    let query = sqlx::query(SIGN_ON).bind(process);
    query.execute(connection).await.map(drop)
}

fn owned_table(row: OwnedRow) -> OwnedTable {
    let (table, guild, channel, message, replaced, written_at, own, alive) = row;
    let owner = match (own, alive) {
        (true, _) => Owner::ThisProcess,
        (false, true) => Owner::OtherProcess,
        (false, false) => Owner::Expired,
    };
    OwnedTable {
        running: running((table, guild, channel, message, replaced, written_at)),
        owner,
    }
}

fn orphaned(row: OrphanedRow) -> Orphaned {
    let (table, guild, channel, message, replaced, written_at, since) = row;
    Orphaned {
        running: running((table, guild, channel, message, replaced, written_at)),
        since: Millis(restored(since)),
    }
}

/// The writer's end of the server.
struct Server {
    pool: PgPool,
    /// What this process signs its entries with.
    writer: i64,
}

impl Keep for Server {
    async fn keep(&mut self, group: &[Entry]) -> Result<Verdicts, WriteError> {
        match self.transact(group).await {
            Ok(verdicts) => Ok(verdicts),
            // The answer to a commit can get lost on the way; the database knows.
            Err(lost) => match self.read_again(group).await {
                Ok(verdicts) => Ok(verdicts),
                Err(_) => Err(WriteError::Now(said(&lost))),
            },
        }
    }

    async fn close(self) {}
}

impl Server {
    async fn transact(&mut self, group: &[Entry]) -> Result<Verdicts, sqlx::Error> {
        let mut transaction = self.pool.begin().await?;
        let mut verdicts = Vec::with_capacity(group.len());
        for entry in group {
            verdicts.push(self.keep_one(&mut transaction, entry).await?);
        }
        transaction.commit().await?;
        Ok(verdicts)
    }

    /// Which of these entries are there after all, by this process's own hand.
    async fn read_again(&mut self, group: &[Entry]) -> Result<Verdicts, sqlx::Error> {
        const WRITER: &str = "SELECT count(*) FROM entries \
             WHERE table_id = $1 AND version = $2 AND writer = $3";
        let mut connection: PoolConnection<Postgres> = self.pool.acquire().await?;
        let mut verdicts = Vec::with_capacity(group.len());
        for entry in group {
            let query = sqlx::query_scalar(WRITER)
                .bind(stored(entry.table.0))
                .bind(stored(entry.version))
                .bind(self.writer);
            let own: i64 = query.fetch_one(&mut *connection).await?;
            verdicts.push(if own == 1 {
                Ok(())
            } else {
                Err(JournalError::Unavailable("it was not written".to_owned()))
            });
        }
        Ok(verdicts)
    }

    async fn keep_one(
        &self,
        connection: &mut PgConnection,
        entry: &Entry,
    ) -> Result<Result<(), JournalError>, sqlx::Error> {
        let records = match records(entry) {
            Ok(records) => records,
            Err(error) => return Ok(Err(error)),
        };
        run(connection, "SAVEPOINT entry").await?;
        if advance(connection, entry, self.writer).await?
            && self.insert(connection, entry, &records).await?
        {
            run(connection, "RELEASE SAVEPOINT entry").await?;
            return Ok(Ok(()));
        }
        run(connection, "ROLLBACK TO SAVEPOINT entry").await?;
        Ok(Err(conflict(entry)))
    }

    async fn insert(
        &self,
        connection: &mut PgConnection,
        entry: &Entry,
        records: &str,
    ) -> Result<bool, sqlx::Error> {
        const INSERT: &str = "INSERT INTO entries \
             (table_id, version, schema, at, interaction, records, writer) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";
        let query = sqlx::query(INSERT)
            .bind(stored(entry.table.0))
            .bind(stored(entry.version))
            .bind(i32::from(entry.schema))
            .bind(stored(entry.at.0))
            .bind(entry.interaction.map(|id| stored(id.0)))
            .bind(records)
            .bind(self.writer);
        Ok(query.execute(connection).await?.rows_affected() == 1)
    }
}

async fn run(connection: &mut PgConnection, sql: &'static str) -> Result<(), sqlx::Error> {
    sqlx::query(sql).execute(connection).await.map(drop)
}

/// Moves the table on from the version before this one, if that is where it is.
async fn advance(
    connection: &mut PgConnection,
    entry: &Entry,
    writer: i64,
) -> Result<bool, sqlx::Error> {
    const OPEN: &str = "INSERT INTO tables (id, guild, channel, version, written_at, stage, owner) \
         VALUES ($1, $2, $3, 1, $4, $5, $6) ON CONFLICT DO NOTHING";
    const ADVANCE: &str = "UPDATE tables SET version = version + 1, written_at = $2, stage = $3, \
             owner = $5, adrift_since = NULL \
         WHERE id = $1 AND version = $4 - 1 AND stage = 'running'";
    let (table, at) = (stored(entry.table.0), stored(entry.at.0));
    let query = match entry.opening().filter(|_| entry.version == 1) {
        Some((guild, channel)) => sqlx::query(OPEN)
            .bind(table)
            .bind(stored(guild.0))
            .bind(stored(channel.0))
            .bind(at)
            .bind(stage(entry))
            .bind(writer),
        None => sqlx::query(ADVANCE)
            .bind(table)
            .bind(at)
            .bind(stage(entry))
            .bind(stored(entry.version))
            .bind(writer),
    };
    Ok(query.execute(connection).await?.rows_affected() == 1)
}
