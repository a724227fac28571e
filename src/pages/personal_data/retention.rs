//! Deletes data older than its retention, in small batches with pauses in between, so that no click waits.

use std::time::Duration;

use journal::{Expiry, JournalError, PersonalData};
use table::ids::Millis;
use tokio::time::sleep;
use tracing::{info, warn};

use super::DataRequests;

/// How long the data of a server stays after the bot has left it, unless games expire earlier.
const GUILD_RETENTION: Millis = Millis::hours(30 * 24);
/// The time between two rounds.
const ROUND_INTERVAL: Duration = Duration::from_secs(600);
/// The most rows that are deleted in one transaction.
const BATCH: u32 = 500;
const BATCH_PAUSE: Duration = Duration::from_millis(50);

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

    /// Runs rounds until it is dropped: one at once, and one every few minutes. `now` returns the system's time.
    pub(crate) async fn run(self, requests: &DataRequests, now: impl Fn() -> Millis) {
        loop {
            if let Err(error) = self.round(&*requests.store, now()).await {
                warn!(%error, "could not delete what has expired");
            }
            sleep(ROUND_INTERVAL).await;
        }
    }

    /// Deletes what has expired by now, and who the people were at closed tables that asked to be forgotten.
    ///
    /// # Errors
    /// Those of the store; the next round goes on where this one stopped.
    pub async fn round(self, store: &dyn PersonalData, now: Millis) -> Result<(), JournalError> {
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
