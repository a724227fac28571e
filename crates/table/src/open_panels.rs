//! What people have before their eyes, as far as it matters for what to show next. None of it is
//! written down: after a restart everybody is simply shown a little more than he needs.

use std::collections::BTreeMap;

use crate::ids::{Millis, Revision, UserId};
use crate::pace::{PANEL_LIFETIME, REPOST_AFTER};
use crate::text::Locale;

#[derive(Clone, Debug, Default)]
pub(crate) struct Presence {
    table: Option<Millis>,
    panels: BTreeMap<UserId, Panel>,
}

#[derive(Clone, Copy, Debug)]
struct Panel {
    at: Millis,
    locale: Locale,
    revision: Revision,
}

impl Presence {
    /// The table's message was posted.
    pub(crate) fn table_shown(&mut self, at: Millis) {
        self.table = Some(at);
    }

    /// When the table's message gets too old to be changed freely.
    pub(crate) fn repost(&self) -> Option<Millis> {
        self.table.map(|at| at.after(REPOST_AFTER))
    }

    /// A person's panel was shown at a step.
    pub(crate) fn panel_shown(
        &mut self,
        user: UserId,
        panel_at: Millis,
        locale: Locale,
        revision: Revision,
    ) {
        self.panels.insert(
            user,
            Panel {
                at: panel_at,
                locale,
                revision,
            },
        );
    }

    /// A person clicked, and reads this language from now on.
    pub(crate) fn reads(&mut self, user: UserId, locale: Locale) {
        if let Some(panel) = self.panels.get_mut(&user) {
            panel.locale = locale;
        }
    }

    /// The step that the last panel a person was answered with showed.
    pub(crate) fn panel_revision(&self, user: UserId) -> Option<Revision> {
        self.panels.get(&user).map(|panel| panel.revision)
    }

    /// The language of a person's panel, if it can still be changed.
    pub(crate) fn reachable(&self, user: UserId, now: Millis) -> Option<Locale> {
        let panel = self.panels.get(&user)?;
        (now.since(panel.at) < PANEL_LIFETIME).then_some(panel.locale)
    }
}
