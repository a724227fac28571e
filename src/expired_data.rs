//! Deletes data older than its retention, in small batches with pauses in between, so that clicks do not wait for long.

use std::time::Duration;

use journal::{Expiry, JournalError, PersonalData};
use table::ids::Millis;
use tokio::time::sleep;
use tracing::{info, warn};

/// How long a server's data is kept after the bot has left, unless the retention of games is shorter.
const GUILD_RETENTION: Millis = Millis::hours(30 * 24);
const ROUND_INTERVAL: Duration = Duration::from_secs(600);
/// The size of a batch, as defined by [`Expiry::batch`].
const BATCH: u32 = 500;
const BATCH_PAUSE: Duration = Duration::from_millis(50);

/// How long games are kept after their table is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
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

    /// Runs a round immediately, and again ten minutes after each round. Never returns. `now` returns the system time.
    pub(crate) async fn run(self, store: &dyn PersonalData, now: impl Fn() -> Millis) {
        loop {
            if let Err(error) = self.round(store, now()).await {
                warn!(%error, "could not delete what has expired");
            }
            sleep(ROUND_INTERVAL).await;
        }
    }

    /// Deletes expired data, and the identities of people at closed tables who asked to be erased.
    ///
    /// # Errors
    /// The errors of the store. The next round continues where this one stopped.
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
