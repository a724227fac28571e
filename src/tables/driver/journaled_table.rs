//! A table together with its journal. Appends the table's entries, but does not carry out the effects.
//!
//! `Table::handle` changes the table before the entry is in the journal. If the journal rejects the entry, or its
//! response is lost, the table is in doubt: its driver ends, and the table is loaded again. If the entry was durable
//! after all, the reload replays it; otherwise the input had no effect. The same holds if the process is killed.

use std::sync::Arc;
use std::time::Duration;

use discord::failpoint::Failpoint;
use journal::JournalError;
use table::Table;
use table::effect::Effect;
use table::entry::Entry;
use table::ids::Millis;
use table::input::Input;
use tokio::time::timeout;
use tracing::{debug, warn};

use super::env::Services;
use crate::tables::rng_source::TableRng;

/// How long a table waits for the rating changes after a rated game.
const RATINGS_WITHIN: Duration = Duration::from_secs(1);

/// A table that appends its entries to the journal.
pub(super) struct JournaledTable {
    pub(super) table: Table,
    services: Arc<Services>,
    rng: TableRng,
    /// The number of a game that has just ended, if it was rated.
    rated: Option<u16>,
}

impl JournaledTable {
    pub(super) fn new(table: Table, services: Arc<Services>, rng: TableRng) -> Self {
        Self {
            table,
            services,
            rng,
            rated: None,
        }
    }

    /// Returns the effects of an input once its entry, if any, is durable. An error leaves the table
    /// in doubt.
    pub(super) async fn attempt(
        &mut self,
        now: Millis,
        input: Input,
    ) -> Result<Vec<Effect>, JournalError> {
        let transition = self.table.handle(now, input, &mut self.rng);
        if let Some(entry) = &transition.entry {
            self.append(entry).await?;
        }
        Ok(transition.effects)
    }

    /// Returns the rating changes of a rated game that has just ended; `None` if there is no such game, or if the
    /// changes cannot be read in time.
    pub(super) async fn take_ratings(&mut self) -> Option<Input> {
        let game = self.rated.take()?;
        let results = self.services.env.results.as_ref()?;
        let read = timeout(
            RATINGS_WITHIN,
            results.rating_changes(self.table.id(), game),
        );
        match read.await.ok()? {
            Ok(changes) => Some(Input::Rated { game, changes }),
            Err(error) => {
                warn!(%error, table = self.table.id().0, "could not read rating changes");
                None
            }
        }
    }

    pub(super) async fn append(&mut self, entry: &Entry) -> Result<(), JournalError> {
        let failpoints = &self.services.env.failpoints;
        failpoints.entry_decided(entry);
        if let Err(error) = self.services.journal.append(entry).await {
            warn!(%error, table = entry.table.0, "an entry was not appended");
            failpoints.hit(Failpoint::EntryRefused);
            return Err(error);
        }
        let result = entry.result.as_ref().filter(|result| result.rated);
        self.rated = result.map(|result| result.game).or(self.rated);
        debug!(
            table = entry.table.0,
            version = entry.version,
            interaction = entry.interaction.map(|id| id.0),
            "appended an entry"
        );
        failpoints.entry_appended(&self.table);
        Ok(())
    }
}
