//! The stored data of people in an SQLite file. Every write is a short transaction on the connection for
//! small writes, so that appends wait for no longer than one of them.

use serde_json::json;
use sqlx::Transaction;
use sqlx::sqlite::{Sqlite, SqliteConnection};
use table::entry::Entry;
use table::ids::{GuildId, Millis, TableId, UserId};

use super::SqliteJournal;
use crate::personal_data::{Erasure, Expiry, PersonalData, PersonalDataFuture};
use crate::port::Journal as _;
use crate::rows::{
    ChangedRow, ErasureRow, changed_rows, erasure_columns, from_column, to_column, to_erasure,
    unavailable,
};

const DELETE_PERSON: &str = "DELETE FROM table_people WHERE table_id = ?1 AND person = ?2";

/// A macro, because SQL must be a literal: the ids of the first `?3` tables that have expired.
macro_rules! expired {
    () => {
        "SELECT id FROM ( \
             SELECT id FROM tables WHERE stage <> 'running' AND written_at < ?1 \
             UNION ALL \
             SELECT tables.id FROM left_guilds JOIN tables ON tables.guild = left_guilds.guild \
             WHERE left_at < ?2 AND stage <> 'running') LIMIT ?3"
    };
}

/// The statements that delete a batch, in the order that the references between the tables demand. Each
/// has the parameters of [`Expiry`] in its order.
const DELETE_BATCH: [&str; 3] = [
    concat!(
        "DELETE FROM entries WHERE (table_id, version) IN ( \
             SELECT entries.table_id, entries.version FROM (",
        expired!(),
        ") AS expired JOIN entries ON entries.table_id = expired.id LIMIT ?3)"
    ),
    concat!(
        "DELETE FROM table_people WHERE table_id IN (SELECT id FROM (",
        expired!(),
        ") AS expired WHERE NOT EXISTS (SELECT 1 FROM entries WHERE table_id = expired.id))"
    ),
    concat!(
        "DELETE FROM tables WHERE id IN (SELECT id FROM (",
        expired!(),
        ") AS expired WHERE NOT EXISTS (SELECT 1 FROM entries WHERE table_id = expired.id))"
    ),
];

/// The statements that delete what is left once all expired tables are gone.
const DELETE_REST: [&str; 3] = [
    "DELETE FROM people WHERE id IN (SELECT id FROM people WHERE chosen_at < ?1 \
         AND NOT EXISTS (SELECT 1 FROM table_people WHERE person = people.id) LIMIT ?3)",
    "DELETE FROM servers WHERE id IN (SELECT guild FROM left_guilds WHERE left_at < ?2)",
    "DELETE FROM left_guilds WHERE left_at < ?2 \
         AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.guild = left_guilds.guild)",
];

impl SqliteJournal {
    /// Begins a transaction on the connection for small writes. It takes SQLite's write lock before it
    /// reads, and is rolled back if it is dropped.
    async fn begin(&self) -> Result<Transaction<'static, Sqlite>, sqlx::Error> {
        self.small_writes.begin_with("BEGIN IMMEDIATE").await
    }

    /// Returns false if the table has changed since the erasure was listed.
    async fn replace_entries(
        &self,
        erasure: Erasure,
        changed: &[ChangedRow],
    ) -> Result<bool, sqlx::Error> {
        const COUNT_REPLACEMENT: &str = "UPDATE tables SET replacements = replacements + 1 \
             WHERE id = ?1 AND replacements = ?2 AND stage <> 'running'";
        const UPDATE_ENTRY: &str = "UPDATE entries SET schema = ?3, records = ?4 \
             WHERE table_id = ?1 AND version = ?2";
        let table = to_column(erasure.table.0);
        let mut transaction = self.begin().await?;
        let query = sqlx::query(COUNT_REPLACEMENT).bind(table);
        let query = query.bind(to_column(erasure.replacements));
        if query.execute(&mut *transaction).await?.rows_affected() == 0 {
            return Ok(false);
        }
        for (version, schema, records) in changed {
            let query = sqlx::query(UPDATE_ENTRY).bind(table).bind(version);
            let query = query.bind(schema).bind(records);
            query.execute(&mut *transaction).await?;
        }
        let query = sqlx::query(DELETE_PERSON).bind(table);
        let query = query.bind(to_column(erasure.user.0));
        query.execute(&mut *transaction).await?;
        transaction.commit().await.map(|()| true)
    }

    async fn expire(&self, erasure: Erasure) -> Result<(), sqlx::Error> {
        const EXPIRE: &str =
            "UPDATE tables SET written_at = 0 WHERE id = ?1 AND stage <> 'running'";
        let table = to_column(erasure.table.0);
        let mut transaction = self.begin().await?;
        let query = sqlx::query(EXPIRE).bind(table);
        query.execute(&mut *transaction).await?;
        let query = sqlx::query(DELETE_PERSON).bind(table);
        let query = query.bind(to_column(erasure.user.0));
        query.execute(&mut *transaction).await?;
        transaction.commit().await
    }

    async fn delete_batch(&self, expiry: Expiry) -> Result<u64, sqlx::Error> {
        let mut transaction = self.begin().await?;
        let mut deleted = delete(&mut transaction, &DELETE_BATCH, expiry).await?;
        if deleted == 0 {
            deleted = delete(&mut transaction, &DELETE_REST, expiry).await?;
        }
        transaction.commit().await.map(|()| deleted)
    }
}

/// Runs statements that delete what has expired. Returns the number of rows that went.
async fn delete(
    connection: &mut SqliteConnection,
    statements: &[&'static str],
    expiry: Expiry,
) -> Result<u64, sqlx::Error> {
    let mut deleted = 0;
    for statement in statements {
        let query = sqlx::query(*statement)
            .bind(to_column(expiry.ended_before.0))
            .bind(to_column(expiry.left_before.0))
            .bind(expiry.batch);
        deleted += query.execute(&mut *connection).await?.rows_affected();
    }
    Ok(deleted)
}

impl PersonalData for SqliteJournal {
    fn tables_of(&self, user: UserId) -> PersonalDataFuture<'_, Vec<TableId>> {
        const SELECT_TABLES: &str = "SELECT id FROM table_people \
             JOIN tables ON tables.id = table_id WHERE person = ?1 ORDER BY written_at DESC";
        Box::pin(async move {
            let query = sqlx::query_scalar(SELECT_TABLES).bind(to_column(user.0));
            let tables: Result<Vec<i64>, _> = query.fetch_all(&self.readers).await;
            let tables = tables.map_err(|error| unavailable(&error))?;
            Ok(tables
                .into_iter()
                .map(|id| TableId(from_column(id)))
                .collect())
        })
    }

    fn load_entries(&self, table: TableId) -> PersonalDataFuture<'_, Vec<Entry>> {
        Box::pin(self.load(table))
    }

    fn request_erasure(&self, user: UserId) -> PersonalDataFuture<'_, ()> {
        const REQUEST: &str = "UPDATE table_people SET erasure = 1 WHERE person = ?1";
        Box::pin(async move {
            let query = sqlx::query(REQUEST).bind(to_column(user.0));
            let done = query.execute(&self.small_writes).await;
            done.map(drop).map_err(|error| unavailable(&error))
        })
    }

    fn pending_erasures(
        &self,
        after: Option<Erasure>,
        limit: u32,
    ) -> PersonalDataFuture<'_, Vec<Erasure>> {
        const SELECT_PENDING: &str = "SELECT person, table_id, replacements FROM table_people \
             JOIN tables ON tables.id = table_id \
             WHERE erasure = 1 AND stage <> 'running' AND (table_id, person) > (?1, ?2) \
             ORDER BY table_id, person LIMIT ?3";
        Box::pin(async move {
            let (table, user) = erasure_columns(after);
            let query = sqlx::query_as(SELECT_PENDING)
                .bind(table)
                .bind(user)
                .bind(limit);
            let rows: Result<Vec<ErasureRow>, _> = query.fetch_all(&self.readers).await;
            let rows = rows.map_err(|error| unavailable(&error))?;
            Ok(rows.into_iter().map(to_erasure).collect())
        })
    }

    fn erase(&self, erasure: Erasure, changed: Vec<Entry>) -> PersonalDataFuture<'_, ()> {
        Box::pin(async move {
            let changed = changed_rows(&self.cipher, &changed)?;
            let replaced = self.replace_entries(erasure, &changed).await;
            match replaced.map_err(|error| unavailable(&error))? {
                true => Ok(()),
                false => Err(erasure.conflict()),
            }
        })
    }

    fn expire_unreadable(&self, erasure: Erasure) -> PersonalDataFuture<'_, ()> {
        Box::pin(async move {
            let expired = self.expire(erasure).await;
            expired.map_err(|error| unavailable(&error))
        })
    }

    fn delete_expired(&self, expiry: Expiry) -> PersonalDataFuture<'_, u64> {
        Box::pin(async move {
            let deleted = self.delete_batch(expiry).await;
            deleted.map_err(|error| unavailable(&error))
        })
    }

    fn record_guild_left(&self, guild: GuildId, at: Millis) -> PersonalDataFuture<'_, ()> {
        const INSERT_LEFT: &str =
            "INSERT INTO left_guilds (guild, left_at) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
        Box::pin(async move {
            let query = sqlx::query(INSERT_LEFT).bind(to_column(guild.0));
            let done = query
                .bind(to_column(at.0))
                .execute(&self.small_writes)
                .await;
            done.map(drop).map_err(|error| unavailable(&error))
        })
    }

    fn record_guilds_present<'a>(&'a self, guilds: &'a [GuildId]) -> PersonalDataFuture<'a, ()> {
        const DELETE_LEFT: &str = "DELETE FROM left_guilds \
             WHERE guild IN (SELECT json_each.value FROM json_each(?1))";
        Box::pin(async move {
            let ids: Vec<i64> = guilds.iter().map(|guild| to_column(guild.0)).collect();
            let query = sqlx::query(DELETE_LEFT).bind(json!(ids).to_string());
            let done = query.execute(&self.small_writes).await;
            done.map(drop).map_err(|error| unavailable(&error))
        })
    }

    fn guilds(&self) -> PersonalDataFuture<'_, Vec<GuildId>> {
        const SELECT_GUILDS: &str = "SELECT DISTINCT guild FROM tables";
        Box::pin(async move {
            let guilds = sqlx::query_scalar(SELECT_GUILDS)
                .fetch_all(&self.readers)
                .await;
            let guilds: Vec<i64> = guilds.map_err(|error| unavailable(&error))?;
            Ok(guilds
                .into_iter()
                .map(|id| GuildId(from_column(id)))
                .collect())
        })
    }
}
