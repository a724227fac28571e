//! The tables of this process by channel: those that are loaded, each with its mailbox, the suspended
//! and the dormant ones. At most one table is loaded per channel. The map starts nothing: it returns what
//! is to be loaded, and the registry starts it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dashmap::DashMap;
use dashmap::mapref::entry::{Entry, OccupiedEntry};
use journal::{GamesElsewhere, Owner, RunningTable};
use outbox::{InitialState, MessageBoard};
use serenity::model::id::{ChannelId, GuildId};
use table::ids::{Millis, TableId};

use super::dormant::{DormantTables, LoadAttempts, UnloadedTable};
use super::env::Limits;
use super::handle::{HandleBase, TableEndpoints, TableHandle, channel_of, guild_of};
use super::loaded_tables::{LoadedTables, MemoryLimits};
use super::new_table::NewTable;
use super::open_error::OpenError;
use super::suspended::{DueTimes, SuspendedTable};
use crate::cluster::ownership::{Ownership, OwnershipEvent};
use crate::driver::Suspended;
use crate::game_quota::{GameQuota, GameQuotaError, GameQuotaSlot, TableUse};
use crate::mailbox::{Mailbox, SendError, deliver, notify};
use crate::table_message::{Broadcast, OpenRequest, TableMessage};
use crate::table_stage::TableStage;

/// All tables of the process.
pub(super) struct TableMap {
    limits: Limits,
    awake: DashMap<ChannelId, AwakeTable>,
    dormant: DormantTables,
    due: DueTimes,
    loaded: LoadedTables,
    quota: GameQuota,
    next_serial: AtomicU64,
    panics: DashMap<TableId, u32>,
}

/// A table that this process has loaded since its start, or is about to load.
enum AwakeTable {
    Loaded(TableHandle),
    Suspended(SuspendedTable),
}

impl AwakeTable {
    fn handle(&self) -> Option<&TableHandle> {
        match self {
            Self::Loaded(handle) => Some(handle),
            Self::Suspended(_) => None,
        }
    }

    fn guild(&self) -> GuildId {
        match self {
            Self::Loaded(handle) => handle.guild,
            Self::Suspended(suspended) => suspended.guild,
        }
    }

    fn stage(&self) -> TableStage {
        match self {
            Self::Loaded(handle) => handle.stage.get(),
            Self::Suspended(suspended) => suspended.rest.stage.get(),
        }
    }
}

/// The tables of this process and what waits for them, at one moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct TableSample {
    /// The number of tables in each stage.
    pub(crate) stages: Vec<(TableStage, usize)>,
    /// The number of tables in memory.
    pub(crate) loaded: usize,
    /// Messages that wait in all mailboxes together.
    pub(crate) mailbox_messages: usize,
    /// Messages that wait in the fullest mailbox.
    pub(crate) mailbox_longest: usize,
}

/// A channel's table when a message for it has arrived.
pub(super) enum Wake {
    /// It is being loaded or runs.
    Loaded(Mailbox),
    /// It was dormant. Its mailbox takes messages; the caller has to start loading it.
    Load(Mailbox, Box<TableToLoad>),
    /// It was suspended, and is to be loaded likewise.
    Restore(Mailbox, Box<TableToRestore>),
    /// This process has no table in the channel.
    Absent,
}

/// A table that has its channel and is to be loaded.
pub(super) struct TableToLoad {
    pub(super) unloaded: UnloadedTable,
    /// This process's relation to the table once it is loaded.
    pub(super) ownership: Ownership,
    pub(super) board: Box<MessageBoard>,
    pub(super) endpoints: TableEndpoints,
}

/// A suspended table that has its channel again and is to be loaded.
pub(super) struct TableToRestore {
    pub(super) suspended: SuspendedTable,
    pub(super) endpoints: TableEndpoints,
}

/// A new table that has its channel and is to be run.
pub(super) struct TableToOpen {
    pub(super) new: NewTable,
    pub(super) open: OpenRequest,
    pub(super) slot: GameQuotaSlot,
    pub(super) endpoints: TableEndpoints,
}

impl TableMap {
    pub(super) fn new(limits: Limits, memory: MemoryLimits) -> Self {
        Self {
            quota: GameQuota::new(limits.games),
            limits,
            awake: DashMap::new(),
            dormant: DormantTables::default(),
            due: DueTimes::default(),
            loaded: LoadedTables::new(memory),
            next_serial: AtomicU64::new(0),
            panics: DashMap::new(),
        }
    }

    /// Returns true if this process owns or visits a table in this channel.
    pub(super) fn has(&self, channel: ChannelId) -> bool {
        self.awake.contains_key(&channel) || self.dormant.contains(channel)
    }

    /// Returns the dormant tables.
    pub(super) fn dormant(&self) -> &DormantTables {
        &self.dormant
    }

    /// Returns the times at which suspended tables have something to do.
    pub(super) fn due(&self) -> &DueTimes {
        &self.due
    }

    /// Returns the count of the tables in memory.
    pub(super) fn loaded(&self) -> &LoadedTables {
        &self.loaded
    }

    /// Puts a table to the dormant ones, in place of one that was dormant or suspended in its channel; no
    /// process has run it since `since`.
    pub(super) fn insert_dormant(&self, running: RunningTable, since: Millis) {
        let channel = channel_of(&running);
        let suspended = self
            .awake
            .remove_if(&channel, |_, table| table.handle().is_none());
        if let Some((_, AwakeTable::Suspended(suspended))) = suspended {
            self.due.remove(suspended.rest.due, channel);
        }
        let slot = self
            .quota
            .acquire_existing(guild_of(&running), TableUse::UNKNOWN);
        self.dormant.insert(UnloadedTable {
            running,
            since,
            slot,
            attempts: LoadAttempts::default(),
        });
    }

    /// Counts the tables by stage, and the messages that wait for them.
    pub(super) fn sample(&self) -> TableSample {
        let mut stages = TableStage::ALL.map(|stage| (stage, 0));
        let mut sample = TableSample::default();
        for table in &self.awake {
            let stage = table.stage();
            let waiting = table.handle().map_or(0, |handle| handle.mailbox.waiting());
            sample.mailbox_messages += waiting;
            sample.mailbox_longest = sample.mailbox_longest.max(waiting);
            let counted = stages.iter_mut().filter(|(counted, _)| *counted == stage);
            counted.for_each(|(_, count)| *count += 1);
        }
        let dormant = stages
            .iter_mut()
            .filter(|(stage, _)| *stage == TableStage::Dormant);
        dormant.for_each(|(_, count)| *count = self.dormant.len());
        sample.stages = stages.to_vec();
        sample.loaded = self.loaded.count();
        sample
    }

    /// Returns the mailbox of a table that is being loaded or runs.
    pub(super) fn mailbox(&self, channel: ChannelId) -> Option<Mailbox> {
        let table = self.awake.get(&channel)?;
        table.handle().map(|handle| handle.mailbox.clone())
    }

    /// Tells all tables of these servers, except dormant ones. Suspended ones take it when they are loaded,
    /// as of `at`; their channels are returned.
    pub(super) fn broadcast(
        &self,
        at: Millis,
        broadcast: Broadcast,
        is_affected: impl Fn(GuildId) -> bool,
    ) -> Vec<ChannelId> {
        let mut suspended = Vec::new();
        for mut table in self.awake.iter_mut() {
            if !is_affected(table.guild()) {
                continue;
            }
            let channel = *table.key();
            match table.value_mut() {
                AwakeTable::Loaded(handle) => notify(&handle.mailbox, broadcast.into()),
                AwakeTable::Suspended(table) => {
                    table.missed.push((at, broadcast));
                    suspended.push(channel);
                }
            }
        }
        suspended
    }

    /// Returns the mailbox of a channel's table. A suspended or dormant table gets one and is to be loaded.
    pub(super) fn wake(&self, channel: ChannelId) -> Wake {
        match self.awake.entry(channel) {
            Entry::Occupied(taken) => self.restore(taken),
            Entry::Vacant(vacant) => {
                let Some(dormant) = self.dormant.remove(channel) else {
                    return Wake::Absent;
                };
                let initial = InitialState::Uncertain(dormant.running.posted.clone());
                let (handle, endpoints) = self.new_handle(&dormant.running, &initial);
                let mailbox = handle.mailbox.clone();
                vacant.insert(AwakeTable::Loaded(handle));
                let (ownership, _) = Ownership::Dormant.next(OwnershipEvent::Wanted);
                let load = TableToLoad {
                    unloaded: dormant,
                    ownership,
                    board: Box::new(MessageBoard::new(&initial)),
                    endpoints,
                };
                Wake::Load(mailbox, Box::new(load))
            }
        }
    }

    /// Returns the mailbox of a table. A suspended one gets a new one and is to be loaded.
    fn restore(&self, mut taken: OccupiedEntry<'_, ChannelId, AwakeTable>) -> Wake {
        let channel = *taken.key();
        let (place, shared) = match taken.get() {
            AwakeTable::Loaded(handle) => return Wake::Loaded(handle.mailbox.clone()),
            AwakeTable::Suspended(SuspendedTable { guild, rest, .. }) => {
                let shared = (Arc::clone(&rest.message_id), Arc::clone(&rest.stage));
                ((*guild, channel), shared)
            }
        };
        let (handle, endpoints) = TableHandle::resume(place, shared, self.handle_base());
        let mailbox = handle.mailbox.clone();
        match taken.insert(AwakeTable::Loaded(handle)) {
            AwakeTable::Suspended(suspended) => {
                self.due.remove(suspended.rest.due, channel);
                let restore = TableToRestore {
                    suspended,
                    endpoints,
                };
                Wake::Restore(mailbox, Box::new(restore))
            }
            // The match above has returned.
            AwakeTable::Loaded(_) => Wake::Loaded(mailbox),
        }
    }

    /// Takes a quiet table out of memory, unless its channel is not its own any more. Messages that
    /// arrive from now on load it again.
    pub(super) fn suspend(&self, serial: u64, channel: ChannelId, rest: Box<Suspended>) {
        if let Entry::Occupied(mut taken) = self.awake.entry(channel)
            && let AwakeTable::Loaded(handle) = taken.get()
            && handle.serial == serial
        {
            self.due.add(rest.due, channel);
            let guild = handle.guild;
            taken.insert(AwakeTable::Suspended(SuspendedTable {
                guild,
                missed: Vec::new(),
                rest,
            }));
        }
    }

    /// Gives another process's table its channel here, to serve a message. Returns the table to load,
    /// or `None` if one was loaded already, which has got the message.
    pub(super) fn visit(
        &self,
        running: RunningTable,
        now: Millis,
        message: TableMessage,
    ) -> Result<Option<TableToLoad>, SendError> {
        let vacant = match self.awake.entry(channel_of(&running)) {
            Entry::Occupied(taken) => {
                let handle = taken.get().handle();
                let handle = handle.ok_or(SendError::Unavailable)?;
                return deliver(&handle.mailbox, message).map(|()| None);
            }
            Entry::Vacant(vacant) => vacant,
        };
        let slot = self
            .quota
            .acquire_existing(guild_of(&running), TableUse::UNKNOWN);
        let initial = InitialState::Known(running.posted.clone());
        let (handle, endpoints) = self.new_handle(&running, &initial);
        deliver(&handle.mailbox, message)?;
        vacant.insert(AwakeTable::Loaded(handle));
        let (ownership, _) = Ownership::Absent.next(OwnershipEvent::OwnerFound {
            owner: Owner::OtherProcess,
            head_start_over: true,
        });
        let unloaded = UnloadedTable {
            running,
            since: now,
            slot,
            attempts: LoadAttempts::default(),
        };
        Ok(Some(TableToLoad {
            unloaded,
            ownership,
            board: Box::new(MessageBoard::new(&initial)),
            endpoints,
        }))
    }

    /// Gives a new table, for which there is a place, its channel. Returns the table to run, or
    /// `None` if a table whose game is over was asked to become a new lobby.
    pub(super) fn open(
        &self,
        channel: ChannelId,
        mut open: OpenRequest,
        new_table: impl FnOnce(&OpenRequest) -> Result<NewTable, OpenError>,
    ) -> Result<Option<TableToOpen>, OpenError> {
        let vacant = match self.awake.entry(channel) {
            Entry::Occupied(taken) => {
                let handle = taken.get().handle().ok_or(OpenError::Unavailable)?;
                return handle.reopen(open).map(|()| None);
            }
            Entry::Vacant(vacant) => vacant,
        };
        // A table that was there a moment ago has ended: the next command finds the channel free.
        let slot = open.reserved.take().ok_or(OpenError::Unavailable)?;
        let new = new_table(&open)?;
        let (handle, endpoints) = self.new_handle(&new.place(), &InitialState::NewTable);
        vacant.insert(AwakeTable::Loaded(handle));
        Ok(Some(TableToOpen {
            new,
            open,
            slot,
            endpoints,
        }))
    }

    /// Counts a table that is about to be opened, if the limits allow it.
    pub(super) fn reserve(
        &self,
        guild: GuildId,
        new: TableUse,
        elsewhere: GamesElsewhere,
    ) -> Result<GameQuotaSlot, GameQuotaError> {
        self.quota.acquire(guild, new, elsewhere)
    }

    /// Frees the channel of a table that has ended, unless a newer handle has taken it.
    pub(super) fn release(&self, serial: u64, channel: ChannelId) {
        self.awake.remove_if(&channel, |_, table| {
            table.handle().is_some_and(|handle| handle.serial == serial)
        });
    }

    /// Counts a panic of a table's task, and returns how many there have been.
    pub(super) fn count_panic(&self, table: TableId) -> u32 {
        let mut count = self.panics.entry(table).or_insert(0);
        *count += 1;
        *count
    }

    /// Drops all mailboxes, suspended and dormant tables, so that every driver ends once its mailbox is empty.
    pub(super) fn clear(&self) {
        self.dormant.clear();
        self.awake.clear();
        self.due.clear();
    }

    fn new_handle(
        &self,
        running: &RunningTable,
        initial: &InitialState,
    ) -> (TableHandle, TableEndpoints) {
        TableHandle::new(running, initial, self.handle_base())
    }

    fn handle_base(&self) -> HandleBase {
        HandleBase {
            serial: self.next_serial.fetch_add(1, Ordering::Relaxed),
            capacity: self.limits.clicks_waiting,
            loaded: self.loaded.add(),
        }
    }
}
