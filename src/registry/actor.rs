//! A table's actor from loading to release: loads the table, runs its driver, and answers the messages
//! that are left when the driver ends, or returns them for the process that owns the table.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use journal::{Journal, JournalError, PostedMessages};
use serenity::model::id::ChannelId;
use table::Table;
use table::effect::Answer;
use table::ids::TableId;
use table::input::Input;
use table::refusal::Refusal;
use table::screen::{InteractionError, Screen, interaction_error, refusal};
use table::text::Language;
use tracing::{error, info, warn};

use super::handle::TableEndpoints;
use super::services::Services;
use super::table_map::{TableMap, TableToLoad, TableToOpen};
use crate::clock::Clock;
use crate::driver::{Driver, ExitReason, Start, TableContext};
use crate::failpoint::Failpoint;
use crate::mailbox::{Inbox, WeakMailbox, notify};
use crate::outbox::{InitialState, Speaker, SpeakerEvent};
use crate::quota::QuotaSlot;
use crate::rng_source::TableRng;
use crate::table_message::TableMessage;
use crate::table_stage::SharedStage;

/// The messages for a table that another process owns, left when its actor ended.
pub(super) struct Leftover {
    pub(super) channel: ChannelId,
    pub(super) first: Option<Box<TableMessage>>,
    pub(super) inbox: Inbox,
    /// Answers those whose message cannot be delivered.
    pub(super) speaker: Speaker,
}

/// Why a table was not loaded.
enum LoadError {
    /// The journal could not be read; a later attempt may succeed.
    Unavailable,
    /// The table is closed, or its entries cannot be read.
    NotPlayable,
}

/// A table's task, before and after its driver runs.
pub(super) struct Actor<J> {
    services: Arc<Services<J>>,
    table: TableId,
    channel: ChannelId,
    serial: u64,
    speaker: Speaker,
    stage: Arc<SharedStage>,
    message_id: Arc<AtomicU64>,
    own_mailbox: WeakMailbox,
    inbox: Inbox,
}

impl<J: Journal + 'static> Actor<J> {
    /// Returns the actor of a table, with a speaker that runs already.
    fn new(services: Arc<Services<J>>, table: TableId, endpoints: TableEndpoints) -> Self {
        let TableEndpoints {
            serial,
            guild,
            channel,
            initial,
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
        let (speaker, task) = Speaker::new(slot, initial, Arc::clone(&message_id), on_event);
        services.tasks.spawn(task);
        Self {
            services,
            table,
            channel,
            serial,
            speaker,
            stage,
            message_id,
            own_mailbox,
            inbox,
        }
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
        slot: QuotaSlot,
    ) -> impl Future<Output = Option<Leftover>> + Send {
        let Self {
            services,
            table: id,
            channel,
            serial,
            speaker,
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
            let (speaker, reason) = driver.run(start, &mut inbox).await;
            services.env.failpoints.hit(Failpoint::TablePutAway);
            services.tables.release(serial, channel);
            info!(table = id.0, channel = channel.get(), "released a table");
            match reason {
                ExitReason::Closed => {
                    answer_all(&services.tables, inbox, &speaker, closed).await;
                    services.finish_message(id, speaker).await;
                    None
                }
                ExitReason::Stopped => {
                    answer_all(&services.tables, inbox, &speaker, closed).await;
                    None
                }
                ExitReason::NotOwner(first) => Some(Leftover {
                    channel,
                    first,
                    inbox,
                    speaker,
                }),
            }
        }
    }
}

/// Loads a table and runs it. If the journal cannot be read, the table is dormant again.
pub(super) async fn load_and_run<J: Journal + 'static>(
    services: Arc<Services<J>>,
    load: TableToLoad,
) -> Option<Leftover> {
    let TableToLoad {
        unloaded,
        ownership,
        endpoints,
    } = load;
    let id = unloaded.running.table;
    let actor = Actor::new(Arc::clone(&services), id, endpoints);
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
        Err(LoadError::Unavailable) => {
            if ownership.is_owner() {
                services.tables.dormant().insert(unloaded);
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

/// Closes a dormant table of a server that the bot has left. Nothing of it is shown: Discord would
/// refuse each request. If the journal cannot be read or written, the table is dormant again.
pub(super) async fn load_and_close<J: Journal + 'static>(
    services: &Arc<Services<J>>,
    load: TableToLoad,
) {
    let TableToLoad {
        unloaded,
        mut endpoints,
        ..
    } = load;
    let id = unloaded.running.table;
    endpoints.initial = InitialState::Known(PostedMessages::default());
    let actor = Actor::new(Arc::clone(services), id, endpoints);
    match close_unseen(services, id).await {
        Ok(()) => {
            let channel = actor.channel.get();
            info!(
                table = id.0,
                channel, "closed a table of a server that was left"
            );
        }
        Err(LoadError::Unavailable) => services.tables.dormant().insert(unloaded),
        Err(LoadError::NotPlayable) => {}
    }
    actor.release();
    answer_all(&services.tables, actor.inbox, &actor.speaker, closed).await;
}

/// Appends the entry that closes a table, and forgets the table's messages.
async fn close_unseen<J: Journal + 'static>(
    services: &Services<J>,
    id: TableId,
) -> Result<(), LoadError> {
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
    services.clear_posted(id).await;
    Ok(())
}

/// Runs a new table.
pub(super) fn open_and_run<J: Journal + 'static>(
    services: Arc<Services<J>>,
    open: TableToOpen,
) -> impl Future<Output = Option<Leftover>> + Send {
    let TableToOpen {
        new,
        open,
        slot,
        endpoints,
    } = open;
    let actor = Actor::new(services, new.table.id(), endpoints);
    let start = Start::Opened(new.first, Box::new(open));
    actor.run(new.table, new.rng, start, slot)
}

async fn load_table<J: Journal + 'static>(
    services: &Services<J>,
    id: TableId,
) -> Result<(Box<Table>, TableRng), LoadError> {
    let (journal, env) = (&services.journal, &services.env);
    env.failpoints.hit(Failpoint::TableWaking);
    let entries = match journal.load(id).await {
        Ok(entries) => entries,
        Err(JournalError::Unreadable(why)) => return Err(quarantine(journal, id, &why).await),
        Err(error) => {
            warn!(%error, table = id.0, "a table cannot be loaded yet");
            return Err(LoadError::Unavailable);
        }
    };
    let table = match Table::replay(&entries, env.table_config.clone()) {
        Ok(table) => Box::new(table),
        Err(error) => return Err(quarantine(journal, id, &error.to_string()).await),
    };
    if table.is_closed() {
        return Err(LoadError::NotPlayable);
    }
    let rng = env.rng_source.table_rng();
    let rng = rng.map_err(|_| LoadError::Unavailable)?;
    env.failpoints.hit(Failpoint::TableAwake);
    Ok((table, rng))
}

/// Takes a table that cannot be read out of the running ones. The other tables go on.
async fn quarantine(journal: &Arc<impl Journal>, id: TableId, why: &str) -> LoadError {
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
                let screen = screen(Language::of(request.person.locale));
                speaker.answer(request.callback, Answer::Note(screen));
            }
            TableMessage::TakenOver { running, since } => tables.insert_dormant(running, since),
            TableMessage::Input(_)
            | TableMessage::OwnerChanged
            | TableMessage::MessageSuperseded => {}
        }
    }
}
