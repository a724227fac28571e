//! Suspends a table's deadlines during the outages that affect it, and extends the deadlines afterwards.
//! `crate::tables::outages` decides when an outage begins and ends.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

use serenity::model::id::GuildId;
use table::input::Input;

use super::{Driver, Exit};
use crate::tables::outages::PastOutage;

impl Driver {
    /// Extends the deadlines by past outages, and suspends the deadlines during a current outage. Runs before each
    /// message is handled, so that no deadline fires first.
    pub(super) async fn follow_outages(&mut self) -> ControlFlow<Exit> {
        let guild = self.guild();
        let services = Arc::clone(&self.services);
        let outages = &services.outages;
        while let Some(PastOutage { since, until }) = outages.next_over(guild, self.caught_up) {
            let since = services.clock.at(since);
            let resumed = Input::Resumed { since };
            let Continue(effects) = self.attempt(services.clock.at(until), resumed).await else {
                return Break(Exit::InDoubt { since });
            };
            self.caught_up = until;
            self.carry_out(effects)?;
        }
        let is_ongoing = outages.is_ongoing(guild);
        self.journaled.table.hold_deadlines(is_ongoing);
        Continue(())
    }

    pub(super) fn guild(&self) -> GuildId {
        // Discord's ids are never 0; `max` satisfies the type.
        GuildId::new(self.table().guild().0.max(1))
    }
}
