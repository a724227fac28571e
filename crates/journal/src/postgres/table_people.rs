//! The people whom the entries of a table name, recorded as the entries are appended.

use sqlx::postgres::PgConnection;
use table::entry::Entry;

use crate::rows::to_column;

/// Records in the transaction of an entry whom it names.
pub(super) async fn insert_people(
    connection: &mut PgConnection,
    entry: &Entry,
) -> Result<(), sqlx::Error> {
    const INSERT_PEOPLE: &str = "INSERT INTO table_people (person, table_id) \
         SELECT person, $2 FROM unnest($1::bigint[]) AS person ON CONFLICT DO NOTHING";
    let people: Vec<i64> = entry
        .people()
        .iter()
        .map(|user| to_column(user.0))
        .collect();
    if people.is_empty() {
        return Ok(());
    }
    let query = sqlx::query(INSERT_PEOPLE).bind(people);
    let query = query.bind(to_column(entry.table.0));
    query.execute(connection).await.map(drop)
}
