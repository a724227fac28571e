//! A table together with its journal: appends what the table has decided, and finds out what holds
//! after a conflict or a lost response. A refused append leaves the table as it was before the input.
//! Carries out no effect.
//!
//! A process that is killed after an append and before the answer has lost nothing: the entry is
//! durable, and the next owner replays it and posts the table. A process that is killed before the
//! append has changed nothing.

use std::sync::Arc;
use std::time::Duration;

use journal::{CountedTable, JournalError, OwnedTable};
use outbox::failpoint::{Failpoint, Failpoints};
use table::Table;
use table::effect::Effect;
use table::entry::Entry;
use table::ids::Millis;
use table::input::Input;
use tokio::time::timeout;
use tracing::{debug, error, warn};

use super::env::Services;
use crate::replay::{find_owner, read_table};
use crate::rng_source::TableRng;

/// How long the end of a game waits for what it changes.
const RATINGS_WITHIN: Duration = Duration::from_secs(1);

/// A table that writes everything it decides to the journal.
pub(super) struct JournaledTable {
    pub(super) table: Table,
    services: Arc<Services>,
    rng: TableRng,
    /// An append had an unknown outcome and the journal could not be read since. Before anything
    /// else is handled, the table is to be reloaded.
    outcome_unknown: bool,
    /// The entry of the last append with an unknown outcome, until the table is reloaded.
    unsettled: Option<Entry>,
    /// The number of a game that has just ended, if it changes ratings.
    rated: Option<u16>,
}

/// The result of an input whose entry, if it has one, is durable.
pub(super) struct Handled {
    pub(super) effects: Vec<Effect>,
    /// True if the input changed the table.
    pub(super) appended: bool,
}

/// The result of reading a table again.
pub(super) struct Reloaded {
    /// The table's place and owner, if it is still running.
    pub(super) owned: Option<OwnedTable>,
    /// True if the journal held entries that the copy here lacked and that are not its own.
    pub(super) has_news: bool,
}

impl JournaledTable {
    pub(super) fn new(table: Table, services: Arc<Services>, rng: TableRng) -> Self {
        Self {
            table,
            services,
            rng,
            outcome_unknown: false,
            unsettled: None,
            rated: None,
        }
    }

    /// Notes when the table's message was posted, which is not in the journal.
    pub(super) fn set_message_posted_at(&mut self, at: Option<Millis>) {
        self.table.set_message_posted_at(at);
    }

    fn failpoints(&self) -> &Failpoints {
        &self.services.env.failpoints
    }

    pub(super) fn is_outcome_unknown(&self) -> bool {
        self.outcome_unknown
    }

    /// Marks the table as to be reloaded before anything else is handled.
    pub(super) fn mark_outdated(&mut self) {
        self.outcome_unknown = true;
    }

    /// Returns the effects of an input once its entry is durable. On an error the table is unchanged.
    ///
    /// With `confirm`, effects without an entry are returned only if no other process has written:
    /// an answer must not show what held before.
    pub(super) async fn attempt(
        &mut self,
        now: Millis,
        input: Input,
        confirm: bool,
    ) -> Result<Handled, JournalError> {
        let before = self.table.clone();
        let transition = self.table.handle(now, input, &mut self.rng);
        let accepted = match &transition.entry {
            Some(entry) => self.append(entry).await,
            None if transition.effects.is_empty() => Ok(()),
            // The journal may hold an entry that this table lacks.
            None if self.outcome_unknown => Err(JournalError::Unavailable(
                "the outcome of an append is unknown".to_owned(),
            )),
            None if !confirm => Ok(()),
            None => {
                let version = self.table.version();
                let journal = &self.services.journal;
                journal.confirm_version(self.table.id(), version).await
            }
        };
        if accepted.is_err() {
            self.table = before;
        }
        accepted.map(|()| Handled {
            effects: transition.effects,
            appended: transition.entry.is_some(),
        })
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

    /// Appends an entry. If the response was lost, asks the journal whether the entry is there.
    pub(super) async fn append(&mut self, entry: &Entry) -> Result<(), JournalError> {
        self.failpoints().entry_decided(entry);
        let mut appended = self.services.journal.append(entry).await;
        if let Err(JournalError::Unavailable(_)) = appended
            && self.was_appended(entry).await
        {
            appended = Ok(());
        }
        match &appended {
            Ok(()) => {
                self.outcome_unknown = false;
                let result = entry.result.as_ref().filter(|result| result.rated);
                self.rated = result.map(|result| result.game).or(self.rated);
                debug!(
                    table = entry.table.0,
                    version = entry.version,
                    interaction = entry.interaction.map(|id| id.0),
                    "appended an entry"
                );
                self.failpoints().entry_appended(&self.table);
            }
            Err(error) => {
                warn!(%error, table = entry.table.0, "an entry was not appended");
                self.failpoints().hit(Failpoint::EntryRefused);
            }
        }
        appended
    }

    async fn was_appended(&mut self, entry: &Entry) -> bool {
        let journal = &self.services.journal;
        let newest = journal.load_page(entry.table, entry.version - 1).await;
        self.outcome_unknown = newest.is_err();
        self.unsettled = self.outcome_unknown.then(|| entry.clone());
        newest.is_ok_and(|entries| entries.contains(entry))
    }

    /// Records how the table counts, in a task of its own: nobody waits for it. If that fails, other
    /// processes count it as before until it changes again.
    pub(super) fn record_count(&self, counted: CountedTable) {
        let (journal, table) = (Arc::clone(&self.services.journal), self.table.id());
        tokio::spawn(async move {
            if let Err(error) = journal.record_count(table, counted).await {
                warn!(%error, table = table.0, "could not record how a table counts");
            }
        });
    }

    /// Returns the table's place and owner by the journal, if it is still running.
    pub(super) async fn find_owner(&self) -> Result<Option<OwnedTable>, JournalError> {
        find_owner(&*self.services.journal, &self.table).await
    }

    /// Replaces the in-memory table by the journal's.
    pub(super) async fn reload(&mut self) -> Result<Reloaded, JournalError> {
        let id = self.table.id();
        self.failpoints().hit(Failpoint::TableReloading);
        let (config, known) = (self.table.config().clone(), self.table.version());
        let (own, mut has_news) = (self.unsettled.as_ref(), false);
        let see = |entry: &Entry| has_news |= entry.version > known && Some(entry) != own;
        let read = read_table(&*self.services.journal, id, config, see).await;
        if let Err(JournalError::Unreadable(why)) = &read {
            error!(
                why,
                table = id.0,
                "a table cannot be replayed and is left as it is"
            );
        }
        let (table, owned) = read?;
        self.failpoints().hit(Failpoint::TableReloaded);
        let held = self.table.holds_deadlines();
        self.table = *table;
        self.table.hold_deadlines(held);
        self.outcome_unknown = false;
        self.unsettled = None;
        Ok(Reloaded { owned, has_news })
    }
}
