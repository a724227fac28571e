//! Dormant tables: owned by this process, known by their place only. Each is loaded when a message
//! arrives for it, or in turn after the start, so that ten thousand running tables cost nothing.

use std::cmp::Reverse;
use std::time::Duration;

use dashmap::DashMap;
use journal::RunningTable;
use serenity::model::id::{ChannelId, GuildId};
use table::ids::Millis;
use tokio::time::Instant;

use super::handle::{channel_of, guild_of};
use crate::game_quota::GameQuotaSlot;

/// The pause after the first failed attempt to load a table; each later pause is twice as long.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
/// The longest pause. After an outage of the database all tables are loaded within it.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// A table whose key is missing is set aside after so many attempts: more than a minute.
const ATTEMPTS_WITHOUT_KEY: u32 = 7;

/// A table that is not loaded: a dormant one, or one that is about to be visited.
pub(super) struct UnloadedTable {
    pub(super) running: RunningTable,
    /// When the last process that ran it was known to be running, less the grace: every deadline is
    /// extended by the time since then.
    pub(super) since: Millis,
    pub(super) slot: GameQuotaSlot,
    pub(super) attempts: LoadAttempts,
}

/// The failed attempts to load a dormant table, and when it is its turn again. A message for the table
/// does not wait for that.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LoadAttempts {
    failed: u32,
    turn: Turn,
}

#[derive(Clone, Copy, Debug, Default)]
enum Turn {
    #[default]
    Now,
    At(Instant),
    /// It is set aside: not in the lifetime of this process.
    Never,
}

impl LoadAttempts {
    /// Counts an attempt that failed because the database did not answer.
    pub(super) fn fail(&mut self, now: Instant) {
        let pause = FIRST_PAUSE * 2_u32.saturating_pow(self.failed.min(16));
        self.failed += 1;
        self.turn = Turn::At(now + pause.min(LONGEST_PAUSE));
    }

    /// Counts an attempt that failed for lack of a key. Returns true if this one sets the table aside.
    pub(super) fn fail_without_key(&mut self, now: Instant) -> bool {
        self.fail(now);
        if self.failed >= ATTEMPTS_WITHOUT_KEY {
            self.turn = Turn::Never;
        }
        self.failed == ATTEMPTS_WITHOUT_KEY
    }

    /// Returns true if no attempt has failed yet.
    fn is_untried(self) -> bool {
        self.failed == 0
    }

    fn is_due(self, now: Instant) -> bool {
        match self.turn {
            Turn::Now => true,
            Turn::At(turn) => turn <= now,
            Turn::Never => false,
        }
    }
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

    /// Returns true if there is a table that this process has not tried to load yet.
    pub(super) fn has_untried(&self) -> bool {
        self.0.iter().any(|one| one.attempts.is_untried())
    }

    /// Returns the servers and channels of the tables whose turn it is, those with the newest entries first:
    /// somebody may be waiting there.
    pub(super) fn newest_first(&self) -> Vec<(GuildId, ChannelId)> {
        let now = Instant::now();
        let due = self.0.iter().filter(|one| one.attempts.is_due(now));
        let places = due.map(|one| {
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
