//! A table together with its journal: appends what the table has decided. Carries out no effect.
//!
//! `Table::handle` changes the table before the journal has the entry. If the journal does not accept it, or does not
//! say so, the table is in doubt: its driver ends, and the table is loaded again. An entry that was durable all the
//! same is then replayed; without it nothing has happened. A process that is killed leaves no more than that.

use std::sync::Arc;
use std::time::Duration;

use journal::JournalError;
use outbox::failpoint::Failpoint;
use table::Table;
use table::effect::Effect;
use table::entry::Entry;
use table::ids::Millis;
use table::input::Input;
use tokio::time::timeout;
use tracing::{debug, warn};

use super::env::Services;
use crate::rng_source::TableRng;

/// How long the end of a game waits for what it changes.
const RATINGS_WITHIN: Duration = Duration::from_secs(1);

/// A table that writes everything it decides to the journal.
pub(super) struct JournaledTable {
    pub(super) table: Table,
    services: Arc<Services>,
    rng: TableRng,
    /// The number of a game that has just ended, if it changes ratings.
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

    /// Notes when the table's message was posted, which is not in the journal.
    pub(super) fn set_message_posted_at(&mut self, at: Option<Millis>) {
        self.table.set_message_posted_at(at);
    }

    /// Returns the effects of an input once its entry, if it has one, is durable. An error leaves the table in doubt.
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

    /// Returns how a game that has just ended changed ratings; `None` if it did not, or if that is not known in
    /// time: its table does not wait for long.
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
                warn!(%error, table = self.table.id().0, "could not read changes of ratings");
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
