//! Chooses the deal of each Kitten of the day, on a blocking thread. Begins when a person opens the day's page, so that
//! the deal is ready when they start the game. The choice is stored, so that everyone plays the same deal.
//! `table::pages::daily::choose_deal` contains the rule.

use std::collections::BTreeMap;
use std::sync::Arc;

use fairness::Secret;
use journal::{JournalError, Results};
use parking_lot::Mutex;
use table::pages::daily::{self, Day};
use tokio::sync::OnceCell;
use tracing::warn;

/// The number of days whose deals this process keeps in memory.
const KEPT_DAYS: usize = 2;

pub(super) struct DailyDeals {
    store: Arc<dyn Results>,
    deals: Mutex<BTreeMap<Day, Arc<OnceCell<u32>>>>,
}

impl DailyDeals {
    pub(super) fn new(store: Arc<dyn Results>) -> Arc<Self> {
        let deals = Mutex::default();
        Arc::new(Self { store, deals })
    }

    /// Starts choosing the day's deal, unless this process has already started.
    pub(super) fn prepare(self: &Arc<Self>, day: Day, secret: Secret) {
        let is_begun = self.deals.lock().contains_key(&day);
        if !is_begun {
            let deals = Arc::clone(self);
            tokio::spawn(async move {
                if let Err(error) = deals.number(day, secret).await {
                    warn!(%error, day = day.0, "could not choose the deal of a day");
                }
            });
        }
    }

    /// Returns true if [`Self::number`] returns at once.
    pub(super) fn is_chosen(&self, day: Day) -> bool {
        let deals = self.deals.lock();
        deals.get(&day).is_some_and(|cell| cell.initialized())
    }

    /// Waits until the day's deal is chosen, and returns its number.
    pub(super) async fn number(&self, day: Day, secret: Secret) -> Result<u32, JournalError> {
        let cell = {
            let mut deals = self.deals.lock();
            let cell = Arc::clone(deals.entry(day).or_default());
            while deals.len() > KEPT_DAYS {
                deals.pop_first();
            }
            cell
        };
        let number = cell.get_or_try_init(|| self.read_or_choose(day, secret));
        number.await.copied()
    }

    async fn read_or_choose(&self, day: Day, secret: Secret) -> Result<u32, JournalError> {
        if let Some(stored) = self.store.daily_deal(day, None).await? {
            return Ok(stored);
        }
        let trial = tokio::task::spawn_blocking(move || daily::choose_deal(day, &secret));
        let unavailable = |reason: &str| JournalError::Unavailable(reason.to_owned());
        let chosen = trial.await.map_err(|_| unavailable("a trial of deals"))?;
        let stored = self.store.daily_deal(day, Some(chosen)).await?;
        stored.ok_or_else(|| unavailable("the secret of a day"))
    }
}
