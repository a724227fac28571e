//! A journal in memory, for tests, simulations and `storage.url = "memory:"`. It is lost when the
//! process ends, and no other process can use it.

use std::collections::{BTreeMap, BTreeSet};
use std::future::{Future, ready};
use std::sync::{Mutex, MutexGuard, PoisonError};

use table::entry::Entry;
use table::ids::{InteractionId, Millis, TableId};

use crate::ownership::{PostedMessages, RunningTable};
use crate::port::{Journal, JournalError};

/// A journal in memory. Closed tables are dropped once their messages are cleared.
#[derive(Debug, Default)]
pub struct MemoryJournal {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    tables: BTreeMap<TableId, Vec<Entry>>,
    /// The interactions of all entries of all tables.
    interactions: BTreeSet<InteractionId>,
    quarantined: BTreeSet<TableId>,
    posted: BTreeMap<TableId, PostedMessages>,
    last_alive: Option<Millis>,
}

impl State {
    fn append(&mut self, entry: &Entry) -> Result<(), JournalError> {
        if !self.is_next(entry) {
            return Err(JournalError::Conflict {
                table: entry.table,
                version: entry.version,
            });
        }
        self.interactions.extend(entry.interaction);
        let log = self.tables.entry(entry.table).or_default();
        log.push(entry.clone());
        if entry.closes() && !self.posted.contains_key(&entry.table) {
            self.remove(entry.table);
        }
        Ok(())
    }

    /// Drops a closed table with its entries, to free the memory: it is never read again.
    fn drop_closed(&mut self, table: TableId) {
        if self.tables.get(&table).is_some_and(|log| is_closed(log)) {
            self.remove(table);
            self.posted.remove(&table);
        }
    }

    fn remove(&mut self, table: TableId) {
        let log = self.tables.remove(&table).unwrap_or_default();
        for interaction in log.iter().filter_map(|entry| entry.interaction) {
            self.interactions.remove(&interaction);
        }
    }

    fn is_next(&self, entry: &Entry) -> bool {
        let known = |interaction| self.interactions.contains(&interaction);
        if entry.interaction.is_some_and(known) {
            return false;
        }
        match self.tables.get(&entry.table) {
            None => entry.version == 1 && self.has_room(entry),
            Some(log) => entry.version == log.len() as u64 + 1 && !is_closed(log),
        }
    }

    fn has_room(&self, entry: &Entry) -> bool {
        let channel = entry.opening().map(|(_, channel)| channel);
        !self
            .running()
            .any(|running| Some(running.channel) == channel)
    }

    fn running(&self) -> impl Iterator<Item = RunningTable> {
        let tables = self.tables.iter().filter(|(table, log)| {
            let is_quarantined = self.quarantined.contains(table);
            !is_quarantined && !is_closed(log)
        });
        tables.filter_map(|(table, log)| self.to_running_table(*table, log))
    }

    fn closed_with_messages(&self) -> impl Iterator<Item = RunningTable> {
        let tables = self.tables.iter().filter(|(_, log)| is_closed(log));
        tables.filter_map(|(table, log)| self.to_running_table(*table, log))
    }

    fn to_running_table(&self, table: TableId, log: &[Entry]) -> Option<RunningTable> {
        let (guild, channel) = log.first()?.opening()?;
        Some(RunningTable {
            table,
            guild,
            channel,
            posted: self.posted.get(&table).cloned().unwrap_or_default(),
            written_at: log.last()?.at,
        })
    }
}

fn is_closed(log: &[Entry]) -> bool {
    log.last().is_some_and(Entry::closes)
}

impl MemoryJournal {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Every statement leaves the state consistent, so it is usable even after a panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Journal for MemoryJournal {
    fn append(&self, entry: &Entry) -> impl Future<Output = Result<(), JournalError>> + Send {
        ready(self.lock().append(entry))
    }

    fn load(
        &self,
        table: TableId,
    ) -> impl Future<Output = Result<Vec<Entry>, JournalError>> + Send {
        let state = self.lock();
        ready(Ok(state.tables.get(&table).cloned().unwrap_or_default()))
    }

    fn running(&self) -> impl Future<Output = Result<Vec<RunningTable>, JournalError>> + Send {
        ready(Ok(self.lock().running().collect()))
    }

    fn quarantine(&self, table: TableId) -> impl Future<Output = Result<(), JournalError>> + Send {
        self.lock().quarantined.insert(table);
        ready(Ok(()))
    }

    fn record_posted(
        &self,
        table: TableId,
        posted: &PostedMessages,
    ) -> impl Future<Output = Result<(), JournalError>> + Send {
        let mut state = self.lock();
        if state.tables.contains_key(&table) {
            state.posted.insert(table, posted.clone());
        }
        ready(Ok(()))
    }

    fn clear_posted(
        &self,
        table: TableId,
    ) -> impl Future<Output = Result<(), JournalError>> + Send {
        self.lock().drop_closed(table);
        ready(Ok(()))
    }

    fn closed_with_messages(
        &self,
    ) -> impl Future<Output = Result<Vec<RunningTable>, JournalError>> + Send {
        ready(Ok(self.lock().closed_with_messages().collect()))
    }

    fn record_alive(&self, at: Millis) -> impl Future<Output = Result<(), JournalError>> + Send {
        let mut state = self.lock();
        state.last_alive = state.last_alive.max(Some(at));
        ready(Ok(()))
    }

    fn last_alive(&self) -> impl Future<Output = Result<Option<Millis>, JournalError>> + Send {
        ready(Ok(self.lock().last_alive))
    }
}
