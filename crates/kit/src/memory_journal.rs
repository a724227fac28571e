//! An in-memory journal for simulations, and for tests with a stopped clock, in which calls to a database would time
//! out. It gives the same guarantees as any journal. [`MemoryJournal::join`] simulates another process that shares the
//! journal, as with PostgreSQL; at most one process holds the lease. [`MemoryJournal::set_time`] sets the clock that
//! determines when terms end; the journal reads no other clock.
//!
//! The journal also stores preferences and recipes. Tests of other data use [`BlockingStore`], a real database.

mod blocking_store;
mod faults;

use std::collections::{BTreeMap, BTreeSet};
use std::future::ready;
use std::sync::Arc;

use async_trait::async_trait;
use parking_lot::Mutex;
use table::entry::Entry;
use table::ids::{ChannelId, GuildId, InteractionId, Millis, TableId, UserId};
use table::preferences::{PersonPreferences, PreferenceChange, Preferences};
use table::recipe_list::{MAX_OWN, RecipeChange, RecipeList};
use table::store_error::SettingsFuture;

pub use blocking_store::BlockingStore;
pub use faults::{JournalFaults, JournalOperation};
use journal::{
    Acquired, Journal, JournalError, LOAD_PAGE, PostedMessages, RunningTable, StoredTables, TERM,
};

/// An in-memory journal, as seen by one process. While only one process uses it, closed tables are dropped once their
/// messages are cleared, to free the memory.
#[derive(Clone, Debug, Default)]
pub struct MemoryJournal {
    state: Arc<Mutex<State>>,
    process: ProcessId,
    faults: Option<Arc<dyn JournalFaults>>,
}

/// The number of a process, counted from 0 in the order of joining.
type ProcessId = u64;

#[derive(Debug, Default)]
struct State {
    /// The time of the simulated database's clock.
    now: Millis,
    tables: BTreeMap<TableId, StoredTable>,
    /// The interactions in the entries of all tables.
    interactions: BTreeSet<InteractionId>,
    /// The number of processes that share the journal with the first process.
    joined: ProcessId,
    /// The process that holds the lease, and the time at which its term ends.
    lease: Option<(ProcessId, Millis)>,
    last_alive: Option<Millis>,
    /// The number of each channel's newest table.
    table_numbers: BTreeMap<ChannelId, u32>,
    preferences: BTreeMap<UserId, PersonPreferences>,
    recipes: BTreeMap<UserId, RecipeList>,
}

#[derive(Debug)]
struct StoredTable {
    log: Vec<Entry>,
    is_quarantined: bool,
    posted: PostedMessages,
    /// True once the closed table's messages have been cleared.
    is_cleared: bool,
}

impl StoredTable {
    fn is_closed(&self) -> bool {
        self.log.last().is_some_and(Entry::closes)
    }

    fn is_running(&self) -> bool {
        !self.is_quarantined && !self.is_closed()
    }

    fn to_running_table(&self) -> Option<RunningTable> {
        let first = self.log.first()?;
        let (guild, channel) = first.opening()?;
        Some(RunningTable {
            table: first.table,
            guild,
            channel,
            posted: self.posted.clone(),
            written_at: self.log.last()?.at,
        })
    }
}

impl State {
    fn append(&mut self, entry: &Entry, writer: ProcessId) -> Result<(), JournalError> {
        if !self.holds_lease(writer) || !self.is_next(entry) {
            return Err(JournalError::Conflict {
                table: entry.table,
                version: entry.version,
            });
        }
        self.interactions.extend(entry.interaction);
        let table = self.tables.entry(entry.table).or_insert(StoredTable {
            log: Vec::new(),
            is_quarantined: false,
            posted: PostedMessages::default(),
            is_cleared: false,
        });
        table.log.push(Entry {
            result: None,
            ..entry.clone()
        });
        Ok(())
    }

    fn is_next(&self, entry: &Entry) -> bool {
        let known = |interaction| self.interactions.contains(&interaction);
        if entry.interaction.is_some_and(known) {
            return false;
        }
        match self.tables.get(&entry.table) {
            None => entry.version == 1 && self.has_room(entry),
            Some(table) => table.is_running() && entry.version == table.log.len() as u64 + 1,
        }
    }

    fn has_room(&self, entry: &Entry) -> bool {
        let channel = entry.opening().map(|(_, channel)| channel);
        !self
            .running()
            .filter_map(StoredTable::to_running_table)
            .any(|running| Some(running.channel) == channel)
    }

    /// Drops a closed table with its entries and their interactions, unless several processes use the journal.
    fn drop_closed(&mut self, table: TableId) {
        let is_closed = self.tables.get(&table).is_some_and(StoredTable::is_closed);
        if !is_closed || self.is_shared() {
            return;
        }
        let log = self.tables.remove(&table).map(|table| table.log);
        for interaction in log.iter().flatten().filter_map(|entry| entry.interaction) {
            self.interactions.remove(&interaction);
        }
    }

    fn newest_tables(&self, is_wanted: impl Fn(&StoredTable) -> bool) -> Vec<TableId> {
        let wanted = self.tables.iter().filter(|(_, table)| is_wanted(table));
        let written_at = |table: &StoredTable| table.log.last().map(|entry| entry.at);
        let mut wanted: Vec<_> = wanted.map(|(id, table)| (written_at(table), *id)).collect();
        wanted.sort_unstable();
        wanted.into_iter().rev().map(|(_, id)| id).collect()
    }

    fn running(&self) -> impl Iterator<Item = &StoredTable> {
        self.tables.values().filter(|table| table.is_running())
    }

    fn is_shared(&self) -> bool {
        self.joined > 0
    }

    /// Returns true if a process may write. A process that does not share the journal needs no lease.
    fn holds_lease(&self, process: ProcessId) -> bool {
        let holder = self.lease.map(|(holder, _)| holder);
        !self.is_shared() || holder == Some(process)
    }

    fn begin_term(&mut self, process: ProcessId) {
        let term = Millis(u64::try_from(TERM.as_millis()).unwrap_or(u64::MAX));
        self.lease = Some((process, self.now.after(term)));
    }
}

impl MemoryJournal {
    /// Returns another process's handle to this journal. From now on, only the holder of the lease may write, and
    /// closed tables are kept.
    pub fn join(&self) -> Self {
        let mut state = self.state.lock();
        state.joined += 1;
        Self {
            state: Arc::clone(&self.state),
            process: state.joined,
            faults: None,
        }
    }

    #[must_use]
    pub fn with_faults(mut self, faults: Arc<dyn JournalFaults>) -> Self {
        self.faults = Some(faults);
        self
    }

    /// Sets the simulated database's clock, which determines when terms end. It does not advance on its own.
    pub fn set_time(&self, now: Millis) {
        self.state.lock().now = now;
    }

    /// Releases the lease, so that another process can acquire it immediately.
    pub fn release_lease(&self) {
        let mut state = self.state.lock();
        let is_own = |lease: &mut (ProcessId, Millis)| lease.0 == self.process;
        state.lease.take_if(is_own);
    }
}

#[async_trait]
impl Journal for MemoryJournal {
    async fn append(&self, entry: &Entry) -> Result<(), JournalError> {
        self.before(JournalOperation::Append).await?;
        self.state.lock().append(entry, self.process)?;
        self.after_append()
    }

    async fn load_page(&self, table: TableId, after: u64) -> Result<Vec<Entry>, JournalError> {
        self.before(JournalOperation::Load(table)).await?;
        let state = self.state.lock();
        let log = state.tables.get(&table).into_iter();
        let page = log
            .flat_map(|table| &table.log)
            .filter(|entry| entry.version > after)
            .cloned();
        Ok(page.take(LOAD_PAGE).collect())
    }

    async fn running(&self) -> Result<Vec<RunningTable>, JournalError> {
        let state = self.state.lock();
        let running = state.running();
        Ok(running.filter_map(StoredTable::to_running_table).collect())
    }

    async fn quarantine(&self, table: TableId) -> Result<(), JournalError> {
        if let Some(table) = self.state.lock().tables.get_mut(&table) {
            table.is_quarantined = true;
        }
        Ok(())
    }

    async fn record_posted(
        &self,
        table: TableId,
        posted: &PostedMessages,
    ) -> Result<(), JournalError> {
        let mut state = self.state.lock();
        if !state.holds_lease(self.process) {
            return Err(JournalError::Unavailable("the lease is lost".to_owned()));
        }
        // A closed table may have been dropped.
        if let Some(stored) = state.tables.get_mut(&table) {
            stored.posted = posted.clone();
        }
        Ok(())
    }

    async fn clear_posted(&self, table: TableId) -> Result<(), JournalError> {
        let mut state = self.state.lock();
        let stored = state.tables.get_mut(&table);
        if let Some(closed) = stored.filter(|table| table.is_closed()) {
            closed.posted = PostedMessages::default();
            closed.is_cleared = true;
            state.drop_closed(table);
        }
        Ok(())
    }

    async fn closed_with_messages(&self) -> Result<Vec<RunningTable>, JournalError> {
        let state = self.state.lock();
        let tables = state.tables.values();
        let closed = tables.filter(|table| table.is_closed() && !table.is_cleared);
        Ok(closed.filter_map(StoredTable::to_running_table).collect())
    }

    async fn next_table_number(&self, channel: ChannelId) -> Result<u32, JournalError> {
        self.before(JournalOperation::Find).await?;
        let mut state = self.state.lock();
        let newest = state.table_numbers.entry(channel).or_default();
        *newest += 1;
        Ok(*newest)
    }

    async fn record_alive(&self, at: Millis) -> Result<(), JournalError> {
        let mut state = self.state.lock();
        state.last_alive = state.last_alive.max(Some(at));
        Ok(())
    }

    async fn last_alive(&self) -> Result<Option<Millis>, JournalError> {
        Ok(self.state.lock().last_alive)
    }

    async fn find_running(&self, table: TableId) -> Result<Option<RunningTable>, JournalError> {
        self.before(JournalOperation::Find).await?;
        let state = self.state.lock();
        let mut running = state.running().filter_map(|one| one.to_running_table());
        let found = running.find(|running| running.table == table);
        drop(running);
        drop(state);
        Ok(found)
    }

    async fn find_in_channel(
        &self,
        channel: ChannelId,
    ) -> Result<Option<RunningTable>, JournalError> {
        self.before(JournalOperation::Find).await?;
        let state = self.state.lock();
        let mut running = state.running().filter_map(StoredTable::to_running_table);
        Ok(running.find(|running| running.channel == channel))
    }

    async fn acquire_lease(&self) -> Result<Acquired, JournalError> {
        self.before(JournalOperation::Lease).await?;
        let mut state = self.state.lock();
        let is_held = state.lease.is_some_and(|(_, until)| until > state.now);
        if is_held && state.is_shared() {
            return Ok(Acquired::Elsewhere);
        }
        state.begin_term(self.process);
        Ok(Acquired::Held)
    }

    async fn renew_lease(&self) -> Result<bool, JournalError> {
        self.before(JournalOperation::Lease).await?;
        let mut state = self.state.lock();
        let is_held = state.holds_lease(self.process);
        if is_held {
            state.begin_term(self.process);
        }
        Ok(is_held)
    }
}

#[async_trait]
impl StoredTables for MemoryJournal {
    async fn tables_of(&self, user: UserId) -> Result<Vec<TableId>, JournalError> {
        let names = |table: &StoredTable| {
            let mut log = table.log.iter();
            log.any(|entry| entry.people().contains(&user))
        };
        Ok(self.state.lock().newest_tables(names))
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
}

impl Preferences for MemoryJournal {
    fn get(&self, user: UserId) -> SettingsFuture<'_, PersonPreferences> {
        let stored = self.state.lock().preferences.get(&user).copied();
        Box::pin(ready(Ok(stored.unwrap_or_default())))
    }

    fn change(
        &self,
        user: UserId,
        change: PreferenceChange,
        _: Millis,
    ) -> SettingsFuture<'_, PersonPreferences> {
        let mut state = self.state.lock();
        let person = state.preferences.entry(user).or_default();
        *person = person.with(change);
        Box::pin(ready(Ok(*person)))
    }

    fn recipes_of(&self, user: UserId) -> SettingsFuture<'_, RecipeList> {
        let stored = self.state.lock().recipes.get(&user).cloned();
        Box::pin(ready(Ok(stored.unwrap_or_default())))
    }

    fn change_recipes(
        &self,
        user: UserId,
        change: RecipeChange,
        _: Millis,
    ) -> SettingsFuture<'_, RecipeList> {
        let mut state = self.state.lock();
        let list = state.recipes.entry(user).or_default();
        *list = list.clone().with(change, MAX_OWN);
        Box::pin(ready(Ok(list.clone())))
    }

    fn forget(&self, user: UserId) -> SettingsFuture<'_, ()> {
        let mut state = self.state.lock();
        state.preferences.remove(&user);
        state.recipes.remove(&user);
        Box::pin(ready(Ok(())))
    }
}
