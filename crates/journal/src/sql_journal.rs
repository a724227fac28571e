//! The journal for both SQLite and PostgreSQL. The implementations of [`Sql`] contain the few differences. Files such
//! as `settings_rows` implement further traits for [`SqlJournal`].

use async_trait::async_trait;
use table::entry::Entry;
use table::ids::{ChannelId, GuildId, Millis, TableId};
use table::personal_data::PersonRow;

use crate::lease::Acquired;
use crate::people::{read_people, select_people};
use crate::port::{Journal, JournalError, PostedMessages, RunningTable};
use crate::postgres::SessionStarts;
use crate::record_cipher::RecordCipher;
use crate::rows::{
    EntryReader, EntryRow, RunningRow, from_column, read_page, rows_of_page, select_tables,
    to_running_table,
};
use crate::sql::{Sql, Statement};
use crate::store::Store;
use crate::store_error::StoreError;
use crate::writer::{CommitStats, EncodedEntry, Writer};

/// A journal in either database.
pub struct SqlJournal<S: Sql> {
    pub(crate) writer: Writer,
    /// Has the short time limit of statements that a click is waiting for.
    pub(crate) sql: S,
    /// Has a longer time limit, for other statements.
    pub(crate) background: S,
    pub(crate) cipher: RecordCipher,
    /// The file, or the server and database, for error messages.
    pub(crate) location: String,
    pub(crate) process: S::Process,
}

#[async_trait]
impl<S: Sql> Journal for SqlJournal<S> {
    async fn append(&self, entry: &Entry) -> Result<(), JournalError> {
        let known = self.people_before(entry).await?;
        let entry = EncodedEntry::new(&self.cipher, entry, &known)?;
        self.writer.append(entry).await
    }

    async fn load_page(&self, table: TableId, after: u64) -> Result<Vec<Entry>, JournalError> {
        self.read_entries(table, after, rows_of_page(after)).await
    }

    /// Reads the people once for all entries, because someone could be erased from a closed table between two pages.
    async fn load(&self, table: TableId) -> Result<Vec<Entry>, JournalError> {
        self.read_entries(table, 0, i64::MAX).await
    }

    async fn running(&self) -> Result<Vec<RunningTable>, JournalError> {
        const SELECT_RUNNING: &str = select_tables!("WHERE stage = 'running' ORDER BY written_at");
        self.select_owned(SELECT_RUNNING).await
    }

    async fn find_running(&self, table: TableId) -> Result<Option<RunningTable>, JournalError> {
        const SELECT_BY_ID: &str = select_tables!("WHERE id = $1 AND stage = 'running'");
        let statement = Statement::new(SELECT_BY_ID).bind(table);
        Ok(fetch_tables(&self.sql, statement).await?.pop())
    }

    async fn find_in_channel(
        &self,
        channel: ChannelId,
    ) -> Result<Option<RunningTable>, JournalError> {
        const SELECT_IN_CHANNEL: &str = select_tables!("WHERE channel = $1 AND stage = 'running'");
        let statement = Statement::new(SELECT_IN_CHANNEL).bind(channel);
        Ok(fetch_tables(&self.sql, statement).await?.pop())
    }

    async fn running_in_guild(&self, guild: GuildId) -> Result<Vec<RunningTable>, JournalError> {
        const SELECT_IN_GUILD: &str =
            select_tables!("WHERE stage = 'running' AND guild = $1 ORDER BY written_at");
        let statement = Statement::new(SELECT_IN_GUILD).bind(guild);
        fetch_tables(&self.sql, statement).await
    }

    async fn quarantine(&self, table: TableId) -> Result<(), JournalError> {
        const QUARANTINE: &str =
            "UPDATE tables SET stage = 'quarantined' WHERE id = $1 AND stage = 'running'";
        self.change(Statement::new(QUARANTINE).bind(table)).await
    }

    async fn record_posted(
        &self,
        table: TableId,
        posted: &PostedMessages,
    ) -> Result<(), JournalError> {
        S::record_posted(self, table, posted).await
    }

    async fn clear_posted(&self, table: TableId) -> Result<(), JournalError> {
        const CLEAR_POSTED: &str = "UPDATE tables SET message = NULL, replaced = '[]', is_cleared = true \
             WHERE id = $1 AND stage = 'closed'";
        self.change(Statement::new(CLEAR_POSTED).bind(table)).await
    }

    async fn closed_with_messages(&self) -> Result<Vec<RunningTable>, JournalError> {
        const SELECT_CLOSED: &str = select_tables!("WHERE stage = 'closed' AND NOT is_cleared");
        self.select_owned(SELECT_CLOSED).await
    }

    async fn next_table_number(&self, channel: ChannelId) -> Result<u32, JournalError> {
        const NEXT: &str = "INSERT INTO table_numbers (channel, newest) VALUES ($1, 1) \
             ON CONFLICT (channel) DO UPDATE SET newest = table_numbers.newest + 1 RETURNING newest";
        let statement = Statement::new(NEXT).bind(channel);
        let taken: Vec<(i64,)> = self.sql.fetch_changed(statement).await?;
        let number = taken
            .first()
            .and_then(|&(number,)| u32::try_from(number).ok());
        number.ok_or_else(|| JournalError::Unavailable("no number for the table".to_owned()))
    }

    async fn record_alive(&self, at: Millis) -> Result<(), JournalError> {
        self.change(S::record_alive(&self.process, at)).await
    }

    async fn last_alive(&self) -> Result<Option<Millis>, JournalError> {
        let rows: Vec<(Option<i64>,)> = self.background.fetch(S::last_alive(&self.process)).await?;
        let last = rows.first().and_then(|&(at,)| at);
        Ok(last.map(|at| Millis(from_column(at))))
    }

    async fn acquire_lease(&self) -> Result<Acquired, JournalError> {
        S::acquire_lease(self).await
    }

    async fn renew_lease(&self) -> Result<bool, JournalError> {
        S::renew_lease(self).await
    }
}

impl<S: Sql> SqlJournal<S> {
    /// Runs a statement that selects tables, and returns only the tables on servers that this process serves.
    async fn select_owned(&self, select: &'static str) -> Result<Vec<RunningTable>, JournalError> {
        let mut tables = fetch_tables(&self.background, Statement::new(select)).await?;
        tables.retain(|table| S::owns(&self.process, table.guild));
        Ok(tables)
    }

    /// Returns a table's entries after version `after`. Reads at most `limit` rows, including the row of `after`. Reads
    /// the people after the entries, so a person without a row has been deleted and was not added later.
    async fn read_entries(
        &self,
        table: TableId,
        after: u64,
        limit: i64,
    ) -> Result<Vec<Entry>, JournalError> {
        const SELECT: &str = "SELECT schema, version, at, interaction, records FROM entries \
             WHERE table_id = $1 AND version >= $2 ORDER BY version LIMIT $3";
        let statement = Statement::new(SELECT).bind(table).bind(after).bind(limit);
        let rows: Vec<EntryRow> = self.sql.fetch(statement).await?;
        let people = self.fetch_people(table).await?;
        let mut reader = EntryReader::new(&self.cipher, table, &people);
        let entries = read_page(&mut reader, after, rows)?;
        if let Err(lost) = reader.check_people()
            && self.find_running(table).await?.is_some()
        {
            return Err(lost);
        }
        Ok(entries)
    }

    /// Returns the people of the table's earlier entries, or an empty list if this entry names no people. If this entry
    /// adds someone, also checks that everyone named in those entries is stored, because the newcomer could otherwise
    /// get a missing person's number.
    async fn people_before(&self, entry: &Entry) -> Result<Vec<PersonRow>, JournalError> {
        let named = entry.people();
        if entry.version <= 1 || named.is_empty() {
            return Ok(Vec::new());
        }
        let known = self.fetch_people(entry.table).await?;
        if !named
            .iter()
            .all(|user| known.iter().any(|row| row.user == *user))
        {
            self.load(entry.table).await?;
        }
        Ok(known)
    }

    async fn fetch_people(&self, table: TableId) -> Result<Vec<PersonRow>, JournalError> {
        let rows = self.sql.fetch(select_people(table)).await?;
        read_people(&self.cipher, table, rows)
    }

    async fn change(&self, statement: Statement) -> Result<(), JournalError> {
        self.sql.execute(statement).await?;
        Ok(())
    }
}

#[async_trait]
impl<S: Sql> Store for SqlJournal<S> {
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
        let recorded: Vec<(i64,)> = claim
            .await
            .map_err(|error: sqlx::Error| StoreError::refused(&error, location()))?;
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

/// Runs a statement built with [`select_tables`].
async fn fetch_tables(
    sql: &impl Sql,
    statement: Statement,
) -> Result<Vec<RunningTable>, JournalError> {
    let rows: Vec<RunningRow> = sql.fetch(statement).await?;
    Ok(rows.into_iter().map(to_running_table).collect())
}
