//! Runs a statement without parameters in PostgreSQL.

use sqlx::postgres::PgConnection;

pub(super) async fn run(
    connection: &mut PgConnection,
    sql: &'static str,
) -> Result<(), sqlx::Error> {
    sqlx::query(sql).execute(connection).await.map(drop)
}
