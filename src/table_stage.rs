//! The stage of a loaded table, shared between its actor, which sets it, and the registry.

use std::sync::atomic::{AtomicU8, Ordering};

use table::Table;

/// The stage of a table of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum TableStage {
    /// To be loaded in its turn, after a start or a takeover.
    Waiting,
    /// Not in memory, as nobody uses it.
    Unloaded,
    /// Being loaded.
    Loading,
    Lobby,
    /// A game is running.
    Playing,
    /// A game waits until somebody clicks or its message can be posted again.
    Paused,
    /// Its game is over.
    Over,
}

/// The present stage of one table. Clones of the `Arc` around it see every change.
#[derive(Debug)]
pub(crate) struct SharedStage(AtomicU8);

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

    /// Returns the stage of a loaded table.
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

    /// Returns its name in metrics.
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

impl SharedStage {
    pub(crate) fn new(stage: TableStage) -> Self {
        Self(AtomicU8::new(stage as u8))
    }

    pub(crate) fn set(&self, stage: TableStage) {
        self.0.store(stage as u8, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> TableStage {
        let number = self.0.load(Ordering::Relaxed);
        let stages = TableStage::ALL.into_iter();
        // Invariant: only `new` and `set` write the number, from a stage.
        stages
            .min_by_key(|&stage| (stage as u8).abs_diff(number))
            .unwrap_or(TableStage::Loading)
    }
}

impl Default for SharedStage {
    fn default() -> Self {
        Self::new(TableStage::Loading)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_stage_is_read_as_it_was_set() {
        let shared = SharedStage::default();
        for stage in TableStage::ALL {
            shared.set(stage);
            assert_eq!(shared.get(), stage);
        }
    }
}
