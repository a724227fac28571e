//! Runs one table in its own task, an actor with a bounded mailbox. It passes each message to the
//! table, writes the resulting entry to the journal, and only then carries out the effects. No other
//! task of this process touches the table, and no effect ever comes before its entry is durable.
//!
//! - appending entries, reloading, unknown outcomes: `journaled_table`
//! - carrying out effects: `presenter`
//! - deadlines during and after outages: `outage_extension`
//! - what is left of a table that nobody uses: `suspended`
//! - which process owns the table: `crate::cluster::ownership`; which tables have a driver: `crate::registry`
//! - what an input means for the game: `table::Table::handle`

mod journaled_table;
mod outage_extension;
mod presenter;
mod suspended;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use journal::{Journal, JournalError, OwnedTable, Owner, PostedMessages};
use outbox::{MessageBoard, Speaker};
use table::Table;
use table::effect::{Effect, Transition};
use table::ids::{Millis, ReplyId};
use table::input::{Click, DeliveryFailure, Input};
use table::intent::Intent;
use table::screen::InteractionError;
use tokio::time::{Instant, sleep, sleep_until};
use tracing::{info, warn};

use crate::clock::Clock;
use crate::cluster::ownership::Ownership;
use crate::game_quota::TableUse;
use crate::mailbox::Inbox;
use crate::rng_source::TableRng;
use crate::table_message::{Broadcast, OpenRequest, TableMessage, TableRequest};
use journaled_table::{Handled, JournaledTable, Reloaded};
use presenter::Presenter;

pub(crate) use presenter::TableContext;
pub(crate) use suspended::{Suspended, TableMemory};

/// The reply handle of the click that opens a table.
pub(crate) const FIRST_REPLY: ReplyId = ReplyId(0);
/// Stands for the beginning of the channel among replaced messages: any message of the table may be left.
const CHANNEL_BEGINNING: u64 = 0;
/// How long the driver waits before it tries the journal again after an error.
const JOURNAL_BACKOFF: Duration = Duration::from_secs(1);

/// How a table gets its driver.
pub(crate) enum Start {
    /// The table has just been opened by this request, with this first transition.
    Opened(Transition, Box<OpenRequest>),
    /// The table was loaded from the journal. If this process owns it, no process has run it since
    /// `since`; a visitor only serves the messages in its mailbox.
    Loaded { ownership: Ownership, since: Millis },
    /// The table was suspended and has been restored. Meanwhile it has missed these messages, each since
    /// that time, and the outages after `caught_up`.
    Restored {
        ownership: Ownership,
        caught_up: Instant,
        missed: Vec<(Millis, Broadcast)>,
    },
}

/// How a driver ended.
pub(crate) enum Exit {
    /// Nobody uses the table. Nothing is on its way, and a later driver goes on with this.
    Suspended(Box<Suspended>),
    /// The speaker is for those who still wait for an answer.
    Ended(Speaker, ExitReason),
}

/// Why a driver ended for good.
pub(crate) enum ExitReason {
    /// The table is closed.
    Closed,
    /// The process is shutting down, or the table cannot be read any more.
    Stopped,
    /// Another process owns the table. It gets this message and those left in the mailbox.
    NotOwner(Option<Box<TableMessage>>),
}

/// Why a driver has no next message.
enum NoMessage {
    /// Nobody has used the table for a while.
    Quiet,
    /// None will come any more.
    Closed,
}

/// The result of handling a message.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Continue,
    Exit,
}

/// The journal's failure to take what the table decided.
struct JournalFailure {
    since: Instant,
    retry_at: Instant,
}

/// Another process has opened a table in this channel first.
struct ChannelTakenError;

/// A table with everything it takes to run it.
pub(crate) struct Driver {
    journaled: JournaledTable,
    presenter: Presenter,
    clock: Clock,
    last_reply: u64,
    /// After a journal error, deadlines are held until they have been extended.
    failing: Option<JournalFailure>,
    /// The deadlines have been extended by all outages before this.
    caught_up: Instant,
}

impl Driver {
    /// Returns the driver of a table that this process owns, or visits if `start` says so.
    pub(crate) fn new(
        table: Table,
        start: &Start,
        journal: Arc<dyn Journal>,
        speaker: Speaker,
        clock: Clock,
        rng: TableRng,
        context: TableContext,
    ) -> Self {
        let ownership = match start {
            Start::Opened(..) => Ownership::Owner,
            Start::Loaded { ownership, .. } | Start::Restored { ownership, .. } => *ownership,
        };
        let caught_up = match start {
            Start::Restored { caught_up, .. } => *caught_up,
            Start::Opened(..) | Start::Loaded { .. } => Instant::now(),
        };
        let failpoints = context.failpoints.clone();
        Self {
            journaled: JournaledTable::new(table, journal, rng, failpoints),
            presenter: Presenter::new(ownership, speaker, context),
            clock,
            last_reply: FIRST_REPLY.0,
            failing: None,
            caught_up,
        }
    }

    /// Runs the table until it closes, cannot be read, belongs to another process, is suspended, or its
    /// mailbox has no senders left.
    ///
    /// Each piece of work has a future of its own in a box: a table mostly waits, and then holds none.
    pub(crate) async fn run(mut self: Box<Self>, start: Start, mailbox: &mut Inbox) -> Exit {
        let mut next = match start {
            Start::Opened(first, open) => match Box::pin(self.open(first, &open.request)).await {
                Ok(next) => next,
                Err(ChannelTakenError) => {
                    let message = Box::new(open.into_message());
                    return self.exit(ExitReason::NotOwner(Some(message)));
                }
            },
            Start::Loaded { since, .. } if self.presenter.is_owner() => {
                Box::pin(self.resume(since, mailbox)).await
            }
            Start::Loaded { .. } => Next::Continue,
            Start::Restored { missed, .. } => Box::pin(self.catch_up(missed, mailbox)).await,
        };
        while next == Next::Continue {
            next = match self.next_message(mailbox).await {
                Ok(message) if self.is_for_another_table(&message) => {
                    self.presenter.forget_messages();
                    return self.exit(ExitReason::NotOwner(Some(Box::new(message))));
                }
                Ok(message) => Box::pin(self.serve(message, mailbox)).await,
                Err(NoMessage::Quiet) => match self.suspend_speaker().await {
                    Some(board) => return Exit::Suspended(self.into_suspended(board)),
                    None => Next::Continue,
                },
                Err(NoMessage::Closed) => Next::Exit,
            };
        }
        let reason = match self.presenter.is_owner() {
            false => ExitReason::NotOwner(None),
            true if self.table().is_closed() => ExitReason::Closed,
            true => ExitReason::Stopped,
        };
        self.exit(reason)
    }

    async fn serve(&mut self, message: TableMessage, mailbox: &Inbox) -> Next {
        match self
            .handle_message(message, self.clock.now(), mailbox)
            .await
        {
            Next::Continue => self.resume_unnoticed_takeover(mailbox).await,
            Next::Exit => Next::Exit,
        }
    }

    /// Handles what a table has missed while it was suspended, as of the times at which it happened.
    async fn catch_up(&mut self, missed: Vec<(Millis, Broadcast)>, mailbox: &Inbox) -> Next {
        for (at, broadcast) in missed {
            if self.handle_message(broadcast.into(), at, mailbox).await == Next::Exit {
                return Next::Exit;
            }
        }
        self.resume_unnoticed_takeover(mailbox).await
    }

    /// Ends the speaker and returns its board, if the table may be suspended and too many are in memory.
    async fn suspend_speaker(&self) -> Option<Box<MessageBoard>> {
        let is_certain = !self.journaled.is_outcome_unknown() && self.failing.is_none();
        let table = self.table();
        let may_end = is_certain && !table.holds_deadlines() && !table.awaits_choice();
        match may_end && self.presenter.loaded().are_too_many() {
            true => self.presenter.suspend().await,
            false => None,
        }
    }

    fn into_suspended(self: Box<Self>, board: Box<MessageBoard>) -> Box<Suspended> {
        let due = self.wakes_at();
        let Self {
            journaled,
            presenter,
            caught_up,
            ..
        } = *self;
        let (ownership, context) = presenter.into_parts();
        let table = journaled.into_table();
        Box::new(Suspended {
            memory: TableMemory {
                table: table.id(),
                version: table.version(),
                ownership,
                unjournalled: table.into_unjournalled(),
            },
            due,
            caught_up,
            board,
            slot: context.slot,
            stage: context.stage,
            message_id: context.message_id,
        })
    }

    fn table(&self) -> &Table {
        self.journaled.table()
    }

    fn exit(self: Box<Self>, reason: ExitReason) -> Exit {
        Exit::Ended(self.presenter.into_speaker(), reason)
    }

    /// Returns true for the takeover of a table that followed this one in the same channel.
    fn is_for_another_table(&self, message: &TableMessage) -> bool {
        matches!(message, TableMessage::TakenOver { running, .. } if running.table != self.table().id())
    }

    /// Returns the next message, or a wake-up when a deadline is due or an outage is over. A visitor gets
    /// none once its mailbox is empty, unless an append with an unknown outcome may have made it the owner.
    async fn next_message(&mut self, mailbox: &mut Inbox) -> Result<TableMessage, NoMessage> {
        if !self.presenter.is_owner() && !self.journaled.is_outcome_unknown() {
            return mailbox.try_recv().map_err(|_| NoMessage::Closed);
        }
        let wake = self.wakes_at();
        let quiet = Instant::now() + self.presenter.loaded().quiet();
        let outages = self.presenter.outages();
        tokio::select! {
            biased;
            message = mailbox.recv() => message.ok_or(NoMessage::Closed),
            () = outages.wait_until_over(self.guild(), self.caught_up), if self.failing.is_none() => {
                Ok(TableMessage::Input(Input::Wake))
            }
            () = sleep_until(wake.unwrap_or(quiet)), if wake.is_some_and(|wake| wake <= quiet) => {
                Ok(TableMessage::Input(Input::Wake))
            }
            () = sleep_until(quiet) => Err(NoMessage::Quiet),
        }
    }

    fn wakes_at(&self) -> Option<Instant> {
        match &self.failing {
            Some(failure) => Some(failure.retry_at),
            None if self.journaled.is_outcome_unknown() => None,
            None => Some(self.clock.instant(self.table().next_wake()?)),
        }
    }

    /// Handles a message. `now` is the time of an input that is no request.
    async fn handle_message(
        &mut self,
        message: TableMessage,
        now: Millis,
        mailbox: &Inbox,
    ) -> Next {
        if self.journaled.is_outcome_unknown() && self.resolve_unknown_outcome().await == Next::Exit
        {
            return Next::Exit;
        }
        // A click that fails has to be answered in time, so it does not wait for one more attempt.
        let retries = !matches!(message, TableMessage::Request(_) | TableMessage::Reopen(..));
        if self.presenter.is_owner() && self.follow_outages(retries).await == Next::Exit {
            return Next::Exit;
        }
        match message {
            TableMessage::Request(request) => self.handle_request(&request, Input::Click).await,
            TableMessage::Reopen(request, options, computers) => {
                let reopen = |click| Input::Reopen {
                    click,
                    options,
                    computers,
                };
                self.handle_request(&request, reopen).await
            }
            TableMessage::Input(_) if !self.presenter.is_owner() => Next::Continue,
            TableMessage::Input(input) => self.handle_input(now, input).await,
            TableMessage::TakenOver { since, .. } => self.take_over(since, mailbox).await,
            TableMessage::MessageSuperseded => self.message_superseded().await,
            TableMessage::OwnerChanged => self.follow_owner().await,
        }
    }

    /// Appends the first entry of a new table. Nothing of the table exists before that.
    async fn open(
        &mut self,
        first: Transition,
        request: &TableRequest,
    ) -> Result<Next, ChannelTakenError> {
        self.presenter.expect_reply(FIRST_REPLY, request);
        let appended = match &first.entry {
            Some(entry) => self.journaled.append(entry).await,
            None => Ok(()),
        };
        match appended {
            Ok(()) => Ok(self.carry_out(first.effects)),
            Err(JournalError::Conflict { .. }) => Err(ChannelTakenError),
            Err(_) => {
                self.presenter.answer_with_error();
                Ok(Next::Exit)
            }
        }
    }

    /// Extends all deadlines by the time no process was running the table. Runs before the first
    /// click is served, and is repeated until the journal accepts it.
    async fn resume(&mut self, since: Millis, mailbox: &Inbox) -> Next {
        loop {
            let resumed = Input::Resumed { since };
            match self.attempt(self.clock.now(), resumed).await {
                Ok(effects) => {
                    self.caught_up = Instant::now();
                    self.failing = None;
                    return self.carry_out(effects);
                }
                Err(_) if mailbox.is_closed() => return Next::Exit,
                Err(JournalError::Conflict { .. }) => match self.reload().await {
                    Ok(()) if self.table().is_closed() => return Next::Exit,
                    // The process that wrote has extended the deadlines, or is still running.
                    Ok(()) if !self.presenter.is_owner() => return Next::Continue,
                    Err(JournalError::Unreadable(_)) => return Next::Exit,
                    Ok(()) | Err(_) => {}
                },
                Err(_) => {}
            }
            sleep(JOURNAL_BACKOFF).await;
        }
    }

    /// Resumes the table if a reload has shown that it is this process's again.
    async fn resume_unnoticed_takeover(&mut self, mailbox: &Inbox) -> Next {
        if !self.presenter.take_unnoticed_takeover() {
            return Next::Continue;
        }
        self.resume(self.clock.now(), mailbox).await
    }

    /// Reloads the table from the journal, because the in-memory copy predates the takeover, and
    /// resumes it as its new owner.
    async fn take_over(&mut self, since: Millis, mailbox: &Inbox) -> Next {
        loop {
            match self.journaled.reload().await {
                Ok(_) if self.table().is_closed() => return Next::Exit,
                Ok(Reloaded {
                    owned:
                        Some(OwnedTable {
                            running,
                            owner: Owner::ThisProcess,
                        }),
                    ..
                }) => {
                    self.presenter.on_taken_over(running.posted);
                    break;
                }
                Ok(reloaded) => {
                    self.on_reloaded(reloaded);
                    return Next::Continue;
                }
                Err(JournalError::Unreadable(_)) => return Next::Exit,
                Err(_) if mailbox.is_closed() => return Next::Exit,
                Err(_) => sleep(JOURNAL_BACKOFF).await,
            }
        }
        self.resume(since, mailbox).await
    }

    /// Reloads the table after another process has posted its message, and shows it again if this
    /// process still owns it.
    async fn message_superseded(&mut self) -> Next {
        info!(
            table = self.table().id().0,
            "another process has posted this table's message"
        );
        match self.reload().await {
            Ok(()) if self.table().is_closed() => Next::Exit,
            Ok(()) if !self.presenter.is_owner() => Next::Continue,
            Ok(()) => self.post_again().await,
            Err(JournalError::Unreadable(_)) => Next::Exit,
            Err(_) => {
                self.journaled.mark_outdated();
                self.back_off()
            }
        }
    }

    /// Reloads the table, and leaves it to its owner if that is another process.
    async fn follow_owner(&mut self) -> Next {
        match self.reload().await {
            Ok(()) if self.table().is_closed() => Next::Exit,
            Ok(()) => Next::Continue,
            Err(JournalError::Unreadable(_)) => Next::Exit,
            Err(_) => {
                self.journaled.mark_outdated();
                self.back_off()
            }
        }
    }

    /// Posts the public message anew in place of the one of another process.
    async fn post_again(&mut self) -> Next {
        let unusable = Input::DeliveryFailed(DeliveryFailure::MessageUnusable);
        self.handle_input(self.clock.now(), unusable).await
    }

    async fn handle_request(
        &mut self,
        request: &TableRequest,
        input: impl FnOnce(Click) -> Input,
    ) -> Next {
        self.last_reply += 1;
        let reply = ReplyId(self.last_reply);
        self.presenter.expect_reply(reply, request);
        let input = input(request.click(reply, self.presenter.message_id()));
        if let Err(error) = self.check_quota(&input).await {
            self.presenter.refuse(&error);
            return Next::Continue;
        }
        let received = self.clock.at(request.callback.received);
        self.handle_input(received, input).await
    }

    /// Returns an error if an input asks for one more game after this table's last one, and a limit
    /// does not allow it.
    async fn check_quota(&mut self, input: &Input) -> Result<(), InteractionError> {
        let table = self.table();
        if !table.is_over() {
            return Ok(());
        }
        let guild = table.guild();
        let next = match input {
            // The limit of the host, who may be somebody else, is not the clicker's affair.
            Input::Click(click) if click.intent == Intent::Rematch => TableUse::Game {
                host: None,
                watched: table.is_watched(),
            },
            Input::Click(click) if click.intent == Intent::NewTable => TableUse::Game {
                host: Some(click.person.id),
                watched: false,
            },
            Input::Reopen {
                click,
                options,
                computers,
            } => {
                let editions = &table.config().editions;
                TableUse::opened(click.person.id, options, *computers, editions)
            }
            _ => return Ok(()),
        };
        let elsewhere = self.journaled.games_elsewhere(guild, next.counted().host);
        let elsewhere = elsewhere.await.map_err(|_| InteractionError::Internal)?;
        Ok(self.presenter.check_quota(next, elsewhere)?)
    }

    /// Handles an input: decides, appends, carries out.
    async fn handle_input(&mut self, now: Millis, input: Input) -> Next {
        match self.attempt(now, input.clone()).await {
            Ok(effects) => self.carry_out(effects),
            Err(JournalError::Conflict { .. }) => self.retry_after_conflict(now, input).await,
            Err(_) => self.back_off(),
        }
    }

    /// Returns the effects of an input once its entry is durable. On an error the table is unchanged.
    async fn attempt(&mut self, now: Millis, input: Input) -> Result<Vec<Effect>, JournalError> {
        // A visitor has just loaded the table.
        let confirm = self.presenter.is_owner();
        let began = Instant::now();
        let attempted = self.journaled.attempt(now, input, confirm).await;
        if let Err(JournalError::Unavailable(_)) = attempted {
            self.note_failure(began);
        }
        let Handled { effects, appended } = attempted?;
        if appended && self.presenter.on_appended() {
            self.adopt_previous_messages().await;
        }
        Ok(effects)
    }

    /// Continues with the previous owner's messages after an append as a visitor. From now on its
    /// posts are not recorded any more, so the messages that the journal names are all that it leaves. If
    /// the journal does not answer, they are looked for in the channel before anything is written.
    async fn adopt_previous_messages(&mut self) {
        match self.journaled.find_owner().await {
            Ok(Some(owned)) => self.presenter.adopt_messages(owned.running.posted),
            Ok(None) => {}
            Err(error) => {
                let table = self.table().id().0;
                warn!(%error, table, "the previous owner's messages are not known");
                self.presenter.adopt_messages(PostedMessages {
                    message: None,
                    replaced: vec![CHANNEL_BEGINNING],
                });
            }
        }
    }

    /// Reloads the table after another process wrote first, and tries the input once more. An input
    /// that is no click is left to the process that owns the table now.
    async fn retry_after_conflict(&mut self, now: Millis, input: Input) -> Next {
        match self.reload().await {
            Ok(()) if !self.presenter.is_owner() && !input.is_click() => return Next::Continue,
            Ok(()) => {}
            Err(JournalError::Unreadable(_)) => {
                self.presenter.answer_with_error();
                return Next::Exit;
            }
            Err(_) => return self.back_off(),
        }
        match self.attempt(now, input).await {
            Ok(effects) if self.table().is_closed() => {
                self.carry_out(effects);
                Next::Exit
            }
            Ok(effects) => self.carry_out(effects),
            Err(_) => self.back_off(),
        }
    }

    /// Answers the pending click with an error and lets deadlines wait.
    fn back_off(&mut self) -> Next {
        self.note_failure(Instant::now());
        self.presenter.answer_with_error();
        Next::Continue
    }

    /// Reloads the table after an append with an unknown outcome. If the entry turns out to be there,
    /// the table is shown: nobody has seen that entry yet.
    async fn resolve_unknown_outcome(&mut self) -> Next {
        let version = self.table().version();
        match self.reload().await {
            Ok(()) => {}
            Err(JournalError::Unreadable(_)) => return Next::Exit,
            Err(_) => {
                self.note_failure(Instant::now());
                return Next::Continue;
            }
        }
        if self.table().is_closed() {
            return Next::Exit;
        }
        if self.table().version() == version || !self.presenter.is_owner() {
            return Next::Continue;
        }
        self.post_again().await
    }

    /// Replaces the in-memory table by the journal's, and follows the owner that the journal names.
    async fn reload(&mut self) -> Result<(), JournalError> {
        let reloaded = self.journaled.reload().await?;
        self.on_reloaded(reloaded);
        Ok(())
    }

    fn on_reloaded(&mut self, Reloaded { owned, has_news }: Reloaded) {
        match owned {
            Some(OwnedTable { running, owner }) => {
                self.presenter.on_reloaded(owner, has_news, running.posted);
            }
            None if has_news => self.presenter.on_closed_elsewhere(),
            None => {}
        }
    }

    /// Carries out the effects of an input. Its entry, if it has one, is durable.
    fn carry_out(&mut self, effects: Vec<Effect>) -> Next {
        if let Some(counted_as) = self.presenter.count(self.journaled.table()) {
            self.journaled.record_count(counted_as.counted());
        }
        match self.presenter.carry_out(self.journaled.table(), effects) {
            true => Next::Exit,
            false => Next::Continue,
        }
    }
}
