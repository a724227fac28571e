//! Runs one table in its own task, an actor with a bounded mailbox. It passes each message to the
//! table, writes the resulting entry to the journal, and only then carries out the effects. No other
//! task of this process touches the table, and no effect ever comes before its entry is durable.
//!
//! The table's requests to Discord are made in the same task. They go on while the journal is awaited, and
//! the journal is not held up by them.
//!
//! - appending entries, reloading, unknown outcomes: `journaled_table`
//! - carrying out effects: `presenter`; the requests: `outbox::BoardRunner`
//! - deadlines during and after outages: `outage_extension`
//! - following a change of the owner: `ownership_change`; who owns the table: `crate::cluster::ownership`
//! - which tables have a driver: `crate::registry`
//! - what an input means for the game: `table::Table::handle`

mod env;
mod journaled_table;
mod leaving_memory;
mod outage_extension;
mod ownership_change;
mod presenter;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use journal::{CountedTable, JournalError, OwnedTable};
use outbox::{BoardEvent, BoardRunner};
use table::Table;
use table::effect::{Effect, Transition};
use table::ids::{Millis, ReplyId};
use table::input::{Click, DeliveryFailure, Input, WriteRefusal};
use table::intent::Intent;
use table::screen::{InteractionError, TableLink};
use tokio::time::{Instant, sleep, sleep_until};

use crate::cluster::ownership::Ownership;
use crate::game_quota::{GameQuotaSlot, count_of, count_opened};
use crate::mailbox::Inbox;
use crate::rng_source::TableRng;
use crate::table_message::{OpenRequest, TableMessage, TableRequest};
use crate::table_stage::SharedStage;
use journaled_table::{Handled, JournaledTable, Reloaded};
use presenter::Presenter;

pub use env::Env;
pub(crate) use env::Services;

/// The reply handle of the click that opens a table.
pub(crate) const FIRST_REPLY: ReplyId = ReplyId(0);
/// How long the driver waits before it tries the journal again after an error.
const JOURNAL_BACKOFF: Duration = Duration::from_secs(1);

/// How a table gets its driver.
pub(crate) enum Start {
    /// The table has just been opened by this request, with this first transition.
    Opened(Transition, Box<OpenRequest>),
    /// The table was loaded from the journal, which names this owner.
    Loaded(Ownership, LastRun),
}

/// The time until which a table that is not in memory was run.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LastRun {
    /// No process has run it since then: its deadlines are extended by that time, and it may have a message
    /// that the journal does not name.
    Ended(Millis),
    /// This process has run it until nobody used it any more.
    Here {
        /// Its deadlines have been extended by all outages before this.
        caught_up: Instant,
        message_posted_at: Option<Millis>,
        /// The time at which nothing could be posted any more anywhere, if that was since.
        unwritable: Option<Millis>,
    },
    /// Another process runs it; this one is to serve a message.
    Elsewhere,
}

/// Why a driver ended.
pub(crate) enum Exit {
    /// Nobody uses the table, nothing is on its way, and a replay gives the same table. It has something to
    /// do at `due`, if ever.
    Unused {
        due: Option<Instant>,
        last_run: LastRun,
    },
    /// The table is closed.
    Closed,
    /// The process is shutting down, or the table cannot be read any more.
    Stopped,
    /// Another process owns the table. It gets this message and those left in the mailbox.
    NotOwner(Option<Box<TableMessage>>),
}

/// Why a driver has no next message.
enum NoMessage {
    /// Nobody uses the table any more.
    Unused,
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
    services: Arc<Services>,
    journaled: JournaledTable,
    presenter: Presenter,
    inbox: Inbox,
    last_reply: u64,
    /// After a journal error, deadlines are held until they have been extended.
    failing: Option<JournalFailure>,
    /// The deadlines have been extended by all outages before this.
    caught_up: Instant,
    /// The time of the last click or command.
    last_use: Option<Instant>,
}

impl Driver {
    pub(crate) fn new(
        services: Arc<Services>,
        table: Table,
        rng: TableRng,
        board: BoardRunner,
        inbox: Inbox,
        stage: SharedStage,
        slot: GameQuotaSlot,
    ) -> Self {
        let own_mailbox = inbox.sender.clone();
        Self {
            journaled: JournaledTable::new(table, Arc::clone(&services), rng),
            presenter: Presenter::new(Arc::clone(&services), board, stage, slot, own_mailbox),
            services,
            inbox,
            last_reply: FIRST_REPLY.0,
            failing: None,
            caught_up: Instant::now(),
            last_use: None,
        }
    }

    /// Returns what is left once [`Self::run`] has ended; the board answers those who still wait.
    pub(crate) fn into_parts(self: Box<Self>) -> (BoardRunner, Inbox, GameQuotaSlot) {
        (self.presenter.board, self.inbox, self.presenter.slot)
    }

    /// Runs the table until it closes, cannot be read, belongs to another process, is not used any more, or
    /// its mailbox has no senders left.
    ///
    /// Each piece of work has a future of its own in a box: a table mostly waits, and then holds none.
    pub(crate) async fn run(&mut self, start: Start) -> Exit {
        let mut next = match Box::pin(self.begin(start)).await {
            Ok(next) => next,
            Err(command) => return Exit::NotOwner(Some(command)),
        };
        while next == Next::Continue {
            next = match self.next_message().await {
                Ok(message) if self.is_for_another_table(&message) => {
                    self.presenter.forget_messages();
                    return Exit::NotOwner(Some(Box::new(message)));
                }
                Ok(message) => Box::pin(self.serve(message)).await,
                Err(NoMessage::Unused) => return self.leave(),
                Err(NoMessage::Closed) => Next::Exit,
            };
        }
        match self.presenter.is_owner() {
            false => Exit::NotOwner(None),
            true if self.table().is_closed() => Exit::Closed,
            true => Exit::Stopped,
        }
    }

    /// Opens or resumes the table. Returns the command that opens it if another process has taken the channel.
    async fn begin(&mut self, start: Start) -> Result<Next, Box<TableMessage>> {
        let (ownership, last_run) = match start {
            Start::Opened(first, open) => {
                let opened = self.open(first, &open.request).await;
                return opened.map_err(|ChannelTakenError| Box::new(TableMessage::Reopen(*open)));
            }
            Start::Loaded(ownership, last_run) => (ownership, last_run),
        };
        self.presenter.ownership = ownership;
        Ok(match last_run {
            _ if !ownership.is_owner() => Next::Continue,
            LastRun::Ended(since) => self.resume(since).await,
            LastRun::Here {
                caught_up,
                message_posted_at,
                unwritable,
            } => {
                self.caught_up = caught_up;
                self.journaled.set_message_posted_at(message_posted_at);
                match unwritable {
                    Some(at) => self.pause(at).await,
                    None => Next::Continue,
                }
            }
            // This process has taken it over meanwhile; the message that says so is in the mailbox.
            LastRun::Elsewhere => Next::Continue,
        })
    }

    /// Pauses the game as of the time at which nothing could be posted any more.
    async fn pause(&mut self, at: Millis) -> Next {
        let unwritable =
            Input::DeliveryFailed(DeliveryFailure::ChannelUnwritable(WriteRefusal::Unknown));
        self.handle_message(TableMessage::Input(unwritable), at)
            .await
    }

    async fn serve(&mut self, message: TableMessage) -> Next {
        self.services.notice_standstill();
        let now = self.services.clock.now();
        let next = self.handle_message(message, now).await;
        let ratings = self.journaled.take_ratings();
        let next = match self.presenter.meanwhile(ratings).await {
            Some(ratings) if next == Next::Continue => self.handle_input(now, ratings).await,
            Some(_) | None => next,
        };
        match next {
            Next::Continue => self.resume_unnoticed_takeover().await,
            Next::Exit => Next::Exit,
        }
    }

    fn table(&self) -> &Table {
        &self.journaled.table
    }

    /// Returns true for the takeover of a table that followed this one in the same channel.
    fn is_for_another_table(&self, message: &TableMessage) -> bool {
        matches!(message, TableMessage::TakenOver { running, .. } if running.table != self.table().id())
    }

    /// Returns the next message, or a wake-up when a deadline or the end of an outage has come. A visitor gets
    /// none once its mailbox is empty, unless an append with an unknown outcome may have made it the owner.
    async fn next_message(&mut self) -> Result<TableMessage, NoMessage> {
        let guild = self.guild();
        loop {
            if let Some(event) = self.presenter.board.poll_event() {
                return Ok(self.message_for(event));
            }
            if !self.presenter.is_owner() && !self.journaled.is_outcome_unknown() {
                let waiting = self.inbox.receiver.try_recv();
                return waiting
                    .map(|message| *message)
                    .map_err(|_| NoMessage::Closed);
            }
            let (wakes_at, leaves_at) = (self.wakes_at(), self.leaves_at());
            tokio::select! {
                biased;
                // First, so that requests begin also while messages come one after the other.
                () = self.presenter.board.advance() => {}
                message = self.inbox.receiver.recv() => {
                    return message.map(|message| *message).ok_or(NoMessage::Closed);
                }
                () = self.services.outages.wait_until_over(guild, self.caught_up),
                    if self.failing.is_none() => return Ok(TableMessage::Input(Input::Wake)),
                () = sleep_until_some(wakes_at), if wakes_at.is_some() => return Ok(TableMessage::Input(Input::Wake)),
                () = sleep_until_some(leaves_at), if leaves_at.is_some() => return Err(NoMessage::Unused),
            }
        }
    }

    fn message_for(&self, event: BoardEvent) -> TableMessage {
        TableMessage::Input(match event {
            BoardEvent::Shown => Input::MessagePosted {
                at: self.services.clock.now(),
            },
            BoardEvent::Undelivered(failure) => Input::DeliveryFailed(failure),
            BoardEvent::ChannelGone => Input::ChannelGone,
            BoardEvent::HandPosted(hand, message) => Input::HandPosted { hand, message },
            BoardEvent::HandRefused(hand) => Input::HandRefused { hand },
            BoardEvent::Superseded => return TableMessage::MessageSuperseded,
        })
    }

    fn wakes_at(&self) -> Option<Instant> {
        match &self.failing {
            Some(failure) => Some(failure.retry_at),
            None if self.journaled.is_outcome_unknown() => None,
            None => self.due(),
        }
    }

    fn due(&self) -> Option<Instant> {
        let due = self.table().next_wake()?;
        Some(self.services.clock.instant(due))
    }

    /// Handles a message. `now` is the time of an input that is no request.
    async fn handle_message(&mut self, message: TableMessage, now: Millis) -> Next {
        if self.journaled.is_outcome_unknown() && self.resolve_unknown_outcome().await == Next::Exit
        {
            return Next::Exit;
        }
        // A click that fails has to be answered in time, so it does not wait for one more attempt.
        let retries = !matches!(message, TableMessage::Request(_) | TableMessage::Reopen(_));
        if self.presenter.is_owner() && self.follow_outages(retries).await == Next::Exit {
            return Next::Exit;
        }
        match message {
            TableMessage::Request(request) => self.handle_request(&request, Input::Click).await,
            TableMessage::Reopen(open) if !self.table().is_over() => {
                self.refuse_new_table(&open.request);
                Next::Continue
            }
            TableMessage::Reopen(open) => {
                let reopen = |click| Input::Reopen {
                    click,
                    options: open.options,
                    computers: open.computers,
                };
                self.handle_request(&open.request, reopen).await
            }
            TableMessage::Input(_) if !self.presenter.is_owner() => Next::Continue,
            TableMessage::Input(input) => self.handle_input(now, input).await,
            TableMessage::TakenOver { since, .. } => self.take_over(since).await,
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
        self.last_use = Some(request.callback.received);
        self.presenter.expect_reply(FIRST_REPLY, request);
        let appended = match &first.entry {
            Some(entry) => {
                let appended = self.journaled.append(entry);
                self.presenter.meanwhile(appended).await
            }
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
    async fn resume(&mut self, since: Millis) -> Next {
        loop {
            let resumed = Input::Resumed { since };
            match self.attempt(self.services.clock.now(), resumed).await {
                Ok(effects) => {
                    self.caught_up = Instant::now();
                    self.failing = None;
                    return self.carry_out(effects);
                }
                Err(_) if self.inbox.receiver.is_closed() => return Next::Exit,
                Err(JournalError::Conflict { .. }) => match self.reload().await {
                    Ok(()) if self.table().is_closed() => return Next::Exit,
                    // The process that wrote has extended the deadlines, or is still running.
                    Ok(()) if !self.presenter.is_owner() => return Next::Continue,
                    Err(JournalError::Unreadable(_)) => return Next::Exit,
                    Ok(()) | Err(_) => {}
                },
                Err(_) => {}
            }
            self.presenter.meanwhile(sleep(JOURNAL_BACKOFF)).await;
        }
    }

    /// Answers a command for a new table with a link to this one, whose game is not over.
    fn refuse_new_table(&mut self, request: &TableRequest) {
        self.note_use(request);
        let link = TableLink {
            guild: self.table().guild(),
            channel: self.table().channel(),
            message: self.presenter.message_id(),
        };
        self.presenter.refuse(&InteractionError::GameExists {
            link: link.to_string(),
        });
    }

    /// Notes that a person uses the table, and returns the handle by which they are answered.
    fn note_use(&mut self, request: &TableRequest) -> ReplyId {
        self.last_use = self.last_use.max(Some(request.callback.received));
        self.last_reply += 1;
        let reply = ReplyId(self.last_reply);
        self.presenter.expect_reply(reply, request);
        reply
    }

    async fn handle_request(
        &mut self,
        request: &TableRequest,
        input: impl FnOnce(Click) -> Input,
    ) -> Next {
        let reply = self.note_use(request);
        let input = input(request.click(reply, self.presenter.message_id()));
        if let Err(error) = self.check_quota(&input).await {
            self.presenter.refuse(&error);
            return Next::Continue;
        }
        let received = self.services.clock.at(request.callback.received);
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
            Input::Click(click) if click.intent == Intent::Rematch => {
                CountedTable::game(None, table.is_watched())
            }
            Input::Click(click) if click.intent == Intent::NewTable => {
                CountedTable::game(Some(click.person.id), false)
            }
            Input::Reopen {
                click,
                options,
                computers,
            } => {
                let editions = &table.config().editions;
                count_opened(click.person.id, options, *computers, editions)
            }
            _ => return Ok(()),
        };
        let elsewhere = self.services.journal.games_elsewhere(guild, next.host);
        let elsewhere = self.presenter.meanwhile(elsewhere).await;
        let elsewhere = elsewhere.map_err(|_| InteractionError::Internal)?;
        Ok(self.presenter.slot.check(next, elsewhere)?)
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
        let attempted = self.journaled.attempt(now, input, confirm);
        let attempted = self.presenter.meanwhile(attempted).await;
        if let Err(JournalError::Unavailable(_)) = attempted {
            self.note_failure(began);
        }
        let Handled { effects, appended } = attempted?;
        if appended && self.presenter.on_appended() {
            self.adopt_previous_messages().await;
        }
        Ok(effects)
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
        let reloaded = self.presenter.meanwhile(self.journaled.reload()).await?;
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
        let counted_as = count_of(self.table());
        if self.presenter.slot.set(counted_as) {
            self.journaled.record_count(counted_as);
        }
        match self.presenter.carry_out(&self.journaled.table, effects) {
            true => Next::Exit,
            false => Next::Continue,
        }
    }
}

/// Sleeps until the deadline, or returns at once if there is none.
async fn sleep_until_some(deadline: Option<Instant>) {
    if let Some(deadline) = deadline {
        sleep_until(deadline).await;
    }
}
