//! The task of one table: loads the table, runs its driver, and handles the messages that are left when the
//! driver ends.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use discord::failpoint::Failpoint;
use discord::{BoardRunner, EarlierRequests, InitialState, MessageSlot};
use futures_util::FutureExt as _;
use journal::{Journal, JournalError, LOAD_PAGE, PostedMessages, RunningTable};
use serenity::model::id::ChannelId;
use table::Table;
use table::config::TableConfig;
use table::effect::Answer;
use table::ids::{Millis, TableId};
use table::input::Input;
use table::record::RecordError;
use table::refusal::Refusal;
use table::screen::{InteractionError, Screen, interaction_error, refusal};
use table::text::Language;
use tokio::time::Instant;
use tracing::{debug, error, info, warn};

use super::Registry;
use super::table_map::{TableSlot, TableTask};
use super::unloaded::UnloadedTable;
use crate::tables::driver::{Driver, Exit, LastRun, Start};
use crate::tables::game_quota::GameQuotaSlot;
use crate::tables::mailbox::{Inbox, TableRequest};
use crate::tables::rng_source::TableRng;

/// The number of panics after which a table is quarantined.
const MAX_PANICS: u32 = 3;

/// Why a table could not be loaded.
enum LoadError {
    /// The journal or the operating system's randomness is unavailable. A later attempt may succeed.
    Unavailable,
    /// The table is encrypted with a key that this process does not have.
    MissingKey,
    /// The table is closed or missing, or its entries are unreadable.
    NotPlayable,
}

impl Registry {
    pub(super) fn spawn_load(self: &Arc<Self>, load: TableTask) {
        let (place, this) = (load.place, Arc::clone(self));
        self.spawn_table(place, async move { this.load_and_run(load).await });
    }

    pub(super) fn spawn_new(
        self: &Arc<Self>,
        task: TableTask,
        table: Table,
        rng: TableRng,
        start: Start,
    ) {
        let (place, this) = (task.place, Arc::clone(self));
        let board = self.board(place, &InitialState::NewTable, None);
        let driver = self.driver(task, table, rng, board);
        self.spawn_table(place, async move { this.run(place, driver, start).await });
    }

    fn spawn_table(
        self: &Arc<Self>,
        place: TableSlot,
        table: impl Future<Output = ()> + Send + 'static,
    ) {
        let this = Arc::clone(self);
        self.spawn("runs a table", async move {
            if AssertUnwindSafe(table).catch_unwind().await.is_err() {
                Box::pin(this.recover_from_panic(place, None)).await;
            }
        });
    }

    async fn load_and_run(self: Arc<Self>, load: TableTask) {
        let (place, last_run) = (load.place, load.unloaded.last_run);
        let (table, running, rng) = match Box::pin(self.load(place.table)).await {
            Ok(loaded) => loaded,
            Err(error) => return Box::pin(self.fail_to_load(load, error)).await,
        };
        debug!(
            table = place.table.0,
            channel = place.channel.get(),
            "loaded a table"
        );
        let initial = match last_run {
            LastRun::Ended(_) => InitialState::Uncertain(running.posted),
            LastRun::Here { .. } => InitialState::Known(running.posted),
        };
        let earlier = load.unloaded.earlier.clone();
        let board = self.board(place, &initial, earlier);
        let driver = self.driver(load, *table, rng, board);
        self.run(place, driver, Start::Loaded(last_run)).await;
    }

    fn driver(
        &self,
        task: TableTask,
        table: Table,
        rng: TableRng,
        board: BoardRunner,
    ) -> Box<Driver> {
        let (services, slot) = (Arc::clone(&self.services), task.unloaded.slot);
        let (inbox, stage) = (task.inbox, task.stage);
        Box::new(Driver::new(services, table, rng, board, inbox, stage, slot))
    }

    async fn run(self: Arc<Self>, place: TableSlot, mut driver: Box<Driver>, start: Start) {
        let exit = AssertUnwindSafe(driver.run(start)).catch_unwind().await;
        Box::pin(self.finish(place, driver, exit.ok())).await;
    }

    /// Cleans up after a driver has ended. `exit` is `None` if the driver panicked.
    async fn finish(self: &Arc<Self>, place: TableSlot, driver: Box<Driver>, exit: Option<Exit>) {
        let (mut board, inbox, slot) = driver.into_parts();
        match exit {
            None => {
                let earlier = self.finish_requests(board);
                self.recover_from_panic(place, Some(earlier)).await;
                self.deliver_again(place, inbox).await;
            }
            Some(Exit::InDoubt { since }) if !self.shutdown.is_cancelled() => {
                let earlier = self.finish_requests(board);
                self.load_again(place, since, slot, Some(earlier));
                self.deliver_again(place, inbox).await;
            }
            Some(Exit::Unused { due, last_run }) => {
                let TableSlot { table, guild, .. } = place;
                let unloaded = UnloadedTable::until(due, table, guild, last_run, slot);
                self.tables.unload(place, unloaded);
                self.services.env.failpoints.hit(Failpoint::TableUnloaded);
                debug!(table = place.table.0, "a table has left memory");
                self.deliver_again(place, inbox).await;
            }
            Some(Exit::Closed) => {
                self.release(place);
                self.answer_all(inbox, &mut board, closed).await;
                self.finish_message(place.table, board).await;
            }
            Some(Exit::Stopped | Exit::InDoubt { .. }) => {
                self.release(place);
                self.answer_all(inbox, &mut board, closed).await;
                board.finish().await;
            }
        }
    }

    /// Starts a task that waits for the requests in flight of a table that is being reloaded, so that clicks do not
    /// have to wait for them.
    fn finish_requests(&self, board: BoardRunner) -> EarlierRequests {
        let earlier = board.finish_requests().boxed().shared();
        self.tasks.spawn(earlier.clone());
        earlier
    }

    fn release(&self, place: TableSlot) {
        self.services.env.failpoints.hit(Failpoint::TableClosed);
        self.tables.release(place);
        let (table, channel) = (place.table.0, place.channel.get());
        info!(table, channel, "released a table");
    }

    /// Completes the requests of a closed table. Removes the record of its messages if nothing is left to show.
    pub(super) async fn finish_message(&self, table: TableId, board: BoardRunner) {
        if board.finish().await {
            self.clear_posted(table).await;
        }
    }

    pub(super) async fn clear_posted(&self, table: TableId) {
        if let Err(error) = self.services.journal.clear_posted(table).await {
            warn!(%error, table = table.0, "could not clear the record of a closed table's message");
        }
    }

    /// Returns the message board of a table with these initial messages.
    pub(super) fn board(
        &self,
        place: TableSlot,
        initial: &InitialState,
        earlier: Option<EarlierRequests>,
    ) -> BoardRunner {
        let services = &self.services;
        let slot = MessageSlot {
            journal: Arc::clone(&services.journal),
            rest: services.rest.clone(),
            bot: services.bot.clone(),
            table: place.table,
            guild: place.guild,
            channel: place.channel,
            hand: None,
            pictures: services.env.end_pictures.clone(),
            earlier,
        };
        BoardRunner::new(slot, initial)
    }

    /// Removes a table from memory. The table is reloaded soon, or when a message for it arrives.
    fn load_again(
        &self,
        place: TableSlot,
        since: Millis,
        slot: GameQuotaSlot,
        earlier: Option<EarlierRequests>,
    ) {
        let TableSlot { table, guild, .. } = place;
        let unloaded = UnloadedTable::in_doubt(table, guild, since, slot, earlier);
        self.tables.unload(place, unloaded);
    }

    /// Makes a table whose task has panicked loadable again, or quarantines it after [`MAX_PANICS`] panics.
    async fn recover_from_panic(
        self: &Arc<Self>,
        place: TableSlot,
        earlier: Option<EarlierRequests>,
    ) {
        let table = place.table;
        error!(table = table.0, "the task of a table panicked");
        self.services.env.failpoints.panic_recovered();
        if self.tables.count_panic(table) >= MAX_PANICS {
            self.tables.release(place);
            self.quarantine(table, "its task has panicked too often")
                .await;
            return;
        }
        let slot = self.tables.count_existing(place.guild);
        self.load_again(place, self.services.clock.now(), slot, earlier);
    }

    /// Redelivers the messages that were left in a table's mailbox when its driver ended.
    async fn deliver_again(self: &Arc<Self>, place: TableSlot, mut inbox: Inbox) {
        inbox.receiver.close();
        while let Some(message) = inbox.receiver.recv().await {
            if self.deliver(place.channel, *message).is_err() {
                let channel = place.channel.get();
                warn!(channel, "lost a message for a table that has ended");
            }
        }
    }

    /// Closes a mailbox and answers all requests that are still in it.
    async fn answer_all(
        self: &Arc<Self>,
        mut inbox: Inbox,
        board: &mut BoardRunner,
        screen: impl Fn(&'static Language) -> Screen,
    ) {
        inbox.receiver.close();
        while let Some(message) = inbox.receiver.recv().await {
            if let Some(TableRequest {
                callback, person, ..
            }) = message.request()
            {
                let screen = screen(person.language());
                board.answer(callback.clone(), Answer::Note(screen));
            }
        }
    }

    /// Answers the requests for a table that could not be loaded. Schedules another attempt if one may succeed.
    async fn fail_to_load(self: &Arc<Self>, load: TableTask, error: LoadError) {
        let TableTask {
            place,
            inbox,
            unloaded,
            ..
        } = load;
        let initial = InitialState::Known(PostedMessages::default());
        let mut board = self.board(place, &initial, None);
        match error {
            LoadError::NotPlayable => {
                self.tables.release(place);
                self.answer_all(inbox, &mut board, closed).await;
            }
            LoadError::Unavailable | LoadError::MissingKey => {
                self.postpone(place, unloaded, &error);
                self.answer_all(inbox, &mut board, internal_error).await;
            }
        }
        board.finish().await;
    }

    /// Puts a table back among the unloaded tables until the next attempt to load it.
    fn postpone(&self, place: TableSlot, mut unloaded: UnloadedTable, error: &LoadError) {
        let now = Instant::now();
        match error {
            LoadError::MissingKey if unloaded.fail_without_key(now) => error!(
                table = place.table.0,
                "set a table aside until the bot is started with the key it needs"
            ),
            LoadError::MissingKey => {}
            LoadError::Unavailable | LoadError::NotPlayable => unloaded.fail(now),
        }
        self.tables.unload(place, unloaded);
    }

    /// Closes an unloaded table whose server the bot has left, and updates its hands in direct messages.
    pub(super) async fn close_unloaded(self: &Arc<Self>, channel: ChannelId) {
        let Some(load) = self.tables.wake(channel) else {
            return;
        };
        let place = load.place;
        let closing = AssertUnwindSafe(self.load_and_close(load)).catch_unwind();
        if closing.await.is_err() {
            Box::pin(self.recover_from_panic(place, None)).await;
        }
    }

    async fn load_and_close(self: &Arc<Self>, load: TableTask) {
        let place = load.place;
        match self.close_unseen(place.table).await {
            Ok(running) => {
                let (table, channel) = (place.table.0, place.channel.get());
                info!(
                    table,
                    channel, "closed a table of a server that the bot has left"
                );
                self.fail_to_load(load, LoadError::NotPlayable).await;
                self.show_closed(running).await;
            }
            Err(error) => self.fail_to_load(load, error).await,
        }
    }

    /// Appends the entry that closes a table, and returns the table's location and messages.
    async fn close_unseen(&self, id: TableId) -> Result<RunningTable, LoadError> {
        let (mut table, running, mut rng) = self.load(id).await?;
        let failpoints = &self.services.env.failpoints;
        let closed = table.handle(self.services.clock.now(), Input::ChannelGone, &mut rng);
        let Some(entry) = closed.entry else {
            return Err(LoadError::NotPlayable);
        };
        failpoints.entry_decided(&entry);
        match self.services.journal.append(&entry).await {
            Ok(()) => failpoints.entry_appended(&table),
            Err(error) => {
                warn!(%error, table = id.0, "a table cannot be closed yet");
                return Err(LoadError::Unavailable);
            }
        }
        Ok(running)
    }

    /// Loads a table that is not closed, and creates its random number generator. Quarantines an unreadable table.
    async fn load(&self, id: TableId) -> Result<(Box<Table>, RunningTable, TableRng), LoadError> {
        let (journal, env) = (&self.services.journal, &self.services.env);
        env.failpoints.hit(Failpoint::TableWaking);
        let read = async {
            let table = read_table(&**journal, id, &env.table_config).await?;
            Ok((table, journal.find_running(id).await?))
        };
        let (table, running) = match read.await {
            Ok((Some(table), Some(running))) if !table.is_closed() => (table, running),
            Ok(_) => return Err(LoadError::NotPlayable),
            Err(JournalError::Unreadable(why)) => {
                self.quarantine(id, &why).await;
                return Err(LoadError::NotPlayable);
            }
            Err(error @ JournalError::MissingKey { .. }) => {
                debug!(%error, "a table cannot be loaded");
                return Err(LoadError::MissingKey);
            }
            Err(error) => {
                warn!(%error, table = id.0, "a table cannot be loaded yet");
                return Err(LoadError::Unavailable);
            }
        };
        let rng = env
            .rng_source
            .table_rng()
            .map_err(|_| LoadError::Unavailable)?;
        env.failpoints.hit(Failpoint::TableAwake);
        Ok((table, running, rng))
    }

    async fn quarantine(&self, id: TableId, why: &str) {
        let table = id.0;
        error!(table, why, "quarantined a table that cannot be read");
        if let Err(error) = self.services.journal.quarantine(id).await {
            warn!(%error, table, "a table could not be quarantined");
        }
    }
}

/// Replays a table's entries, reading them page by page. Returns `None` if it has no entries.
///
/// # Errors
/// The errors of [`Journal::load_page`]; also [`JournalError::Unreadable`] if the entries do not form a valid table.
async fn read_table(
    journal: &dyn Journal,
    id: TableId,
    config: &TableConfig,
) -> Result<Option<Box<Table>>, JournalError> {
    let unreadable = |error: RecordError| JournalError::Unreadable(error.to_string());
    let mut replayed: Option<Box<Table>> = None;
    loop {
        let last = replayed.as_ref().map_or(0, |table| table.version());
        let page = journal.load_page(id, last).await?;
        for entry in &page {
            if let Some(table) = &mut replayed {
                table.apply_entry(entry).map_err(unreadable)?;
            } else {
                let table = Table::replay(std::slice::from_ref(entry), config.clone());
                replayed = Some(Box::new(table.map_err(unreadable)?));
            }
        }
        if page.len() < LOAD_PAGE {
            return Ok(replayed);
        }
    }
}

fn closed(language: &'static Language) -> Screen {
    refusal(&Refusal::Closed, language)
}

fn internal_error(language: &'static Language) -> Screen {
    interaction_error(&InteractionError::Internal, language)
}
