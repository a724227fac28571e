//! The stored data of people in a journal in memory. Preferences never expire: they end with
//! the process.

use std::collections::BTreeSet;

use async_trait::async_trait;
use journal::{Erasure, Expiry, JournalError, PersonalData};
use table::daily::Day;
use table::entry::Entry;
use table::ids::{ChannelId, GuildId, Millis, TableId, UserId};

use super::{MemoryJournal, State, StoredTable};

impl StoredTable {
    pub(super) fn names(&self, user: UserId) -> bool {
        self.log.iter().any(|entry| entry.people().contains(&user))
    }

    fn written_at(&self) -> Millis {
        self.log.last().map_or(Millis(0), |entry| entry.at)
    }

    pub(super) fn guild(&self) -> Option<GuildId> {
        let (guild, _) = self.log.first()?.opening()?;
        Some(guild)
    }
}

impl State {
    fn tables_of(&self, user: UserId) -> Vec<TableId> {
        self.newest_tables(|table| table.names(user))
    }

    fn newest_tables(&self, is_wanted: impl Fn(&StoredTable) -> bool) -> Vec<TableId> {
        let wanted = self.tables.iter().filter(|(_, table)| is_wanted(table));
        let mut wanted: Vec<_> = wanted
            .map(|(id, table)| (table.written_at(), *id))
            .collect();
        wanted.sort_unstable();
        wanted.into_iter().rev().map(|(_, id)| id).collect()
    }

    fn guilds(&self) -> BTreeSet<GuildId> {
        let tables = self.tables.values().filter_map(StoredTable::guild);
        let results = self.results.iter().map(|result| result.guild);
        let settings = self.server_settings.keys().copied();
        let boards = self.weekly_boards.keys().copied();
        let all = tables.chain(results).chain(settings).chain(boards);
        all.chain(self.daily.guilds()).collect()
    }

    fn delete_expired(&mut self, expiry: Expiry) -> u64 {
        let has_left = |guild| {
            let left_at = self.left_guilds.get(&guild);
            left_at.is_some_and(|left_at| *left_at < expiry.left_before)
        };
        let has_expired = |table: &StoredTable| {
            let guild_left = table.guild().is_some_and(has_left);
            !table.is_running() && (table.written_at() < expiry.ended_before || guild_left)
        };
        let expired = self.tables.iter().filter(|(_, table)| has_expired(table));
        let expired: Vec<TableId> = expired.map(|(id, _)| *id).collect();
        let mut deleted = 0;
        for table in expired {
            if deleted >= u64::from(expiry.batch) {
                break;
            }
            deleted += self.drop_table(table);
        }
        if deleted == 0 {
            let left_guilds = &self.left_guilds;
            let stays = |guild: &GuildId| {
                let left_at = left_guilds.get(guild);
                left_at.is_none_or(|left_at| *left_at >= expiry.left_before)
            };
            self.results.retain(|result| stays(&result.guild));
            self.server_settings.retain(|guild, _| stays(guild));
            self.weekly_boards.retain(|guild, _| stays(guild));
            let kept = self.guilds();
            self.left_guilds
                .retain(|guild, left_at| *left_at >= expiry.left_before || kept.contains(guild));
            deleted += self
                .daily
                .delete_before(Day::at(expiry.ended_before).back(2));
        }
        deleted
    }
}

#[async_trait]
impl PersonalData for MemoryJournal {
    async fn tables_of(&self, user: UserId) -> Result<Vec<TableId>, JournalError> {
        Ok(self.state.lock().tables_of(user))
    }

    async fn tables_in(
        &self,
        guild: GuildId,
        channel: ChannelId,
        limit: u32,
    ) -> Result<Vec<TableId>, JournalError> {
        let place = Some((guild, channel));
        let is_here = |table: &StoredTable| table.log.first().and_then(Entry::opening) == place;
        let mut tables = self.state.lock().newest_tables(is_here);
        tables.truncate(limit as usize);
        Ok(tables)
    }

    async fn request_erasure(&self, user: UserId) -> Result<(), JournalError> {
        let mut state = self.state.lock();
        let tables = state.tables_of(user).into_iter();
        state.erasures.extend(tables.map(|table| (table, user)));
        state.forget_results(user);
        state.daily.forget(user);
        Ok(())
    }

    async fn pending_erasures(
        &self,
        after: Option<Erasure>,
        limit: u32,
    ) -> Result<Vec<Erasure>, JournalError> {
        let state = self.state.lock();
        let after = after.map(|erasure| (erasure.table, erasure.user));
        let follows = |erasure: &&(TableId, UserId)| after.is_none_or(|after| **erasure > after);
        let following = state.erasures.iter().filter(follows);
        let pending = following.filter_map(|&(id, user)| {
            let table = state.tables.get(&id).filter(|table| !table.is_running())?;
            Some(Erasure {
                user,
                table: id,
                replacements: table.replacements,
            })
        });
        Ok(pending.take(limit as usize).collect())
    }

    async fn erase(&self, erasure: Erasure, changed: Vec<Entry>) -> Result<(), JournalError> {
        let mut state = self.state.lock();
        let unchanged = |table: &&mut StoredTable| {
            !table.is_running() && table.replacements == erasure.replacements
        };
        let table = state.tables.get_mut(&erasure.table).filter(unchanged);
        let table = table.ok_or(JournalError::Conflict {
            table: erasure.table,
            version: erasure.replacements,
        })?;
        table.replacements += 1;
        for entry in changed {
            let mut log = table.log.iter_mut();
            if let Some(stored) = log.find(|one| one.version == entry.version) {
                *stored = entry;
            }
        }
        state.erasures.remove(&(erasure.table, erasure.user));
        Ok(())
    }

    async fn expire_unreadable(&self, erasure: Erasure) -> Result<(), JournalError> {
        self.state.lock().drop_table(erasure.table);
        Ok(())
    }

    async fn delete_expired(&self, expiry: Expiry) -> Result<u64, JournalError> {
        Ok(self.state.lock().delete_expired(expiry))
    }

    async fn record_guild_left(&self, guild: GuildId, at: Millis) -> Result<(), JournalError> {
        self.state.lock().left_guilds.entry(guild).or_insert(at);
        Ok(())
    }

    async fn record_guilds_present(&self, guilds: &[GuildId]) -> Result<(), JournalError> {
        self.state
            .lock()
            .left_guilds
            .retain(|guild, _| !guilds.contains(guild));
        Ok(())
    }

    async fn guilds(&self) -> Result<Vec<GuildId>, JournalError> {
        Ok(self.state.lock().guilds().into_iter().collect())
    }
}
