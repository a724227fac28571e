//! The tables of this process by channel, and the way to each one's mailbox. The registry holds
//! senders of mailboxes and nothing of any game; what a message does is decided in `crate::driver`,
//! what another process's table means for this one in `crate::cluster`.
//!
//! - the map itself: `table_map`; the two sides of a table: `handle`
//! - sending messages to tables: `delivery`
//! - tables that are loaded on the first message or in turn: `dormant`
//! - tables that are out of memory because nobody uses them just now: `suspended`; how many stay in
//!   memory: `loaded_tables`
//! - loading a table and running its driver: `actor`; making a new one: `new_table`
//! - closed tables whose end is not shown: `closed_tables`
//! - servers that the bot has left: `member_guilds`

mod actor;
mod background;
mod closed_tables;
mod delivery;
mod dormant;
mod env;
mod handle;
mod loaded_tables;
mod member_guilds;
mod new_table;
mod open_error;
mod services;
mod suspended;
mod table_map;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt as _;
use journal::{Journal, JournalError, OwnedTable, Owner, RunningTable};
use outbox::failpoint::Failpoint;
use outbox::{BotIdentity, KnownIdentity, RestClient};
use serenity::model::id::{ChannelId, GuildId};
use table::config::TableConfig;
use table::ids::{Millis, TableId, UserId};
use table::input::Input;
use table::screen_format::ScreenFormat;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{error, info, warn};

use crate::background_tasks::BackgroundTasks;
use crate::clock::Clock;
use crate::cluster::forwarding::{Route, find_route, forward};
use crate::cluster::heartbeat::{heartbeat_loop, record_alive_loop};
use crate::cluster::local_tables::LocalTables;
use crate::game_quota::{GameQuotaSlot, TableUse};
use crate::mailbox::{Mailbox, NotSent, SendError};
use crate::outages::Outages;
use crate::table_message::{Broadcast, OpenRequest, TableMessage};
use actor::{Leftover, load_and_run, open_and_run, quarantine, restore_and_run};
use handle::{Place, channel_of};
use member_guilds::{MemberGuilds, Membership};
use new_table::NewTable;
use services::Services;
use table_map::{TableMap, TableSample, TableToLoad, TableToRestore, Wake};

pub use env::{Env, Limits};
pub(crate) use loaded_tables::LoadedTables;
pub use loaded_tables::MemoryLimits;
pub use member_guilds::ShardReady;
pub(crate) use open_error::OpenError;

/// Added to every deadline after a restart, on top of the time the process was down.
const RESTART_GRACE: Millis = Millis::seconds(5);
/// After so many panics a table is quarantined.
const MAX_PANICS: u32 = 3;

/// All tables of the process.
pub struct Registry {
    services: Arc<Services>,
    shutdown: CancellationToken,
}

impl Registry {
    /// Returns a registry of the running tables that the journal says this process owns, all of them dormant.
    ///
    /// # Errors
    /// If the journal cannot be read.
    pub async fn new(
        journal: Arc<dyn Journal>,
        rest: RestClient,
        limits: Limits,
        env: Env,
    ) -> Result<Arc<Self>, JournalError> {
        let last_alive = journal.last_alive().await?;
        let clock = Clock::start(env.time, last_alive);
        let since = last_alive.unwrap_or_else(|| clock.now());
        let since = Millis(since.0.saturating_sub(RESTART_GRACE.0));
        let tables = TableMap::new(limits, env.memory_limits);
        for running in journal.running().await? {
            tables.insert_dormant(running, since);
        }
        info!(tables = tables.dormant().len(), "found running tables");
        let services = Services {
            journal,
            rest,
            clock,
            env,
            tables,
            outages: Outages::default(),
            bot: KnownIdentity::default(),
            guilds: watch::Sender::new(MemberGuilds::default()),
            tasks: TaskTracker::new(),
        };
        Ok(Arc::new(Self {
            services: Arc::new(services),
            shutdown: CancellationToken::new(),
        }))
    }

    /// Counts the tables by stage, and the messages that wait for them.
    pub(crate) fn sample(&self) -> TableSample {
        self.services.tables.sample()
    }

    /// Starts the background tasks, which run until [`Registry::close`]: heartbeats and pausing at
    /// once; recording that the process is running, takeovers and the search for forgotten tables once
    /// all dormant tables have been woken, or could not be loaded.
    ///
    /// A table is woken once its server's shard is ready, and closed without a request to Discord if the
    /// bot has left the server; see [`Registry::shard_ready`].
    ///
    /// The process records that it is running only once it has tried to wake all tables: if it dies before,
    /// the next one still knows since when the others have been waiting.
    pub fn start(self: &Arc<Self>) {
        let this = Arc::clone(self);
        let running = async move {
            let Services {
                journal,
                clock,
                env,
                ..
            } = &*this.services;
            let after_waking = async {
                this.wake_all_at_start().await;
                tokio::join!(
                    record_alive_loop(&**journal, *clock, &env.failpoints),
                    this.takeover_loop(),
                    this.reconcile_loop()
                )
            };
            let live = this.services.rest.live_processes();
            let heartbeats = heartbeat_loop(&**journal, *clock, live, this.outages());
            let all = async {
                tokio::join!(
                    after_waking,
                    heartbeats,
                    this.pause_all_loop(),
                    this.restore_due_loop(),
                    this.stop_waiting_for_shards()
                )
            };
            this.shutdown.run_until_cancelled(all).await;
        };
        let name = "takes care of the tables";
        let tasks = &self.services.tasks;
        self.background_tasks().spawn_on(tasks, name, running);
    }

    /// Counts a table that is about to be opened, if those of all processes together allow it. Processes that
    /// open tables at the same moment do not see each other's: so many may be too many.
    ///
    /// # Errors
    /// The limit that does not allow it, or [`OpenError::Unavailable`].
    pub(crate) async fn reserve(
        &self,
        guild: GuildId,
        open: &OpenRequest,
    ) -> Result<GameQuotaSlot, OpenError> {
        let Services {
            journal,
            env,
            tables,
            ..
        } = &*self.services;
        let host = open.request.person.id;
        let place = table::ids::GuildId(guild.get());
        let elsewhere = journal.games_elsewhere(place, Some(host)).await;
        let elsewhere = elsewhere.map_err(|error| {
            warn!(%error, "could not count the games of other processes");
            OpenError::Unavailable
        })?;
        let editions = &env.table_config.editions;
        let new = TableUse::opened(host, &open.options, open.computers, editions);
        Ok(tables.reserve(guild, new, elsewhere)?)
    }

    /// Opens a table. If the channel has a table whose game is over, asks it to become a new lobby.
    pub(crate) async fn open(
        self: &Arc<Self>,
        guild: GuildId,
        channel: ChannelId,
        mut open: OpenRequest,
    ) -> Result<(), OpenError> {
        let Services {
            journal,
            clock,
            env,
            tables,
            ..
        } = &*self.services;
        if !tables.has(channel) {
            let route = find_route(&**journal, self, channel).await;
            if let Route::Elsewhere(_) = route.map_err(|_| OpenError::Unavailable)? {
                let forwarded = forward(&**journal, self, channel, open.into_message()).await;
                return forwarded.map_err(|_| OpenError::Unavailable);
            }
        }
        // The command comes from there, whatever order the gateway's events were handled in.
        self.guild_joined(guild);
        self.wake_or_get(channel);
        if open.reserved.is_none() && !tables.has(channel) {
            open.reserved = Some(self.reserve(guild, &open).await?);
        }
        let new_table = |open: &OpenRequest| NewTable::open(env, *clock, guild, channel, open);
        if let Some(new) = tables.open(channel, open, new_table)? {
            let (table, guild) = (new.new.table.id().0, guild.get());
            info!(table, channel = channel.get(), guild, "opened a table");
            env.failpoints.hit(Failpoint::TableOpened);
            let place = new.endpoints.place_of(new.new.table.id());
            self.spawn_actor(place, open_and_run(Arc::clone(&self.services), new));
        }
        Ok(())
    }

    /// Returns the running tables of a server, whichever process owns them.
    ///
    /// # Errors
    /// If the journal cannot be read.
    pub(crate) async fn running_in(
        &self,
        guild: GuildId,
    ) -> Result<Vec<RunningTable>, JournalError> {
        let guild = table::ids::GuildId(guild.get());
        self.services.journal.running_in_guild(guild).await
    }

    /// Returns the channel of a running table, whichever process owns it.
    ///
    /// # Errors
    /// If the journal cannot be read.
    pub(crate) async fn channel_of_table(
        &self,
        table: TableId,
    ) -> Result<Option<ChannelId>, JournalError> {
        let running = self.services.journal.find_running(table).await?;
        Ok(running.map(|running| channel_of(&running)))
    }

    /// Tells a running table of this process what a person has chosen for themselves. Other tables learn
    /// of it with the person's next click.
    pub(crate) async fn preferences_changed(
        self: &Arc<Self>,
        table: TableId,
        (user, format, direct_hand): (UserId, ScreenFormat, bool),
    ) {
        let channel = self.channel_of_table(table).await.ok().flatten();
        if let Some(channel) = channel {
            let changed = Input::PreferencesChanged {
                user,
                format,
                direct_hand,
            };
            self.notify(channel, TableMessage::Input(changed));
        }
    }

    /// Returns the configuration of this process's tables.
    pub(crate) fn table_config(&self) -> &TableConfig {
        &self.services.env.table_config
    }

    /// Returns true if this process owns or visits a table in this channel.
    pub fn has(&self, channel: ChannelId) -> bool {
        self.services.tables.has(channel)
    }

    /// Begins to load the channel's table if it is known but not in memory.
    pub(crate) fn prepare(self: &Arc<Self>, channel: ChannelId) {
        self.wake_or_get(channel);
    }

    /// Tells the channel's table that its channel has been deleted.
    pub fn channel_gone(self: &Arc<Self>, channel: ChannelId) {
        self.notify(channel, TableMessage::Input(Input::ChannelGone));
    }

    /// Takes a shard's list of servers. Tables of servers that are missing on it are closed: those that
    /// run at once, dormant ones when it would be their turn to be woken.
    pub fn shard_ready(self: &Arc<Self>, ready: &ShardReady) {
        self.services.bot.set(ready.bot);
        let guilds = &self.services.guilds;
        guilds.send_modify(|guilds| guilds.shard_ready(ready));
        let has_left = |guild| self.services.membership(guild) == Membership::Left;
        self.close_awake(has_left);
    }

    /// Closes all tables of servers that are gone, except dormant ones.
    fn close_awake(self: &Arc<Self>, is_gone: impl Fn(GuildId) -> bool) {
        for channel in self.broadcast(Broadcast::ChannelGone, is_gone) {
            self.wake_or_get(channel);
        }
    }

    /// Tells all tables of these servers, except dormant ones. Returns the channels of the suspended ones,
    /// which take it when they are loaded.
    fn broadcast(
        &self,
        broadcast: Broadcast,
        is_affected: impl Fn(GuildId) -> bool,
    ) -> Vec<ChannelId> {
        let now = self.services.clock.now();
        self.services.tables.broadcast(now, broadcast, is_affected)
    }

    /// Takes in that no gateway will tell the bot's own ids and its servers. It counts as a member of all
    /// of them: requests to those that it has left fail.
    pub(crate) fn run_without_gateway(&self, bot: BotIdentity) {
        self.services.bot.set(bot);
        let guilds = &self.services.guilds;
        guilds.send_modify(MemberGuilds::stop_waiting);
    }

    /// Takes in the bot's own ids before any shard is ready.
    pub(crate) fn identify(&self, bot: BotIdentity) {
        self.services.bot.set(bot);
    }

    /// Takes in which shards are this process's: it does not wait for the others.
    pub(crate) fn expect_shards(&self, held: &BTreeSet<u32>) {
        self.change_guilds(|guilds| guilds.expect_shards(held.iter().copied()));
    }

    /// Takes in that another process receives the events of a shard.
    pub(crate) fn shard_lost(&self, shard: u32) {
        self.change_guilds(|guilds| guilds.shard_lost(shard));
    }

    /// Lets the tables of these servers look up their owner, who may be another process now.
    pub(crate) fn follow_owners(&self, has_moved: impl Fn(GuildId) -> bool) {
        self.broadcast(Broadcast::OwnerChanged, has_moved);
    }

    /// Takes in that the bot is a member of a server.
    pub fn guild_joined(&self, guild: GuildId) {
        self.change_guilds(|guilds| guilds.joined(guild));
    }

    /// Closes all tables of a server that the bot has left, or that was deleted. Sends no request for
    /// dormant ones.
    pub fn guild_gone(self: &Arc<Self>, guild: GuildId) {
        self.change_guilds(|guilds| guilds.left(guild));
        self.close_awake(|of| of == guild);
        let dormant = self.services.tables.dormant().of_guild(guild);
        let this = Arc::clone(self);
        let closing = async move {
            for channel in dormant {
                this.close_dormant(channel).await;
            }
        };
        let name = "closes the tables of a server";
        let tasks = &self.services.tasks;
        self.background_tasks().spawn_on(tasks, name, closing);
    }

    /// Changes the servers that the bot is in, without the notification of a READY.
    fn change_guilds(&self, change: impl FnOnce(&mut MemberGuilds)) {
        self.services.guilds.send_if_modified(|guilds| {
            change(guilds);
            false
        });
    }

    /// Returns the outages of this process, which its tables follow.
    pub fn outages(&self) -> &Outages {
        &self.services.outages
    }

    /// Returns the background tasks of this process.
    pub(crate) fn background_tasks(&self) -> &BackgroundTasks {
        &self.services.env.background_tasks
    }

    /// Takes no more messages and waits until all that are in mailboxes have been handled.
    pub async fn close(&self) {
        self.shutdown.cancel();
        let Services {
            journal,
            clock,
            tables,
            tasks,
            ..
        } = &*self.services;
        let all_awake = tables.dormant().len() == 0;
        tables.clear();
        tasks.close();
        tasks.wait().await;
        if all_awake && let Err(error) = journal.record_alive(clock.now()).await {
            warn!(%error, "could not record that the process was running");
        }
    }

    /// Runs a table's actor in a task of its own, and forwards what it leaves.
    fn spawn_actor(
        self: &Arc<Self>,
        place: Place,
        actor: impl Future<Output = Option<Leftover>> + Send + 'static,
    ) {
        let this = Arc::clone(self);
        let running = async move {
            match AssertUnwindSafe(actor).catch_unwind().await {
                Ok(Some(Leftover::ForOwner(leftover))) => {
                    Box::pin(this.forward_all(leftover)).await;
                }
                Ok(Some(Leftover::ForSuspended(channel, inbox))) => {
                    Box::pin(this.deliver_again(channel, inbox)).await;
                }
                Ok(Some(Leftover::OfPanicked(inbox))) => {
                    Box::pin(this.recover_from_panic(place)).await;
                    Box::pin(this.deliver_again(place.channel, inbox)).await;
                }
                Ok(None) => {}
                Err(_) => Box::pin(this.recover_from_panic(place)).await,
            }
        };
        let tasks = &self.services.tasks;
        self.background_tasks()
            .spawn_on(tasks, "runs a table", running);
    }

    /// Frees the channel of a table whose task has panicked, and loads the table again. At the third
    /// panic the table is quarantined.
    async fn recover_from_panic(self: &Arc<Self>, place: Place) {
        let Place {
            table,
            serial,
            channel,
        } = place;
        let Services {
            journal,
            tables,
            env,
            ..
        } = &*self.services;
        error!(table = table.0, "the task of a table panicked");
        env.failpoints.panic_recovered();
        tables.release(serial, channel);
        if tables.count_panic(table) >= MAX_PANICS {
            quarantine(journal, table, "its task has panicked too often").await;
            return;
        }
        // If the journal does not answer, the table is found by the search for forgotten ones.
        let found = journal.find_in_channel(table::ids::ChannelId(channel.get()));
        if let Ok(Some(OwnedTable { running, owner })) = found.await
            && (running.table, owner) == (table, Owner::ThisProcess)
            && !self.has(channel)
        {
            self.wake_or_close(running).await;
        }
    }

    fn spawn_load(self: &Arc<Self>, load: TableToLoad) {
        let place = load.endpoints.place_of(load.unloaded.running.table);
        self.spawn_actor(place, load_and_run(Arc::clone(&self.services), load));
    }

    fn spawn_restore(self: &Arc<Self>, restore: TableToRestore) {
        let table = restore.suspended.rest.memory.table;
        let place = restore.endpoints.place_of(table);
        self.spawn_actor(place, restore_and_run(Arc::clone(&self.services), restore));
    }
}

impl LocalTables for Arc<Registry> {
    fn mailbox(&self, channel: ChannelId) -> Option<Mailbox> {
        self.services.tables.mailbox(channel)
    }

    fn wake_or_get(&self, channel: ChannelId) -> Option<Mailbox> {
        match self.services.tables.wake(channel) {
            Wake::Loaded(mailbox) => Some(mailbox),
            Wake::Load(mailbox, load) => {
                self.spawn_load(*load);
                Some(mailbox)
            }
            Wake::Restore(mailbox, restore) => {
                self.spawn_restore(*restore);
                Some(mailbox)
            }
            Wake::Absent => None,
        }
    }

    /// Does nothing during shutdown, so that a table that has just ended is not woken again.
    fn insert_dormant(&self, running: RunningTable, since: Millis) {
        if !self.shutdown.is_cancelled() {
            self.services.tables.insert_dormant(running, since);
        }
    }

    fn insert_dormant_if_absent(&self, running: RunningTable) {
        if !self.has(channel_of(&running)) {
            self.insert_dormant(running, self.services.clock.now());
        }
    }

    fn count_takeovers(&self, tables: usize) {
        self.services.rest.metrics().count_takeovers(tables);
    }

    fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let name = "hands over a table";
        let tasks = &self.services.tasks;
        self.background_tasks().spawn_on(tasks, name, task);
    }

    fn visit(&self, running: RunningTable, message: TableMessage) -> Result<(), SendError> {
        let message = match self.send_here(channel_of(&running), message) {
            Ok(()) => return Ok(()),
            Err(NotSent::MailboxFull) => return Err(SendError::MailboxFull),
            Err(NotSent::NotHere(message)) => *message,
        };
        if self.shutdown.is_cancelled() {
            return Err(SendError::Unavailable);
        }
        let now = self.services.clock.now();
        if let Some(load) = self.services.tables.visit(running, now, message)? {
            self.spawn_load(load);
        }
        Ok(())
    }
}
