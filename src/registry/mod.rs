//! The tables of this process by channel, and the way to each one's mailbox. The registry holds
//! senders of mailboxes and nothing of any game; what a message does is decided in `crate::driver`.
//!
//! - the map itself: `table_map`; a table that is not in memory: `unloaded`
//! - making or loading a table, running its driver, and what it leaves: `table_task`
//! - waking tables in turn and when they have something to do: `background`
//! - closed tables whose end is not shown: `closed_tables`
//! - servers that the bot has left: `member_guilds`

mod background;
mod closed_tables;
mod member_guilds;
mod table_map;
mod table_task;
#[cfg(test)]
mod tests;
mod unloaded;

use std::sync::Arc;

use journal::{Journal, JournalError, RunningTable};
use outbox::failpoint::Failpoint;
use outbox::{KnownIdentity, RestClient};
use serenity::model::id::{ChannelId, GuildId};
use serenity::model::misc::ImageHash;
use table::config::TableConfig;
use table::effect::Transition;
use table::ids::{Millis, TableId, UserId};
use table::input::Input;
use table::screen_format::ScreenFormat;
use table::{Table, TableLocation};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{debug, info, warn};

use crate::background_tasks::BackgroundTasks;
use crate::clock::Clock;
use crate::cluster::{hold_lease, record_alive_loop};
use crate::driver::{FIRST_REPLY, LastRun, Services, Start};
use crate::game_quota::{GameQuotaError, GameQuotaSlot, count_opened};
use crate::mailbox::SendError;
use crate::outages::Outages;
use crate::rng_source::TableRng;
use crate::table_message::{OpenRequest, TableMessage, TableRequest};
use member_guilds::{MemberGuilds, Membership};
use table_map::{TableMap, TableSample, channel_of};
use unloaded::UnloadedTable;

pub use crate::driver::Env;
pub use member_guilds::ShardReady;
pub use table_map::Limits;

/// Added to every deadline after a restart, on top of the time the process was down.
const RESTART_GRACE: Millis = Millis::seconds(5);

/// Why no table was opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum OpenError {
    /// A limit does not allow one more table.
    #[error(transparent)]
    Quota(#[from] GameQuotaError),
    /// The journal or the operating system's randomness is not available, or the options make no table.
    #[error("a table cannot be opened now")]
    Unavailable,
}

/// All tables of the process.
pub struct Registry {
    services: Arc<Services>,
    tables: TableMap,
    /// The servers that the bot is in. Receivers are notified of each READY and of the end of the wait.
    guilds: watch::Sender<MemberGuilds>,
    /// The tasks of tables. A shutdown waits for them.
    tasks: TaskTracker,
    shutdown: CancellationToken,
}

impl Registry {
    /// Returns a registry of the running tables of this process's cluster, none in memory.
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
        let since = last_alive.unwrap_or_else(|| clock.now());
        let since = Millis(since.0.saturating_sub(RESTART_GRACE.0));
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

    /// Counts the tables by stage, and the messages that wait for them.
    pub(crate) fn sample(&self) -> TableSample {
        self.tables.sample()
    }

    /// Starts the background tasks, which run until [`Registry::close`]: holding the lease, looks at the clock and
    /// pausing at once; recording that the process is running and the search for forgotten tables once
    /// all tables have been loaded in their turn, or could not be.
    ///
    /// A table is woken once its server's shard is ready, and closed without a request to Discord if the
    /// bot has left the server; see [`Registry::shard_ready`].
    ///
    /// The process records that it is running only once it has tried to wake all tables: if it dies before,
    /// the next one still knows since when the others have been waiting.
    pub fn start(self: &Arc<Self>) {
        let this = Arc::clone(self);
        // At once, not in the task: the process may stand still before its first turn.
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
    /// The limit that does not allow it.
    pub(crate) fn reserve(
        &self,
        guild: GuildId,
        open: &OpenRequest,
    ) -> Result<GameQuotaSlot, GameQuotaError> {
        let editions = &self.table_config().editions;
        let host = open.request.person.id;
        let new = count_opened(host, &open.options, open.computers, editions);
        self.tables.reserve(guild, new)
    }

    /// Opens a table, whose place in the quota may have been reserved. If the channel has a table, that one
    /// answers: if its game is over, it becomes a new lobby.
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
        // The command comes from there, whatever order the gateway's events were handled in.
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

    /// Makes a table as of the time at which the command was received. Nothing of it is in the journal or
    /// visible yet.
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
            open.options,
            open.computers,
            &open.request.click(FIRST_REPLY, None),
            clock.at(open.request.callback.received),
            rng,
        );
        opened.map_err(|_| OpenError::Unavailable)
    }

    /// Asks the table in a channel to become a new lobby.
    fn reopen(self: &Arc<Self>, channel: ChannelId, open: OpenRequest) -> Result<(), OpenError> {
        let sent = self.deliver(channel, TableMessage::Reopen(open));
        sent.map_err(|_| OpenError::Unavailable)
    }

    /// Sends a request to the channel's table.
    pub(crate) fn send(
        self: &Arc<Self>,
        channel: ChannelId,
        request: TableRequest,
    ) -> Result<(), SendError> {
        self.deliver(channel, TableMessage::Request(request))
    }

    /// Puts a message into the mailbox of the channel's table, and loads it if it is not in memory.
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

    /// Sends news that a table can do without.
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

    /// Returns the channel of a running table, of any cluster.
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
        user: UserId,
        format: ScreenFormat,
        direct_hand: bool,
    ) {
        let channel = self.channel_of_table(table).await.ok().flatten();
        if let Some(channel) = channel {
            let changed = Input::PreferencesChanged {
                user,
                format,
                direct_hand,
            };
            self.notify(channel, changed);
        }
    }

    /// Notes which avatar a person has now, for the pictures of their games.
    pub(crate) fn note_avatar(&self, user: UserId, avatar: Option<ImageHash>) {
        self.services.env.end_pictures.note_avatar(user, avatar);
    }

    /// Draws the curve of a rating, if that is possible now.
    pub(crate) async fn draw_curve(&self, points: Vec<i32>) -> Option<Vec<u8>> {
        self.services.env.end_pictures.draw_curve(points).await
    }

    pub(crate) fn table_config(&self) -> &TableConfig {
        &self.services.env.table_config
    }

    /// Returns true if there is a table in this channel.
    pub fn has(&self, channel: ChannelId) -> bool {
        self.tables.has(channel)
    }

    /// Tells the channel's table that its channel has been deleted.
    pub fn channel_gone(self: &Arc<Self>, channel: ChannelId) {
        self.notify(channel, Input::ChannelGone);
    }

    /// Takes a shard's list of servers, and closes the tables of servers that are missing on it: those that are
    /// loaded in turn when it would be their turn.
    pub fn shard_ready(self: &Arc<Self>, ready: &ShardReady) {
        self.services.bot.set(ready.bot);
        self.guilds.send_modify(|guilds| guilds.shard_ready(ready));
        self.close_all(|guild| self.membership(guild) == Membership::Left, false);
    }

    /// Closes all tables of servers that are gone. Sends no request for those that are not in memory. `queued`
    /// if those that are loaded in turn are closed at once too.
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

    /// Returns true if the bot is known to be a member of a server. Without a gateway it is not told.
    pub(crate) fn is_listed_member(&self, guild: GuildId) -> bool {
        self.guilds.borrow().is_listed(guild)
    }

    /// Returns the bot's relation to a server.
    fn membership(&self, guild: GuildId) -> Membership {
        self.guilds.borrow().membership(guild)
    }

    /// Sets the shards of this process's cluster: it does not wait for the others.
    pub(crate) fn expect_shards(&self, shards: impl IntoIterator<Item = u32>) {
        self.change_guilds(|guilds| guilds.expect_shards(shards));
    }

    /// Takes in that the bot is a member of a server.
    pub fn guild_joined(&self, guild: GuildId) {
        self.change_guilds(|guilds| guilds.joined(guild));
    }

    /// Closes all tables of a server that the bot has left, or that was deleted.
    pub fn guild_gone(self: &Arc<Self>, guild: GuildId) {
        self.change_guilds(|guilds| guilds.left(guild));
        self.close_all(|of| of == guild, true);
    }

    /// Changes the servers that the bot is in, without the notification of a READY.
    fn change_guilds(&self, change: impl FnOnce(&mut MemberGuilds)) {
        self.guilds.send_if_modified(|guilds| {
            change(guilds);
            false
        });
    }

    /// Returns the outages of this process, which its tables follow.
    pub fn outages(&self) -> &Outages {
        &self.services.outages
    }

    pub(crate) fn background_tasks(&self) -> &BackgroundTasks {
        &self.services.env.background_tasks
    }

    /// Runs a task that a shutdown waits for. `name` completes "the task that …".
    fn spawn(&self, name: &'static str, task: impl Future<Output = ()> + Send + 'static) {
        self.background_tasks().spawn_on(&self.tasks, name, task);
    }

    /// Takes no more messages and waits until all that are in mailboxes have been handled.
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
