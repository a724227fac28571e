//! The surroundings of all tables of a process.

use std::sync::Arc;
use std::time::Duration;

use journal::{Journal, Results};
use outbox::end_picture::EndPictures;
use outbox::failpoint::Failpoints;
use outbox::{KnownIdentity, RestClient};
use table::config::TableConfig;
use table::preferences::Preferences;
use table::timeouts::PANEL_LIFETIME;
use tracing::warn;

use crate::background_tasks::BackgroundTasks;
use crate::choice_pool::ChoicePool;
use crate::clock::{Clock, SystemClock, system_time};
use crate::outages::Outages;
use crate::rng_source::RngSource;

/// The process's environment: time, randomness, threads, failpoints. The simulator passes its own.
pub struct Env {
    /// Returns the system's time, in milliseconds since 1970.
    pub system_clock: SystemClock,
    /// The source of all tables' randomness.
    pub rng_source: RngSource,
    /// The threads on which computer players search.
    pub choice_pool: ChoicePool,
    /// The pictures of finished games.
    pub end_pictures: EndPictures,
    /// Where panics of the process's background tasks are noticed.
    pub background_tasks: BackgroundTasks,
    /// The observer of failpoints, if there is one.
    pub failpoints: Failpoints,
    /// The operator's configuration of tables.
    pub table_config: TableConfig,
    /// Where it is stored that a hand has been explained to a person; `None` to store nothing.
    pub preferences: Option<Arc<dyn Preferences>>,
    /// Where the changes of ratings by a game are read; `None` to show none.
    pub results: Option<Arc<dyn Results>>,
    /// A table leaves memory if nobody has used it for so long, and it has nothing to do for as long.
    pub unload_after: Duration,
}

impl Env {
    /// Returns the operating system's clock and randomness, no probe, and the configuration of
    /// tables as this project ships it.
    pub fn system() -> Self {
        Self {
            system_clock: Arc::new(system_time),
            rng_source: RngSource::System,
            choice_pool: ChoicePool::new(),
            end_pictures: EndPictures::drawn(),
            background_tasks: BackgroundTasks::default(),
            failpoints: Failpoints::default(),
            table_config: TableConfig::default(),
            preferences: None,
            results: None,
            // After that, no open hand can be refreshed.
            unload_after: Duration::from_millis(PANEL_LIFETIME.0),
        }
    }
}

/// The parts of the process that every table uses.
pub(crate) struct Services {
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) rest: RestClient,
    pub(crate) clock: Clock,
    pub(crate) env: Env,
    pub(crate) outages: Outages,
    pub(crate) bot: KnownIdentity,
}

impl Services {
    /// Looks if the process stood still. Called at least once a second, and before a table's driver does anything: of
    /// all that is due afterwards, nothing may come first.
    pub(crate) fn notice_standstill(&self) {
        if let Some(past) = self.clock.look() {
            let length = self.clock.at(past.until).since(self.clock.at(past.since));
            warn!(milliseconds = length.0, "the process stood still");
            self.outages.record_standstill(past);
        }
    }
}
