//! The stored data of people in a database. Every write is a short transaction, so that appends wait for no
//! longer than one of them.

use std::collections::BTreeSet;

use async_trait::async_trait;
use table::entry::Entry;
use table::ids::{ChannelId, GuildId, Millis, TableId, UserId};

use crate::daily;
use crate::personal_data::{Erasure, Expiry, PersonalData};
use crate::port::JournalError;
use crate::results::personal_data::{DeleteResults, ForgetPerson};
use crate::rows::{encode_records, from_column};
use crate::sql::{Sql, Statement};
use crate::sql_journal::SqlJournal;

/// The ids of up to `$3` expired tables. `$lock` makes them this process's, if there can be others.
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

/// The statements of [`Sql::DELETE_TABLES`], in the order that the references between the tables demand. Each
/// takes the fields of [`Expiry`] in their order.
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

/// The statement of [`Sql::DELETE_PREFERENCES`]. Takes the first time of [`Expiry`] and the batch.
macro_rules! delete_preferences {
    ($lock:literal) => {
        concat!(
            "DELETE FROM preferences WHERE person IN (SELECT person FROM preferences \
                 WHERE chosen_at < $1 AND NOT EXISTS ( \
                     SELECT 1 FROM table_people WHERE table_people.person = preferences.person) \
                     AND NOT (hidden AND EXISTS (SELECT 1 FROM result_players \
                         WHERE result_players.person = preferences.person)) \
                 LIMIT $2",
            $lock,
            ")"
        )
    };
}

pub(crate) use {delete_preferences, delete_tables, expired};

/// The statements that delete what is left of servers that the bot left before a time.
const DELETE_GUILDS: [&str; 3] = [
    "DELETE FROM weekly_boards WHERE guild IN (SELECT guild FROM left_guilds WHERE left_at < $1)",
    "DELETE FROM server_settings WHERE guild IN (SELECT guild FROM left_guilds WHERE left_at < $1)",
    "DELETE FROM left_guilds WHERE left_at < $1 \
         AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.guild = left_guilds.guild) \
         AND NOT EXISTS (SELECT 1 FROM results WHERE results.guild = left_guilds.guild)",
];

fn delete_person(erasure: Erasure) -> Statement {
    Statement::new("DELETE FROM table_people WHERE table_id = $1 AND person = $2")
        .bind(erasure.table)
        .bind(erasure.user)
}

#[async_trait]
impl<S: Sql> PersonalData for SqlJournal<S> {
    async fn tables_of(&self, user: UserId) -> Result<Vec<TableId>, JournalError> {
        const SELECT: &str = "SELECT id FROM table_people \
             JOIN tables ON tables.id = table_id WHERE person = $1 ORDER BY written_at DESC";
        let statement = Statement::new(SELECT).bind(user);
        Ok(to_tables(self.background.fetch(statement).await?))
    }

    async fn tables_in(
        &self,
        guild: GuildId,
        channel: ChannelId,
        limit: u32,
    ) -> Result<Vec<TableId>, JournalError> {
        // There is an index of all tables by server, and none by channel.
        const SELECT: &str = "SELECT id FROM tables WHERE guild = $1 AND channel = $2 \
             ORDER BY written_at DESC LIMIT $3";
        let statement = Statement::new(SELECT).bind(guild).bind(channel).bind(limit);
        Ok(to_tables(self.sql.fetch(statement).await?))
    }

    async fn request_erasure(&self, user: UserId) -> Result<(), JournalError> {
        Ok(self.sql.work(ForgetPerson(user)).await?)
    }

    async fn pending_erasures(
        &self,
        after: Option<Erasure>,
        limit: u32,
    ) -> Result<Vec<Erasure>, JournalError> {
        const SELECT: &str = "SELECT person, table_id, replacements FROM table_people \
             JOIN tables ON tables.id = table_id \
             WHERE is_erasure_requested AND stage <> 'running' AND (table_id, person) > ($1, $2) \
             ORDER BY table_id, person LIMIT $3";
        let statement = Statement::new(SELECT);
        let statement = match after {
            Some(after) => statement.bind(after.table).bind(after.user),
            None => statement.bind(i64::MIN).bind(i64::MIN),
        };
        let rows = self.background.fetch(statement.bind(limit)).await?;
        let erasure = |(user, table, replacements)| Erasure {
            user: UserId(from_column(user)),
            table: TableId(from_column(table)),
            replacements: from_column(replacements),
        };
        Ok(rows.into_iter().map(erasure).collect())
    }

    async fn erase(&self, erasure: Erasure, changed: Vec<Entry>) -> Result<(), JournalError> {
        const COUNT_REPLACEMENT: &str = "UPDATE tables SET replacements = replacements + 1 \
             WHERE id = $1 AND replacements = $2 AND stage <> 'running'";
        const UPDATE_ENTRY: &str = "UPDATE entries SET schema = $3, records = $4 \
             WHERE table_id = $1 AND version = $2";
        let condition = Statement::new(COUNT_REPLACEMENT)
            .bind(erasure.table)
            .bind(erasure.replacements);
        let mut statements = vec![condition, delete_person(erasure)];
        for entry in &changed {
            let statement = Statement::new(UPDATE_ENTRY)
                .bind(erasure.table)
                .bind(entry.version)
                .bind(i32::from(entry.schema))
                .bind(encode_records(&self.cipher, entry)?);
            statements.push(statement);
        }
        match self.background.transact(true, statements).await? {
            0 => Err(erasure.conflict()),
            _ => Ok(()),
        }
    }

    async fn expire_unreadable(&self, erasure: Erasure) -> Result<(), JournalError> {
        const EXPIRE: &str =
            "UPDATE tables SET written_at = 0 WHERE id = $1 AND stage <> 'running'";
        let expire = Statement::new(EXPIRE).bind(erasure.table);
        let statements = vec![expire, delete_person(erasure)];
        self.background.transact(false, statements).await?;
        Ok(())
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
        let statements = S::DELETE_TABLES.map(delete_table).to_vec();
        let deleted = background.transact(false, statements).await?;
        let deleted = deleted + background.work(results).await?;
        if deleted > 0 {
            return Ok(deleted);
        }
        let preferences = Statement::new(S::DELETE_PREFERENCES);
        let mut rest = vec![preferences.bind(expiry.ended_before).bind(expiry.batch)];
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
        let left = Statement::new("SELECT guild FROM left_guilds");
        let left: Vec<(i64,)> = background.fetch(left).await?;
        let left = left.into_iter().map(|(id,)| GuildId(from_column(id)));
        let back = left.filter(|guild| present.contains(guild));
        let deletions: Vec<_> = back.map(|it| Statement::new(DELETE).bind(it)).collect();
        background.transact(false, deletions).await?;
        Ok(())
    }

    async fn guilds(&self) -> Result<Vec<GuildId>, JournalError> {
        const SELECT: &str = "SELECT guild FROM tables UNION SELECT guild FROM results \
             UNION SELECT guild FROM server_settings UNION SELECT guild FROM weekly_boards \
             UNION SELECT guild FROM daily_games WHERE guild IS NOT NULL";
        let guilds: Vec<(i64,)> = self.background.fetch(Statement::new(SELECT)).await?;
        let guilds = guilds.into_iter().map(|(id,)| GuildId(from_column(id)));
        Ok(guilds.collect())
    }
}

fn to_tables(rows: Vec<(i64,)>) -> Vec<TableId> {
    let ids = rows.into_iter();
    ids.map(|(id,)| TableId(from_column(id))).collect()
}
