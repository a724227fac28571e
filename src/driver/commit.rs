//! Appends what the table has decided, and finds out what holds after a conflict or a lost response.
//! A refused append leaves the table as it was before the input.
//!
//! A process that is killed after an append and before the answer has lost nothing: the entry is
//! durable, and the next owner replays it and posts the table (`registry::dormant`). A process that
//! is killed before the append has changed nothing.

use journal::{Journal, JournalError, OwnedTable, Owner, PostedMessages};
use table::Table;
use table::effect::Effect;
use table::entry::Entry;
use table::ids::Millis;
use table::input::Input;
use tokio::time::Instant;
use tracing::{error, warn};

use super::ownership::Ownership;
use super::{Driver, JOURNAL_BACKOFF, Next};
use crate::failpoint::Failpoint;
use crate::outbox::InitialState;

impl<J: Journal> Driver<J> {
    /// Handles an input: decides, appends, carries out.
    pub(super) async fn handle_input(&mut self, now: Millis, input: Input) -> Next {
        match self.attempt(now, input.clone()).await {
            Ok(effects) => self.carry_out(effects),
            Err(JournalError::Conflict { .. }) => self.retry_after_conflict(now, input).await,
            Err(_) => self.back_off(),
        }
    }

    /// Returns the effects of an input once its entry is durable. On an error the table is unchanged.
    pub(super) async fn attempt(
        &mut self,
        now: Millis,
        input: Input,
    ) -> Result<Vec<Effect>, JournalError> {
        let before = self.table.clone();
        let transition = self.table.handle(now, input, &mut self.rng);
        let appended = match &transition.entry {
            Some(entry) => self.append(Some(entry)).await,
            None if transition.effects.is_empty() || !self.ownership.is_owner() => Ok(()),
            // An answer without an entry must not show what held before another process wrote.
            None => {
                let version = self.table.version();
                self.journal.confirm_version(self.table.id(), version).await
            }
        };
        match appended {
            Ok(()) if transition.entry.is_some() && !self.ownership.is_owner() => {
                self.become_owner().await;
            }
            Ok(()) => {}
            Err(_) => self.table = before,
        }
        appended.map(|()| transition.effects)
    }

    /// Becomes the owner after an append as a visitor. From now on the previous owner's posts are not
    /// recorded any more, so the messages that the journal names are all that it leaves.
    async fn become_owner(&mut self) {
        self.ownership = self.ownership.after_append();
        let (id, channel) = (self.table.id(), self.table.channel());
        match self.journal.find_in_channel(channel).await {
            Ok(Some(owned)) if owned.running.table == id => {
                self.adopt_messages(owned.running.posted);
            }
            Ok(_) => {}
            Err(error) => {
                warn!(%error, table = id.0, "the previous owner's messages are not known");
            }
        }
    }

    /// Reloads the table after another process wrote first, and tries the input once more. An input
    /// that is no click is left to the process that owns the table now.
    async fn retry_after_conflict(&mut self, now: Millis, input: Input) -> Next {
        match self.reload().await {
            Ok(_) if !self.ownership.is_owner() && !is_click(&input) => return Next::Continue,
            Ok(_) => {}
            Err(JournalError::Unreadable(_)) => {
                self.answer_with_error();
                return Next::Exit;
            }
            Err(_) => return self.back_off(),
        }
        match self.attempt(now, input).await {
            Ok(effects) if self.table.is_closed() => {
                self.carry_out(effects);
                Next::Exit
            }
            Ok(effects) => self.carry_out(effects),
            Err(_) => self.back_off(),
        }
    }

    /// Answers the pending click with an error and lets deadlines wait.
    pub(super) fn back_off(&mut self) -> Next {
        self.backoff_until = Some(Instant::now() + JOURNAL_BACKOFF);
        self.answer_with_error();
        Next::Continue
    }

    /// Appends an entry, if there is one. If the response was lost, asks the journal whether the entry
    /// is there.
    pub(super) async fn append(&mut self, entry: Option<&Entry>) -> Result<(), JournalError> {
        let Some(entry) = entry else { return Ok(()) };
        self.context.failpoints.entry_decided(entry);
        let mut appended = self.journal.append(entry).await;
        if let Err(JournalError::Unavailable(_)) = appended
            && self.was_appended(entry).await
        {
            appended = Ok(());
        }
        match &appended {
            Ok(()) => {
                self.outcome_unknown = false;
                self.context.failpoints.entry_kept(&self.table);
            }
            Err(error) => {
                warn!(%error, table = entry.table.0, "an entry was not appended");
                self.context.failpoints.hit(Failpoint::EntryRefused);
            }
        }
        appended
    }

    async fn was_appended(&mut self, entry: &Entry) -> bool {
        let entries = self.journal.load(entry.table).await;
        self.outcome_unknown = entries.is_err();
        entries.is_ok_and(|entries| entries.contains(entry))
    }

    /// Reloads the table after an append with an unknown outcome. If the entry turns out to be there,
    /// the table is shown: nobody has seen that entry yet.
    pub(super) async fn resolve_unknown_outcome(&mut self) -> Next {
        let version = self.table.version();
        match self.reload().await {
            Ok(_) => {}
            Err(JournalError::Unreadable(_)) => return Next::Exit,
            Err(_) => {
                self.backoff_until = Some(Instant::now() + JOURNAL_BACKOFF);
                return Next::Continue;
            }
        }
        if self.table.is_closed() {
            return Next::Exit;
        }
        if self.table.version() == version || !self.ownership.is_owner() {
            return Next::Continue;
        }
        self.post_again().await
    }

    /// Replaces the in-memory table by the journal's. Returns the table's place and owner if it is
    /// still running.
    pub(super) async fn reload(&mut self) -> Result<Option<OwnedTable>, JournalError> {
        let (id, channel) = (self.table.id(), self.table.channel());
        self.context.failpoints.hit(Failpoint::TableReadingBack);
        let entries = self.journal.load(id).await?;
        let owned = self.journal.find_in_channel(channel).await?;
        let owned = owned.filter(|owned| owned.running.table == id);
        self.context.failpoints.hit(Failpoint::TableReadBack);
        let (config, known_version) = (self.table.config().clone(), self.table.version());
        self.table = Table::replay(&entries, config).map_err(|error| {
            error!(%error, table = id.0, "a table cannot be replayed and is left as it is");
            JournalError::Unreadable(error.to_string())
        })?;
        self.outcome_unknown = false;
        let has_news = self.table.version() > known_version;
        match &owned {
            Some(owned) => self.update_ownership(owned, has_news),
            // Closed since, by the process that shows it.
            None if has_news => {
                self.ownership = Ownership::Visitor;
                let nothing = InitialState::Known(PostedMessages::default());
                self.speaker.reset(nothing);
            }
            None => {}
        }
        Ok(owned)
    }

    fn update_ownership(&mut self, owned: &OwnedTable, has_news: bool) {
        let before = self.ownership;
        self.ownership = before.after_reload(owned.owner, has_news);
        let posted = owned.running.posted.clone();
        match owned.owner {
            Owner::ThisProcess if before.is_owner() && !has_news => {}
            Owner::ThisProcess => self.adopt_messages(posted),
            Owner::OtherProcess | Owner::Expired => {
                self.speaker.reset(InitialState::Known(posted));
            }
        }
    }

    /// Takes over the previous owner's messages. It may have ended between a post and its record.
    pub(super) fn adopt_messages(&self, posted: PostedMessages) {
        self.speaker.reset(InitialState::Uncertain(posted));
    }
}

fn is_click(input: &Input) -> bool {
    matches!(input, Input::Click(_) | Input::Reopen { .. })
}
