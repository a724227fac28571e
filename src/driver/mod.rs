//! Runs one table in its own task, an actor with a bounded mailbox. It passes each message to the
//! table, writes the resulting entry to the journal, and only then carries out the effects. No other
//! task of this process touches the table, and no effect ever comes before its entry is durable.
//!
//! - appending entries, conflicts and unknown outcomes: `commit`
//! - carrying out effects: `effects`
//! - which process owns the table: `ownership`; which tables have a driver: `crate::registry`
//! - what an input means for the game: `table::Table::handle`

mod commit;
mod effects;
mod ownership;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use journal::{Journal, JournalError, Owner, PostedMessages};
use serenity::model::id::ChannelId;
use table::Table;
use table::effect::Transition;
use table::ids::{Millis, ReplyId, TableId};
use table::input::{Click, DeliveryFailure, Input};
use table::text::Locale;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};
use tracing::info;

use crate::choice_pool::ChoicePool;
use crate::clock::Clock;
use crate::failpoint::Failpoints;
use crate::outbox::{Callback, InitialState, Speaker};
use crate::rng_source::TableRng;
use crate::table_message::{OpenRequest, TableMessage, TableRequest};
use ownership::Ownership;

/// The reply handle of the click that opens a table.
pub(crate) const FIRST_REPLY: ReplyId = ReplyId(0);
/// How long the driver waits before it tries the journal again after an error.
const JOURNAL_BACKOFF: Duration = Duration::from_secs(1);

/// A table's connections to the rest of the process.
pub(crate) struct TableContext {
    /// Set while the table's game is over: a command may then open a new table in its place.
    pub(crate) game_over: Arc<AtomicBool>,
    pub(crate) choice_pool: ChoicePool,
    /// The table's own mailbox, for choices of computer players.
    pub(crate) own_mailbox: mpsc::WeakSender<TableMessage>,
    pub(crate) failpoints: Failpoints,
}

/// How a table gets its driver.
pub(crate) enum Start {
    /// The table has just been opened by this request, with this first transition.
    Opened(Transition, Box<OpenRequest>),
    /// The table was loaded from the journal; no process has run it since `since`.
    Resumed { since: Millis },
    /// The table was loaded to serve the messages in its mailbox; another process owns it.
    Visited,
}

/// Why a driver ended.
pub(crate) enum ExitReason {
    /// The table is closed.
    Closed,
    /// The process is shutting down, or the table cannot be read any more.
    Stopped,
    /// Another process owns the table. It gets this message and those left in the mailbox.
    NotOwner(Option<Box<TableMessage>>),
}

/// The result of handling a message.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Continue,
    Exit,
}

/// Another process has opened a table in this channel first.
struct ChannelTakenError;

/// The click being handled, until it is answered.
struct PendingReply {
    reply: ReplyId,
    callback: Callback,
    locale: Locale,
}

/// A table with everything it takes to run it.
pub(crate) struct Driver<J> {
    table: Table,
    ownership: Ownership,
    journal: Arc<J>,
    speaker: Speaker,
    clock: Clock,
    rng: TableRng,
    context: TableContext,
    pending_reply: Option<PendingReply>,
    last_reply: u64,
    /// After a journal error, no deadline is handled before this.
    backoff_until: Option<Instant>,
    /// An append had an unknown outcome and the journal could not be read since. Before anything
    /// else is handled, the table is reloaded.
    outcome_unknown: bool,
}

impl<J: Journal> Driver<J> {
    pub(crate) fn new(
        table: Table,
        journal: Arc<J>,
        speaker: Speaker,
        clock: Clock,
        rng: TableRng,
        context: TableContext,
    ) -> Self {
        Self {
            table,
            ownership: Ownership::Owner,
            journal,
            speaker,
            clock,
            rng,
            context,
            pending_reply: None,
            last_reply: FIRST_REPLY.0,
            backoff_until: None,
            outcome_unknown: false,
        }
    }

    pub(crate) fn table(&self) -> TableId {
        self.table.id()
    }

    pub(crate) fn channel(&self) -> ChannelId {
        ChannelId::new(self.table.channel().0)
    }

    /// Runs the table until it closes, cannot be read, belongs to another process, or its mailbox
    /// has no senders left. Returns the speaker, for those who still wait for an answer.
    pub(crate) async fn run(
        mut self,
        start: Start,
        mailbox: &mut mpsc::Receiver<TableMessage>,
    ) -> (Speaker, ExitReason) {
        let mut next = match start {
            Start::Opened(first, open) => match self.open(first, &open.request).await {
                Ok(next) => next,
                Err(ChannelTakenError) => {
                    let message = Box::new(open.into_message());
                    return (self.speaker, ExitReason::NotOwner(Some(message)));
                }
            },
            Start::Resumed { since } => self.resume(since, mailbox).await,
            Start::Visited => {
                self.ownership = Ownership::Visitor;
                Next::Continue
            }
        };
        while next == Next::Continue {
            next = match self.next_message(mailbox).await {
                Some(message) if self.is_for_another_table(&message) => {
                    let nothing = InitialState::Known(PostedMessages::default());
                    self.speaker.reset(nothing);
                    return (self.speaker, ExitReason::NotOwner(Some(Box::new(message))));
                }
                Some(message) => self.handle_message(message, mailbox).await,
                None => Next::Exit,
            };
        }
        let reason = match self.ownership {
            Ownership::Visitor => ExitReason::NotOwner(None),
            _ if self.table.is_closed() => ExitReason::Closed,
            Ownership::Owner | Ownership::NewOwner => ExitReason::Stopped,
        };
        (self.speaker, reason)
    }

    /// Returns true for the takeover of a table that followed this one in the same channel.
    fn is_for_another_table(&self, message: &TableMessage) -> bool {
        matches!(message, TableMessage::TakenOver { running, .. } if running.table != self.table.id())
    }

    /// Returns the next message, or a wake-up when a deadline is due. A visitor returns none once its
    /// mailbox is empty, unless an append with an unknown outcome may have made it the owner.
    async fn next_message(
        &mut self,
        mailbox: &mut mpsc::Receiver<TableMessage>,
    ) -> Option<TableMessage> {
        if !self.ownership.is_owner() && !self.outcome_unknown {
            return mailbox.try_recv().ok();
        }
        let wake = self.wakes_at();
        tokio::select! {
            biased;
            message = mailbox.recv() => message,
            () = sleep_until(wake.unwrap_or_else(Instant::now)), if wake.is_some() => {
                Some(TableMessage::Input(Input::Wake))
            }
        }
    }

    fn wakes_at(&self) -> Option<Instant> {
        if self.outcome_unknown {
            return self.backoff_until;
        }
        let due = self.clock.instant(self.table.next_wake()?);
        Some(self.backoff_until.map_or(due, |until| due.max(until)))
    }

    async fn handle_message(
        &mut self,
        message: TableMessage,
        mailbox: &mpsc::Receiver<TableMessage>,
    ) -> Next {
        if self.outcome_unknown && self.resolve_unknown_outcome().await == Next::Exit {
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
            TableMessage::Input(_) if !self.ownership.is_owner() => Next::Continue,
            TableMessage::Input(input) => self.handle_input(self.clock.now(), input).await,
            TableMessage::TakenOver { since, .. } => self.take_over(since, mailbox).await,
            TableMessage::MessageSuperseded => self.message_superseded().await,
        }
    }

    /// Appends the first entry of a new table. Nothing of the table exists before that.
    async fn open(
        &mut self,
        first: Transition,
        request: &TableRequest,
    ) -> Result<Next, ChannelTakenError> {
        self.expect_reply(FIRST_REPLY, request);
        match self.append(first.entry.as_ref()).await {
            Ok(()) => Ok(self.carry_out(first.effects)),
            Err(JournalError::Conflict { .. }) => Err(ChannelTakenError),
            Err(_) => {
                self.answer_with_error();
                Ok(Next::Exit)
            }
        }
    }

    /// Extends all deadlines by the time no process was running the table. Runs before the first
    /// click is served, and is repeated until the journal accepts it.
    async fn resume(&mut self, since: Millis, mailbox: &mpsc::Receiver<TableMessage>) -> Next {
        loop {
            let resumed = Input::Resumed { since };
            match self.attempt(self.clock.now(), resumed).await {
                Ok(effects) => return self.carry_out(effects),
                Err(_) if mailbox.is_closed() => return Next::Exit,
                Err(JournalError::Conflict { .. }) => match self.reload().await {
                    Ok(_) if self.table.is_closed() => return Next::Exit,
                    // The process that wrote has extended the deadlines, or is still running.
                    Ok(_) if !self.ownership.is_owner() => return Next::Continue,
                    Err(JournalError::Unreadable(_)) => return Next::Exit,
                    Ok(_) | Err(_) => {}
                },
                Err(_) => {}
            }
            sleep(JOURNAL_BACKOFF).await;
        }
    }

    /// Reloads the table from the journal, because the in-memory copy predates the takeover, and
    /// resumes it as its new owner.
    async fn take_over(&mut self, since: Millis, mailbox: &mpsc::Receiver<TableMessage>) -> Next {
        loop {
            match self.reload().await {
                Ok(_) if self.table.is_closed() => return Next::Exit,
                Ok(Some(owned)) if owned.owner == Owner::ThisProcess => {
                    self.adopt_messages(owned.running.posted);
                    break;
                }
                Ok(_) => return Next::Continue,
                Err(JournalError::Unreadable(_)) => return Next::Exit,
                Err(_) if mailbox.is_closed() => return Next::Exit,
                Err(_) => sleep(JOURNAL_BACKOFF).await,
            }
        }
        self.ownership = Ownership::NewOwner;
        self.resume(since, mailbox).await
    }

    /// Reloads the table after another process has posted its message, and shows it again if this
    /// process still owns it.
    async fn message_superseded(&mut self) -> Next {
        info!(
            table = self.table.id().0,
            "another process has posted this table's message"
        );
        match self.reload().await {
            Ok(_) if self.table.is_closed() => Next::Exit,
            Ok(_) if !self.ownership.is_owner() => Next::Continue,
            Ok(_) => self.post_again().await,
            Err(JournalError::Unreadable(_)) => Next::Exit,
            Err(_) => {
                self.outcome_unknown = true;
                self.back_off()
            }
        }
    }

    /// Posts the public message anew, as if the present one had been deleted.
    async fn post_again(&mut self) -> Next {
        let lost = Input::DeliveryFailed(DeliveryFailure::MessageLost);
        self.handle_input(self.clock.now(), lost).await
    }

    async fn handle_request(
        &mut self,
        request: &TableRequest,
        input: impl FnOnce(Click) -> Input,
    ) -> Next {
        self.last_reply += 1;
        let reply = ReplyId(self.last_reply);
        self.expect_reply(reply, request);
        let received = self.clock.at(request.callback.received);
        self.handle_input(received, input(request.click(reply)))
            .await
    }

    fn expect_reply(&mut self, reply: ReplyId, request: &TableRequest) {
        if !request.answered {
            self.pending_reply = Some(PendingReply {
                reply,
                callback: request.callback.clone(),
                locale: request.person.locale,
            });
        }
    }
}
