//! Inspects a PostgreSQL database over a single connection.

use std::time::{Duration, Instant};

use sqlx::postgres::PgConnection;
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::time::timeout;

use super::database_state::{PostgresInspection, Schema};
use crate::migrations;
use crate::postgres::{is_ours, store_error};
use crate::record_cipher::RecordCipher;
use crate::rows::{COUNT_SEALED, SELECT_BEGINNINGS, check_keys, from_column, unreadable_texts};
use crate::sql::{Statement, in_time};
use crate::sql_journal::SELECT_APPLICATION;
use crate::storage_url::PostgresUrl;
use crate::store_error::StoreError;

/// The time limit for each of three steps: connecting, all queries together, and closing.
const TIMEOUT: Duration = Duration::from_secs(5);
const PINGS: usize = 5;

pub(super) async fn inspect(
    address: &PostgresUrl,
    cipher: &RecordCipher,
) -> Result<PostgresInspection, StoreError> {
    let location = address.to_string();
    let to_store_error = |error: sqlx::Error| store_error(&error, &location);
    let mut connection = in_time(TIMEOUT, address.options().connect())
        .await
        .map_err(to_store_error)?;
    let reading = timeout(TIMEOUT, read(&mut connection, address, cipher)).await;
    let inspection = reading.map_err(|_| to_store_error(sqlx::Error::PoolTimedOut))??;
    let closed = in_time(TIMEOUT, connection.close()).await;
    closed.map(|()| inspection).map_err(to_store_error)
}

async fn read(
    connection: &mut PgConnection,
    address: &PostgresUrl,
    cipher: &RecordCipher,
) -> Result<PostgresInspection, StoreError> {
    let location = address.to_string();
    let to_store_error = |error: sqlx::Error| store_error(&error, &location);
    let schema = read_schema(connection, cipher, &location).await?;
    let mut unreadable = Vec::new();
    if let Schema::Current(_) = schema {
        let counts = Statement::new(COUNT_SEALED)
            .bind(true)
            .query_as()
            .fetch_all(&mut *connection)
            .await;
        unreadable = unreadable_texts(cipher, counts.map_err(to_store_error)?);
    }
    let (processes, application) = match schema {
        Schema::Empty => (0, None),
        _ => read_users(connection).await.map_err(to_store_error)?,
    };
    let settings = read_settings(connection).await.map_err(to_store_error)?;
    let latency = measure_latency(connection).await.map_err(to_store_error)?;
    let (version, tls, size_bytes, is_durable) = settings;
    Ok(PostgresInspection {
        location,
        version,
        schema,
        tls,
        is_local: address.is_local(),
        latency,
        size_bytes: from_column(size_bytes),
        is_durable,
        processes,
        application,
        unreadable,
    })
}

async fn read_schema(
    connection: &mut PgConnection,
    cipher: &RecordCipher,
    location: &str,
) -> Result<Schema, StoreError> {
    let to_store_error = |error: sqlx::Error| store_error(&error, location);
    if !is_ours(connection).await.map_err(to_store_error)? {
        return Err(StoreError::Foreign(location.to_owned()));
    }
    let exists: bool = sqlx::query_scalar("SELECT to_regclass('_sqlx_migrations') IS NOT NULL")
        .fetch_one(&mut *connection)
        .await
        .map_err(to_store_error)?;
    let found = if exists {
        sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations")
            .fetch_one(&mut *connection)
            .await
            .map_err(to_store_error)?
    } else {
        None
    };
    let schema = Schema::new(found, migrations::newest(migrations::POSTGRES), location)?;
    let is_current = matches!(schema, Schema::Current(_));
    let may_write = is_current
        || may_create_tables(connection)
            .await
            .map_err(to_store_error)?;
    if !may_write {
        return Err(StoreError::Forbidden(location.to_owned()));
    }
    if schema != Schema::Empty {
        let beginnings = sqlx::query_as(SELECT_BEGINNINGS)
            .fetch_all(connection)
            .await;
        check_keys(cipher, &beginnings.map_err(to_store_error)?, location)?;
    }
    Ok(schema)
}

async fn may_create_tables(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    // `current_schema()` is NULL if the account may not use the schema.
    const SELECT_RIGHT: &str =
        "SELECT coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)";
    sqlx::query_scalar(SELECT_RIGHT).fetch_one(connection).await
}

/// Returns the number of processes that hold a lease, and the recorded application.
async fn read_users(connection: &mut PgConnection) -> Result<(u64, Option<u64>), sqlx::Error> {
    const COUNT_HOLDERS: &str = "SELECT count(*) FROM leases WHERE until > now()";
    let holders: i64 = sqlx::query_scalar(COUNT_HOLDERS)
        .fetch_one(&mut *connection)
        .await?;
    let application = sqlx::query_scalar(SELECT_APPLICATION)
        .fetch_optional(connection)
        .await?;
    Ok((from_column(holders), application.map(from_column)))
}

/// Columns: the server's version, the TLS version, the database's size in bytes, and true if commits are durable.
type SettingsRow = (String, Option<String>, i64, bool);

async fn read_settings(connection: &mut PgConnection) -> Result<SettingsRow, sqlx::Error> {
    const SELECT_SETTINGS: &str = "SELECT current_setting('server_version'), \
             (SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl), \
             pg_database_size(current_database()), \
             current_setting('fsync') = 'on' AND current_setting('synchronous_commit') <> 'off'";
    sqlx::query_as(SELECT_SETTINGS).fetch_one(connection).await
}

async fn measure_latency(connection: &mut PgConnection) -> Result<Duration, sqlx::Error> {
    let mut times = [Duration::ZERO; PINGS];
    for time in &mut times {
        let started = Instant::now();
        sqlx::query("SELECT 1").execute(&mut *connection).await?;
        *time = started.elapsed();
    }
    times.sort_unstable();
    Ok(times[PINGS / 2])
}
