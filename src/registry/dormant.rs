//! Dormant tables: owned by this process, known by their place only. Each is loaded when a message
//! arrives for it, or in turn after the start, so that ten thousand running tables cost nothing.

use std::cmp::Reverse;

use dashmap::DashMap;
use journal::RunningTable;
use serenity::model::id::{ChannelId, GuildId};
use table::ids::Millis;

use super::handle::{channel_of, guild_of};
use crate::quota::QuotaSlot;

/// A table that is not loaded: a dormant one, or one that is about to be visited.
pub(super) struct UnloadedTable {
    pub(super) running: RunningTable,
    /// When the last process that ran it was known to be running, less the grace: every deadline is
    /// extended by the time since then.
    pub(super) since: Millis,
    pub(super) slot: QuotaSlot,
}

/// The dormant tables by channel.
#[derive(Default)]
pub(super) struct DormantTables(DashMap<ChannelId, UnloadedTable>);

impl DormantTables {
    /// Puts a table to the dormant ones, in place of one that was known in its channel.
    pub(super) fn insert(&self, dormant: UnloadedTable) {
        self.0.insert(channel_of(&dormant.running), dormant);
    }

    /// Takes a channel's table out, to load it.
    pub(super) fn remove(&self, channel: ChannelId) -> Option<UnloadedTable> {
        self.0.remove(&channel).map(|(_, dormant)| dormant)
    }

    pub(super) fn contains(&self, channel: ChannelId) -> bool {
        self.0.contains_key(&channel)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn clear(&self) {
        self.0.clear();
    }

    /// Returns the servers and channels of all tables, those with the newest entries first: somebody
    /// may be waiting there.
    pub(super) fn newest_first(&self) -> Vec<(GuildId, ChannelId)> {
        let places = self.0.iter().map(|one| {
            let place = (guild_of(&one.running), *one.key());
            (one.running.written_at, place)
        });
        let mut places: Vec<_> = places.collect();
        places.sort_unstable_by_key(|(written_at, _)| Reverse(*written_at));
        places.into_iter().map(|(_, place)| place).collect()
    }

    /// Returns the channels of a server's tables.
    pub(super) fn of_guild(&self, guild: GuildId) -> Vec<ChannelId> {
        let all = self.0.iter();
        let of_guild = all.filter(|dormant| guild_of(&dormant.running) == guild);
        of_guild.map(|dormant| *dormant.key()).collect()
    }
}
