//! The tables of this process by channel: those that are loaded, each with its mailbox, and the
//! dormant ones. At most one table is loaded per channel. The map starts nothing: it returns what is
//! to be loaded, and the registry starts it.

use std::sync::atomic::{AtomicU64, Ordering};

use dashmap::DashMap;
use dashmap::mapref::entry::Entry;
use journal::{Owner, RunningTable};
use serenity::model::id::{ChannelId, GuildId};
use table::ids::Millis;

use super::dormant::{DormantTables, UnloadedTable};
use super::env::Limits;
use super::handle::{TableEndpoints, TableHandle, channel_of, guild_of};
use super::new_table::NewTable;
use super::open_error::OpenError;
use crate::cluster::ownership::{Ownership, OwnershipEvent};
use crate::mailbox::{Mailbox, SendError, deliver};
use crate::outbox::InitialState;
use crate::quota::{Quota, QuotaError, QuotaSlot, TableUse};
use crate::table_message::{OpenRequest, TableMessage};
use crate::table_stage::TableStage;

/// All tables of the process.
pub(super) struct TableMap {
    limits: Limits,
    loaded: DashMap<ChannelId, TableHandle>,
    dormant: DormantTables,
    quota: Quota,
    next_serial: AtomicU64,
}

/// The tables of this process and what waits for them, at one moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct TableSample {
    /// The number of tables in each stage.
    pub(crate) stages: Vec<(TableStage, usize)>,
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
    /// This process has no table in the channel.
    Absent,
}

/// A table that has its channel and is to be loaded.
pub(super) struct TableToLoad {
    pub(super) unloaded: UnloadedTable,
    /// This process's relation to the table once it is loaded.
    pub(super) ownership: Ownership,
    pub(super) endpoints: TableEndpoints,
}

/// A new table that has its channel and is to be run.
pub(super) struct TableToOpen {
    pub(super) new: NewTable,
    pub(super) open: OpenRequest,
    pub(super) slot: QuotaSlot,
    pub(super) endpoints: TableEndpoints,
}

impl TableMap {
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            quota: Quota::new(limits.games),
            limits,
            loaded: DashMap::new(),
            dormant: DormantTables::default(),
            next_serial: AtomicU64::new(0),
        }
    }

    /// Returns true if this process owns or visits a table in this channel.
    pub(super) fn has(&self, channel: ChannelId) -> bool {
        self.loaded.contains_key(&channel) || self.dormant.contains(channel)
    }

    /// Returns the dormant tables.
    pub(super) fn dormant(&self) -> &DormantTables {
        &self.dormant
    }

    /// Puts a table to the dormant ones. It counts towards its server's quota, whatever the limit is.
    pub(super) fn insert_dormant(&self, running: RunningTable, since: Millis) {
        let slot = self
            .quota
            .acquire_existing(guild_of(&running), TableUse::UNKNOWN);
        self.dormant.insert(UnloadedTable {
            running,
            since,
            slot,
        });
    }

    /// Counts the tables by stage, and the messages that wait for them.
    pub(super) fn sample(&self) -> TableSample {
        let mut stages = TableStage::ALL.map(|stage| (stage, 0));
        let mut sample = TableSample::default();
        for handle in &self.loaded {
            let stage = handle.stage.get();
            let waiting = handle.mailbox.waiting();
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
        sample
    }

    /// Returns the mailbox of a table that is being loaded or runs.
    pub(super) fn mailbox(&self, channel: ChannelId) -> Option<Mailbox> {
        let handle = self.loaded.get(&channel)?;
        Some(handle.mailbox.clone())
    }

    /// Returns the mailboxes of all loaded tables in these servers.
    pub(super) fn mailboxes(&self, is_affected: impl Fn(GuildId) -> bool) -> Vec<Mailbox> {
        let handles = self.loaded.iter();
        let affected = handles.filter(|handle| is_affected(handle.guild));
        affected.map(|handle| handle.mailbox.clone()).collect()
    }

    /// Returns the mailbox of a channel's table. A dormant table gets one and is to be loaded.
    pub(super) fn wake(&self, channel: ChannelId) -> Wake {
        match self.loaded.entry(channel) {
            Entry::Occupied(taken) => Wake::Loaded(taken.get().mailbox.clone()),
            Entry::Vacant(vacant) => {
                let Some(dormant) = self.dormant.remove(channel) else {
                    return Wake::Absent;
                };
                let initial = InitialState::Uncertain(dormant.running.posted.clone());
                let (handle, endpoints) = self.new_handle(&dormant.running, initial);
                let mailbox = handle.mailbox.clone();
                vacant.insert(handle);
                let (ownership, _) = Ownership::Dormant.next(OwnershipEvent::Wanted);
                let load = TableToLoad {
                    unloaded: dormant,
                    ownership,
                    endpoints,
                };
                Wake::Load(mailbox, Box::new(load))
            }
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
        let vacant = match self.loaded.entry(channel_of(&running)) {
            Entry::Occupied(taken) => {
                return deliver(&taken.get().mailbox, message).map(|()| None);
            }
            Entry::Vacant(vacant) => vacant,
        };
        let slot = self
            .quota
            .acquire_existing(guild_of(&running), TableUse::UNKNOWN);
        let initial = InitialState::Known(running.posted.clone());
        let (handle, endpoints) = self.new_handle(&running, initial);
        deliver(&handle.mailbox, message)?;
        vacant.insert(handle);
        let (ownership, _) = Ownership::Absent.next(OwnershipEvent::OwnerFound {
            owner: Owner::OtherProcess,
            head_start_over: true,
        });
        let unloaded = UnloadedTable {
            running,
            since: now,
            slot,
        };
        Ok(Some(TableToLoad {
            unloaded,
            ownership,
            endpoints,
        }))
    }

    /// Gives a new table its channel, if the limits allow it. Returns the table to run, or
    /// `None` if a table whose game is over was asked to become a new lobby.
    pub(super) fn open(
        &self,
        guild: GuildId,
        channel: ChannelId,
        mut open: OpenRequest,
        new_table: impl FnOnce(&OpenRequest) -> Result<NewTable, OpenError>,
    ) -> Result<Option<TableToOpen>, OpenError> {
        let vacant = match self.loaded.entry(channel) {
            Entry::Occupied(taken) => return taken.get().reopen(open).map(|()| None),
            Entry::Vacant(vacant) => vacant,
        };
        let slot = match open.reserved.take() {
            Some(slot) => slot,
            None => self.reserve(guild, &open)?,
        };
        let new = new_table(&open)?;
        let (handle, endpoints) = self.new_handle(&new.place(), InitialState::NewTable);
        vacant.insert(handle);
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
        open: &OpenRequest,
    ) -> Result<QuotaSlot, QuotaError> {
        let new = TableUse::Game {
            host: Some(open.request.person.id),
            watched: open.computers.watched,
        };
        self.quota.acquire(guild, new)
    }

    /// Frees the channel of a table that has ended, unless a newer handle has taken it.
    pub(super) fn release(&self, serial: u64, channel: ChannelId) {
        self.loaded
            .remove_if(&channel, |_, handle| handle.serial == serial);
    }

    /// Drops all mailboxes and dormant tables, so that every driver ends once its mailbox is empty.
    pub(super) fn clear(&self) {
        self.dormant.clear();
        self.loaded.clear();
    }

    fn new_handle(
        &self,
        running: &RunningTable,
        initial: InitialState,
    ) -> (TableHandle, TableEndpoints) {
        let serial = self.next_serial.fetch_add(1, Ordering::Relaxed);
        TableHandle::new(serial, running, initial, self.limits.clicks_waiting)
    }
}
