//! The part of a table that no journal entry tells. Whoever drops a table and replays it later keeps this
//! part in between, so that the replayed table goes on exactly where the dropped one was.

use std::collections::BTreeMap;

use crate::beat::BeatProgress;
use crate::choice_job::PendingChoices;
use crate::ids::{Millis, Revision, UserId};
use crate::open_panels::OpenPanels;
use crate::table::Table;

/// The part of a table that is not in its journal. A new process begins with the default.
#[derive(Debug, Default)]
pub struct Unjournalled {
    open_panels: OpenPanels,
    pending_choices: PendingChoices,
    message_posted_at: Option<Millis>,
    end_replaced: Option<Revision>,
    refused_screen: Option<Revision>,
    beat_progress: Option<(Revision, BeatProgress)>,
    direct_shown: BTreeMap<UserId, u64>,
}

impl Table {
    /// Drops everything that the journal can bring back.
    pub fn into_unjournalled(self) -> Unjournalled {
        let Self {
            state: _,
            config: _,
            open_panels,
            pending_choices,
            message_posted_at,
            end_replaced,
            refused_screen,
            beat_progress,
            direct_shown,
            deadlines_held: _,
        } = self;
        Unjournalled {
            open_panels,
            pending_choices,
            message_posted_at,
            end_replaced,
            refused_screen,
            beat_progress,
            direct_shown,
        }
    }

    /// Adds this part to a table that was replayed from the entries that it had when
    /// [`Table::into_unjournalled`] took the part.
    #[must_use]
    pub fn restore(self, unjournalled: Unjournalled) -> Self {
        let Unjournalled {
            open_panels,
            pending_choices,
            message_posted_at,
            end_replaced,
            refused_screen,
            beat_progress,
            direct_shown,
        } = unjournalled;
        Self {
            open_panels,
            pending_choices,
            message_posted_at,
            end_replaced,
            refused_screen,
            beat_progress,
            direct_shown,
            ..self
        }
    }

    /// Returns true while a computer player's choice is being computed: its result is for this table
    /// in memory.
    pub fn awaits_choice(&self) -> bool {
        self.pending_choices.awaits_result(self.state.revision)
    }
}
