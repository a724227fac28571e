//! A table's actor from loading to release: loads the table, runs its driver, and answers the messages
//! that are left when the driver ends, or returns them for the process that owns the table.

use std::panic::{AssertUnwindSafe, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use futures_util::FutureExt as _;
use journal::{Journal, JournalError, PostedMessages};
use outbox::failpoint::Failpoint;
use outbox::{InitialState, MessageBoard, Speaker, SpeakerEvent};
use serenity::model::id::ChannelId;
use table::Table;
use table::effect::Answer;
use table::ids::TableId;
use table::input::Input;
use table::refusal::Refusal;
use table::screen::{InteractionError, Screen, interaction_error, refusal};
use table::text::Language;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};
use tracing::{debug, error, info, warn};

use super::closed_tables::show_closed;
use super::dormant::UnloadedTable;
use super::handle::TableEndpoints;
use super::services::Services;
use super::suspended::SuspendedTable;
use super::table_map::{TableMap, TableToLoad, TableToOpen, TableToRestore};
use crate::clock::Clock;
use crate::driver::{Driver, Exit, ExitReason, Start, Suspended, TableContext, TableMemory};
use crate::game_quota::GameQuotaSlot;
use crate::mailbox::{Inbox, WeakMailbox, notify};
use crate::replay::replay_table;
use crate::rng_source::TableRng;
use crate::table_message::TableMessage;
use crate::table_stage::SharedStage;

/// How long a suspended table waits before it tries again to read the journal. Less than the time in which
/// Discord wants an answer.
const RESTORE_BACKOFF: Duration = Duration::from_secs(1);

/// The messages that are left when an actor has ended.
pub(super) enum Leftover {
    /// For a table that another process owns.
    ForOwner(ForOwner),
    /// For a table that has been suspended, and is loaded again by them.
    ForSuspended(ChannelId, Inbox),
    /// For a table whose task has panicked, once it has been loaded again.
    OfPanicked(Inbox),
}

/// The messages for a table that another process owns.
pub(super) struct ForOwner {
    pub(super) channel: ChannelId,
    pub(super) first: Option<Box<TableMessage>>,
    pub(super) inbox: Inbox,
    /// Answers those whose message cannot be delivered.
    pub(super) speaker: Speaker,
}

/// Why a table was not loaded.
pub(super) enum LoadError {
    /// The journal could not be read; a later attempt may succeed.
    Unavailable,
    /// The table is encrypted with a key that this process does not have.
    MissingKey,
    /// The table is closed, or its entries cannot be read.
    NotPlayable,
}

/// A table's task, before and after its driver runs.
pub(super) struct Actor {
    services: Arc<Services>,
    table: TableId,
    channel: ChannelId,
    serial: u64,
    speaker: Speaker,
    /// The speaker's task.
    speaking: JoinHandle<()>,
    stage: Arc<SharedStage>,
    message_id: Arc<AtomicU64>,
    own_mailbox: WeakMailbox,
    inbox: Inbox,
}

impl Actor {
    /// Returns the actor of a table, with a speaker that runs already.
    fn new(
        services: Arc<Services>,
        table: TableId,
        board: Box<MessageBoard>,
        endpoints: TableEndpoints,
    ) -> Self {
        let TableEndpoints {
            serial,
            guild,
            channel,
            message_id,
            stage,
            mailbox,
            inbox,
        } = endpoints;
        let (clock, own_mailbox) = (services.clock, mailbox.clone());
        let on_event = move |event| {
            if let Some(mailbox) = mailbox.upgrade() {
                notify(&mailbox, message_for(event, &clock));
            }
        };
        let slot = services.message_slot(table, (guild, channel));
        let (speaker, task) = Speaker::new(slot, board, Arc::clone(&message_id), on_event);
        let speaking = services.tasks.spawn(task);
        Self {
            services,
            table,
            channel,
            serial,
            speaker,
            speaking,
            stage,
            message_id,
            own_mailbox,
            inbox,
        }
    }

    /// Answers the requests that wait with an error. All other messages go on waiting.
    fn refuse_waiting(&mut self) {
        let mut others = Vec::new();
        while let Ok(message) = self.inbox.try_recv() {
            match message {
                TableMessage::Request(request) | TableMessage::Reopen(request, ..) => {
                    let language = request.person.language();
                    let error = interaction_error(&InteractionError::Internal, language);
                    self.speaker.answer(request.callback, Answer::Note(error));
                }
                other => others.push(other),
            }
        }
        others
            .into_iter()
            .for_each(|other| self.inbox.put_back(other));
    }

    /// Frees the channel, unless a newer handle has taken it.
    fn release(&self) {
        self.services.tables.release(self.serial, self.channel);
    }

    /// Runs a table's driver to its end and sees to the messages that are left.
    ///
    /// The driver is built before the future, so that the future holds no second copy of the table.
    fn run(
        self,
        table: Table,
        rng: TableRng,
        start: Start,
        slot: GameQuotaSlot,
    ) -> impl Future<Output = Option<Leftover>> + Send {
        let Self {
            services,
            table: id,
            channel,
            serial,
            speaker,
            speaking,
            stage,
            message_id,
            own_mailbox,
            inbox,
        } = self;
        let context = TableContext {
            stage,
            message_id,
            slot,
            choice_pool: services.env.choice_pool.clone(),
            own_mailbox,
            failpoints: services.env.failpoints.clone(),
            preferences: services.env.preferences.clone(),
            loaded: services.tables.loaded().clone(),
            outages: services.outages.clone(),
        };
        let journal = Arc::clone(&services.journal);
        let driver = Box::new(Driver::new(
            table,
            &start,
            journal,
            speaker,
            services.clock,
            rng,
            context,
        ));
        async move {
            let mut inbox = inbox;
            let running = async {
                tokio::select! {
                    biased;
                    // A panic of the speaker's task is one of the table's: it would show nothing any more.
                    Err(error) = speaking => resume_unwind(error.into_panic()),
                    exit = driver.run(start, &mut inbox) => exit,
                }
            };
            let Ok(exit) = AssertUnwindSafe(running).catch_unwind().await else {
                return Some(Leftover::OfPanicked(inbox));
            };
            match exit {
                Exit::Suspended(rest) => {
                    services.tables.suspend(serial, channel, rest);
                    services.env.failpoints.hit(Failpoint::TableSuspended);
                    debug!(table = id.0, channel = channel.get(), "suspended a table");
                    Some(Leftover::ForSuspended(channel, inbox))
                }
                Exit::Ended(speaker, reason) => {
                    services.env.failpoints.hit(Failpoint::TablePutAway);
                    services.tables.release(serial, channel);
                    info!(table = id.0, channel = channel.get(), "released a table");
                    finish_inbox(&services, (id, channel), (speaker, inbox), reason).await
                }
            }
        }
    }
}

/// Sees to the messages that are left when a table's driver has ended for this reason.
async fn finish_inbox(
    services: &Services,
    (table, channel): (TableId, ChannelId),
    (speaker, inbox): (Speaker, Inbox),
    reason: ExitReason,
) -> Option<Leftover> {
    match reason {
        ExitReason::Closed => {
            answer_all(&services.tables, inbox, &speaker, closed).await;
            services.finish_message(table, speaker).await;
            None
        }
        ExitReason::Stopped => {
            answer_all(&services.tables, inbox, &speaker, closed).await;
            None
        }
        ExitReason::NotOwner(first) => Some(Leftover::ForOwner(ForOwner {
            channel,
            first,
            inbox,
            speaker,
        })),
    }
}

/// Loads a table and runs it. If the journal cannot be read, the table is dormant again.
pub(super) async fn load_and_run(services: Arc<Services>, load: TableToLoad) -> Option<Leftover> {
    let TableToLoad {
        unloaded,
        ownership,
        board,
        endpoints,
    } = load;
    let id = unloaded.running.table;
    let actor = Actor::new(Arc::clone(&services), id, board, endpoints);
    match Box::pin(load_table(&services, id)).await {
        Ok((table, rng)) => {
            info!(
                table = id.0,
                channel = actor.channel.get(),
                "loaded a table"
            );
            let start = Start::Loaded {
                ownership,
                since: unloaded.since,
            };
            actor.run(*table, rng, start, unloaded.slot).await
        }
        Err(error @ (LoadError::Unavailable | LoadError::MissingKey)) => {
            if ownership.is_owner() {
                postpone(&services, unloaded, &error);
            }
            actor.release();
            let error = |language| interaction_error(&InteractionError::Internal, language);
            answer_all(&services.tables, actor.inbox, &actor.speaker, error).await;
            None
        }
        Err(LoadError::NotPlayable) => {
            actor.release();
            answer_all(&services.tables, actor.inbox, &actor.speaker, closed).await;
            None
        }
    }
}

/// Puts a table back to the dormant ones, from which it is loaded again after a pause.
fn postpone(services: &Services, mut unloaded: UnloadedTable, error: &LoadError) {
    let now = Instant::now();
    match error {
        LoadError::MissingKey if unloaded.attempts.fail_without_key(now) => error!(
            table = unloaded.running.table.0,
            "a table is set aside until the bot starts with the key that it needs"
        ),
        LoadError::MissingKey => {}
        LoadError::Unavailable | LoadError::NotPlayable => unloaded.attempts.fail(now),
    }
    services.tables.dormant().insert(unloaded);
}

/// Loads a suspended table and runs it.
pub(super) async fn restore_and_run(
    services: Arc<Services>,
    restore: TableToRestore,
) -> Option<Leftover> {
    let TableToRestore {
        suspended: SuspendedTable { missed, rest, .. },
        endpoints,
    } = restore;
    let Suspended {
        memory,
        caught_up,
        board,
        slot,
        ..
    } = *rest;
    let (id, ownership) = (memory.table, memory.ownership);
    let mut actor = Actor::new(Arc::clone(&services), id, board, endpoints);
    match Box::pin(restore_table(&services, &mut actor, memory)).await {
        Ok((table, rng)) => {
            debug!(table = id.0, "restored a table");
            let start = Start::Restored {
                ownership,
                caught_up,
                missed,
            };
            actor.run(*table, rng, start, slot).await
        }
        Err(error) => {
            actor.release();
            let screen = move |language| match error {
                LoadError::NotPlayable => closed(language),
                LoadError::Unavailable | LoadError::MissingKey => {
                    interaction_error(&InteractionError::Internal, language)
                }
            };
            answer_all(&services.tables, actor.inbox, &actor.speaker, screen).await;
            None
        }
    }
}

/// Loads a suspended table. While the journal cannot be read, people are answered with an error and
/// everything else waits, until the process shuts down. Without its key the table is released and dormant.
async fn restore_table(
    services: &Services,
    actor: &mut Actor,
    memory: TableMemory,
) -> Result<(Box<Table>, TableRng), LoadError> {
    let id = memory.table;
    let (table, rng) = loop {
        match read_table(services, id, memory.version).await {
            Err(LoadError::Unavailable) if !actor.inbox.is_closed() => {
                actor.refuse_waiting();
                sleep(RESTORE_BACKOFF).await;
            }
            read => break read?,
        }
    };
    services.env.failpoints.hit(Failpoint::TableAwake);
    Ok((Box::new(table.restore(memory.unjournalled)), rng))
}

/// Closes a dormant table of a server that the bot has left. Only its direct messages show that. If the
/// journal cannot be read or written, the table is dormant again.
pub(super) async fn load_and_close(services: &Arc<Services>, load: TableToLoad) {
    let TableToLoad {
        unloaded,
        endpoints,
        ..
    } = load;
    let id = unloaded.running.table;
    let nothing = InitialState::Known(PostedMessages::default());
    let board = Box::new(MessageBoard::new(&nothing));
    let actor = Actor::new(Arc::clone(services), id, board, endpoints);
    let mut was_closed = None;
    match close_unseen(services, id).await {
        Ok(()) => {
            let channel = actor.channel.get();
            info!(
                table = id.0,
                channel, "closed a table of a server that was left"
            );
            was_closed = Some(unloaded.running);
        }
        Err(LoadError::NotPlayable) => {}
        Err(error) => postpone(services, unloaded, &error),
    }
    actor.release();
    answer_all(&services.tables, actor.inbox, &actor.speaker, closed).await;
    if let Some(running) = was_closed {
        show_closed(services, running).await;
    }
}

/// Appends the entry that closes a table.
async fn close_unseen(services: &Services, id: TableId) -> Result<(), LoadError> {
    let (mut table, mut rng) = load_table(services, id).await?;
    let failpoints = &services.env.failpoints;
    let closed = table.handle(services.clock.now(), Input::ChannelGone, &mut rng);
    let Some(entry) = closed.entry else {
        return Err(LoadError::NotPlayable);
    };
    failpoints.entry_decided(&entry);
    match services.journal.append(&entry).await {
        Ok(()) => failpoints.entry_kept(&table),
        // Another process has written, and owns the table now.
        Err(JournalError::Conflict { .. }) => return Err(LoadError::NotPlayable),
        Err(error) => {
            warn!(%error, table = id.0, "a table cannot be closed yet");
            return Err(LoadError::Unavailable);
        }
    }
    Ok(())
}

/// Runs a new table.
pub(super) fn open_and_run(
    services: Arc<Services>,
    open: TableToOpen,
) -> impl Future<Output = Option<Leftover>> + Send {
    let TableToOpen {
        new,
        open,
        slot,
        endpoints,
    } = open;
    let board = Box::new(MessageBoard::new(&InitialState::NewTable));
    let actor = Actor::new(services, new.table.id(), board, endpoints);
    let start = Start::Opened(new.first, Box::new(open));
    actor.run(new.table, new.rng, start, slot)
}

async fn load_table(services: &Services, id: TableId) -> Result<(Box<Table>, TableRng), LoadError> {
    let (table, rng) = read_table(services, id, u64::MAX).await?;
    if table.is_closed() {
        return Err(LoadError::NotPlayable);
    }
    services.env.failpoints.hit(Failpoint::TableAwake);
    Ok((table, rng))
}

/// Returns a table as it was at this version, and randomness for what follows.
async fn read_table(
    services: &Services,
    id: TableId,
    version: u64,
) -> Result<(Box<Table>, TableRng), LoadError> {
    let (journal, env) = (&services.journal, &services.env);
    env.failpoints.hit(Failpoint::TableWaking);
    let config = env.table_config.clone();
    let table = match replay_table(&**journal, id, version, config, |_| ()).await {
        Ok(table) => table,
        Err(JournalError::Unreadable(why)) => return Err(quarantine(journal, id, &why).await),
        Err(error @ JournalError::MissingKey { .. }) => {
            debug!(%error, "a table cannot be loaded");
            return Err(LoadError::MissingKey);
        }
        Err(error) => {
            warn!(%error, table = id.0, "a table cannot be loaded yet");
            return Err(LoadError::Unavailable);
        }
    };
    let rng = env.rng_source.table_rng();
    Ok((table, rng.map_err(|_| LoadError::Unavailable)?))
}

/// Takes a table that cannot be read out of the running ones. The other tables go on.
pub(super) async fn quarantine(journal: &Arc<dyn Journal>, id: TableId, why: &str) -> LoadError {
    error!(
        table = id.0,
        why, "a table cannot be read and is quarantined"
    );
    if let Err(error) = journal.quarantine(id).await {
        warn!(%error, table = id.0, "a table could not be quarantined");
    }
    LoadError::NotPlayable
}

fn message_for(event: SpeakerEvent, clock: &Clock) -> TableMessage {
    match event {
        SpeakerEvent::Shown => TableMessage::Input(Input::MessagePosted { at: clock.now() }),
        SpeakerEvent::Undelivered(failure) => TableMessage::Input(Input::DeliveryFailed(failure)),
        SpeakerEvent::ChannelGone => TableMessage::Input(Input::ChannelGone),
        SpeakerEvent::HandPosted(hand, message) => {
            TableMessage::Input(Input::HandPosted { hand, message })
        }
        SpeakerEvent::HandRefused(hand) => TableMessage::Input(Input::HandRefused { hand }),
        SpeakerEvent::Superseded => TableMessage::MessageSuperseded,
    }
}

fn closed(language: &'static Language) -> Screen {
    refusal(&Refusal::Closed, language)
}

/// Closes a mailbox and answers everybody whose request is still in it. A table that was taken over
/// meanwhile becomes dormant.
async fn answer_all(
    tables: &TableMap,
    mut inbox: Inbox,
    speaker: &Speaker,
    screen: impl Fn(&'static Language) -> Screen,
) {
    inbox.close();
    while let Some(message) = inbox.recv().await {
        match message {
            TableMessage::Request(request) | TableMessage::Reopen(request, ..) => {
                let screen = screen(request.person.language());
                speaker.answer(request.callback, Answer::Note(screen));
            }
            TableMessage::TakenOver { running, since } => tables.insert_dormant(running, since),
            TableMessage::Input(_)
            | TableMessage::OwnerChanged
            | TableMessage::MessageSuperseded => {}
        }
    }
}
