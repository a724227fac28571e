//! Appends groups of entries in PostgreSQL, each group in one transaction.

use sqlx::Connection as _;
use sqlx::postgres::PgConnection;
use table::entry::Entry;

use super::statement::run;
use super::table_people::insert_people;
use super::timed_pool::TimedPool;
use crate::port::JournalError;
use crate::rows::{conflict, error_text, stage, to_column};
use crate::writer::{AppendResults, EncodedEntry, EntrySink, WriteError};

/// The connection pool that the writer appends entries with.
pub(super) struct PostgresSink {
    pub(super) pool: TimedPool,
    /// The id of this process, stored with each entry.
    pub(super) writer: i64,
}

impl EntrySink for PostgresSink {
    async fn write_group(&mut self, group: &[EncodedEntry]) -> Result<AppendResults, WriteError> {
        let write =
            async |connection: &mut PgConnection| self.write_transaction(connection, group).await;
        match self.pool.run(write).await {
            Ok(results) => Ok(results),
            // The answer to a commit can get lost: the database is asked which entries it has.
            Err(error) => match self.find_committed(group).await {
                Ok(results) => Ok(results),
                Err(_) => Err(WriteError::Transient(error_text(&error))),
            },
        }
    }

    async fn close(self) {}
}

impl PostgresSink {
    async fn write_transaction(
        &self,
        connection: &mut PgConnection,
        group: &[EncodedEntry],
    ) -> Result<AppendResults, sqlx::Error> {
        let mut transaction = connection.begin().await?;
        let mut results = Vec::with_capacity(group.len());
        for entry in group {
            results.push(self.append_one(&mut transaction, entry).await?);
        }
        transaction.commit().await?;
        Ok(results)
    }

    /// Returns which of these entries this process has committed, after a lost answer.
    async fn find_committed(&self, group: &[EncodedEntry]) -> Result<AppendResults, sqlx::Error> {
        const COUNT_OWN: &str = "SELECT count(*) FROM entries \
             WHERE table_id = $1 AND version = $2 AND writer = $3";
        let mut results = Vec::with_capacity(group.len());
        for entry in group {
            let query = sqlx::query_scalar(COUNT_OWN)
                .bind(to_column(entry.table.0))
                .bind(to_column(entry.version))
                .bind(self.writer);
            let count: i64 = query.fetch_one(&self.pool).await?;
            results.push(if count == 1 {
                Ok(())
            } else {
                Err(JournalError::Unavailable(
                    "the entry was not written".to_owned(),
                ))
            });
        }
        Ok(results)
    }

    async fn append_one(
        &self,
        connection: &mut PgConnection,
        entry: &EncodedEntry,
    ) -> Result<Result<(), JournalError>, sqlx::Error> {
        run(connection, "SAVEPOINT entry").await?;
        if advance(connection, entry, self.writer).await? && self.insert(connection, entry).await? {
            insert_people(connection, entry).await?;
            run(connection, "RELEASE SAVEPOINT entry").await?;
            return Ok(Ok(()));
        }
        run(connection, "ROLLBACK TO SAVEPOINT entry").await?;
        Ok(Err(conflict(entry)))
    }

    async fn insert(
        &self,
        connection: &mut PgConnection,
        entry: &EncodedEntry,
    ) -> Result<bool, sqlx::Error> {
        const INSERT: &str = "INSERT INTO entries \
             (table_id, version, schema, at, interaction, records, writer) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";
        let query = sqlx::query(INSERT)
            .bind(to_column(entry.table.0))
            .bind(to_column(entry.version))
            .bind(i32::from(entry.schema))
            .bind(to_column(entry.at.0))
            .bind(entry.interaction.map(|id| to_column(id.0)))
            .bind(&entry.records)
            .bind(self.writer);
        Ok(query.execute(connection).await?.rows_affected() == 1)
    }
}

/// Advances a table to the version of this entry, if it is at the version before. Returns true if it was.
async fn advance(
    connection: &mut PgConnection,
    entry: &Entry,
    writer: i64,
) -> Result<bool, sqlx::Error> {
    const INSERT_TABLE: &str = "INSERT INTO tables (id, guild, channel, version, written_at, stage, owner) \
         VALUES ($1, $2, $3, 1, $4, $5, $6) ON CONFLICT DO NOTHING";
    const ADVANCE: &str = "UPDATE tables SET version = version + 1, written_at = $2, stage = $3, \
             owner = $5, adrift_since = NULL, \
             message = CASE $3 WHEN 'closed' THEN coalesce(message, 0) ELSE message END \
         WHERE id = $1 AND version = $4 - 1 AND stage = 'running'";
    let (table, at) = (to_column(entry.table.0), to_column(entry.at.0));
    let query = match entry.opening().filter(|_| entry.version == 1) {
        Some((guild, channel)) => sqlx::query(INSERT_TABLE)
            .bind(table)
            .bind(to_column(guild.0))
            .bind(to_column(channel.0))
            .bind(at)
            .bind(stage(entry))
            .bind(writer),
        None => sqlx::query(ADVANCE)
            .bind(table)
            .bind(at)
            .bind(stage(entry))
            .bind(to_column(entry.version))
            .bind(writer),
    };
    Ok(query.execute(connection).await?.rows_affected() == 1)
}
