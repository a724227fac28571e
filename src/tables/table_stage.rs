//! The stage of a table of this process. The driver of a loaded table sets it; the registry reads it.

use std::sync::Arc;

use parking_lot::Mutex;
use table::Table;

/// The current stage of a table in memory.
pub(crate) type SharedStage = Arc<Mutex<TableStage>>;

discord::named_enum! {
    /// A stage, whose name is also its label in the metrics.
    #[derive(Default)]
    pub(crate) TableStage {
        /// Waits for its turn to be loaded after a start.
        Waiting = "waiting",
        Unloaded = "unloaded",
        #[default]
        Loading = "loading",
        Lobby = "lobby",
        Playing = "playing",
        /// The game has no deadline, because no person is playing or its message cannot be posted.
        Paused = "paused",
        Over = "over",
    }
}

impl TableStage {
    pub(crate) fn of(table: &Table) -> Self {
        if table.is_over() {
            Self::Over
        } else if table.is_paused() {
            Self::Paused
        } else if table.is_playing() {
            Self::Playing
        } else {
            Self::Lobby
        }
    }
}
