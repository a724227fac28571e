//! A table of this process that is not in memory: it is its entries in the journal, and this. It is loaded
//! by a message for it, or when it has something to do, or in its turn after a start.
//!
//! Ten thousand running tables cost next to nothing. News for all tables of some servers loads none.

use std::time::Duration;

use journal::RunningTable;
use serenity::model::id::GuildId;
use table::ids::{Millis, TableId};
use tokio::time::Instant;

use super::table_map::guild_of;
use crate::driver::LastRun;
use crate::game_quota::GameQuotaSlot;

/// The pause after the first failed attempt to load a table; each later pause is twice as long.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
/// The longest pause. After an outage of the database all tables are loaded within it.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// A table whose key is missing is set aside after so many attempts: more than a minute.
const ATTEMPTS_WITHOUT_KEY: u32 = 7;

/// A table that is not in memory.
pub(super) struct UnloadedTable {
    pub(super) table: TableId,
    pub(super) guild: GuildId,
    pub(super) last_run: LastRun,
    pub(super) turn: Turn,
    /// The attempts to load it that have failed.
    failed: u32,
    pub(super) slot: GameQuotaSlot,
}

/// When a table is loaded without a message for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// One after the other, those with the newest entries first: somebody may be waiting there.
    Queued {
        written_at: Millis,
    },
    At(Instant),
    /// Not in the lifetime of this process.
    Never,
}

impl UnloadedTable {
    pub(super) fn new(running: &RunningTable, last_run: LastRun, slot: GameQuotaSlot) -> Self {
        Self {
            table: running.table,
            guild: guild_of(running),
            last_run,
            turn: Turn::Queued {
                written_at: running.written_at,
            },
            failed: 0,
            slot,
        }
    }

    /// Returns a table that has something to do at this time, if ever.
    pub(super) fn until(
        due: Option<Instant>,
        table: TableId,
        guild: GuildId,
        last_run: LastRun,
        slot: GameQuotaSlot,
    ) -> Self {
        Self {
            table,
            guild,
            last_run,
            turn: due.map_or(Turn::Never, Turn::At),
            failed: 0,
            slot,
        }
    }

    /// Returns a table that is to be loaded as after a restart, before long.
    pub(super) fn in_doubt(
        table: TableId,
        guild: GuildId,
        since: Millis,
        slot: GameQuotaSlot,
    ) -> Self {
        let due = Instant::now() + FIRST_PAUSE;
        Self::until(Some(due), table, guild, LastRun::Ended(since), slot)
    }

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

    /// Takes in that from this time on nothing could be posted anywhere.
    pub(super) fn pause(&mut self, at: Millis) {
        if let LastRun::Here { unwritable, .. } = &mut self.last_run {
            unwritable.get_or_insert(at);
        }
    }
}
