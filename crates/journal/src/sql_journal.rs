//! The operations of a journal that SQLite and PostgreSQL carry out by the same statements. Those about
//! people and servers are in `personal_data_rows` and `settings_rows`.

use async_trait::async_trait;
use table::entry::Entry;
use table::ids::{ChannelId, Millis, TableId};

use crate::commit_stats::CommitStats;
use crate::port::{Journal, JournalError};
use crate::postgres::SessionStarts;
use crate::record_cipher::RecordCipher;
use crate::rows::{
    EntryRow, RunningRow, from_column, read_page, rows_of_page, select_tables, to_running_table,
};
use crate::running_table::RunningTable;
use crate::sql::{Sql, Statement};
use crate::store::Store;
use crate::store_error::StoreError;
use crate::writer::{EncodedEntry, Writer};

/// A journal in either database.
pub struct SqlJournal<S: Sql> {
    pub(crate) writer: Writer,
    /// For statements that clicks wait for.
    pub(crate) sql: S,
    /// For all others.
    pub(crate) background: S,
    pub(crate) cipher: RecordCipher,
    /// The file, or the server and database, for errors.
    pub(crate) location: String,
    pub(crate) process: S::Process,
}

impl<S: Sql> SqlJournal<S> {
    pub(crate) async fn append_entry(&self, entry: &Entry) -> Result<(), JournalError> {
        let entry = EncodedEntry::new(&self.cipher, entry)?;
        self.writer.append(entry).await
    }

    pub(crate) async fn select_page(
        &self,
        table: TableId,
        after: u64,
    ) -> Result<Vec<Entry>, JournalError> {
        const SELECT_PAGE: &str = "SELECT schema, version, at, interaction, records FROM entries \
             WHERE table_id = $1 AND version >= $2 ORDER BY version LIMIT $3";
        let statement = Statement::new(SELECT_PAGE).bind(table).bind(after);
        let rows: Vec<EntryRow> = self.sql.fetch(statement.bind(rows_of_page(after))).await?;
        read_page(&self.cipher, table, after, rows)
    }

    pub(crate) async fn select_running(
        &self,
        table: TableId,
    ) -> Result<Option<RunningTable>, JournalError> {
        const SELECT_BY_ID: &str = select_tables!("WHERE id = $1 AND stage = 'running'");
        let statement = Statement::new(SELECT_BY_ID).bind(table);
        let mut tables = fetch_tables(&self.sql, statement).await?;
        Ok(tables.pop())
    }

    pub(crate) async fn set_quarantined(&self, table: TableId) -> Result<(), JournalError> {
        const QUARANTINE: &str = "UPDATE tables SET stage = 'quarantined' WHERE id = $1";
        self.change(Statement::new(QUARANTINE).bind(table)).await
    }

    pub(crate) async fn set_cleared(&self, table: TableId) -> Result<(), JournalError> {
        const CLEAR_POSTED: &str = "UPDATE tables SET message = NULL, replaced = '[]', is_cleared = true \
             WHERE id = $1 AND stage = 'closed'";
        self.change(Statement::new(CLEAR_POSTED).bind(table)).await
    }

    pub(crate) async fn take_table_number(&self, channel: ChannelId) -> Result<u32, JournalError> {
        const NEXT: &str = "INSERT INTO table_numbers (channel, newest) VALUES ($1, 1) \
             ON CONFLICT (channel) DO UPDATE SET newest = table_numbers.newest + 1 RETURNING newest";
        let statement = Statement::new(NEXT).bind(channel);
        let taken: Vec<(i64,)> = self.sql.fetch_changed(statement).await?;
        let number = taken
            .first()
            .and_then(|&(number,)| u32::try_from(number).ok());
        number.ok_or_else(|| JournalError::Unavailable("no number for the table".to_owned()))
    }

    pub(crate) async fn upsert_alive(&self, at: Millis) -> Result<(), JournalError> {
        const UPSERT_ALIVE: &str = "INSERT INTO last_alive (one, at) VALUES (1, $1) \
             ON CONFLICT (one) DO UPDATE SET at = excluded.at WHERE last_alive.at < excluded.at";
        self.change(Statement::new(UPSERT_ALIVE).bind(at)).await
    }

    pub(crate) async fn select_last_alive(&self) -> Result<Option<Millis>, JournalError> {
        let statement = Statement::new("SELECT at FROM last_alive");
        let last: Vec<(i64,)> = self.background.fetch(statement).await?;
        Ok(last.first().map(|&(at,)| Millis(from_column(at))))
    }

    async fn change(&self, statement: Statement) -> Result<(), JournalError> {
        self.sql.execute(statement).await?;
        Ok(())
    }
}

#[async_trait]
impl<S: Sql> Store for SqlJournal<S>
where
    Self: Journal,
{
    async fn claim_application(&self, given: u64) -> Result<(), StoreError> {
        const INSERT: &str =
            "INSERT INTO application (one, id) VALUES (1, $1) ON CONFLICT (one) DO NOTHING";
        let location = || self.location.clone();
        let claim = async {
            self.sql.execute(Statement::new(INSERT).bind(given)).await?;
            self.sql
                .fetch_changed(Statement::new(SELECT_APPLICATION))
                .await
        };
        let recorded: Result<Vec<(i64,)>, sqlx::Error> = claim.await;
        let recorded = recorded.map_err(|error| StoreError::refused(&error, location()))?;
        match recorded.first().map(|&(id,)| from_column(id)) {
            Some(found) if found != given => Err(StoreError::OtherApplication {
                location: location(),
                found,
                given,
            }),
            _ => Ok(()),
        }
    }

    fn commit_stats(&self) -> CommitStats {
        self.writer.commit_stats()
    }

    fn session_starts(&self) -> Option<SessionStarts> {
        S::session_starts(self)
    }

    async fn check_writable(&self) -> Result<(), JournalError> {
        self.change(Statement::new("UPDATE application SET id = id"))
            .await
    }

    async fn close(&self) {
        self.writer.close().await;
        S::close(self).await;
    }

    async fn wait_until_failed(&self) {
        self.writer.wait_until_failed().await;
    }
}

pub(crate) const SELECT_APPLICATION: &str = "SELECT id FROM application";

/// Runs a statement that selects tables by [`select_tables`].
pub(crate) async fn fetch_tables(
    sql: &impl Sql,
    statement: Statement,
) -> Result<Vec<RunningTable>, JournalError> {
    let rows: Vec<RunningRow> = sql.fetch(statement).await?;
    Ok(rows.into_iter().map(to_running_table).collect())
}
