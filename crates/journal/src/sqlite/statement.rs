//! Runs statements without parameters, and reads SQLite's result codes.

use sqlx::sqlite::{SqliteConnection, SqliteError};

// SQLite's primary result codes.
pub(super) const BUSY: i32 = 5;
pub(super) const LOCKED: i32 = 6;
pub(super) const IO_ERROR: i32 = 10;
pub(super) const CORRUPT: i32 = 11;
pub(super) const NO_DATABASE: i32 = 26;

pub(super) async fn run(
    connection: &mut SqliteConnection,
    sql: &'static str,
) -> Result<(), sqlx::Error> {
    sqlx::query(sql).execute(connection).await.map(drop)
}

pub(super) fn result_code(error: &sqlx::Error) -> Option<i32> {
    let error = error
        .as_database_error()?
        .try_downcast_ref::<SqliteError>()?;
    let result_code: i32 = sqlx::error::DatabaseError::code(error)?.parse().ok()?;
    Some(result_code & 0xff)
}
