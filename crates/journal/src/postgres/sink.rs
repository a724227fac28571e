//! Appends groups of entries in PostgreSQL, each group in one transaction.

use sqlx::Connection as _;
use sqlx::postgres::PgConnection;

use super::PostgresProcess;
use super::timed_pool::TimedPool;
use crate::append::{append_group, bind_entry, insert_entry};
use crate::port::JournalError;
use crate::rows::conflict;
use crate::sql::{Sql as _, SqlConnection as _, Statement};
use crate::sqlite::small_write::SmallWrite;
use crate::store_error::error_text;
use crate::writer::{AppendResults, EncodedEntry, EntrySink, WriteError};

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
            // The answer to a commit can get lost, so check which entries the database has.
            Err(error) => match self.find_committed(group).await {
                Ok(results) => Ok((results, 0)),
                Err(_) => Err(WriteError::Transient(error_text(&error))),
            },
        }
    }

    async fn close(self) {}
}

impl PostgresSink {
    /// Appends the entries if this process holds the lease, which no other process can take before the
    /// transaction ends.
    async fn write_transaction(
        &self,
        connection: &mut PgConnection,
        group: &[EncodedEntry],
    ) -> Result<AppendResults, sqlx::Error> {
        const LOCK_LEASE: &str = "SELECT FROM leases WHERE cluster = $1 AND holder = $2 FOR SHARE";
        let insert = |entry: &EncodedEntry| {
            bind_entry(insert_entry!(", writer", ", $7"), entry).bind(self.process.id)
        };
        let mut transaction = connection.begin().await?;
        let lock = self.process.of_cluster(LOCK_LEASE);
        let results = match transaction.execute(lock).await? {
            0 => group.iter().map(|entry| Err(conflict(entry))).collect(),
            _ => append_group(&mut *transaction, group, insert).await?,
        };
        transaction.commit().await?;
        Ok(results)
    }

    /// Called after a lost answer. Returns which of these entries this process has committed.
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
}
