//! The environment and the services that all tables of a process use.

use std::sync::Arc;
use std::time::Duration;

use discord::failpoint::Failpoints;
use discord::pictures::EndPictures;
use discord::{KnownIdentity, RestClient};
use journal::{Journal, Results};
use table::config::TableConfig;
use table::fixed_time_limits::PANEL_LIFETIME;
use table::preferences::Preferences;
use tracing::warn;

use crate::background_tasks::BackgroundTasks;
use crate::tables::clock::{Clock, SystemClock, system_time};
use crate::tables::outages::Outages;
use crate::tables::rng_source::RngSource;
use crate::tables::search_pool::SearchPool;

/// The environment of a process, such as its clock, randomness and failpoints. The simulator provides its own.
pub struct Env {
    pub system_clock: SystemClock,
    pub rng_source: RngSource,
    pub search_pool: SearchPool,
    pub end_pictures: EndPictures,
    /// Reports panics of the process's background tasks.
    pub background_tasks: BackgroundTasks,
    pub failpoints: Failpoints,
    pub table_config: TableConfig,
    /// Where it is recorded that a person's hand has been explained; `None` to record nothing.
    pub preferences: Option<Arc<dyn Preferences>>,
    /// The source of rating changes and of people to call; `None` disables both.
    pub results: Option<Arc<dyn Results>>,
    /// How long a table must be unused before it may leave memory.
    pub unload_after: Duration,
}

impl Env {
    /// Returns an environment with the operating system's clock and randomness, no failpoint observer, and
    /// the default configuration of tables.
    pub fn system() -> Self {
        Self {
            system_clock: Arc::new(system_time),
            rng_source: RngSource::System,
            search_pool: SearchPool::new(),
            end_pictures: EndPictures::drawn(),
            background_tasks: BackgroundTasks::default(),
            failpoints: Failpoints::default(),
            table_config: TableConfig::default(),
            preferences: None,
            results: None,
            // After this time, no open hand can be refreshed.
            unload_after: Duration::from_millis(PANEL_LIFETIME.0),
        }
    }
}

/// The parts of the process that all tables use.
pub(crate) struct Services {
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) rest: RestClient,
    pub(crate) clock: Clock,
    pub(crate) env: Env,
    pub(crate) outages: Outages,
    pub(crate) bot: KnownIdentity,
}

impl Services {
    /// Records an outage if the process was stopped or the machine slept. Called every second, and before a driver
    /// serves a message, so that deadlines are extended before any of them fires.
    pub(crate) fn notice_standstill(&self) {
        if let Some(past) = self.clock.look() {
            let length = self.clock.at(past.until).since(self.clock.at(past.since));
            warn!(milliseconds = length.0, "the process was suspended");
            self.outages.record_standstill(past);
        }
    }
}
