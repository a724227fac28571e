//! This process's tables by channel: loaded tables with their mailboxes, and unloaded tables. The map does not load
//! tables itself: it returns the tables that must be loaded, and the registry loads them.

use std::cmp::Reverse;
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dashmap::DashMap;
use dashmap::mapref::entry::Entry;
use journal::RunningTable;
use serenity::model::id::{ChannelId, GuildId};
use table::ids::{Millis, TableId};
use table::input::{DeliveryFailure, Input, WriteRefusal};
use tokio::sync::mpsc::error::TrySendError;
use tokio::time::Instant;
use tracing::debug;

use super::unloaded::{LoadSchedule, UnloadedTable, guild_of};
use crate::tables::driver::LastRun;
use crate::tables::game_quota::{CountedTable, GameLimits, GameQuota, GameQuotaSlot};
use crate::tables::mailbox::{Inbox, Mailbox, SendError, TableMessage, mailbox};
use crate::tables::table_stage::{SharedStage, TableStage};

/// The limits that the operator configures.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub games: GameLimits,
    /// The maximum number of messages in a table's mailbox.
    pub mailbox_capacity: usize,
}

pub(super) struct TableMap {
    limits: Limits,
    tables: DashMap<ChannelId, LocalTable>,
    pub(super) quota: GameQuota,
    next_serial: AtomicU64,
    panics: DashMap<TableId, u32>,
}

/// The identity of a loaded table.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableSlot {
    pub(super) table: TableId,
    pub(super) guild: GuildId,
    pub(super) channel: ChannelId,
    /// Unique in this process: a channel's next handle gets another number, even for the same table.
    pub(super) serial: u64,
}

enum LocalTable {
    /// In memory or being loaded.
    Loaded(TableHandle),
    Unloaded(UnloadedTable),
}

/// The registry's side of a table in memory.
struct TableHandle {
    place: TableSlot,
    mailbox: Mailbox,
    stage: SharedStage,
}

/// The task's side of a table in memory.
pub(super) struct TableTask {
    pub(super) place: TableSlot,
    pub(super) stage: SharedStage,
    pub(super) inbox: Inbox,
    /// The table before it was loaded.
    pub(super) unloaded: UnloadedTable,
}

/// A snapshot of the tables and of the messages that wait for them.
#[derive(Clone, Debug, Default)]
pub(crate) struct TableSample {
    pub(crate) stages: Vec<(TableStage, usize)>,
    /// The number of tables in memory.
    pub(crate) loaded: usize,
    pub(crate) mailbox_messages: usize,
    /// The number of messages in the fullest mailbox.
    pub(crate) mailbox_longest: usize,
}

impl TableMap {
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            quota: GameQuota::new(limits.games),
            limits,
            tables: DashMap::new(),
            next_serial: AtomicU64::new(0),
            panics: DashMap::new(),
        }
    }

    pub(super) fn has(&self, channel: ChannelId) -> bool {
        self.tables.contains_key(&channel)
    }

    /// Returns true if an unloaded table still has to be resumed, after a restart or after it was in doubt.
    pub(super) fn has_ended(&self) -> bool {
        self.unloaded_any(|table| matches!(table.last_run, LastRun::Ended(_)))
    }

    pub(super) fn has_waiting(&self) -> bool {
        self.unloaded_any(|table| matches!(table.schedule, LoadSchedule::Queued { .. }))
    }

    fn unloaded_any(&self, is_wanted: impl Fn(&UnloadedTable) -> bool) -> bool {
        let mut tables = self.tables.iter();
        tables.any(|table| table.unloaded().is_some_and(&is_wanted))
    }

    /// Returns the servers and channels of the tables that are waiting to be loaded after the start, in the order
    /// of loading.
    pub(super) fn in_turn(&self) -> Vec<(GuildId, ChannelId)> {
        let turn = |table: &UnloadedTable| match table.schedule {
            LoadSchedule::Queued { written_at } => Some(Reverse(written_at)),
            LoadSchedule::At(_) | LoadSchedule::Never => None,
        };
        self.unloaded_by(turn)
    }

    pub(super) fn due(&self, now: Instant) -> Vec<(GuildId, ChannelId)> {
        self.unloaded_by(|table| due(table).filter(|due| *due <= now))
    }

    pub(super) fn next_due(&self) -> Option<Instant> {
        let tables = self.tables.iter();
        tables.filter_map(|table| due(table.unloaded()?)).min()
    }

    /// Returns the channels of these servers' tables that are not in memory. If `queued` is true, includes the
    /// tables that are waiting to be loaded after the start.
    pub(super) fn unloaded_in(
        &self,
        is_affected: impl Fn(GuildId) -> bool,
        queued: bool,
    ) -> Vec<ChannelId> {
        let affected = self.unloaded_by(|table| {
            let is_queued = matches!(table.schedule, LoadSchedule::Queued { .. });
            (is_affected(table.guild) && (queued || !is_queued)).then_some(())
        });
        affected.into_iter().map(|(_, channel)| channel).collect()
    }

    fn unloaded_by<K: Ord>(
        &self,
        key: impl Fn(&UnloadedTable) -> Option<K>,
    ) -> Vec<(GuildId, ChannelId)> {
        let tables = self.tables.iter();
        let mut wanted: Vec<_> = tables
            .filter_map(|table| {
                let unloaded = table.unloaded()?;
                Some((key(unloaded)?, (unloaded.guild, *table.key())))
            })
            .collect();
        wanted.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        wanted.into_iter().map(|(_, place)| place).collect()
    }

    pub(super) fn sample(&self) -> TableSample {
        let mut stages = TableStage::ALL
            .iter()
            .map(|&stage| (stage, 0))
            .collect::<Vec<_>>();
        let mut sample = TableSample::default();
        for table in &self.tables {
            let stage = match table.value() {
                LocalTable::Unloaded(unloaded) => match unloaded.schedule {
                    LoadSchedule::Queued { .. } => TableStage::Waiting,
                    LoadSchedule::At(_) | LoadSchedule::Never => TableStage::Unloaded,
                },
                LocalTable::Loaded(handle) => {
                    let waiting = handle.mailbox.max_capacity() - handle.mailbox.capacity();
                    sample.loaded += 1;
                    sample.mailbox_messages += waiting;
                    sample.mailbox_longest = sample.mailbox_longest.max(waiting);
                    *handle.stage.lock()
                }
            };
            let counted = stages.iter_mut().filter(|(counted, _)| *counted == stage);
            counted.for_each(|(_, count)| *count += 1);
        }
        sample.stages = stages;
        sample
    }

    /// Adds a running table that has had no driver since `since`, unless its channel already has a table.
    pub(super) fn insert(&self, running: &RunningTable, since: Millis) {
        if let Entry::Vacant(vacant) = self.tables.entry(channel_of(running)) {
            let slot = self.count_existing(guild_of(running));
            let unloaded = UnloadedTable::new(running, LastRun::Ended(since), slot);
            vacant.insert(LocalTable::Unloaded(unloaded));
        }
    }

    /// Sends a notification to all tables of these servers that are in memory. A table whose mailbox is full misses it,
    /// but will notice that its next screen cannot be shown.
    pub(super) fn broadcast(
        &self,
        news: impl Fn() -> TableMessage,
        is_affected: impl Fn(GuildId) -> bool,
    ) {
        for table in &self.tables {
            if let LocalTable::Loaded(handle) = table.value()
                && is_affected(handle.place.guild)
                && handle.mailbox.try_send(Box::new(news())).is_err()
            {
                debug!("a table's mailbox had no room for news");
            }
        }
    }

    /// Notifies tables that nothing can be posted after this time. Tables in memory are notified immediately; tables
    /// that this process has unloaded are notified when they are loaded again.
    pub(super) fn pause_all(&self, at: Millis) {
        let unwritable =
            Input::DeliveryFailed(DeliveryFailure::ChannelUnwritable(WriteRefusal::Unknown));
        self.broadcast(|| TableMessage::Input(unwritable.clone()), |_| true);
        for mut table in self.tables.iter_mut() {
            if let LocalTable::Unloaded(unloaded) = table.value_mut() {
                unloaded.pause(at);
            }
        }
    }

    /// Puts a message into the mailbox of a channel's table. Returns the table if it must be loaded now.
    pub(super) fn send(
        &self,
        channel: ChannelId,
        message: TableMessage,
    ) -> Result<Option<TableTask>, SendError> {
        let mut table = self.tables.get_mut(&channel).ok_or(SendError::NoTable)?;
        let load = self.begin_load(channel, &mut table);
        let LocalTable::Loaded(handle) = &*table else {
            return Err(SendError::NoTable);
        };
        match handle.mailbox.try_send(Box::new(message)) {
            Ok(()) => Ok(load),
            Err(TrySendError::Full(_)) => Err(SendError::MailboxFull),
            // The table's task has panicked, and its channel has not been freed yet.
            Err(TrySendError::Closed(_)) => Err(SendError::NoTable),
        }
    }

    /// Creates the mailbox of an unloaded table and returns the table, which must be loaded now; `None` if the channel
    /// has no unloaded table.
    pub(super) fn wake(&self, channel: ChannelId) -> Option<TableTask> {
        let mut table = self.tables.get_mut(&channel)?;
        self.begin_load(channel, &mut table)
    }

    fn begin_load(&self, channel: ChannelId, table: &mut LocalTable) -> Option<TableTask> {
        let unloaded = table.unloaded()?;
        let place = TableSlot {
            table: unloaded.table,
            guild: unloaded.guild,
            channel,
            serial: self.next_serial.fetch_add(1, Ordering::Relaxed),
        };
        let (mailbox, inbox) = mailbox(self.limits.mailbox_capacity);
        let stage = SharedStage::default();
        let handle = TableHandle {
            place,
            mailbox,
            stage: Arc::clone(&stage),
        };
        match mem::replace(table, LocalTable::Loaded(handle)) {
            LocalTable::Unloaded(unloaded) => Some(TableTask {
                place,
                stage,
                inbox,
                unloaded,
            }),
            // Impossible: the first line returns early for a loaded table.
            LocalTable::Loaded(_) => None,
        }
    }

    /// Assigns the channel to a new table. Returns its task, which must be run now; `None` if the channel is taken.
    pub(super) fn claim(&self, channel: ChannelId, new: UnloadedTable) -> Option<TableTask> {
        match self.tables.entry(channel) {
            Entry::Occupied(_) => None,
            Entry::Vacant(vacant) => {
                let mut table = vacant.insert(LocalTable::Unloaded(new));
                self.begin_load(channel, &mut table)
            }
        }
    }

    /// Removes a table from memory, unless its channel has been reassigned. Later messages load the table again.
    pub(super) fn unload(&self, place: TableSlot, unloaded: UnloadedTable) {
        if let Some(mut table) = self.tables.get_mut(&place.channel)
            && table.is(place)
        {
            *table = LocalTable::Unloaded(unloaded);
        }
    }

    /// Frees the channel of a table that has ended, unless the channel has been reassigned to a newer handle.
    pub(super) fn release(&self, place: TableSlot) {
        self.tables
            .remove_if(&place.channel, |_, table| table.is(place));
    }

    pub(super) fn count_existing(&self, guild: GuildId) -> GameQuotaSlot {
        self.quota.acquire_existing(guild, CountedTable::UNKNOWN)
    }

    /// Counts a panic of a table's task, and returns the number so far.
    pub(super) fn count_panic(&self, table: TableId) -> u32 {
        let mut count = self.panics.entry(table).or_insert(0);
        *count += 1;
        *count
    }

    /// Drops all mailboxes and unloaded tables, so that each driver ends when its mailbox is empty.
    pub(super) fn clear(&self) {
        self.tables.clear();
    }
}

impl LocalTable {
    fn unloaded(&self) -> Option<&UnloadedTable> {
        match self {
            Self::Loaded(_) => None,
            Self::Unloaded(unloaded) => Some(unloaded),
        }
    }

    fn is(&self, place: TableSlot) -> bool {
        matches!(self, Self::Loaded(handle) if handle.place.serial == place.serial)
    }
}

fn due(table: &UnloadedTable) -> Option<Instant> {
    match table.schedule {
        LoadSchedule::At(due) => Some(due),
        LoadSchedule::Queued { .. } | LoadSchedule::Never => None,
    }
}

/// Returns the channel of a table. Neither Discord nor the journal has ids of 0; `max` satisfies the type.
pub(super) fn channel_of(running: &RunningTable) -> ChannelId {
    ChannelId::new(running.channel.0.max(1))
}
