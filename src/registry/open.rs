//! Opens tables: at most one per channel, and per server as many as its quota allows.

use std::sync::Arc;

use dashmap::mapref::entry::{Entry, VacantEntry};
use journal::{Journal, PostedMessages, RunningTable};
use serenity::model::id::{ChannelId, GuildId};
use table::effect::Transition;
use table::ids::TableId;
use table::{Table, TableLocation};
use tracing::info;

use super::handle::TableHandle;
use super::quota::QuotaSlot;
use super::{Registry, forwarding::Route};
use crate::driver::{FIRST_REPLY, Start};
use crate::failpoint::Failpoint;
use crate::outbox::InitialState;
use crate::rng_source::TableRng;
use crate::table_message::OpenRequest;

/// Why no table was opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum OpenError {
    /// The channel has a table whose game is not over.
    #[error("the channel has a running table")]
    Occupied {
        /// The id of that table's message, if it is known yet.
        message: Option<u64>,
    },
    /// The server has as many tables as it may have.
    #[error("the server has as many tables as it may have")]
    ServerFull,
    /// The journal or the operating system's randomness is not available, or the options make no
    /// table.
    #[error("a table cannot be opened now")]
    Unavailable,
}

/// A new table before its driver runs.
struct NewTable {
    table: Table,
    first: Transition,
    rng: TableRng,
}

impl<J: Journal + 'static> Registry<J> {
    /// Opens a table. If the channel has a table whose game is over, asks it to become a new lobby.
    pub(crate) async fn open(
        self: &Arc<Self>,
        guild: GuildId,
        channel: ChannelId,
        open: OpenRequest,
    ) -> Result<(), OpenError> {
        if !self.has(channel) {
            let route = self.find_route(channel).await;
            if let Route::Elsewhere(_) = route.map_err(|_| OpenError::Unavailable)? {
                let forwarded = self.forward(channel, open.into_message()).await;
                return forwarded.map_err(|_| OpenError::Unavailable);
            }
        }
        self.wake_or_get(channel);
        match self.tables.entry(channel) {
            Entry::Occupied(taken) => taken.get().reopen(open),
            Entry::Vacant(vacant) => self.open_in(guild, vacant, open),
        }
    }

    fn open_in(
        self: &Arc<Self>,
        guild: GuildId,
        vacant: VacantEntry<'_, ChannelId, TableHandle>,
        open: OpenRequest,
    ) -> Result<(), OpenError> {
        let slot = self.quota.acquire(guild, self.limits.games_per_server);
        let slot = slot.ok_or(OpenError::ServerFull)?;
        let channel = *vacant.key();
        let new = self.new_table(guild, channel, &open)?;
        info!(
            table = new.table.id().0,
            channel = channel.get(),
            guild = guild.get(),
            "opened a table"
        );
        self.insert_new(vacant, new, open, slot);
        Ok(())
    }

    fn new_table(
        &self,
        guild: GuildId,
        channel: ChannelId,
        open: &OpenRequest,
    ) -> Result<NewTable, OpenError> {
        let rng = self.env.rng_source.table_rng();
        let mut rng = rng.map_err(|_| OpenError::Unavailable)?;
        let location = TableLocation {
            table: TableId(rng.next_number()),
            guild: table::ids::GuildId(guild.get()),
            channel: table::ids::ChannelId(channel.get()),
        };
        let now = self.clock.at(open.request.callback.received);
        let click = open.request.click(FIRST_REPLY);
        let opened = Table::open(
            location,
            self.env.table_config.clone(),
            open.options,
            open.computers,
            &click,
            now,
            &mut rng,
        );
        let (table, first) = opened.map_err(|_| OpenError::Unavailable)?;
        Ok(NewTable { table, first, rng })
    }

    fn insert_new(
        self: &Arc<Self>,
        vacant: VacantEntry<'_, ChannelId, TableHandle>,
        new: NewTable,
        open: OpenRequest,
        slot: QuotaSlot,
    ) {
        let NewTable { table, first, rng } = new;
        let (handle, inbox) = self.new_handle(&RunningTable {
            table: table.id(),
            guild: table.guild(),
            channel: table.channel(),
            posted: PostedMessages::default(),
            written_at: self.clock.now(),
        });
        let endpoints = self.endpoints(&handle, table.id(), InitialState::NewTable, inbox);
        vacant.insert(handle);
        self.env.failpoints.hit(Failpoint::TableOpened);
        let start = Start::Opened(first, Box::new(open));
        let actor = Arc::clone(self).run(table, rng, start, endpoints, slot);
        self.tasks.spawn(actor);
    }
}
