//! Finds and deletes personal data in a database, in short transactions, so that appends do not have to wait long.

use std::collections::BTreeSet;

use async_trait::async_trait;
use table::ids::{ChannelId, GuildId, Millis, TableId, UserId};

use crate::daily;
use crate::personal_data::{Expiry, PersonalData, StoredTables};
use crate::port::JournalError;
use crate::practice::DELETE_PRACTICES;
use crate::results::personal_data::{DeleteResults, DeleteTables, ForgetPerson};
use crate::reviews::DELETE_REVIEWS;
use crate::rows::from_column;
use crate::sql::{Sql, Statement};
use crate::sql_journal::SqlJournal;

/// Selects up to `$3` expired tables. `$lock` locks the rows if other processes may share the database.
macro_rules! expired {
    ($lock:literal) => {
        concat!(
            "SELECT id FROM tables WHERE id IN (SELECT id FROM ( \
                 SELECT id FROM tables WHERE stage <> 'running' AND written_at < $1 \
                 UNION ALL \
                 SELECT id FROM tables WHERE stage <> 'running' AND guild IN ( \
                     SELECT guild FROM left_guilds WHERE left_at < $2)) AS all_expired LIMIT $3)",
            $lock
        )
    };
}

/// The statements of [`Sql::DELETE_TABLES`], in the order that the references between tables require. Their parameters
/// are the fields of [`Expiry`] in order.
macro_rules! delete_tables {
    ($lock:literal) => {
        [
            concat!(
                "DELETE FROM entries WHERE (table_id, version) IN ( \
                     SELECT entries.table_id, entries.version FROM (",
                expired!($lock),
                ") AS expired JOIN entries ON entries.table_id = expired.id LIMIT $3)"
            ),
            concat!(
                "DELETE FROM table_people WHERE table_id IN (",
                expired!($lock),
                ") AND NOT EXISTS (SELECT 1 FROM entries \
                     WHERE entries.table_id = table_people.table_id)"
            ),
            concat!(
                "DELETE FROM tables WHERE id IN (",
                expired!($lock),
                ") AND NOT EXISTS (SELECT 1 FROM entries WHERE entries.table_id = tables.id) \
                 AND NOT EXISTS (SELECT 1 FROM table_people WHERE table_people.table_id = tables.id)"
            ),
        ]
    };
}

/// The statements of [`Sql::DELETE_PREFERENCES`]. Their parameters are `ended_before` and `batch` of [`Expiry`].
macro_rules! delete_preferences {
    ($lock:literal) => {[
        concat!(
            "DELETE FROM preferences WHERE person IN (SELECT person FROM preferences \
                 WHERE chosen_at < $1 AND NOT EXISTS ( \
                     SELECT 1 FROM table_people WHERE table_people.person = preferences.person) \
                     AND NOT (hidden AND EXISTS (SELECT 1 FROM result_players \
                         WHERE result_players.person = preferences.person)) \
                 LIMIT $2",
            $lock,
            ")"
        ),
        concat!(
            "DELETE FROM saved_recipes WHERE person IN (SELECT person FROM saved_recipes \
                 WHERE saved_at < $1 AND NOT EXISTS ( \
                     SELECT 1 FROM table_people WHERE table_people.person = saved_recipes.person) \
                 LIMIT $2",
            $lock,
            ")"
        ),
    ]};
}

pub(crate) use {delete_preferences, delete_tables, expired};

const DELETE_CALLS: &str = "DELETE FROM calls WHERE asked_at < $1 \
     AND NOT EXISTS (SELECT 1 FROM table_people WHERE table_people.person = calls.person)";

/// The statements that delete the remaining data of servers that the bot left before `$1`.
const DELETE_GUILDS: [&str; 5] = [
    "DELETE FROM calls WHERE guild IN (SELECT guild FROM left_guilds WHERE left_at < $1)",
    "DELETE FROM greetings WHERE guild IN (SELECT guild FROM left_guilds WHERE left_at < $1)",
    "DELETE FROM weekly_boards WHERE guild IN (SELECT guild FROM left_guilds WHERE left_at < $1)",
    "DELETE FROM server_settings WHERE guild IN (SELECT guild FROM left_guilds WHERE left_at < $1)",
    "DELETE FROM left_guilds WHERE left_at < $1 \
         AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.guild = left_guilds.guild) \
         AND NOT EXISTS (SELECT 1 FROM results WHERE results.guild = left_guilds.guild)",
];

#[async_trait]
impl<S: Sql> StoredTables for SqlJournal<S> {
    async fn tables_of(&self, user: UserId) -> Result<Vec<TableId>, JournalError> {
        const SELECT: &str = "SELECT id FROM tables WHERE id IN ( \
             SELECT table_id FROM table_people WHERE person = $1) ORDER BY written_at DESC";
        let statement = Statement::new(SELECT).bind(user);
        Ok(to_tables(self.background.fetch(statement).await?))
    }

    async fn tables_in(
        &self,
        guild: GuildId,
        channel: ChannelId,
        limit: u32,
    ) -> Result<Vec<TableId>, JournalError> {
        // Tables are indexed by server, not by channel.
        const SELECT: &str = "SELECT id FROM tables WHERE guild = $1 AND channel = $2 \
             ORDER BY written_at DESC LIMIT $3";
        let statement = Statement::new(SELECT).bind(guild).bind(channel).bind(limit);
        Ok(to_tables(self.sql.fetch(statement).await?))
    }
}

#[async_trait]
impl<S: Sql> PersonalData for SqlJournal<S> {
    async fn request_erasure(&self, user: UserId) -> Result<(), JournalError> {
        Ok(self.sql.work(ForgetPerson(user)).await?)
    }

    async fn delete_expired(&self, expiry: Expiry) -> Result<u64, JournalError> {
        let delete_table = |sql| {
            Statement::new(sql)
                .bind(expiry.ended_before)
                .bind(expiry.left_before)
                .bind(expiry.batch)
        };
        let delete_guild = |sql| Statement::new(sql).bind(expiry.left_before);
        let background = &self.background;
        let results = DeleteResults {
            left_before: expiry.left_before,
            batch: expiry.batch,
        };
        let tables = DeleteTables(S::DELETE_TABLES.map(delete_table).into());
        let deleted = background.work(tables).await? + background.work(results).await?;
        if deleted > 0 {
            return Ok(deleted);
        }
        let delete_choices = |sql| {
            let statement = Statement::new(sql).bind(expiry.ended_before);
            statement.bind(expiry.batch)
        };
        let mut rest = S::DELETE_PREFERENCES.map(delete_choices).to_vec();
        rest.push(delete_choices(DELETE_PRACTICES));
        rest.extend(
            [DELETE_CALLS, DELETE_REVIEWS].map(|sql| Statement::new(sql).bind(expiry.ended_before)),
        );
        rest.extend(DELETE_GUILDS.map(delete_guild));
        let first_kept = daily::first_kept(expiry.ended_before);
        let delete_days = |sql| Statement::new(sql).bind(first_kept.0).bind(expiry.batch);
        rest.extend(daily::DELETE_DAYS.map(delete_days));
        Ok(background.transact(false, rest).await?)
    }

    async fn record_guild_left(&self, guild: GuildId, at: Millis) -> Result<(), JournalError> {
        const INSERT: &str =
            "INSERT INTO left_guilds (guild, left_at) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        let statement = Statement::new(INSERT).bind(guild).bind(at);
        self.background.execute(statement).await?;
        Ok(())
    }

    async fn record_guilds_present(&self, guilds: &[GuildId]) -> Result<(), JournalError> {
        const DELETE: &str = "DELETE FROM left_guilds WHERE guild = $1";
        let background = &self.background;
        let present: BTreeSet<GuildId> = guilds.iter().copied().collect();
        let select = Statement::new("SELECT guild FROM left_guilds");
        let left: Vec<(i64,)> = background.fetch(select).await?;
        let back = to_guilds(left).filter(|guild| present.contains(guild));
        let deletions: Vec<_> = back.map(|it| Statement::new(DELETE).bind(it)).collect();
        background.transact(false, deletions).await?;
        Ok(())
    }

    async fn guilds(&self) -> Result<Vec<GuildId>, JournalError> {
        const SELECT: &str = "SELECT guild FROM tables UNION SELECT guild FROM results \
             UNION SELECT guild FROM server_settings UNION SELECT guild FROM weekly_boards \
             UNION SELECT guild FROM greetings UNION SELECT guild FROM calls \
             UNION SELECT guild FROM daily_games WHERE guild IS NOT NULL";
        let rows = self.background.fetch(Statement::new(SELECT)).await?;
        Ok(to_guilds(rows).collect())
    }
}

fn to_guilds(rows: Vec<(i64,)>) -> impl Iterator<Item = GuildId> {
    rows.into_iter().map(|(id,)| GuildId(from_column(id)))
}

fn to_tables(rows: Vec<(i64,)>) -> Vec<TableId> {
    let ids = rows.into_iter();
    ids.map(|(id,)| TableId(from_column(id))).collect()
}
