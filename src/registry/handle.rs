//! The two sides of a table in the registry: the handle, kept by channel, and the endpoints that its
//! actor owns.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use journal::RunningTable;
use outbox::InitialState;
use serenity::model::id::{ChannelId, GuildId};
use table::ids::TableId;

use super::loaded_tables::LoadedTable;
use super::open_error::OpenError;
use crate::mailbox::{Inbox, Mailbox, WeakMailbox, deliver, mailbox};
use crate::table_message::OpenRequest;
use crate::table_stage::{SharedStage, TableStage};

/// The registry's side of a table.
pub(super) struct TableHandle {
    /// Unique in this process: a channel's next handle has another, even for the same table.
    pub(super) serial: u64,
    pub(super) guild: GuildId,
    pub(super) mailbox: Mailbox,
    /// The id of the table's public message, 0 if it has none. Written by the speaker.
    message_id: Arc<AtomicU64>,
    pub(super) stage: Arc<SharedStage>,
    _loaded: LoadedTable,
}

/// The part of every handle that comes from the map of tables.
pub(super) struct HandleBase {
    pub(super) serial: u64,
    /// The number of messages that the mailbox takes.
    pub(super) capacity: usize,
    pub(super) loaded: LoadedTable,
}

/// The actor's side of a table.
pub(super) struct TableEndpoints {
    pub(super) serial: u64,
    pub(super) guild: GuildId,
    pub(super) channel: ChannelId,
    pub(super) message_id: Arc<AtomicU64>,
    pub(super) stage: Arc<SharedStage>,
    pub(super) mailbox: WeakMailbox,
    pub(super) inbox: Inbox,
}

/// A table's place in the registry.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) table: TableId,
    pub(super) serial: u64,
    pub(super) channel: ChannelId,
}

impl TableEndpoints {
    /// Returns the place of this table, to which the endpoints belong.
    pub(super) fn place_of(&self, table: TableId) -> Place {
        Place {
            table,
            serial: self.serial,
            channel: self.channel,
        }
    }
}

impl TableHandle {
    /// Returns both sides of a table that begins with these messages.
    pub(super) fn new(
        running: &RunningTable,
        initial: &InitialState,
        base: HandleBase,
    ) -> (Self, TableEndpoints) {
        let message_id = Arc::new(AtomicU64::new(running.posted.message.unwrap_or(0)));
        let stage = Arc::new(SharedStage::new(match initial {
            InitialState::NewTable => TableStage::Lobby,
            _ => TableStage::Loading,
        }));
        let place = (guild_of(running), channel_of(running));
        Self::resume(place, (message_id, stage), base)
    }

    /// Returns both sides of a table that goes on with what an earlier actor left.
    pub(super) fn resume(
        (guild, channel): (GuildId, ChannelId),
        (message_id, stage): (Arc<AtomicU64>, Arc<SharedStage>),
        base: HandleBase,
    ) -> (Self, TableEndpoints) {
        let HandleBase {
            serial,
            capacity,
            loaded,
        } = base;
        let (mailbox, inbox) = mailbox(capacity);
        let endpoints = TableEndpoints {
            serial,
            guild,
            channel,
            message_id: Arc::clone(&message_id),
            stage: Arc::clone(&stage),
            mailbox: mailbox.downgrade(),
            inbox,
        };
        let handle = Self {
            serial,
            guild,
            mailbox,
            message_id,
            stage,
            _loaded: loaded,
        };
        (handle, endpoints)
    }

    /// Asks a table whose game is over to open a new lobby in its place.
    pub(super) fn reopen(&self, open: OpenRequest) -> Result<(), OpenError> {
        // Until an existing table is loaded, requests for a new one are left to the table itself.
        if matches!(self.stage.get(), TableStage::Loading | TableStage::Over) {
            let sent = deliver(&self.mailbox, open.into_message());
            return sent.map_err(|_| OpenError::Unavailable);
        }
        let message = self.message_id.load(Ordering::Relaxed);
        Err(OpenError::Occupied {
            message: (message != 0).then_some(message),
        })
    }
}

/// Discord's ids are never 0, and the journal holds only such; `max` satisfies the type.
pub(super) fn channel_of(running: &RunningTable) -> ChannelId {
    ChannelId::new(running.channel.0.max(1))
}

/// Returns the server of a table, with the same invariant as [`channel_of`].
pub(super) fn guild_of(running: &RunningTable) -> GuildId {
    GuildId::new(running.guild.0.max(1))
}
