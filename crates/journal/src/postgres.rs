//! The journal in a PostgreSQL database, which several processes may share. The version in a table's
//! row and the primary key (table, version) let one of several writers win. The process that wrote last
//! owns the table; once its heartbeat stops, another process takes it over.

mod handed_clicks;
mod personal_data;
mod shards;
mod sink;
mod statement;
mod table_people;
mod timed_pool;

use std::time::Duration;

use async_trait::async_trait;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use table::entry::Entry;
use table::ids::{ChannelId, GuildId, InteractionId, Millis, TableId, UserId};
use tokio::time::timeout;
use tracing::warn;

use crate::commit_stats::CommitStats;
use crate::migrations;
use crate::ownership::{
    CountedTable, GamesElsewhere, Orphaned, OwnedTable, Owner, PostedMessages, RunningTable,
};
use crate::port::{Journal, JournalError};
use crate::record_cipher::{KEY_PREFIX_CHARS, RecordCipher};
use crate::rows::{
    INSERT_APPLICATION, REWRITE_APPLICATION, RunningRow, SELECT_APPLICATION, SELECT_BEGINNINGS,
    SELECT_PAGE, check_application, error_text, from_column, ids_to_json, is_forbidden,
    missing_key, read_page, rows_of_page, to_column, to_running_table, unavailable,
};
use crate::settings_rows::SettingsRows;
use crate::storage_url::PostgresUrl;
use crate::store_error::StoreError;
use crate::writer::{COMMIT_GROUP, EncodedEntry, Writer};
use shards::ServedShards;
use sink::PostgresSink;
use statement::run;
pub(crate) use timed_pool::TimedPool;

pub use handed_clicks::{HandedClicks, TakenClick};
pub use shards::SharedShards;

/// The time that the start waits for a server that starts too, and then for each answer but that to a
/// migration, which takes as long as the database is large.
const START_TIMEOUT: Duration = Duration::from_secs(5);

/// The settings of each connection. A process that stops in the middle of a transaction must not lock
/// others out of its tables for longer than this.
const SESSION_OPTIONS: [(&str, &str); 1] = [("idle_in_transaction_session_timeout", "2s")];

/// A journal in a PostgreSQL database.
pub struct PostgresJournal {
    writer: Writer,
    /// For statements that clicks wait for.
    pool: TimedPool,
    /// For all others.
    background: TimedPool,
    cipher: RecordCipher,
    /// The server and database, for errors.
    location: String,
    /// The random id of this process in the database.
    process: i64,
    served: ServedShards,
}

/// A row of `tables`, true if this process owns it, and true if its owner's heartbeat is recent.
type OwnedRow = (i64, i64, i64, Option<i64>, String, i64, bool, bool);

/// A row of `tables` that was taken over, and the time of its previous owner's last heartbeat.
type OrphanedRow = (i64, i64, i64, Option<i64>, String, i64, i64);

impl PostgresJournal {
    /// Connects and brings the schema up to date.
    pub(crate) async fn open(
        address: &PostgresUrl,
        cipher: RecordCipher,
    ) -> Result<Self, StoreError> {
        let location = address.to_string();
        let options = address.options().options(SESSION_OPTIONS);
        let process = to_column(rand::random());
        prepare(&options, &cipher, process, &location).await?;
        let pool = TimedPool::new(options);
        let sink = PostgresSink {
            pool: pool.clone(),
            writer: process,
        };
        Ok(Self {
            writer: Writer::start(sink, COMMIT_GROUP),
            background: pool.in_background(),
            pool,
            cipher,
            location,
            process,
            served: ServedShards::default(),
        })
    }

    pub(crate) async fn wait_until_failed(&self) {
        self.writer.wait_until_failed().await;
    }

    pub(crate) fn commit_stats(&self) -> CommitStats {
        self.writer.commit_stats()
    }

    /// Returns the rows of people and servers.
    pub(crate) fn settings(&self) -> SettingsRows<&TimedPool> {
        SettingsRows {
            reads: &self.pool,
            writes: &self.pool,
        }
    }

    pub(crate) fn shared_shards(&self) -> SharedShards {
        SharedShards {
            pool: self.pool.clone(),
            process: self.process,
            served: self.served.clone(),
        }
    }

    pub(crate) async fn check_writable(&self) -> Result<(), JournalError> {
        let query = sqlx::query(REWRITE_APPLICATION).execute(&self.pool);
        query.await.map(drop).map_err(|error| unavailable(&error))
    }

    pub(crate) async fn claim_application(&self, application: u64) -> Result<(), StoreError> {
        let to_store_error = |error: sqlx::Error| store_error(&error, &self.location);
        sqlx::query(INSERT_APPLICATION)
            .bind(to_column(application))
            .execute(&self.pool)
            .await
            .map_err(to_store_error)?;
        let query = sqlx::query_scalar(SELECT_APPLICATION);
        let recorded = query.fetch_optional(&self.pool).await;
        check_application(
            recorded.map_err(to_store_error)?,
            application,
            &self.location,
        )
    }

    /// Closes the journal and ends this process's heartbeat, so that its tables can be taken over at once.
    pub(crate) async fn close(&self) {
        const EXPIRE_LEASES: &str = "UPDATE shards SET until = 'epoch' WHERE holder = $1";
        const EXPIRE_HEARTBEAT: &str = "UPDATE processes SET seen = 'epoch' WHERE id = $1";
        self.writer.close().await;
        for statement in [EXPIRE_LEASES, EXPIRE_HEARTBEAT] {
            let query = sqlx::query(statement).bind(self.process);
            if let Err(error) = query.execute(&self.pool).await {
                warn!(
                    error = error_text(&error),
                    "the end of this process could not be recorded"
                );
            }
        }
        self.pool.close().await;
    }
}

#[async_trait]
impl Journal for PostgresJournal {
    async fn append(&self, entry: &Entry) -> Result<(), JournalError> {
        let entry = EncodedEntry::new(&self.cipher, entry)?;
        self.writer.append(entry).await
    }

    async fn load_page(&self, table: TableId, after: u64) -> Result<Vec<Entry>, JournalError> {
        let query = sqlx::query_as(SELECT_PAGE)
            .bind(to_column(table.0))
            .bind(to_column(after))
            .bind(rows_of_page(after));
        let rows = query.fetch_all(&self.pool).await;
        let rows = rows.map_err(|error| unavailable(&error))?;
        read_page(&self.cipher, table, after, rows)
    }

    async fn running(&self) -> Result<Vec<RunningTable>, JournalError> {
        const SELECT_RUNNING: &str = "SELECT id, guild, channel, message, replaced, written_at FROM tables \
             WHERE stage = 'running' AND owner = $1 ORDER BY written_at";
        let query = sqlx::query_as(SELECT_RUNNING).bind(self.process);
        let rows = query.fetch_all(&self.background).await;
        let rows: Vec<RunningRow> = rows.map_err(|error| unavailable(&error))?;
        Ok(rows.into_iter().map(to_running_table).collect())
    }

    async fn find_running(&self, table: TableId) -> Result<Option<RunningTable>, JournalError> {
        const SELECT_BY_ID: &str = "SELECT id, guild, channel, message, replaced, written_at FROM tables \
             WHERE id = $1 AND stage = 'running'";
        let query = sqlx::query_as(SELECT_BY_ID).bind(to_column(table.0));
        let row = query.fetch_optional(&self.pool).await;
        let row: Option<RunningRow> = row.map_err(|error| unavailable(&error))?;
        Ok(row.map(to_running_table))
    }

    async fn find_in_channel(
        &self,
        channel: ChannelId,
    ) -> Result<Option<OwnedTable>, JournalError> {
        const SELECT_IN_CHANNEL: &str = "SELECT tables.id, guild, channel, message, replaced, written_at, owner = $2, \
                 coalesce(seen >= now() - interval '4 seconds', false) \
             FROM tables LEFT JOIN processes ON processes.id = owner \
             WHERE channel = $1 AND stage = 'running'";
        let query = sqlx::query_as(SELECT_IN_CHANNEL).bind(to_column(channel.0));
        let row = query
            .bind(self.process)
            .fetch_optional(&self.pool)
            .await
            .map_err(|error| unavailable(&error))?;
        Ok(row.map(owned_table))
    }

    async fn running_in_guild(&self, guild: GuildId) -> Result<Vec<RunningTable>, JournalError> {
        const SELECT_IN_GUILD: &str = "SELECT id, guild, channel, message, replaced, written_at FROM tables \
             WHERE stage = 'running' AND guild = $1 ORDER BY written_at";
        let query = sqlx::query_as(SELECT_IN_GUILD).bind(to_column(guild.0));
        let rows = query.fetch_all(&self.pool).await;
        let rows: Vec<RunningRow> = rows.map_err(|error| unavailable(&error))?;
        Ok(rows.into_iter().map(to_running_table).collect())
    }

    async fn confirm_version(&self, table: TableId, version: u64) -> Result<(), JournalError> {
        const SELECT_VERSION: &str = "SELECT version FROM tables WHERE id = $1";
        let query = sqlx::query_scalar(SELECT_VERSION).bind(to_column(table.0));
        let newest: Option<i64> = query
            .fetch_optional(&self.pool)
            .await
            .map_err(|error| unavailable(&error))?;
        if newest == Some(to_column(version)) {
            Ok(())
        } else {
            Err(JournalError::Conflict { table, version })
        }
    }

    async fn record_heartbeat(&self, at: Millis) -> Result<u32, JournalError> {
        const UPSERT_HEARTBEAT: &str = "INSERT INTO processes (id, at, seen) VALUES ($1, $2, now()) \
             ON CONFLICT (id) DO UPDATE SET at = excluded.at, seen = excluded.seen \
             RETURNING (SELECT count(*) FROM processes AS other \
                 WHERE other.id <> $1 AND other.seen >= now() - interval '4 seconds')";
        let query = sqlx::query_scalar(UPSERT_HEARTBEAT)
            .bind(self.process)
            .bind(to_column(at.0));
        let others: Result<i64, _> = query.fetch_one(&self.pool).await;
        let others = others.map_err(|error| unavailable(&error))?;
        Ok(u32::try_from(others).unwrap_or(0).saturating_add(1))
    }

    async fn record_count(
        &self,
        table: TableId,
        counted: CountedTable,
    ) -> Result<(), JournalError> {
        const UPDATE_COUNTED: &str = "UPDATE tables SET is_game = $2, host = $3, watched = $4 \
             WHERE id = $1 AND owner = $5";
        let query = sqlx::query(UPDATE_COUNTED)
            .bind(to_column(table.0))
            .bind(counted.is_game)
            .bind(counted.host.map(|host| to_column(host.0)))
            .bind(counted.watched)
            .bind(self.process);
        let result = query.execute(&self.background).await;
        result.map(drop).map_err(|error| unavailable(&error))
    }

    async fn games_elsewhere(
        &self,
        guild: GuildId,
        host: Option<UserId>,
    ) -> Result<GamesElsewhere, JournalError> {
        const COUNT: &str = "SELECT count(*) FILTER (WHERE guild = $1), \
                 count(*) FILTER (WHERE guild = $1 AND is_game), \
                 count(*) FILTER (WHERE guild = $1 AND is_game AND watched), \
                 count(*) FILTER (WHERE host = $2 AND is_game), \
                 count(*) FILTER (WHERE host = $2) \
             FROM tables WHERE stage = 'running' AND owner <> $3 AND (guild = $1 OR host = $2)";
        let query = sqlx::query_as(COUNT)
            .bind(to_column(guild.0))
            .bind(host.map(|host| to_column(host.0)))
            .bind(self.process);
        let row: Result<(i64, i64, i64, i64, i64), _> = query.fetch_one(&self.pool).await;
        let row = row.map_err(|error| unavailable(&error))?;
        let (tables, games, watched, hosted, hosted_tables) = row;
        let number = |count: i64| usize::try_from(count).unwrap_or(0);
        Ok(GamesElsewhere {
            tables: number(tables),
            games: number(games),
            watched: number(watched),
            hosted: number(hosted),
            hosted_tables: number(hosted_tables),
        })
    }

    async fn hand_over(
        &self,
        table: TableId,
        interaction: InteractionId,
        click: &str,
    ) -> Result<bool, JournalError> {
        self.leave_click(table, interaction, click).await
    }

    async fn take_back(&self, interaction: InteractionId) -> Result<bool, JournalError> {
        self.take_click_back(interaction).await
    }

    async fn take_over(&self) -> Result<Vec<Orphaned>, JournalError> {
        const TAKE_OVER: &str = "WITH orphaned AS ( \
                 SELECT tables.id, coalesce(adrift_since, processes.at, \
                     (SELECT max(life.at) FROM life), written_at) AS since \
                 FROM tables LEFT JOIN processes ON processes.id = owner \
                 WHERE stage = 'running' AND owner <> $1 \
                     AND coalesce(seen < now() - interval '4 seconds', true) \
                 ORDER BY tables.id FOR UPDATE OF tables SKIP LOCKED) \
             UPDATE tables SET owner = $1, adrift_since = since \
             FROM orphaned WHERE tables.id = orphaned.id \
             RETURNING tables.id, guild, channel, message, replaced, written_at, since";
        // Discord's shard of a server is that of the upper 42 bits of its id.
        const TAKE_OVER_SERVED: &str = "WITH moved AS ( \
                 SELECT tables.id, coalesce(adrift_since, processes.at, \
                     (SELECT max(life.at) FROM life), written_at) AS since \
                 FROM tables LEFT JOIN processes ON processes.id = owner \
                 WHERE stage = 'running' AND owner <> $1 \
                     AND ((guild >> 22) & 4398046511103) % $2 = ANY ($3) \
                 ORDER BY tables.id FOR UPDATE OF tables SKIP LOCKED) \
             UPDATE tables SET owner = $1, adrift_since = since \
             FROM moved WHERE tables.id = moved.id \
             RETURNING tables.id, guild, channel, message, replaced, written_at, since";
        let query = match self.served.get() {
            None => sqlx::query_as(TAKE_OVER).bind(self.process),
            Some(served) => sqlx::query_as(TAKE_OVER_SERVED)
                .bind(self.process)
                .bind(served.total)
                .bind(served.shards),
        };
        let rows = query.fetch_all(&self.background).await;
        let rows: Vec<OrphanedRow> = rows.map_err(|error| unavailable(&error))?;
        Ok(rows.into_iter().map(orphaned).collect())
    }

    async fn quarantine(&self, table: TableId) -> Result<(), JournalError> {
        const QUARANTINE: &str = "UPDATE tables SET stage = 'aside' WHERE id = $1";
        let query = sqlx::query(QUARANTINE).bind(to_column(table.0));
        let result = query.execute(&self.pool).await;
        result.map(drop).map_err(|error| unavailable(&error))
    }

    async fn record_posted(
        &self,
        table: TableId,
        posted: &PostedMessages,
    ) -> Result<(), JournalError> {
        const UPDATE_POSTED: &str =
            "UPDATE tables SET message = $2, replaced = $3 WHERE id = $1 AND owner = $4";
        let query = sqlx::query(UPDATE_POSTED)
            .bind(to_column(table.0))
            .bind(posted.message.map(to_column))
            .bind(ids_to_json(&posted.replaced))
            .bind(self.process);
        let result = query.execute(&self.pool).await;
        let result = result.map_err(|error| unavailable(&error))?;
        if result.rows_affected() == 1 {
            Ok(())
        } else {
            Err(JournalError::NotOwner(table))
        }
    }

    async fn clear_posted(&self, table: TableId) -> Result<(), JournalError> {
        const CLEAR_POSTED: &str = "UPDATE tables SET message = NULL, replaced = '[]' \
             WHERE id = $1 AND stage = 'closed'";
        let query = sqlx::query(CLEAR_POSTED).bind(to_column(table.0));
        let result = query.execute(&self.pool).await;
        result.map(drop).map_err(|error| unavailable(&error))
    }

    async fn closed_with_messages(&self) -> Result<Vec<RunningTable>, JournalError> {
        const SELECT_CLOSED: &str = "SELECT tables.id, guild, channel, message, replaced, written_at \
             FROM tables LEFT JOIN processes ON processes.id = owner \
             WHERE stage = 'closed' AND message IS NOT NULL \
                 AND (owner = $1 OR coalesce(seen < now() - interval '4 seconds', true))";
        let query = sqlx::query_as(SELECT_CLOSED).bind(self.process);
        let rows = query.fetch_all(&self.background).await;
        let rows: Vec<RunningRow> = rows.map_err(|error| unavailable(&error))?;
        Ok(rows.into_iter().map(to_running_table).collect())
    }

    async fn record_alive(&self, at: Millis) -> Result<(), JournalError> {
        const UPSERT_ALIVE: &str = "INSERT INTO life (one, at) VALUES (1, $1) \
             ON CONFLICT (one) DO UPDATE SET at = greatest(life.at, excluded.at)";
        let query = sqlx::query(UPSERT_ALIVE).bind(to_column(at.0));
        let result = query.execute(&self.pool).await;
        result.map(drop).map_err(|error| unavailable(&error))
    }

    async fn last_alive(&self) -> Result<Option<Millis>, JournalError> {
        const SELECT_LAST_ALIVE: &str = "SELECT max(at) FROM life";
        let last = sqlx::query_scalar(SELECT_LAST_ALIVE)
            .fetch_one(&self.background)
            .await;
        let last: Option<i64> = last.map_err(|error| unavailable(&error))?;
        Ok(last.map(|at| Millis(from_column(at))))
    }
}

/// Brings the schema up to date, checks that the database can be used, and registers this process, by
/// one connection.
async fn prepare(
    options: &PgConnectOptions,
    cipher: &RecordCipher,
    process: i64,
    location: &str,
) -> Result<(), StoreError> {
    let to_store_error = |error: sqlx::Error| store_error(&error, location);
    let starting = PgPoolOptions::new()
        .max_connections(1)
        .acquire_timeout(START_TIMEOUT);
    let starting = starting.connect_with(options.clone()).await;
    let starting = starting.map_err(to_store_error)?;
    let mut connection = starting.acquire().await.map_err(to_store_error)?;
    let is_ours = in_time(is_ours(&mut connection)).await;
    if !is_ours.map_err(to_store_error)? {
        let location = location.to_owned();
        return Err(StoreError::Foreign { location });
    }
    migrations::run(migrations::POSTGRES, &mut *connection, location).await?;
    let query = sqlx::query_scalar(SELECT_BEGINNINGS).bind(KEY_PREFIX_CHARS);
    let beginnings = in_time(query.fetch_all(&mut *connection)).await;
    let beginnings: Vec<String> = beginnings.map_err(to_store_error)?;
    missing_key(cipher, &beginnings, location)?;
    let registered = in_time(register_process(&mut connection, process)).await;
    registered.map_err(to_store_error)?;
    let closed = in_time(connection.close()).await;
    closed.map_err(to_store_error)
}

/// Waits for an answer of the database during the start.
async fn in_time<T>(
    answer: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    let answer = timeout(START_TIMEOUT, answer).await;
    answer.unwrap_or(Err(sqlx::Error::PoolTimedOut))
}

/// Returns the error of opening the database at `location`.
pub(crate) fn store_error(error: &sqlx::Error, location: &str) -> StoreError {
    let (location, reason) = (location.to_owned(), error_text(error));
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::PoolTimedOut => {
            StoreError::Unreachable { location, reason }
        }
        error if is_forbidden(error) => StoreError::Forbidden { location },
        _ => StoreError::Refused { location, reason },
    }
}

/// Returns true if the database's current schema holds a journal, or none yet.
pub(crate) async fn is_ours(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    const NAMES: &str = "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()";
    let names: Vec<String> = sqlx::query_scalar(NAMES).fetch_all(connection).await?;
    let is_empty = names.iter().all(|name| name == migrations::TABLE);
    let expected_names = ["tables", "entries", "life", "people", migrations::TABLE];
    let all_there = expected_names
        .iter()
        .all(|expected| names.iter().any(|name| name == expected));
    Ok(is_empty || all_there)
}

/// Registers this process before it writes anything, and deletes processes that ended long ago and own
/// no running table.
async fn register_process(connection: &mut PgConnection, process: i64) -> Result<(), sqlx::Error> {
    const DELETE_PROCESSES: &str = "DELETE FROM processes WHERE seen < now() - interval '1 day' \
         AND NOT EXISTS (SELECT FROM tables WHERE owner = processes.id AND stage = 'running')";
    const INSERT_PROCESS: &str = "INSERT INTO processes (id, at, seen) \
         VALUES ($1, (extract(epoch FROM now()) * 1000)::bigint, now())";
    run(connection, DELETE_PROCESSES).await?;
    let query = sqlx::query(INSERT_PROCESS).bind(process);
    query.execute(connection).await.map(drop)
}

fn owned_table(row: OwnedRow) -> OwnedTable {
    let (table, guild, channel, message, replaced, written_at, owned_by_this, owner_is_alive) = row;
    let owner = match (owned_by_this, owner_is_alive) {
        (true, _) => Owner::ThisProcess,
        (false, true) => Owner::OtherProcess,
        (false, false) => Owner::Expired,
    };
    OwnedTable {
        running: to_running_table((table, guild, channel, message, replaced, written_at)),
        owner,
    }
}

fn orphaned(row: OrphanedRow) -> Orphaned {
    let (table, guild, channel, message, replaced, written_at, since) = row;
    Orphaned {
        running: to_running_table((table, guild, channel, message, replaced, written_at)),
        since: Millis(from_column(since)),
    }
}
