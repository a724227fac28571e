//! Appends the entries of a group one by one, in the connection's current transaction.

use table::entry::Entry;

use crate::port::JournalError;
use crate::results::rows::write_ended;
use crate::rows::{conflict, stage};
use crate::sql::{SqlConnection, Statement};
use crate::writer::{AppendResults, EncodedEntry, ended_games};

/// Appends the entries and writes the results of the games they end. Returns one result per entry. A refused entry
/// leaves nothing behind, and the other entries are still appended.
///
/// `insert` returns the statement that inserts an entry if its table is running and at the previous version, and the
/// entry's interaction has not been stored yet.
pub(crate) async fn append_group<C: SqlConnection>(
    connection: &mut C,
    group: &[EncodedEntry],
    insert: impl Fn(&EncodedEntry) -> Statement + Sync,
) -> Result<AppendResults, sqlx::Error> {
    let mut results = Vec::with_capacity(group.len());
    for entry in group {
        results.push(append(connection, entry, insert(entry)).await?);
    }
    write_ended(connection, ended_games(group, &results)).await?;
    Ok(results)
}

async fn append<C: SqlConnection>(
    connection: &mut C,
    entry: &EncodedEntry,
    insert: Statement,
) -> Result<Result<(), JournalError>, sqlx::Error> {
    const DELETE_TABLE: &str = "DELETE FROM tables WHERE id = $1";
    let opens = entry.opening().filter(|_| entry.version == 1);
    let opened = match opens {
        Some((guild, channel)) => {
            let open = Statement::new(INSERT_TABLE)
                .bind(entry.table)
                .bind(entry.at)
                .bind(guild)
                .bind(channel);
            connection.execute(open).await? == 1
        }
        None => true,
    };
    if !opened {
        return Ok(Err(conflict(entry)));
    }
    if connection.execute(insert).await? == 0 {
        if opens.is_some() {
            // The interaction is a duplicate, so the table just inserted is deleted again.
            let delete = Statement::new(DELETE_TABLE).bind(entry.table);
            connection.execute(delete).await?;
        }
        return Ok(Err(conflict(entry)));
    }
    connection.execute(advance(entry)).await?;
    for person in &entry.people {
        connection.execute(person.clone()).await?;
    }
    Ok(Ok(()))
}

/// Inserts a new table, unless its id exists or its channel already has a running table.
const INSERT_TABLE: &str = "INSERT INTO tables (id, written_at, guild, channel, version, stage) \
     VALUES ($1, $2, $3, $4, 0, 'running') ON CONFLICT DO NOTHING";

/// The INSERT statement for [`bind_entry`]. PostgreSQL adds a column ($column) and its value ($value).
macro_rules! insert_entry {
    ($column:literal, $value:literal) => {
        concat!(
            "INSERT INTO entries (table_id, version, schema, at, interaction, records",
            $column,
            ") SELECT id, $2, $3, $4, $5, $6",
            $value,
            " FROM tables WHERE id = $1 AND version = $2 - 1 AND stage = 'running' ON CONFLICT DO NOTHING"
        )
    };
}
pub(crate) use insert_entry;

pub(crate) fn bind_entry(insert: &'static str, entry: &EncodedEntry) -> Statement {
    Statement::new(insert)
        .bind(entry.table)
        .bind(entry.version)
        .bind(i32::from(entry.schema))
        .bind(entry.at)
        .bind(entry.interaction)
        .bind(entry.records.as_str())
}

fn advance(entry: &Entry) -> Statement {
    const ADVANCE: &str =
        "UPDATE tables SET version = $2, written_at = $3, stage = $4 WHERE id = $1";
    Statement::new(ADVANCE)
        .bind(entry.table)
        .bind(entry.version)
        .bind(entry.at)
        .bind(stage(entry))
}
