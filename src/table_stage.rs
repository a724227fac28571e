//! The stage of a table of this process. The driver of a loaded table sets it, the registry reads it.

use std::sync::{Arc, Mutex};

use table::Table;

/// The present stage of one table in memory.
pub(crate) type SharedStage = Arc<Mutex<TableStage>>;

/// The stage of a table of this process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum TableStage {
    /// To be loaded in its turn, after a start or a takeover.
    Waiting,
    /// Not in memory, as nobody uses it.
    Unloaded,
    /// Being loaded.
    #[default]
    Loading,
    Lobby,
    /// A game is running.
    Playing,
    /// A game waits until somebody clicks or its message can be posted again.
    Paused,
    /// Its game is over.
    Over,
}

impl TableStage {
    pub(crate) const ALL: [Self; 7] = [
        Self::Waiting,
        Self::Unloaded,
        Self::Loading,
        Self::Lobby,
        Self::Playing,
        Self::Paused,
        Self::Over,
    ];

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

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Unloaded => "unloaded",
            Self::Loading => "loading",
            Self::Lobby => "lobby",
            Self::Playing => "playing",
            Self::Paused => "paused",
            Self::Over => "over",
        }
    }
}
