//! The journal in a PostgreSQL database. Only the process that holds a cluster's lease writes the cluster's tables, and
//! every append checks the lease. In any case, the version in a table's row and the primary key (table, version) let
//! only one of two concurrent appends succeed.

mod lease;
mod sink;
mod timed_pool;

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};

use crate::cluster::Cluster;
use crate::migrations;
use crate::record_cipher::RecordCipher;
use crate::rows::{
    COUNT_SEALED, SELECT_BEGINNINGS, check_keys, is_forbidden, to_column, warn_of_unreadable,
};
use crate::sql::{Statement, in_time};
use crate::sql_journal::SqlJournal;
use crate::storage_url::PostgresUrl;
use crate::store_error::{StoreError, error_text};
use crate::writer::{COMMIT_GROUP, Writer};
use sink::PostgresSink;
pub(crate) use timed_pool::TimedPool;

pub use lease::SessionStarts;
use lease::holds_lease;

/// How long to wait at startup for the server to accept a connection, and then for each answer. Migrations have no
/// limit, because their duration depends on the size of the database.
const START_TIMEOUT: Duration = Duration::from_secs(5);

/// The settings of each connection. The timeout limits how long a process that stops in mid-transaction can block
/// others. The default page cost assumes a spinning disk, on which random reads cost four times as much as sequential
/// reads; with that cost, the server would scan whole tables for a person's statistics.
const SESSION_OPTIONS: [(&str, &str); 2] = [
    ("idle_in_transaction_session_timeout", "2s"),
    ("random_page_cost", "1.1"),
];

/// A journal in a PostgreSQL database.
pub type PostgresJournal = SqlJournal<TimedPool>;

/// This process's identity in the database: a random id, and the cluster that it serves.
#[derive(Clone, Copy)]
pub struct PostgresProcess {
    /// Stored as the holder of the lease and as the writer of entries.
    id: i64,
    cluster: Cluster,
}

impl PostgresProcess {
    /// Returns a statement whose first two parameters are the cluster's number and this process's id.
    fn of_cluster(self, sql: &'static str) -> Statement {
        Statement::new(sql)
            .bind(self.cluster.number())
            .bind(self.id)
    }
}

impl PostgresJournal {
    pub(crate) async fn open(
        address: &PostgresUrl,
        cipher: RecordCipher,
        cluster: Cluster,
    ) -> Result<Self, StoreError> {
        let location = address.to_string();
        let options = address.options().options(SESSION_OPTIONS);
        let id = to_column(rand::random());
        let process = PostgresProcess { id, cluster };
        prepare(&options, &cipher, &location).await?;
        let pool = TimedPool::new(options);
        let sink = PostgresSink {
            pool: pool.clone(),
            process,
        };
        Ok(Self {
            writer: Writer::start(sink, COMMIT_GROUP),
            background: pool.in_background(),
            sql: pool,
            cipher,
            location,
            process,
        })
    }
}

/// Migrates the schema and checks that the database can be used, over a single connection.
async fn prepare(
    options: &PgConnectOptions,
    cipher: &RecordCipher,
    location: &str,
) -> Result<(), StoreError> {
    let to_store_error = |error: sqlx::Error| store_error(&error, location);
    let starting = PgPoolOptions::new()
        .max_connections(1)
        .acquire_timeout(START_TIMEOUT);
    let starting = starting
        .connect_with(options.clone())
        .await
        .map_err(to_store_error)?;
    let mut connection = starting.acquire().await.map_err(to_store_error)?;
    let is_ours = in_time(START_TIMEOUT, is_ours(&mut connection)).await;
    if !is_ours.map_err(to_store_error)? {
        let location = location.to_owned();
        return Err(StoreError::Foreign(location));
    }
    migrations::run(migrations::POSTGRES, &mut *connection, location).await?;
    let query = sqlx::query_as(SELECT_BEGINNINGS);
    let beginnings = in_time(START_TIMEOUT, query.fetch_all(&mut *connection)).await;
    check_keys(cipher, &beginnings.map_err(to_store_error)?, location)?;
    let sealed = Statement::new(COUNT_SEALED).bind(false).query_as();
    let counts = in_time(START_TIMEOUT, sealed.fetch_all(&mut *connection)).await;
    warn_of_unreadable(cipher, counts.map_err(to_store_error)?);
    let closed = in_time(START_TIMEOUT, connection.close()).await;
    closed.map_err(to_store_error)
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

/// Returns true if the database's current schema contains a journal, or no tables except the table of migrations.
pub(crate) async fn is_ours(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    const NAMES: &str = "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()";
    let names: Vec<String> = sqlx::query_scalar(NAMES).fetch_all(connection).await?;
    let is_empty = names.iter().all(|name| name == migrations::TABLE);
    let expected_names = ["tables", "entries", "leases", migrations::TABLE];
    let all_there = expected_names
        .iter()
        .all(|expected| names.iter().any(|name| name == expected));
    Ok(is_empty || all_there)
}
