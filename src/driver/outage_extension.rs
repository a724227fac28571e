//! Extends a table's deadlines by the outages in which nobody could click, and holds them meanwhile. When an
//! outage begins and ends is decided in `crate::outages`.

use journal::JournalError;
use serenity::model::id::GuildId;
use table::input::Input;
use tokio::time::Instant;

use super::{Driver, JOURNAL_BACKOFF, JournalFailure, Next};
use crate::outages::PastOutage;

impl Driver {
    /// Extends the deadlines by the outages that are over, and holds them during one. Runs before each
    /// message, so that no deadline passes first. `retries` if the journal is tried again that has not
    /// taken an entry of this table.
    pub(super) async fn follow_outages(&mut self, retries: bool) -> Next {
        while let Some(PastOutage { since, until }) = self.next_outage(retries) {
            let resumed = Input::Resumed {
                since: self.services.clock.at(since),
            };
            match self.attempt(self.services.clock.at(until), resumed).await {
                Ok(effects) => {
                    self.caught_up = until;
                    self.failing.take_if(|failure| failure.since <= until);
                    if self.carry_out(effects) == Next::Exit {
                        return Next::Exit;
                    }
                }
                Err(JournalError::Conflict { .. }) => match self.follow_owner().await {
                    Next::Continue if self.presenter.is_owner() && self.failing.is_none() => {}
                    next => return next,
                },
                Err(_) => {
                    self.note_failure(Instant::now());
                    break;
                }
            }
        }
        let is_ongoing = self.services.outages.is_ongoing(self.guild());
        if let (true, Some(failure)) = (is_ongoing, &mut self.failing) {
            failure.retry_at = Instant::now() + JOURNAL_BACKOFF;
        }
        let held = is_ongoing || self.next_outage(true).is_some();
        self.journaled.table.hold_deadlines(held);
        Next::Continue
    }

    /// Returns the next outage that is over and by which the deadlines have not been extended. One that
    /// this table alone has met with is over if the journal takes the extension, which `retries` tries.
    fn next_outage(&self, retries: bool) -> Option<PastOutage> {
        let (outages, guild) = (&self.services.outages, self.guild());
        let over = outages.next_over(guild, self.caught_up);
        let failure = self.failing.as_ref();
        over.or_else(|| {
            let failure = failure.filter(|_| retries && !outages.is_ongoing(guild))?;
            Some(PastOutage {
                since: failure.since.max(self.caught_up),
                until: Instant::now(),
            })
        })
    }

    /// Holds the deadlines until they have been extended by the journal's outage.
    pub(super) fn note_failure(&mut self, since: Instant) {
        self.failing = Some(JournalFailure {
            since: self.failing.as_ref().map_or(since, |failure| failure.since),
            retry_at: Instant::now() + JOURNAL_BACKOFF,
        });
        self.journaled.table.hold_deadlines(true);
    }

    pub(super) fn guild(&self) -> GuildId {
        // Discord's ids are never 0; `max` satisfies the type.
        GuildId::new(self.table().guild().0.max(1))
    }
}
