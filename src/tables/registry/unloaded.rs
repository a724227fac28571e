//! A table of this process that is not in memory: only its entries in the journal and its [`UnloadedTable`] exist. It
//! is loaded when a message for it arrives or as its [`LoadSchedule`] says.
//!
//! Broadcasts to a server's tables do not load tables that are not in memory.

use std::time::Duration;

use discord::EarlierRequests;
use journal::RunningTable;
use serenity::model::id::GuildId;
use table::ids::{Millis, TableId};
use tokio::time::Instant;

use crate::tables::driver::LastRun;
use crate::tables::game_quota::GameQuotaSlot;

/// The pause after the first failed attempt to load a table. It doubles with each failure.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
/// The longest pause, so that tables are tried again soon after a database outage.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// The number of attempts after which a table whose key is missing is set aside. The attempts take more than a minute.
const ATTEMPTS_WITHOUT_KEY: u32 = 7;

pub(super) struct UnloadedTable {
    pub(super) table: TableId,
    pub(super) guild: GuildId,
    pub(super) last_run: LastRun,
    pub(super) schedule: LoadSchedule,
    /// The number of failed attempts to load the table.
    failed: u32,
    pub(super) slot: GameQuotaSlot,
    /// The requests that were in flight when the table left memory in doubt.
    pub(super) earlier: Option<EarlierRequests>,
}

/// When a table is loaded if no message for it arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LoadSchedule {
    /// After a start, one by one. The most recently written tables come first, because players may be waiting there.
    Queued {
        written_at: Millis,
    },
    At(Instant),
    /// Not during the lifetime of this process.
    Never,
}

impl UnloadedTable {
    pub(super) fn new(running: &RunningTable, last_run: LastRun, slot: GameQuotaSlot) -> Self {
        let written_at = running.written_at;
        Self {
            schedule: LoadSchedule::Queued { written_at },
            ..Self::until(None, running.table, guild_of(running), last_run, slot)
        }
    }

    /// Returns a table that is loaded at the time `due`, or, if `due` is `None`, only when a message for it arrives.
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
            schedule: due.map_or(LoadSchedule::Never, LoadSchedule::At),
            failed: 0,
            slot,
            earlier: None,
        }
    }

    /// Returns a table that is reloaded after [`FIRST_PAUSE`], and then resumed as after a restart.
    pub(super) fn in_doubt(
        table: TableId,
        guild: GuildId,
        since: Millis,
        slot: GameQuotaSlot,
        earlier: Option<EarlierRequests>,
    ) -> Self {
        let due = Instant::now() + FIRST_PAUSE;
        Self {
            earlier,
            ..Self::until(Some(due), table, guild, LastRun::Ended(since), slot)
        }
    }

    /// Records a failed attempt to load the table, and schedules the next attempt.
    pub(super) fn fail(&mut self, now: Instant) {
        let pause = FIRST_PAUSE * 2_u32.saturating_pow(self.failed.min(16));
        self.failed += 1;
        self.schedule = LoadSchedule::At(now + pause.min(LONGEST_PAUSE));
    }

    /// Records an attempt that failed because the key is missing. Returns true if this sets the table aside.
    pub(super) fn fail_without_key(&mut self, now: Instant) -> bool {
        self.fail(now);
        if self.failed >= ATTEMPTS_WITHOUT_KEY {
            self.schedule = LoadSchedule::Never;
        }
        self.failed == ATTEMPTS_WITHOUT_KEY
    }

    /// Records when posting became impossible, if this process last ran the table. Keeps an earlier recorded time.
    pub(super) fn pause(&mut self, at: Millis) {
        if let LastRun::Here { unwritable, .. } = &mut self.last_run {
            unwritable.get_or_insert(at);
        }
    }
}

/// Returns the server of a table. No server has the id 0; `max` satisfies the type.
pub(super) fn guild_of(running: &RunningTable) -> GuildId {
    GuildId::new(running.guild.0.max(1))
}
