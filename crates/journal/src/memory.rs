//! A journal in memory, for tests, simulations and `storage.url = "memory:"`. It loses everything
//! when the process ends, and one process uses it alone.

use std::collections::{BTreeMap, BTreeSet};
use std::future::{Future, ready};
use std::sync::{Mutex, MutexGuard, PoisonError};

use table::entry::Entry;
use table::ids::{InteractionId, Millis, TableId};

use crate::ownership::{PostedMessages, RunningTable};
use crate::port::{Journal, JournalError};

/// A journal that lasts as long as the process.
#[derive(Debug, Default)]
pub struct MemoryJournal {
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    tables: BTreeMap<TableId, Vec<Entry>>,
    /// Those of all the tables' entries.
    clicks: BTreeSet<InteractionId>,
    aside: BTreeSet<TableId>,
    posted: BTreeMap<TableId, PostedMessages>,
    life: Option<Millis>,
}

impl Kept {
    fn append(&mut self, entry: &Entry) -> Result<(), JournalError> {
        if !self.follows(entry) {
            return Err(JournalError::Conflict {
                table: entry.table,
                version: entry.version,
            });
        }
        self.clicks.extend(entry.interaction);
        let kept = self.tables.entry(entry.table).or_default();
        kept.push(entry.clone());
        if entry.closes() && !self.posted.contains_key(&entry.table) {
            self.remove(entry.table);
        }
        Ok(())
    }

    /// Nobody will ever read a closed table again, and memory is all there is.
    fn forget(&mut self, table: TableId) {
        if self.tables.get(&table).is_some_and(|life| is_closed(life)) {
            self.remove(table);
            self.posted.remove(&table);
        }
    }

    fn remove(&mut self, table: TableId) {
        let life = self.tables.remove(&table).unwrap_or_default();
        for click in life.iter().filter_map(|entry| entry.interaction) {
            self.clicks.remove(&click);
        }
    }

    fn follows(&self, entry: &Entry) -> bool {
        let known = |click| self.clicks.contains(&click);
        if entry.interaction.is_some_and(known) {
            return false;
        }
        match self.tables.get(&entry.table) {
            None => entry.version == 1 && self.has_room(entry),
            Some(kept) => entry.version == kept.len() as u64 + 1 && !is_closed(kept),
        }
    }

    fn has_room(&self, entry: &Entry) -> bool {
        let channel = entry.opening().map(|(_, channel)| channel);
        !self
            .running()
            .any(|running| Some(running.channel) == channel)
    }

    fn running(&self) -> impl Iterator<Item = RunningTable> {
        let tables = self.tables.iter().filter(|(table, life)| {
            let aside = self.aside.contains(table);
            !aside && !is_closed(life)
        });
        tables.filter_map(|(table, life)| self.place(*table, life))
    }

    fn closed_with_messages(&self) -> impl Iterator<Item = RunningTable> {
        let tables = self.tables.iter().filter(|(_, life)| is_closed(life));
        tables.filter_map(|(table, life)| self.place(*table, life))
    }

    fn place(&self, table: TableId, life: &[Entry]) -> Option<RunningTable> {
        let (guild, channel) = life.first()?.opening()?;
        Some(RunningTable {
            table,
            guild,
            channel,
            posted: self.posted.get(&table).cloned().unwrap_or_default(),
            written_at: life.last()?.at,
        })
    }
}

fn is_closed(life: &[Entry]) -> bool {
    life.last().is_some_and(Entry::closes)
}

impl MemoryJournal {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        // What is kept is whole between any two statements here, so a panic elsewhere while the
        // lock was held has not torn it.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Journal for MemoryJournal {
    fn append(&self, entry: &Entry) -> impl Future<Output = Result<(), JournalError>> + Send {
        ready(self.kept().append(entry))
    }

    fn load(
        &self,
        table: TableId,
    ) -> impl Future<Output = Result<Vec<Entry>, JournalError>> + Send {
        let kept = self.kept();
        ready(Ok(kept.tables.get(&table).cloned().unwrap_or_default()))
    }

    fn running(&self) -> impl Future<Output = Result<Vec<RunningTable>, JournalError>> + Send {
        ready(Ok(self.kept().running().collect()))
    }

    fn quarantine(&self, table: TableId) -> impl Future<Output = Result<(), JournalError>> + Send {
        self.kept().aside.insert(table);
        ready(Ok(()))
    }

    fn record_posted(
        &self,
        table: TableId,
        posted: &PostedMessages,
    ) -> impl Future<Output = Result<(), JournalError>> + Send {
        let mut kept = self.kept();
        if kept.tables.contains_key(&table) {
            kept.posted.insert(table, posted.clone());
        }
        ready(Ok(()))
    }

    fn clear_posted(
        &self,
        table: TableId,
    ) -> impl Future<Output = Result<(), JournalError>> + Send {
        self.kept().forget(table);
        ready(Ok(()))
    }

    fn closed_with_messages(
        &self,
    ) -> impl Future<Output = Result<Vec<RunningTable>, JournalError>> + Send {
        ready(Ok(self.kept().closed_with_messages().collect()))
    }

    fn record_alive(&self, at: Millis) -> impl Future<Output = Result<(), JournalError>> + Send {
        let mut kept = self.kept();
        kept.life = kept.life.max(Some(at));
        ready(Ok(()))
    }

    fn last_alive(&self) -> impl Future<Output = Result<Option<Millis>, JournalError>> + Send {
        ready(Ok(self.kept().life))
    }
}
