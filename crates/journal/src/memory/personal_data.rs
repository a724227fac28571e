//! The stored data of people in a journal in memory. Preferences are not part of it: they end with
//! the process.

use std::collections::BTreeSet;
use std::future::ready;

use table::entry::Entry;
use table::ids::{GuildId, Millis, TableId, UserId};

use super::{MemoryJournal, State, StoredTable};
use crate::personal_data::{Erasure, Expiry, PersonalData, PersonalDataFuture};
use crate::port::JournalError;

impl StoredTable {
    fn names(&self, user: UserId) -> bool {
        self.log.iter().any(|entry| entry.people().contains(&user))
    }

    fn written_at(&self) -> Millis {
        self.log.last().map_or(Millis(0), |entry| entry.at)
    }

    fn guild(&self) -> Option<GuildId> {
        let (guild, _) = self.log.first()?.opening()?;
        Some(guild)
    }
}

impl State {
    fn tables_of(&self, user: UserId) -> Vec<TableId> {
        let named = self.tables.iter().filter(|(_, table)| table.names(user));
        let mut named: Vec<_> = named.map(|(id, table)| (table.written_at(), *id)).collect();
        named.sort_unstable();
        named.into_iter().rev().map(|(_, id)| id).collect()
    }

    fn request_erasure(&mut self, user: UserId) {
        let tables = self.tables_of(user);
        self.erasures
            .extend(tables.into_iter().map(|table| (table, user)));
    }

    fn pending_erasures(&self, after: Option<Erasure>, limit: u32) -> Vec<Erasure> {
        let after = after.map(|erasure| (erasure.table, erasure.user));
        let follows = |erasure: &&(TableId, UserId)| after.is_none_or(|after| **erasure > after);
        let following = self.erasures.iter().filter(follows);
        let pending = following.filter_map(|&(id, user)| {
            let table = self.tables.get(&id).filter(|table| !table.is_running())?;
            Some(Erasure {
                user,
                table: id,
                replacements: table.replacements,
            })
        });
        pending.take(limit as usize).collect()
    }

    fn erase(&mut self, erasure: Erasure, changed: Vec<Entry>) -> Result<(), JournalError> {
        let table = self.tables.get_mut(&erasure.table);
        let unchanged = |table: &&mut StoredTable| {
            !table.is_running() && table.replacements == erasure.replacements
        };
        let table = table.filter(unchanged).ok_or_else(|| erasure.conflict())?;
        table.replacements += 1;
        for entry in changed {
            if let Some(stored) = table
                .log
                .iter_mut()
                .find(|one| one.version == entry.version)
            {
                *stored = entry;
            }
        }
        self.erasures.remove(&(erasure.table, erasure.user));
        Ok(())
    }

    fn delete_expired(&mut self, expiry: Expiry) -> u64 {
        let left: BTreeSet<GuildId> = self
            .left_guilds
            .iter()
            .filter(|(_, left_at)| **left_at < expiry.left_before)
            .map(|(guild, _)| *guild)
            .collect();
        let has_expired = |table: &StoredTable| {
            let guild_left = table.guild().is_some_and(|guild| left.contains(&guild));
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
            let kept: BTreeSet<_> = self
                .tables
                .values()
                .filter_map(StoredTable::guild)
                .collect();
            self.left_guilds
                .retain(|guild, left_at| *left_at >= expiry.left_before || kept.contains(guild));
        }
        deleted
    }
}

impl PersonalData for MemoryJournal {
    fn tables_of(&self, user: UserId) -> PersonalDataFuture<'_, Vec<TableId>> {
        Box::pin(ready(Ok(self.lock().tables_of(user))))
    }

    fn load_entries(&self, table: TableId) -> PersonalDataFuture<'_, Vec<Entry>> {
        let log = self
            .lock()
            .tables
            .get(&table)
            .map(|table| table.log.clone());
        Box::pin(ready(Ok(log.unwrap_or_default())))
    }

    fn request_erasure(&self, user: UserId) -> PersonalDataFuture<'_, ()> {
        self.lock().request_erasure(user);
        Box::pin(ready(Ok(())))
    }

    fn pending_erasures(
        &self,
        after: Option<Erasure>,
        limit: u32,
    ) -> PersonalDataFuture<'_, Vec<Erasure>> {
        Box::pin(ready(Ok(self.lock().pending_erasures(after, limit))))
    }

    fn erase(&self, erasure: Erasure, changed: Vec<Entry>) -> PersonalDataFuture<'_, ()> {
        Box::pin(ready(self.lock().erase(erasure, changed)))
    }

    fn expire_unreadable(&self, erasure: Erasure) -> PersonalDataFuture<'_, ()> {
        self.lock().drop_table(erasure.table);
        Box::pin(ready(Ok(())))
    }

    fn delete_expired(&self, expiry: Expiry) -> PersonalDataFuture<'_, u64> {
        Box::pin(ready(Ok(self.lock().delete_expired(expiry))))
    }

    fn record_guild_left(&self, guild: GuildId, at: Millis) -> PersonalDataFuture<'_, ()> {
        self.lock().left_guilds.entry(guild).or_insert(at);
        Box::pin(ready(Ok(())))
    }

    fn record_guilds_present<'a>(&'a self, guilds: &'a [GuildId]) -> PersonalDataFuture<'a, ()> {
        self.lock()
            .left_guilds
            .retain(|guild, _| !guilds.contains(guild));
        Box::pin(ready(Ok(())))
    }

    fn guilds(&self) -> PersonalDataFuture<'_, Vec<GuildId>> {
        let state = self.lock();
        let guilds: BTreeSet<_> = state
            .tables
            .values()
            .filter_map(StoredTable::guild)
            .collect();
        Box::pin(ready(Ok(guilds.into_iter().collect())))
    }
}
