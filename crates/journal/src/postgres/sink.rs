//! Appends groups of entries in PostgreSQL, each group in one transaction.

use sqlx::Connection as _;
use sqlx::postgres::PgConnection;
use table::entry::Entry;

use super::timed_pool::TimedPool;
use super::{PostgresProcess, holds_lease};
use crate::port::JournalError;
use crate::results::rows::write_ended;
use crate::rows::{INSERT_PERSON, conflict, error_text, stage};
use crate::sql::{Sql as _, Statement};
use crate::sqlite::small_write::SmallWrite;
use crate::writer::{AppendResults, EncodedEntry, EntrySink, WriteError, ended_games};

/// The connection pool that the writer appends entries with.
pub(super) struct PostgresSink {
    pub(super) pool: TimedPool,
    /// This process, whose id is stored with each entry.
    pub(super) process: PostgresProcess,
}

impl EntrySink for PostgresSink {
    async fn write_group(
        &mut self,
        group: &[EncodedEntry],
        _: &mut [Box<dyn SmallWrite>],
    ) -> Result<(AppendResults, usize), WriteError> {
        let write =
            async |connection: &mut PgConnection| self.write_transaction(connection, group).await;
        match self.pool.run(write).await {
            Ok(results) => Ok((results, 0)),
            // The answer to a commit can get lost: the database is asked which entries it has.
            Err(error) => match self.find_committed(group).await {
                Ok(results) => Ok((results, 0)),
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
        write_ended(&mut *transaction, ended_games(group, &results)).await?;
        transaction.commit().await?;
        Ok(results)
    }

    /// Returns which of these entries this process has committed, after a lost answer.
    async fn find_committed(&self, group: &[EncodedEntry]) -> Result<AppendResults, sqlx::Error> {
        const COUNT_OWN: &str = "SELECT count(*) FROM entries \
             WHERE table_id = $1 AND version = $2 AND writer = $3";
        let mut results = Vec::with_capacity(group.len());
        for entry in group {
            let statement = Statement::new(COUNT_OWN)
                .bind(entry.table)
                .bind(entry.version)
                .bind(self.process.id);
            results.push(match self.pool.fetch(statement).await?[..] {
                [(1_i64,)] => Ok(()),
                _ => Err(JournalError::Unavailable(
                    "the entry was not written".to_owned(),
                )),
            });
        }
        Ok(results)
    }

    async fn append_one(
        &self,
        connection: &mut PgConnection,
        entry: &EncodedEntry,
    ) -> Result<Result<(), JournalError>, sqlx::Error> {
        let mut savepoint = connection.begin().await?;
        if changes(&mut savepoint, advance(entry, self.process)).await?
            && changes(&mut savepoint, insert(entry, self.process.id)).await?
        {
            for user in entry.people() {
                let statement = Statement::new(INSERT_PERSON).bind(user).bind(entry.table);
                changes(&mut savepoint, statement).await?;
            }
            savepoint.commit().await?;
            return Ok(Ok(()));
        }
        savepoint.rollback().await?;
        Ok(Err(conflict(entry)))
    }
}

/// Runs a statement. Returns true if it changed a row.
async fn changes(connection: &mut PgConnection, statement: Statement) -> Result<bool, sqlx::Error> {
    let done = statement.query().execute(connection).await?;
    Ok(done.rows_affected() == 1)
}

/// Returns the statement that inserts this entry, unless its interaction has been written before.
fn insert(entry: &EncodedEntry, writer: i64) -> Statement {
    const INSERT: &str = "INSERT INTO entries \
         (table_id, version, schema, at, interaction, records, writer) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";
    Statement::new(INSERT)
        .bind(entry.table)
        .bind(entry.version)
        .bind(i32::from(entry.schema))
        .bind(entry.at)
        .bind(entry.interaction)
        .bind(entry.records.as_str())
        .bind(writer)
}

/// Returns the statement that brings a table to the version of this entry, if it is at the version before and this
/// process holds the lease.
fn advance(entry: &Entry, process: PostgresProcess) -> Statement {
    const INSERT_TABLE: &str = concat!(
        "INSERT INTO tables (id, guild, channel, version, written_at, stage) \
         SELECT $3, $6, $7, 1, $4, $5 WHERE ",
        holds_lease!("$1", "$2"),
        " ON CONFLICT DO NOTHING"
    );
    const ADVANCE: &str = concat!(
        "UPDATE tables SET version = version + 1, written_at = $4, stage = $5 \
         WHERE id = $3 AND version = $6 - 1 AND stage = 'running' AND ",
        holds_lease!("$1", "$2")
    );
    let opening = entry.opening().filter(|_| entry.version == 1);
    let sql = if opening.is_some() {
        INSERT_TABLE
    } else {
        ADVANCE
    };
    let statement = process.of_cluster(sql).bind(entry.table);
    let statement = statement.bind(entry.at).bind(stage(entry));
    match opening {
        Some((guild, channel)) => statement.bind(guild).bind(channel),
        None => statement.bind(entry.version),
    }
}
