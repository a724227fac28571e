//! The settings and surroundings of all tables of a process.

use std::sync::Arc;

use outbox::end_picture::EndPictures;
use outbox::failpoint::Failpoints;
use table::config::TableConfig;
use table::ids::Millis;
use table::preferences::Preferences;

use super::loaded_tables::MemoryLimits;
use crate::background_tasks::BackgroundTasks;
use crate::choice_pool::ChoicePool;
use crate::clock::system_time;
use crate::game_quota::GameLimits;
use crate::rng_source::RngSource;

/// The process's environment: time, randomness, threads, failpoints. The simulator passes its own.
pub struct Env {
    /// The system's time at the start, in milliseconds since 1970.
    pub time: Millis,
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
    /// The tables that stay in memory while nobody uses them.
    pub memory_limits: MemoryLimits,
}

impl Env {
    /// Returns the operating system's clock and randomness, no probe, and the configuration of
    /// tables as this project ships it.
    pub fn system() -> Self {
        Self {
            time: system_time(),
            rng_source: RngSource::System,
            choice_pool: ChoicePool::new(),
            end_pictures: EndPictures::drawn(),
            background_tasks: BackgroundTasks::default(),
            failpoints: Failpoints::default(),
            table_config: TableConfig::default(),
            preferences: None,
            memory_limits: MemoryLimits::default(),
        }
    }
}

/// The limits that the operator configures.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many games there may be at the same time.
    pub games: GameLimits,
    /// Messages that may wait in one table's mailbox.
    pub clicks_waiting: usize,
}
