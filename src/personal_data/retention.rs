//! Forgets people who asked for it, and deletes what is older than its retention. Works in small batches
//! with pauses in between, so that no click waits for it.

use std::collections::BTreeSet;
use std::time::Duration;

use journal::{Erasure, Expiry, JournalError, PersonalData};
use table::ids::{Millis, TableId};
use table::personal_data::replace_person;
use tokio::time::{sleep, timeout};
use tracing::{info, warn};

use super::DataRequests;

/// How long the data of a server stays after the bot has left it, unless games expire earlier.
const GUILD_RETENTION: Millis = Millis::hours(30 * 24);
/// The time between two rounds in which nobody asks to be forgotten.
const ROUND_INTERVAL: Duration = Duration::from_secs(600);
/// The shortest time between two rounds, however many people ask to be forgotten: a round holds the
/// database's write lock for moments.
const ROUND_PAUSE: Duration = Duration::from_secs(5);
/// The most rows that are deleted in one transaction.
const BATCH: u32 = 500;
const BATCH_PAUSE: Duration = Duration::from_millis(50);
/// How many people at tables are listed at once to be replaced.
const ERASURES: u32 = 100;

/// How long games stay after the end of their table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// For this time after a table is closed.
    pub games: Millis,
}

impl Retention {
    fn expiry(self, now: Millis) -> Expiry {
        let before = |retention: Millis| Millis(now.since(retention).0);
        Expiry {
            ended_before: before(self.games),
            left_before: before(self.games.min(GUILD_RETENTION)),
            batch: BATCH,
        }
    }

    /// Runs rounds until it is dropped: one at once, one soon after somebody asks to be forgotten, and one
    /// every few minutes. `now` returns the system's time.
    pub(crate) async fn run(self, requests: &DataRequests, now: impl Fn() -> Millis) {
        let mut failed = BTreeSet::new();
        loop {
            if let Err(error) = self.next_round(&*requests.store, now(), &mut failed).await {
                warn!(%error, "could not delete what has expired");
            }
            sleep(ROUND_PAUSE).await;
            let requested = requests.erasure_requested.notified();
            // Both ends of the wait begin a round.
            let _ = timeout(ROUND_INTERVAL, requested).await;
        }
    }

    /// Forgets people who asked for it, and deletes what has expired by now.
    ///
    /// # Errors
    /// Those of the store; the next round goes on where this one stopped.
    pub async fn round(self, store: &dyn PersonalData, now: Millis) -> Result<(), JournalError> {
        self.next_round(store, now, &mut BTreeSet::new()).await
    }

    /// As [`Self::round`]; `failed` are the tables at which earlier rounds could forget nobody.
    async fn next_round(
        self,
        store: &dyn PersonalData,
        now: Millis,
        failed: &mut BTreeSet<TableId>,
    ) -> Result<(), JournalError> {
        let erased = erase_pending(store, failed).await;
        self.delete_expired(store, now).await?;
        erased
    }

    async fn delete_expired(
        self,
        store: &dyn PersonalData,
        now: Millis,
    ) -> Result<(), JournalError> {
        let mut rows = 0;
        loop {
            let deleted = store.delete_expired(self.expiry(now)).await?;
            if deleted == 0 {
                break;
            }
            rows += deleted;
            sleep(BATCH_PAUSE).await;
        }
        if rows > 0 {
            info!(rows, "deleted what has expired");
        }
        Ok(())
    }
}

/// Replaces everybody who asked to be forgotten at all tables that are closed. A table at which that fails is
/// left to the next round, and so is one at which another process has just replaced somebody.
async fn erase_pending(
    store: &dyn PersonalData,
    failed: &mut BTreeSet<TableId>,
) -> Result<(), JournalError> {
    let (mut last, mut erased) = (None, 0);
    loop {
        let pending = store.pending_erasures(last, ERASURES).await?;
        for erasure in &pending {
            match erase(store, *erasure).await {
                Ok(done) => {
                    erased += u32::from(done);
                    failed.remove(&erasure.table);
                }
                Err(error) if failed.insert(erasure.table) => {
                    let table = erasure.table.0;
                    warn!(%error, table, "could not forget people at a table, tries again every few minutes");
                }
                Err(_) => {}
            }
        }
        last = pending.last().copied();
        if pending.len() < ERASURES as usize {
            break;
        }
    }
    if erased > 0 {
        info!(tables = erased, "replaced people who asked to be forgotten");
    }
    Ok(())
}

/// Replaces a person at one table. Returns false if somebody else was replaced there meanwhile.
async fn erase(store: &dyn PersonalData, erasure: Erasure) -> Result<bool, JournalError> {
    let outcome = match store.load(erasure.table).await {
        Ok(entries) => {
            let changed = replace_person(&entries, erasure.user);
            store.erase(erasure, changed).await
        }
        // An entry whose key the operator has dropped stays unreadable: waiting for it would end every round
        // before anything expires.
        Err(JournalError::Unreadable(_) | JournalError::MissingKey { .. }) => {
            store.expire_unreadable(erasure).await
        }
        Err(error) => Err(error),
    };
    match outcome {
        Ok(()) => Ok(true),
        Err(JournalError::Conflict { .. }) => Ok(false),
        Err(error) => Err(error),
    }
}
