//! A table's actor from loading to release: loads the table, runs its driver, and answers or forwards
//! the messages that are left when the driver ends.

use std::sync::Arc;

use journal::{Journal, JournalError};
use serenity::model::id::ChannelId;
use table::Table;
use table::effect::Answer;
use table::ids::TableId;
use table::refusal::Refusal;
use table::screen::{InteractionError, Screen, interaction_error, refusal};
use table::text::Language;
use tokio::sync::mpsc;
use tracing::{error, info, warn};

use super::dormant::DormantTable;
use super::handle::TableEndpoints;
use super::quota::QuotaSlot;
use super::{Registry, channel_of};
use crate::driver::{Driver, ExitReason, Start};
use crate::failpoint::Failpoint;
use crate::outbox::{Speaker, SpeakerExit};
use crate::rng_source::TableRng;
use crate::table_message::TableMessage;

/// Why a table was not loaded.
enum LoadError {
    /// The journal could not be read; a later attempt may succeed.
    Unavailable,
    /// The table is closed, or its entries cannot be read.
    NotPlayable,
}

impl<J: Journal + 'static> Registry<J> {
    /// Loads a table and runs it. If the journal cannot be read, the table is dormant again.
    pub(super) async fn load_and_run(
        self: Arc<Self>,
        dormant: DormantTable,
        start: Start,
        endpoints: TableEndpoints,
    ) {
        let (id, channel) = (dormant.running.table, channel_of(&dormant.running));
        match self.load(id).await {
            Ok((table, rng)) => {
                info!(table = id.0, channel = channel.get(), "loaded a table");
                self.run(table, rng, start, endpoints, dormant.slot).await;
            }
            Err(LoadError::Unavailable) => {
                if let Start::Resumed { .. } = start {
                    self.dormant.insert(channel, dormant);
                }
                self.release(endpoints.serial, channel);
                let error = |language| interaction_error(&InteractionError::Internal, language);
                answer_all(endpoints.inbox, &endpoints.speaker, error).await;
            }
            Err(LoadError::NotPlayable) => {
                self.release(endpoints.serial, channel);
                answer_all(endpoints.inbox, &endpoints.speaker, closed).await;
            }
        }
    }

    async fn load(&self, id: TableId) -> Result<(Table, TableRng), LoadError> {
        self.env.failpoints.hit(Failpoint::TableWaking);
        let entries = match self.journal.load(id).await {
            Ok(entries) => entries,
            Err(JournalError::Unreadable(why)) => return Err(self.quarantine(id, &why).await),
            Err(error) => {
                warn!(%error, table = id.0, "a table cannot be loaded yet");
                return Err(LoadError::Unavailable);
            }
        };
        let table = match Table::replay(&entries, self.env.table_config.clone()) {
            Ok(table) => table,
            Err(error) => return Err(self.quarantine(id, &error.to_string()).await),
        };
        if table.is_closed() {
            return Err(LoadError::NotPlayable);
        }
        let rng = self.env.rng_source.table_rng();
        let rng = rng.map_err(|_| LoadError::Unavailable)?;
        self.env.failpoints.hit(Failpoint::TableAwake);
        Ok((table, rng))
    }

    /// Takes a table that cannot be read out of the running ones. The other tables go on.
    async fn quarantine(&self, id: TableId, why: &str) -> LoadError {
        error!(
            table = id.0,
            why, "a table cannot be read and is quarantined"
        );
        if let Err(error) = self.journal.quarantine(id).await {
            warn!(%error, table = id.0, "a table could not be quarantined");
        }
        LoadError::NotPlayable
    }

    /// Frees the channel, unless a newer handle has taken it.
    fn release(&self, serial: u64, channel: ChannelId) {
        self.tables
            .remove_if(&channel, |_, handle| handle.serial == serial);
    }

    /// Runs a table's driver to its end and sees to the messages that are left.
    pub(super) async fn run(
        self: Arc<Self>,
        table: Table,
        rng: TableRng,
        start: Start,
        endpoints: TableEndpoints,
        slot: QuotaSlot,
    ) {
        let TableEndpoints {
            serial,
            speaker,
            context,
            mut inbox,
        } = endpoints;
        let journal = Arc::clone(&self.journal);
        let driver = Driver::new(table, journal, speaker, self.clock, rng, context);
        let (id, channel) = (driver.table(), driver.channel());
        let (speaker, reason) = driver.run(start, &mut inbox).await;
        self.env.failpoints.hit(Failpoint::TablePutAway);
        self.release(serial, channel);
        drop(slot);
        let is_closed = matches!(reason, ExitReason::Closed);
        match reason {
            ExitReason::Closed | ExitReason::Stopped => answer_all(inbox, &speaker, closed).await,
            ExitReason::NotOwner(first) => {
                self.forward_all(channel, first, inbox, &speaker).await;
            }
        }
        if is_closed {
            self.finish_message(id, speaker).await;
        }
        info!(table = id.0, channel = channel.get(), "released a table");
    }

    /// Forwards the messages that are left to the process that owns the table now.
    async fn forward_all(
        self: &Arc<Self>,
        channel: ChannelId,
        first: Option<Box<TableMessage>>,
        mut inbox: mpsc::Receiver<TableMessage>,
        speaker: &Speaker,
    ) {
        inbox.close();
        let mut next = match first {
            Some(first) => Some(*first),
            None => inbox.recv().await,
        };
        while let Some(message) = next {
            if let TableMessage::TakenOver { .. } = message {
                self.return_to_dormant(message);
            } else if let TableMessage::Request(request) | TableMessage::Reopen(request, ..) =
                &message
            {
                let (callback, locale) = (request.callback.clone(), request.person.locale);
                if self.forward(channel, message).await.is_err() {
                    let language = Language::of(locale);
                    let error = interaction_error(&InteractionError::Internal, language);
                    speaker.answer(callback, Answer::Note(error));
                }
            }
            next = inbox.recv().await;
        }
    }

    /// Waits until a closed table's message says that it is closed, then removes the record of it.
    pub(super) async fn finish_message(&self, table: TableId, speaker: Speaker) {
        if speaker.finish().await == SpeakerExit::Finished
            && let Err(error) = self.journal.clear_posted(table).await
        {
            warn!(%error, table = table.0, "could not clear the record of a closed table's message");
        }
    }
}

fn closed(language: &'static Language) -> Screen {
    refusal(&Refusal::Closed, language)
}

/// Closes a mailbox and answers everybody whose request is still in it.
async fn answer_all(
    mut inbox: mpsc::Receiver<TableMessage>,
    speaker: &Speaker,
    screen: impl Fn(&'static Language) -> Screen,
) {
    inbox.close();
    while let Some(message) = inbox.recv().await {
        if let TableMessage::Request(request) | TableMessage::Reopen(request, ..) = message {
            let screen = screen(Language::of(request.person.locale));
            speaker.answer(request.callback, Answer::Note(screen));
        }
    }
}
