//! The tables of this process by channel, and the senders of their mailboxes. Holds no game state;
//! `crate::tables::driver` handles the messages.
//!
//! - the map itself: `table_map`; tables that are not in memory: `unloaded`
//! - creating or loading a table, running its driver, and cleaning up after it: `table_task`
//! - waking tables, and other background tasks: `background`
//! - closed tables whose messages may still look open: `closed_tables`
//! - the servers that the bot is in: `member_guilds`

mod background;
mod closed_tables;
mod member_guilds;
mod table_map;
mod table_task;
#[cfg(test)]
mod tests;
mod unloaded;

use std::sync::Arc;

use discord::failpoint::Failpoint;
use discord::{KnownIdentity, RestClient};
use journal::{Journal, JournalError, RunningTable};
use serenity::model::id::{ChannelId, GuildId};
use table::effect::Transition;
use table::ids::{Millis, TableId, UserId};
use table::input::Input;
use table::preferences::PersonPreferences;
use table::screen_format::ScreenFormat;
use table::{Table, TableLocation};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{debug, info, warn};

use crate::tables::clock::Clock;
use crate::tables::driver::{FIRST_REPLY, LastRun, Services, Start};
use crate::tables::game_quota::{GameQuotaError, GameQuotaSlot, count_opened};
use crate::tables::lease::{hold_lease, record_alive_loop};
use crate::tables::mailbox::{OpenRequest, SendError, TableMessage, TableRequest};
use crate::tables::outages::Outages;
use crate::tables::rng_source::TableRng;
use member_guilds::{MemberGuilds, Membership};
use table_map::{TableMap, TableSample, channel_of};
use unloaded::UnloadedTable;

pub use crate::tables::driver::Env;
pub use member_guilds::ShardReady;
pub use table_map::Limits;

/// Added to every deadline after a restart, on top of the downtime.
const RESTART_GRACE: Millis = Millis::seconds(5);

/// Why a table could not be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum OpenError {
    #[error(transparent)]
    Quota(#[from] GameQuotaError),
    /// The journal or the operating system's randomness is unavailable, the options are invalid, or the channel's
    /// current table cannot accept the command.
    #[error("a table cannot be opened now")]
    Unavailable,
}

/// All tables of the process.
pub struct Registry {
    services: Arc<Services>,
    tables: TableMap,
    /// The servers that the bot is in. Receivers are notified of each READY and when the wait for
    /// shards ends.
    guilds: watch::Sender<MemberGuilds>,
    /// The tasks of tables and the background tasks. A shutdown waits for them.
    tasks: TaskTracker,
    shutdown: CancellationToken,
}

impl Registry {
    /// Returns a registry of the running tables of this process's cluster. None of them is in memory yet.
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
        let clock = Clock::start(Arc::clone(&env.system_clock), last_alive);
        let last_alive = last_alive.unwrap_or_else(|| clock.now());
        let since = Millis(last_alive.0.saturating_sub(RESTART_GRACE.0));
        let tables = TableMap::new(limits);
        let running = journal.running().await?;
        for running in &running {
            tables.insert(running, since);
        }
        info!(tables = running.len(), "found running tables");
        let services = Services {
            journal,
            rest,
            clock,
            env,
            outages: Outages::default(),
            bot: KnownIdentity::default(),
        };
        Ok(Arc::new(Self {
            services: Arc::new(services),
            tables,
            guilds: watch::Sender::new(MemberGuilds::default()),
            tasks: TaskTracker::new(),
            shutdown: CancellationToken::new(),
        }))
    }

    pub(crate) fn sample(&self) -> TableSample {
        self.tables.sample()
    }

    /// Starts the background tasks, which run until [`Registry::close`]. The search for forgotten tables starts once
    /// every table has been woken or closed.
    ///
    /// A table is woken once its server's shard is ready or is no longer waited for. If the bot has left the server,
    /// the table is closed instead, without a request to the server; see [`Registry::shard_ready`].
    ///
    /// The process records that it is running only after it has tried to wake all tables: if it dies earlier, the next
    /// process still knows how long the remaining tables have been waiting.
    pub fn start(self: &Arc<Self>) {
        let this = Arc::clone(self);
        // Called here rather than in the task, because the process may be stopped before the task first runs.
        self.services.clock.expect_looks();
        let running = async move {
            let Services {
                journal,
                clock,
                env,
                rest,
                ..
            } = &*this.services;
            let after_waking = async {
                this.wake_all_at_start().await;
                tokio::join!(
                    record_alive_loop(&**journal, clock, &env.failpoints),
                    this.reconcile_loop()
                )
            };
            let holding = hold_lease(&**journal, rest.lease(), this.outages());
            let all = async {
                tokio::join!(
                    after_waking,
                    holding,
                    this.watch_clock_loop(),
                    this.pause_all_loop(),
                    this.wake_due_loop(),
                    this.stop_waiting_for_shards()
                )
            };
            this.shutdown.run_until_cancelled(all).await;
        };
        self.spawn("takes care of the tables", running);
    }

    /// Counts a table that is about to be opened.
    ///
    /// # Errors
    /// The limit that would be exceeded.
    pub(crate) fn reserve(
        &self,
        guild: GuildId,
        open: &OpenRequest,
    ) -> Result<GameQuotaSlot, GameQuotaError> {
        let editions = &self.env().table_config.editions;
        let host = open.request.person.id;
        let new = count_opened(host, &open.options, open.computers, editions);
        self.tables.quota.acquire(guild, new)
    }

    /// Opens a table, possibly with a slot that was reserved for it. If the channel already has a table, that
    /// table answers: if its game is over, it becomes a new lobby.
    pub(crate) async fn open(
        self: &Arc<Self>,
        guild: GuildId,
        channel: ChannelId,
        open: OpenRequest,
        reserved: Option<GameQuotaSlot>,
    ) -> Result<(), OpenError> {
        let Services {
            journal,
            clock,
            env,
            ..
        } = &*self.services;
        // The command came from this server, so the bot is a member, regardless of the order in which the gateway's
        // events were handled.
        self.guild_joined(guild);
        if self.has(channel) {
            return self.reopen(channel, open);
        }
        let slot = match reserved {
            Some(slot) => slot,
            None => self.reserve(guild, &open)?,
        };
        let number = journal
            .next_table_number(table::ids::ChannelId(channel.get()))
            .await
            .map_err(|_| OpenError::Unavailable)?;
        let mut rng = env
            .rng_source
            .table_rng()
            .map_err(|_| OpenError::Unavailable)?;
        let location = TableLocation {
            table: TableId(rng.next_number()),
            guild: table::ids::GuildId(guild.get()),
            channel: table::ids::ChannelId(channel.get()),
            number: env.rng_source.has_proofs().then_some(number),
        };
        let (table, first) = self.new_table(location, &open, &mut rng)?;
        let (id, last_run) = (table.id(), LastRun::Ended(clock.now()));
        let unloaded = UnloadedTable::until(None, id, guild, last_run, slot);
        let Some(task) = self.tables.claim(channel, unloaded) else {
            return self.reopen(channel, open);
        };
        let guild = guild.get();
        info!(
            table = id.0,
            channel = channel.get(),
            guild,
            "opened a table"
        );
        env.failpoints.hit(Failpoint::TableOpened);
        self.spawn_new(task, table, rng, Start::Opened(first, Box::new(open)));
        Ok(())
    }

    /// Creates a table as of the time when the command was received. The table is neither stored nor visible yet.
    fn new_table(
        &self,
        location: TableLocation,
        open: &OpenRequest,
        rng: &mut TableRng,
    ) -> Result<(Table, Transition), OpenError> {
        let Services { clock, env, .. } = &*self.services;
        let opened = Table::open(
            location,
            env.table_config.clone(),
            *open.options,
            open.computers,
            &open.request.click(FIRST_REPLY, None),
            clock.at(open.request.callback.received),
            rng,
        );
        opened.map_err(|_| OpenError::Unavailable)
    }

    /// Asks the channel's table to become a new lobby.
    fn reopen(self: &Arc<Self>, channel: ChannelId, open: OpenRequest) -> Result<(), OpenError> {
        let sent = self.deliver(channel, TableMessage::Reopen(open));
        sent.map_err(|_| OpenError::Unavailable)
    }

    pub(crate) fn send(
        self: &Arc<Self>,
        channel: ChannelId,
        request: TableRequest,
    ) -> Result<(), SendError> {
        self.deliver(channel, TableMessage::Request(request))
    }

    /// Puts a message into the mailbox of the channel's table, and loads the table if it is not in memory.
    fn deliver(
        self: &Arc<Self>,
        channel: ChannelId,
        message: TableMessage,
    ) -> Result<(), SendError> {
        if let Some(load) = self.tables.send(channel, message)? {
            self.spawn_load(load);
        }
        Ok(())
    }

    /// Sends a notification, which the table misses if its mailbox is full.
    fn notify(self: &Arc<Self>, channel: ChannelId, news: Input) {
        if let Err(SendError::MailboxFull) = self.deliver(channel, TableMessage::Input(news)) {
            debug!("a table's mailbox had no room for news");
        }
    }

    /// Returns the running tables of a server.
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

    /// Returns the channel of a running table, whichever cluster it belongs to.
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

    /// Notifies a table of this process of a person's new preferences. A table of another process gets the preferences
    /// with the person's next click.
    pub(crate) async fn preferences_changed(
        self: &Arc<Self>,
        table: TableId,
        user: UserId,
        format: ScreenFormat,
        preferences: PersonPreferences,
    ) {
        let channel = self.channel_of_table(table).await.ok().flatten();
        if let Some(channel) = channel {
            let changed = Input::PreferencesChanged {
                user,
                format,
                direct_hand: preferences.direct_hand,
                reminders_off: preferences.reminders_off,
            };
            self.notify(channel, changed);
        }
    }

    pub(crate) fn env(&self) -> &Env {
        &self.services.env
    }

    pub fn has(&self, channel: ChannelId) -> bool {
        self.tables.has(channel)
    }

    /// Notifies the channel's table that its channel has been deleted.
    pub fn channel_gone(self: &Arc<Self>, channel: ChannelId) {
        self.notify(channel, Input::ChannelGone);
    }

    /// Records a shard's list of servers, and closes the tables of servers that are missing from it. Tables
    /// that are waiting to be loaded after the start are closed when their turn comes.
    pub fn shard_ready(self: &Arc<Self>, ready: &ShardReady) {
        self.services.bot.set(ready.bot);
        self.guilds.send_modify(|guilds| guilds.shard_ready(ready));
        self.close_all(|guild| self.membership(guild) == Membership::Left, false);
    }

    /// Closes all tables of servers that are gone. For tables that are not in memory, updates only the hands in direct
    /// messages. If `queued` is true, also closes tables that are waiting to be loaded after the start.
    fn close_all(self: &Arc<Self>, is_gone: impl Fn(GuildId) -> bool, queued: bool) {
        let gone = || TableMessage::Input(Input::ChannelGone);
        self.tables.broadcast(gone, &is_gone);
        let unloaded = self.tables.unloaded_in(is_gone, queued);
        let this = Arc::clone(self);
        self.spawn("closes the tables of a server", async move {
            for channel in unloaded {
                this.close_unloaded(channel).await;
            }
        });
    }

    /// Returns true if the bot is known to be a member of a server.
    pub(crate) fn is_listed_member(&self, guild: GuildId) -> bool {
        self.guilds.borrow().is_listed(guild)
    }

    fn membership(&self, guild: GuildId) -> Membership {
        self.guilds.borrow().membership(guild)
    }

    /// Sets the shards of this process's cluster, so that tables do not wait for other clusters' shards.
    pub(crate) fn expect_shards(&self, shards: impl IntoIterator<Item = u32>) {
        self.change_guilds(|guilds| guilds.expect_shards(shards));
    }

    /// Records that the bot is a member of a server. Returns true if it has just been added.
    pub fn guild_joined(&self, guild: GuildId) -> bool {
        self.change_guilds(|guilds| guilds.joined(guild)) == Some(true)
    }

    /// Closes all tables of a server that the bot has left, or that was deleted.
    pub fn guild_gone(self: &Arc<Self>, guild: GuildId) {
        self.change_guilds(|guilds| guilds.left(guild));
        self.close_all(|of| of == guild, true);
    }

    /// Changes the set of servers without notifying the receivers.
    fn change_guilds<T>(&self, change: impl FnOnce(&mut MemberGuilds) -> T) -> Option<T> {
        let mut changed = None;
        self.guilds.send_if_modified(|guilds| {
            changed = Some(change(guilds));
            false
        });
        changed
    }

    pub fn outages(&self) -> &Outages {
        &self.services.outages
    }

    /// Runs a task that a shutdown waits for. `name` completes "the task that …".
    fn spawn(&self, name: &'static str, task: impl Future<Output = ()> + Send + 'static) {
        let background_tasks = &self.env().background_tasks;
        background_tasks.spawn_on(&self.tasks, name, task);
    }

    /// Stops accepting messages and waits until all messages in mailboxes have been handled. Then records that the
    /// process was running until now, if every table has been resumed.
    pub async fn close(&self) {
        self.shutdown.cancel();
        let Services { journal, clock, .. } = &*self.services;
        let all_resumed = !self.tables.has_ended();
        self.tables.clear();
        self.tasks.close();
        self.tasks.wait().await;
        if all_resumed && let Err(error) = journal.record_alive(clock.now()).await {
            warn!(%error, "could not record that the process was running");
        }
    }
}
