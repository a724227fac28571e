//! The two sides of a table in the registry: the handle, kept by channel, and the endpoints that its
//! driver owns.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use journal::{Journal, RunningTable};
use serenity::model::id::{ChannelId, GuildId};
use table::ids::TableId;
use table::input::Input;
use tokio::sync::mpsc;

use super::{Env, OpenError, Registry, channel_of, guild_of, notify, try_send};
use crate::clock::Clock;
use crate::driver::TableContext;
use crate::outbox::{InitialState, MessageSlot, Speaker, SpeakerEvent};
use crate::table_message::{OpenRequest, TableMessage};

/// The registry's side of a table.
pub(super) struct TableHandle {
    /// Unique in this process: a channel's next handle has another, even for the same table.
    pub(super) serial: u64,
    pub(super) channel: ChannelId,
    pub(super) guild: GuildId,
    pub(super) mailbox: mpsc::Sender<TableMessage>,
    /// The id of the table's public message, 0 if it has none. Written by the speaker.
    message_id: Arc<AtomicU64>,
    game_over: Arc<AtomicBool>,
}

/// The driver's side of a table.
pub(super) struct TableEndpoints {
    pub(super) serial: u64,
    pub(super) speaker: Speaker,
    pub(super) context: TableContext,
    pub(super) inbox: mpsc::Receiver<TableMessage>,
}

impl TableHandle {
    fn context(&self, env: &Env) -> TableContext {
        TableContext {
            game_over: Arc::clone(&self.game_over),
            choice_pool: env.choice_pool.clone(),
            own_mailbox: self.mailbox.downgrade(),
            failpoints: env.failpoints.clone(),
        }
    }

    /// Asks a table whose game is over to open a new lobby in its place.
    pub(super) fn reopen(&self, open: OpenRequest) -> Result<(), OpenError> {
        if self.game_over.load(Ordering::Relaxed) {
            let sent = try_send(&self.mailbox, open.into_message());
            return sent.map_err(|_| OpenError::Unavailable);
        }
        let message = self.message_id.load(Ordering::Relaxed);
        Err(OpenError::Occupied {
            message: (message != 0).then_some(message),
        })
    }
}

impl<J: Journal + 'static> Registry<J> {
    /// Returns a new handle for this table and the receiving end of its mailbox.
    pub(super) fn new_handle(
        &self,
        running: &RunningTable,
    ) -> (TableHandle, mpsc::Receiver<TableMessage>) {
        let (mailbox, inbox) = mpsc::channel(self.limits.clicks_waiting);
        let handle = TableHandle {
            serial: self.next_serial.fetch_add(1, Ordering::Relaxed),
            channel: channel_of(running),
            guild: guild_of(running),
            mailbox,
            message_id: Arc::new(AtomicU64::new(running.posted.message.unwrap_or(0))),
            game_over: Arc::default(),
        };
        (handle, inbox)
    }

    /// Returns the endpoints that belong to a handle, with a speaker that runs already.
    pub(super) fn endpoints(
        &self,
        handle: &TableHandle,
        table: TableId,
        initial: InitialState,
        inbox: mpsc::Receiver<TableMessage>,
    ) -> TableEndpoints {
        // Until an existing table is loaded, requests for a new one are left to the table itself.
        let may_be_over = initial != InitialState::NewTable;
        handle.game_over.store(may_be_over, Ordering::Relaxed);
        TableEndpoints {
            serial: handle.serial,
            speaker: self.spawn_speaker(handle, table, initial),
            context: handle.context(&self.env),
            inbox,
        }
    }

    fn spawn_speaker(
        &self,
        handle: &TableHandle,
        table: TableId,
        initial: InitialState,
    ) -> Speaker {
        let mailbox = handle.mailbox.downgrade();
        let clock = self.clock;
        let on_event = move |event| {
            if let Some(mailbox) = mailbox.upgrade() {
                notify(&mailbox, message_for(event, &clock));
            }
        };
        let message_id = Arc::clone(&handle.message_id);
        let slot = self.message_slot(table, handle.channel);
        let (speaker, task) = Speaker::new(slot, initial, message_id, on_event);
        self.tasks.spawn(task);
        speaker
    }

    pub(super) fn message_slot(&self, table: TableId, channel: ChannelId) -> MessageSlot<J> {
        MessageSlot::new(Arc::clone(&self.journal), self.rest.clone(), table, channel)
    }
}

fn message_for(event: SpeakerEvent, clock: &Clock) -> TableMessage {
    match event {
        SpeakerEvent::Shown => TableMessage::Input(Input::MessagePosted { at: clock.now() }),
        SpeakerEvent::Undelivered(failure) => TableMessage::Input(Input::DeliveryFailed(failure)),
        SpeakerEvent::ChannelGone => TableMessage::Input(Input::ChannelGone),
        SpeakerEvent::Superseded => TableMessage::MessageSuperseded,
    }
}
