//! A new table, made from the command that asks for it, before its driver runs. Nothing of it is in
//! the journal or visible yet.

use serenity::model::id::{ChannelId, GuildId};
use table::effect::Transition;
use table::ids::TableId;
use table::{Table, TableLocation};

use super::open_error::OpenError;
use crate::clock::Clock;
use crate::driver::{Env, FIRST_REPLY};
use crate::rng_source::TableRng;
use crate::table_message::OpenRequest;

/// A new table before its driver runs.
pub(super) struct NewTable {
    pub(super) table: Table,
    pub(super) first: Transition,
    pub(super) rng: TableRng,
}

impl NewTable {
    /// Opens a table as of the time at which the command was received.
    ///
    /// # Errors
    /// [`OpenError::Unavailable`] if there is no randomness, or the options make no table.
    pub(super) fn open(
        env: &Env,
        clock: Clock,
        guild: GuildId,
        channel: ChannelId,
        open: &OpenRequest,
    ) -> Result<Self, OpenError> {
        let rng = env.rng_source.table_rng();
        let mut rng = rng.map_err(|_| OpenError::Unavailable)?;
        let location = TableLocation {
            table: TableId(rng.next_number()),
            guild: table::ids::GuildId(guild.get()),
            channel: table::ids::ChannelId(channel.get()),
        };
        let now = clock.at(open.request.callback.received);
        let click = open.request.click(FIRST_REPLY, None);
        let opened = Table::open(
            location,
            env.table_config.clone(),
            open.options,
            open.computers,
            &click,
            now,
            &mut rng,
        );
        let (table, first) = opened.map_err(|_| OpenError::Unavailable)?;
        Ok(Self { table, first, rng })
    }
}
