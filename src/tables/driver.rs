//! Runs one table in its own task, an actor with a bounded mailbox. The driver passes each message to the table,
//! appends the resulting entry, if any, to the journal, and only then carries out the effects. No other task of this
//! process accesses the table.
//!
//! The same task makes the table's requests to Discord, except calls to players. The requests continue while an append
//! is awaited, and do not delay the append.
//!
//! - appending entries: `journaled_table`; an append that fails leaves the table in doubt, see [`Exit::InDoubt`]
//! - carrying out effects: `effects`; the requests: `discord::BoardRunner`
//! - deadlines during and after outages: `outage_extension`; when a table leaves memory: `leaving_memory`
//! - which tables have a driver: `crate::tables::registry`
//! - what an input means for the game: `table::Table::handle`

mod effects;
mod env;
mod journaled_table;
mod leaving_memory;
mod outage_extension;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

use discord::{BoardEvent, BoardRunner, Callback};
use serenity::model::id::MessageId;
use table::Table;
use table::effect::{Effect, Transition};
use table::ids::{Millis, ReplyId};
use table::input::{Click, DeliveryFailure, Input, WriteRefusal};
use table::intent::Intent;
use table::screen::{InteractionError, TableLink};
use table::text::Locale;
use tokio::time::{Instant, sleep_until};

use crate::tables::game_quota::{CountedTable, GameQuotaSlot, count_opened};
use crate::tables::mailbox::{Inbox, OpenRequest, TableMessage, TableRequest};
use crate::tables::rng_source::TableRng;
use crate::tables::table_stage::SharedStage;
use journaled_table::JournaledTable;

pub use env::Env;
pub(crate) use env::Services;

/// The reply handle of the click that opens a table.
pub(crate) const FIRST_REPLY: ReplyId = ReplyId(0);

/// Where a driver's table comes from.
pub(crate) enum Start {
    /// The table has just been opened by this request, with this first transition.
    Opened(Transition, Box<OpenRequest>),
    Loaded(LastRun),
}

/// When a table that is not in memory was last run.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LastRun {
    /// The table has not been run since this time, for example because its process ended or the table was in doubt. Its
    /// deadlines are extended by the time since then, and it may have a message that is not recorded in the journal.
    Ended(Millis),
    /// This process ran the table until the table was no longer used.
    Here {
        /// The table's deadlines have been extended by all outages before this time.
        caught_up: Instant,
        message_posted_at: Option<Millis>,
        /// When the circuit breaker made posting impossible, if that has happened since.
        unwritable: Option<Millis>,
    },
}

/// Why a driver ended.
pub(crate) enum Exit {
    /// No one is using the table, nothing is in progress, and a replay yields the same table. `due` is when the table
    /// next has something to do, if ever.
    Unused {
        due: Option<Instant>,
        last_run: LastRun,
    },
    /// The table is closed.
    Closed,
    /// The process is shutting down.
    Stopped,
    /// The journal rejected an entry, or it is unknown whether the entry is durable, so the table in memory may be
    /// wrong and must be reloaded, as after a restart. No one has been able to act since this time.
    InDoubt { since: Millis },
}

/// Why a driver has no next message.
enum NoMessage {
    Unused,
    /// All senders of the mailbox are gone.
    Closed,
}

/// The click that is being handled, until it is answered.
struct PendingReply {
    reply: ReplyId,
    callback: Callback,
    locale: Locale,
}

/// A table with everything that is needed to run it.
pub(crate) struct Driver {
    services: Arc<Services>,
    journaled: JournaledTable,
    board: BoardRunner,
    pending_reply: Option<PendingReply>,
    stage: SharedStage,
    slot: GameQuotaSlot,
    inbox: Inbox,
    last_reply: u64,
    /// The deadlines have been extended by all outages before this time.
    caught_up: Instant,
    /// When the last click or command arrived.
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
        Self {
            journaled: JournaledTable::new(table, Arc::clone(&services), rng),
            board,
            pending_reply: None,
            stage,
            slot,
            services,
            inbox,
            last_reply: FIRST_REPLY.0,
            caught_up: Instant::now(),
            last_use: None,
        }
    }

    /// Takes the driver apart after [`Self::run`]. There may be messages left in the inbox.
    pub(crate) fn into_parts(self: Box<Self>) -> (BoardRunner, Inbox, GameQuotaSlot) {
        (self.board, self.inbox, self.slot)
    }

    /// Runs the table until it closes, is in doubt, is no longer used, or its mailbox has no senders left.
    ///
    /// Each piece of work is a separate boxed future, so that an idle table takes little memory.
    pub(crate) async fn run(&mut self, start: Start) -> Exit {
        let mut flow = Box::pin(self.begin(start)).await;
        loop {
            if let Break(exit) = flow {
                return exit;
            }
            flow = match self.next_message().await {
                Ok(message) => Box::pin(self.serve(message)).await,
                Err(NoMessage::Unused) => Break(self.leave()),
                Err(NoMessage::Closed) => Break(Exit::Stopped),
            };
        }
    }

    async fn begin(&mut self, start: Start) -> ControlFlow<Exit> {
        match start {
            Start::Opened(first, open) => self.open(first, &open.request).await,
            Start::Loaded(LastRun::Ended(since)) => self.resume(since).await,
            Start::Loaded(LastRun::Here {
                caught_up,
                message_posted_at,
                unwritable,
            }) => {
                self.caught_up = caught_up;
                self.journaled
                    .table
                    .set_message_posted_at(message_posted_at);
                match unwritable {
                    Some(at) => self.pause(at).await,
                    None => Continue(()),
                }
            }
        }
    }

    /// Pauses the game as of the time when posting became impossible.
    async fn pause(&mut self, at: Millis) -> ControlFlow<Exit> {
        let unwritable =
            Input::DeliveryFailed(DeliveryFailure::ChannelUnwritable(WriteRefusal::Unknown));
        self.handle_message(TableMessage::Input(unwritable), at)
            .await
    }

    async fn serve(&mut self, message: TableMessage) -> ControlFlow<Exit> {
        self.services.notice_standstill();
        let now = self.services.clock.now();
        self.handle_message(message, now).await?;
        let ratings = self.journaled.take_ratings();
        match self.board.meanwhile(ratings).await {
            Some(ratings) => self.handle_input(now, ratings).await,
            None => Continue(()),
        }
    }

    fn table(&self) -> &Table {
        &self.journaled.table
    }

    fn message_id(&self) -> Option<u64> {
        self.board.recorded().map(MessageId::get)
    }

    /// Returns the next message, which may be a wake-up for a deadline or for the end of an outage.
    async fn next_message(&mut self) -> Result<TableMessage, NoMessage> {
        let guild = self.guild();
        loop {
            if let Some(event) = self.board.poll_event() {
                return Ok(self.message_for(event));
            }
            let (wakes_at, leaves_at) = (self.due(), self.leaves_at());
            tokio::select! {
                biased;
                // Polled first, so that requests are started even while messages keep coming.
                () = self.board.advance() => {}
                message = self.inbox.receiver.recv() => {
                    return message.map(|message| *message).ok_or(NoMessage::Closed);
                }
                () = self.services.outages.wait_until_over(guild, self.caught_up) => {
                    return Ok(TableMessage::Input(Input::Wake));
                }
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
        })
    }

    fn due(&self) -> Option<Instant> {
        let due = self.table().next_wake()?;
        Some(self.services.clock.instant(due))
    }

    /// Handles a message. `now` is used only for a [`TableMessage::Input`].
    async fn handle_message(&mut self, message: TableMessage, now: Millis) -> ControlFlow<Exit> {
        let followed = self.follow_outages().await;
        if let (Break(_), Some(request)) = (&followed, message.request()) {
            self.note_use(request);
            self.answer_with_error();
        }
        followed?;
        match message {
            TableMessage::Request(request) => self.handle_request(&request, Input::Click).await,
            TableMessage::Reopen(open) if !self.table().is_over() => {
                self.refuse_new_table(&open.request);
                Continue(())
            }
            TableMessage::Reopen(open) => {
                let reopen = |click| Input::Reopen {
                    click,
                    options: open.options,
                    computers: open.computers,
                };
                self.handle_request(&open.request, reopen).await
            }
            TableMessage::Input(input) => self.handle_input(now, input).await,
        }
    }

    /// Stores a new table by appending its first entry, and then carries out the effects.
    async fn open(&mut self, first: Transition, request: &TableRequest) -> ControlFlow<Exit> {
        self.last_use = Some(request.callback.received);
        self.expect_reply(FIRST_REPLY, request);
        if let Some(entry) = &first.entry {
            let began = Instant::now();
            let appended = self.journaled.append(entry);
            if self.board.meanwhile(appended).await.is_err() {
                return Break(self.doubt(began));
            }
        }
        self.carry_out(first.effects)
    }

    /// Extends all deadlines by the time since the table last ran. Runs before the first click is served.
    async fn resume(&mut self, since: Millis) -> ControlFlow<Exit> {
        let resumed = Input::Resumed { since };
        // Read before the entry is durable, so that a stop of the process in between counts as another outage.
        let until = Instant::now();
        let now = self.services.clock.at(until);
        let Continue(effects) = self.attempt(now, resumed).await else {
            return Break(Exit::InDoubt { since });
        };
        self.caught_up = until;
        self.carry_out(effects)
    }

    /// Refuses a command for a new table with a link to this table, whose game is not over.
    fn refuse_new_table(&mut self, request: &TableRequest) {
        self.note_use(request);
        let link = TableLink {
            guild: self.table().guild(),
            channel: self.table().channel(),
            message: self.message_id(),
        };
        self.refuse(&InteractionError::GameExists {
            link: link.to_string(),
        });
    }

    /// Records that a person is using the table, and returns the reply handle for their request.
    fn note_use(&mut self, request: &TableRequest) -> ReplyId {
        self.last_use = self.last_use.max(Some(request.callback.received));
        self.last_reply += 1;
        let reply = ReplyId(self.last_reply);
        self.expect_reply(reply, request);
        reply
    }

    async fn handle_request(
        &mut self,
        request: &TableRequest,
        input: impl FnOnce(Click) -> Input,
    ) -> ControlFlow<Exit> {
        let reply = self.note_use(request);
        let input = input(request.click(reply, self.message_id()));
        if let Err(error) = self.check_quota(&input) {
            self.refuse(&error);
            return Continue(());
        }
        let received = self.services.clock.at(request.callback.received);
        self.handle_input(received, input).await
    }

    /// Returns an error if the table's game is over, the input would open another lobby or start another game, and a
    /// limit does not allow that.
    fn check_quota(&self, input: &Input) -> Result<(), InteractionError> {
        let table = self.table();
        if !table.is_over() {
            return Ok(());
        }
        let next = match input {
            // The host's limit is not checked, because the person who clicks may not be the host.
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
        Ok(self.slot.check(next)?)
    }

    /// Handles an input: lets the table decide, appends its entry, and carries out the effects.
    async fn handle_input(&mut self, now: Millis, input: Input) -> ControlFlow<Exit> {
        let effects = self.attempt(now, input).await?;
        self.carry_out(effects)
    }

    /// Returns the effects of an input once its entry is durable.
    async fn attempt(&mut self, now: Millis, input: Input) -> ControlFlow<Exit, Vec<Effect>> {
        let began = Instant::now();
        let attempted = self.journaled.attempt(now, input);
        match self.board.meanwhile(attempted).await {
            Ok(effects) => Continue(effects),
            Err(_) => Break(self.doubt(began)),
        }
    }

    /// Answers the pending click with an error, and returns the driver's exit after a failed append that started
    /// at `began`.
    fn doubt(&mut self, began: Instant) -> Exit {
        self.answer_with_error();
        let ongoing = self.services.outages.ongoing_since(self.guild());
        let lost = ongoing.map_or(began, |since| since.max(self.caught_up).min(began));
        let since = self.services.clock.at(lost);
        Exit::InDoubt { since }
    }
}

/// Sleeps until the deadline. Returns immediately if there is none.
async fn sleep_until_some(deadline: Option<Instant>) {
    if let Some(deadline) = deadline {
        sleep_until(deadline).await;
    }
}
