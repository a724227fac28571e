//! The journal in a PostgreSQL database, which several processes may share. The version in a table's
//! row and the primary key (table, version) let one of several writers win. The process that wrote last
//! owns the table; once its heartbeat stops, another process takes it over.

mod handed_clicks;
mod shards;
mod sink;
mod timed_pool;

use std::time::Duration;

use async_trait::async_trait;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use table::entry::Entry;
use table::ids::{ChannelId, GuildId, InteractionId, Millis, TableId, UserId};
use tokio::time::timeout;
use tracing::warn;

use crate::migrations;
use crate::ownership::{
    CountedTable, GamesElsewhere, HEARTBEAT_TIMEOUT, Orphaned, OwnedTable, Owner, PostedMessages,
    RunningTable,
};
use crate::port::{Journal, JournalError};
use crate::record_cipher::RecordCipher;
use crate::rows::{
    COUNT_SEALED, SELECT_BEGINNINGS, check_keys, error_text, from_column, ids_to_json,
    is_forbidden, select_tables, to_column, to_running_table, warn_of_unreadable,
};
use crate::sql::{Sql as _, Statement};
use crate::sql_journal::{SqlJournal, fetch_tables};
use crate::storage_url::PostgresUrl;
use crate::store_error::StoreError;
use crate::writer::{COMMIT_GROUP, Writer};
use sink::PostgresSink;
pub(crate) use timed_pool::TimedPool;

pub use handed_clicks::{HandedClicks, TakenClick};
pub use shards::SharedShards;

/// The time that the start waits for a server that starts too, and then for each answer but that to a
/// migration, which takes as long as the database is large.
const START_TIMEOUT: Duration = Duration::from_secs(5);

/// The settings of each connection. A process that stops in the middle of a transaction must not lock
/// others out of its tables for longer than this. The server takes a row elsewhere for four times as costly as the
/// next one, as on a disk that turns; it then reads whole tables for statistics.
const SESSION_OPTIONS: [(&str, &str); 2] = [
    ("idle_in_transaction_session_timeout", "2s"),
    ("random_page_cost", "1.1"),
];

/// A journal in a PostgreSQL database.
pub type PostgresJournal = SqlJournal<TimedPool>;

/// This process among those that share a database.
pub struct PostgresProcess {
    /// The random id of this process in the database.
    id: i64,
}

/// A row of `tables`, true if this process owns it, and true if its owner's heartbeat is recent.
type OwnedRow = (i64, i64, i64, Option<i64>, String, i64, bool, bool);

/// A row of `tables` that was taken over, and the time of its previous owner's last heartbeat.
type OrphanedRow = (i64, i64, i64, Option<i64>, String, i64, i64);

/// A condition: the owner's heartbeat is not older than a parameter, in milliseconds.
macro_rules! is_recent {
    ($timeout:literal) => {
        concat!(
            "coalesce(seen >= now() - ",
            $timeout,
            " * interval '1 millisecond', false)"
        )
    };
}
pub(crate) use is_recent;

impl PostgresJournal {
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
            sql: pool,
            cipher,
            location,
            process: PostgresProcess { id: process },
        })
    }

    /// Ends this process's heartbeat, so that its tables can be taken over at once.
    async fn end_process(&self) {
        const EXPIRE_LEASES: &str = "UPDATE shards SET until = 'epoch' WHERE holder = $1";
        const EXPIRE_HEARTBEAT: &str = "UPDATE processes SET seen = 'epoch' WHERE id = $1";
        for statement in [EXPIRE_LEASES, EXPIRE_HEARTBEAT] {
            let statement = Statement::new(statement).bind(self.process.id);
            if let Err(error) = self.sql.execute(statement).await {
                let error = error_text(&error);
                warn!(error, "the end of this process could not be recorded");
            }
        }
    }
}

#[async_trait]
impl Journal for PostgresJournal {
    async fn append(&self, entry: &Entry) -> Result<(), JournalError> {
        self.append_entry(entry).await
    }

    async fn load_page(&self, table: TableId, after: u64) -> Result<Vec<Entry>, JournalError> {
        self.select_page(table, after).await
    }

    async fn running(&self) -> Result<Vec<RunningTable>, JournalError> {
        const SELECT_RUNNING: &str =
            select_tables!("WHERE stage = 'running' AND owner = $1 ORDER BY written_at");
        let statement = Statement::new(SELECT_RUNNING).bind(self.process.id);
        fetch_tables(&self.background, statement).await
    }

    async fn find_running(&self, table: TableId) -> Result<Option<RunningTable>, JournalError> {
        self.select_running(table).await
    }

    async fn find_in_channel(
        &self,
        channel: ChannelId,
    ) -> Result<Option<OwnedTable>, JournalError> {
        const SELECT_IN_CHANNEL: &str = concat!(
            "SELECT tables.id, guild, channel, message, replaced, written_at, owner = $2, ",
            is_recent!("$3"),
            " FROM tables LEFT JOIN processes ON processes.id = owner \
             WHERE channel = $1 AND stage = 'running'"
        );
        let statement = Statement::new(SELECT_IN_CHANNEL)
            .bind(channel)
            .bind(self.process.id)
            .bind(HEARTBEAT_TIMEOUT);
        let mut rows = self.sql.fetch(statement).await?;
        Ok(rows.pop().map(owned_table))
    }

    async fn running_in_guild(&self, guild: GuildId) -> Result<Vec<RunningTable>, JournalError> {
        const SELECT_IN_GUILD: &str =
            select_tables!("WHERE stage = 'running' AND guild = $1 ORDER BY written_at");
        let statement = Statement::new(SELECT_IN_GUILD).bind(guild);
        fetch_tables(&self.sql, statement).await
    }

    async fn confirm_version(&self, table: TableId, version: u64) -> Result<(), JournalError> {
        const SELECT_VERSION: &str = "SELECT version FROM tables WHERE id = $1";
        let statement = Statement::new(SELECT_VERSION).bind(table);
        let newest: Vec<(i64,)> = self.sql.fetch(statement).await?;
        match newest == [(to_column(version),)] {
            true => Ok(()),
            false => Err(JournalError::Conflict { table, version }),
        }
    }

    async fn record_heartbeat(&self, at: Millis) -> Result<u32, JournalError> {
        const UPSERT_HEARTBEAT: &str = concat!(
            "INSERT INTO processes (id, at, seen) VALUES ($1, $2, now()) \
             ON CONFLICT (id) DO UPDATE SET at = excluded.at, seen = excluded.seen \
             RETURNING 1 + (SELECT count(*) FROM processes AS other WHERE other.id <> $1 AND ",
            is_recent!("$3"),
            ")"
        );
        let statement = Statement::new(UPSERT_HEARTBEAT)
            .bind(self.process.id)
            .bind(at)
            .bind(HEARTBEAT_TIMEOUT);
        let rows: Vec<(i64,)> = self.sql.fetch(statement).await?;
        let live = rows.first().map_or(1, |&(live,)| live);
        Ok(u32::try_from(live).unwrap_or(1))
    }

    async fn record_count(
        &self,
        table: TableId,
        counted: CountedTable,
    ) -> Result<(), JournalError> {
        const UPDATE_COUNTED: &str = "UPDATE tables SET is_game = $2, host = $3, watched = $4 \
             WHERE id = $1 AND owner = $5";
        let statement = Statement::new(UPDATE_COUNTED)
            .bind(table)
            .bind(counted.is_game)
            .bind(counted.host)
            .bind(counted.watched)
            .bind(self.process.id);
        self.background.execute(statement).await?;
        Ok(())
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
        let statement = Statement::new(COUNT)
            .bind(guild)
            .bind(host)
            .bind(self.process.id);
        let rows: Vec<(i64, i64, i64, i64, i64)> = self.sql.fetch(statement).await?;
        let counts = rows.first().copied().unwrap_or_default();
        let (tables, games, watched, hosted, hosted_tables) = counts;
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
        // Whose tables these are is read in the same statement: a process that stood still does not know what
        // it has lost. Discord's shard of a server is that of the upper 42 bits of its id.
        const TAKE_OVER: &str = concat!(
            "WITH orphaned AS ( \
                 SELECT tables.id, coalesce(orphaned_since, processes.at, \
                     (SELECT at FROM last_alive), written_at) AS since \
                 FROM tables LEFT JOIN processes ON processes.id = owner \
                 WHERE stage = 'running' AND owner <> $1 AND CASE \
                     WHEN (SELECT serves_gateway FROM processes WHERE id = $1) THEN EXISTS ( \
                         SELECT FROM shards WHERE holder = $1 AND until > now() \
                             AND connected AND NOT offered \
                             AND shard = ((guild >> 22) & 4398046511103) % total) \
                     ELSE NOT ",
            is_recent!("$2"),
            " END ORDER BY tables.id FOR UPDATE OF tables SKIP LOCKED) \
             UPDATE tables SET owner = $1, orphaned_since = since \
             FROM orphaned WHERE tables.id = orphaned.id \
             RETURNING tables.id, guild, channel, message, replaced, written_at, since"
        );
        let statement = Statement::new(TAKE_OVER)
            .bind(self.process.id)
            .bind(HEARTBEAT_TIMEOUT);
        let rows: Vec<OrphanedRow> = self.background.fetch(statement).await?;
        Ok(rows.into_iter().map(orphaned).collect())
    }

    async fn quarantine(&self, table: TableId) -> Result<(), JournalError> {
        self.set_quarantined(table).await
    }

    async fn record_posted(
        &self,
        table: TableId,
        posted: &PostedMessages,
    ) -> Result<(), JournalError> {
        const UPDATE_POSTED: &str = "UPDATE tables SET message = $2, replaced = $3 \
             WHERE id = $1 AND owner = $4 AND orphaned_since IS NULL";
        let statement = Statement::new(UPDATE_POSTED)
            .bind(table)
            .bind(posted.message)
            .bind(ids_to_json(&posted.replaced))
            .bind(self.process.id);
        match self.sql.execute(statement).await? {
            0 => Err(JournalError::NotOwner(table)),
            _ => Ok(()),
        }
    }

    async fn clear_posted(&self, table: TableId) -> Result<(), JournalError> {
        self.set_cleared(table).await
    }

    async fn closed_with_messages(&self) -> Result<Vec<RunningTable>, JournalError> {
        const SELECT_CLOSED: &str = concat!(
            select_tables!(
                "LEFT JOIN processes ON processes.id = owner \
                 WHERE stage = 'closed' AND NOT is_cleared AND (owner = $1 OR NOT "
            ),
            is_recent!("$2"),
            ")"
        );
        let statement = Statement::new(SELECT_CLOSED)
            .bind(self.process.id)
            .bind(HEARTBEAT_TIMEOUT);
        fetch_tables(&self.background, statement).await
    }

    async fn next_table_number(&self, channel: ChannelId) -> Result<u32, JournalError> {
        self.take_table_number(channel).await
    }

    async fn record_alive(&self, at: Millis) -> Result<(), JournalError> {
        self.upsert_alive(at).await
    }

    async fn last_alive(&self) -> Result<Option<Millis>, JournalError> {
        self.select_last_alive().await
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
        return Err(StoreError::Foreign(location));
    }
    migrations::run(migrations::POSTGRES, &mut *connection, location).await?;
    let query = sqlx::query_as(SELECT_BEGINNINGS);
    let beginnings = in_time(query.fetch_all(&mut *connection)).await;
    check_keys(cipher, &beginnings.map_err(to_store_error)?, location)?;
    let counts = Statement::new(COUNT_SEALED).bind(false).query_as();
    let counts = in_time(counts.fetch_all(&mut *connection)).await;
    warn_of_unreadable(cipher, counts.map_err(to_store_error)?);
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

pub(crate) fn store_error(error: &sqlx::Error, location: &str) -> StoreError {
    let location = location.to_owned();
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::PoolTimedOut => {
            let reason = error_text(error);
            StoreError::Unreachable { location, reason }
        }
        error if is_forbidden(error) => StoreError::Forbidden(location),
        error => StoreError::refused(error, location),
    }
}

/// Returns true if the database's current schema holds a journal, or none yet.
pub(crate) async fn is_ours(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    const NAMES: &str = "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()";
    let names: Vec<String> = sqlx::query_scalar(NAMES).fetch_all(connection).await?;
    let is_empty = names.iter().all(|name| name == migrations::TABLE);
    let expected_names = ["tables", "entries", "last_alive", migrations::TABLE];
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
    let query = sqlx::query(DELETE_PROCESSES);
    query.execute(&mut *connection).await?;
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
