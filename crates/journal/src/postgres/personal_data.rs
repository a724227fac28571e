//! The stored data of people in a PostgreSQL database. Processes that share it may delete and replace at
//! the same time: rows that another one is at are left to it.

use sqlx::Connection as _;
use sqlx::postgres::PgConnection;
use table::entry::Entry;
use table::ids::{GuildId, Millis, TableId, UserId};

use super::PostgresJournal;
use crate::personal_data::{Erasure, Expiry, PersonalData, PersonalDataFuture};
use crate::port::Journal as _;
use crate::rows::{
    ChangedRow, ErasureRow, changed_rows, erasure_columns, from_column, to_column, to_erasure,
    unavailable,
};

/// A macro, because SQL must be a literal: the first `$3` tables that have expired and that no other
/// process is at.
macro_rules! expired {
    () => {
        "SELECT id FROM tables WHERE stage <> 'running' AND (written_at < $1 OR guild IN \
             (SELECT guild FROM left_guilds WHERE left_at < $2)) LIMIT $3 FOR UPDATE SKIP LOCKED"
    };
}

/// The statements that delete a batch, in the order that the references between the tables demand. Each
/// has the parameters of [`Expiry`] in its order.
const DELETE_BATCH: [&str; 3] = [
    concat!(
        "WITH expired AS (",
        expired!(),
        "), batch AS (SELECT table_id, version FROM expired JOIN entries ON table_id = id LIMIT $3) \
         DELETE FROM entries USING batch \
         WHERE entries.table_id = batch.table_id AND entries.version = batch.version"
    ),
    concat!(
        "WITH expired AS (",
        expired!(),
        ") DELETE FROM table_people USING expired WHERE table_id = id \
         AND NOT EXISTS (SELECT FROM entries WHERE entries.table_id = id)"
    ),
    concat!(
        "WITH expired AS (",
        expired!(),
        ") DELETE FROM tables USING expired WHERE tables.id = expired.id \
         AND NOT EXISTS (SELECT FROM entries WHERE entries.table_id = expired.id) \
         AND NOT EXISTS (SELECT FROM table_people WHERE table_people.table_id = expired.id)"
    ),
];

/// The statements that delete what is left once all expired tables are gone. PostgreSQL wants the type
/// of every parameter, used or not.
const DELETE_REST: [&str; 3] = [
    "DELETE FROM people WHERE id IN (SELECT id FROM people WHERE chosen_at < $1 \
         AND $2::bigint IS NOT NULL \
         AND NOT EXISTS (SELECT FROM table_people WHERE person = people.id) \
         LIMIT $3 FOR UPDATE SKIP LOCKED)",
    "DELETE FROM servers WHERE id IN (SELECT guild FROM left_guilds WHERE left_at < $2) \
         AND $1::bigint IS NOT NULL AND $3::bigint IS NOT NULL",
    "DELETE FROM left_guilds WHERE left_at < $2 \
         AND $1::bigint IS NOT NULL AND $3::bigint IS NOT NULL \
         AND NOT EXISTS (SELECT FROM tables WHERE tables.guild = left_guilds.guild)",
];

/// Replaces entries of a table, and forgets that the person was there. Returns false if the table has changed
/// since the erasure was listed.
async fn replace_entries(
    connection: &mut PgConnection,
    erasure: Erasure,
    changed: &[ChangedRow],
) -> Result<bool, sqlx::Error> {
    const COUNT_REPLACEMENT: &str = "UPDATE tables SET replacements = replacements + 1 \
         WHERE id = $1 AND replacements = $2 AND stage <> 'running'";
    const UPDATE_ENTRY: &str = "UPDATE entries SET schema = $3, records = $4 \
         WHERE table_id = $1 AND version = $2";
    let table = to_column(erasure.table.0);
    let mut transaction = connection.begin().await?;
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
    delete_person(&mut transaction, erasure).await?;
    transaction.commit().await.map(|()| true)
}

/// Lets a table that cannot be read expire, and forgets that the person was there.
async fn expire(connection: &mut PgConnection, erasure: Erasure) -> Result<(), sqlx::Error> {
    const EXPIRE: &str = "UPDATE tables SET written_at = 0 WHERE id = $1 AND stage <> 'running'";
    let mut transaction = connection.begin().await?;
    let query = sqlx::query(EXPIRE).bind(to_column(erasure.table.0));
    query.execute(&mut *transaction).await?;
    delete_person(&mut transaction, erasure).await?;
    transaction.commit().await
}

async fn delete_person(connection: &mut PgConnection, erasure: Erasure) -> Result<(), sqlx::Error> {
    const DELETE_PERSON: &str = "DELETE FROM table_people WHERE table_id = $1 AND person = $2";
    let query = sqlx::query(DELETE_PERSON).bind(to_column(erasure.table.0));
    let query = query.bind(to_column(erasure.user.0));
    query.execute(connection).await.map(drop)
}

async fn delete_batch(connection: &mut PgConnection, expiry: Expiry) -> Result<u64, sqlx::Error> {
    let mut transaction = connection.begin().await?;
    let mut deleted = delete(&mut transaction, &DELETE_BATCH, expiry).await?;
    if deleted == 0 {
        deleted = delete(&mut transaction, &DELETE_REST, expiry).await?;
    }
    transaction.commit().await.map(|()| deleted)
}

/// Runs statements that delete what has expired. Returns the number of rows that went.
async fn delete(
    connection: &mut PgConnection,
    statements: &[&'static str],
    expiry: Expiry,
) -> Result<u64, sqlx::Error> {
    let mut deleted = 0;
    for statement in statements {
        let query = sqlx::query(*statement)
            .bind(to_column(expiry.ended_before.0))
            .bind(to_column(expiry.left_before.0))
            .bind(i64::from(expiry.batch));
        deleted += query.execute(&mut *connection).await?.rows_affected();
    }
    Ok(deleted)
}

impl PersonalData for PostgresJournal {
    fn tables_of(&self, user: UserId) -> PersonalDataFuture<'_, Vec<TableId>> {
        const SELECT_TABLES: &str = "SELECT id FROM table_people \
             JOIN tables ON tables.id = table_id WHERE person = $1 ORDER BY written_at DESC";
        Box::pin(async move {
            let query = sqlx::query_scalar(SELECT_TABLES).bind(to_column(user.0));
            let tables: Result<Vec<i64>, _> = query.fetch_all(&self.background).await;
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
        const REQUEST: &str = "UPDATE table_people SET erasure = true WHERE person = $1";
        Box::pin(async move {
            let query = sqlx::query(REQUEST).bind(to_column(user.0));
            let done = query.execute(&self.background).await;
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
             WHERE erasure AND stage <> 'running' AND (table_id, person) > ($1, $2) \
             ORDER BY table_id, person LIMIT $3";
        Box::pin(async move {
            let (table, user) = erasure_columns(after);
            let query = sqlx::query_as(SELECT_PENDING)
                .bind(table)
                .bind(user)
                .bind(i64::from(limit));
            let rows: Result<Vec<ErasureRow>, _> = query.fetch_all(&self.background).await;
            let rows = rows.map_err(|error| unavailable(&error))?;
            Ok(rows.into_iter().map(to_erasure).collect())
        })
    }

    fn erase(&self, erasure: Erasure, changed: Vec<Entry>) -> PersonalDataFuture<'_, ()> {
        Box::pin(async move {
            let changed = changed_rows(&self.cipher, &changed)?;
            let replace = async |connection: &mut PgConnection| {
                replace_entries(connection, erasure, &changed).await
            };
            let replaced = self.background.run(replace).await;
            match replaced.map_err(|error| unavailable(&error))? {
                true => Ok(()),
                false => Err(erasure.conflict()),
            }
        })
    }

    fn expire_unreadable(&self, erasure: Erasure) -> PersonalDataFuture<'_, ()> {
        Box::pin(async move {
            let expire = async |connection: &mut PgConnection| expire(connection, erasure).await;
            let expired = self.background.run(expire).await;
            expired.map_err(|error| unavailable(&error))
        })
    }

    fn delete_expired(&self, expiry: Expiry) -> PersonalDataFuture<'_, u64> {
        Box::pin(async move {
            let delete =
                async |connection: &mut PgConnection| delete_batch(connection, expiry).await;
            let deleted = self.background.run(delete).await;
            deleted.map_err(|error| unavailable(&error))
        })
    }

    fn record_guild_left(&self, guild: GuildId, at: Millis) -> PersonalDataFuture<'_, ()> {
        const INSERT_LEFT: &str =
            "INSERT INTO left_guilds (guild, left_at) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        Box::pin(async move {
            let query = sqlx::query(INSERT_LEFT).bind(to_column(guild.0));
            let done = query.bind(to_column(at.0)).execute(&self.background).await;
            done.map(drop).map_err(|error| unavailable(&error))
        })
    }

    fn record_guilds_present<'a>(&'a self, guilds: &'a [GuildId]) -> PersonalDataFuture<'a, ()> {
        const DELETE_LEFT: &str = "DELETE FROM left_guilds WHERE guild = ANY($1)";
        Box::pin(async move {
            let ids: Vec<i64> = guilds.iter().map(|guild| to_column(guild.0)).collect();
            let done = sqlx::query(DELETE_LEFT)
                .bind(ids)
                .execute(&self.background)
                .await;
            done.map(drop).map_err(|error| unavailable(&error))
        })
    }

    fn guilds(&self) -> PersonalDataFuture<'_, Vec<GuildId>> {
        const SELECT_GUILDS: &str = "SELECT DISTINCT guild FROM tables";
        Box::pin(async move {
            let guilds = sqlx::query_scalar(SELECT_GUILDS)
                .fetch_all(&self.background)
                .await;
            let guilds: Vec<i64> = guilds.map_err(|error| unavailable(&error))?;
            Ok(guilds
                .into_iter()
                .map(|id| GuildId(from_column(id)))
                .collect())
        })
    }
}
