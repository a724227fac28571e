//! The newest private panel of each person, to decide which panels are refreshed. It is kept in
//! memory only: after a restart no panel is known, and people get a fresh one at their next click.

use std::collections::BTreeMap;

use crate::ids::{Millis, Revision, UserId};
use crate::pace::PANEL_LIFETIME;
use crate::reader::Reader;

/// The newest panel of each person who has opened one at this table.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenPanels(BTreeMap<UserId, Panel>);

#[derive(Clone, Copy, Debug)]
struct Panel {
    /// The time of the click that the panel answered.
    shown_at: Millis,
    reader: Reader,
    revision: Revision,
}

impl OpenPanels {
    /// Records that a click was answered with a panel that shows this revision of the table.
    pub(crate) fn panel_shown(
        &mut self,
        user: UserId,
        shown_at: Millis,
        reader: Reader,
        revision: Revision,
    ) {
        let panel = Panel {
            shown_at,
            reader,
            revision,
        };
        self.0.insert(user, panel);
    }

    /// Updates how a person reads their panel, which every click brings along.
    pub(crate) fn set_reader(&mut self, user: UserId, reader: Reader) {
        if let Some(panel) = self.0.get_mut(&user) {
            panel.reader = reader;
        }
    }

    /// Returns the revision that a person's newest panel showed when it was opened.
    pub(crate) fn panel_revision(&self, user: UserId) -> Option<Revision> {
        self.0.get(&user).map(|panel| panel.revision)
    }

    /// Returns how a person reads their panel, or `None` if the panel cannot be edited any more.
    pub(crate) fn editable(&self, user: UserId, now: Millis) -> Option<Reader> {
        let panel = self.0.get(&user)?;
        (now.since(panel.shown_at) < PANEL_LIFETIME).then_some(panel.reader)
    }
}
