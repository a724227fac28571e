//! The tables of this process by channel, and the way to each one's mailbox. The registry holds
//! senders of mailboxes and nothing of any game; what a message does is decided in `crate::driver`.
//!
//! - the handle and the endpoints of a table: `handle`; tables per server: `quota`
//! - tables of an earlier process, loaded on the first message or in turn: `dormant`
//! - loading a table and running its driver: `actor`; opening a new one: `open`
//! - finding the owner of another process's table, forwarding to it or visiting it: `forwarding`
//! - heartbeats and takeovers between processes: `takeover`
//! - forgotten tables, closed tables whose end is not shown, and pausing all games: `reconcile`

mod actor;
mod dormant;
mod forwarding;
mod handle;
mod open;
mod quota;
mod reconcile;
mod takeover;

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use dashmap::DashMap;
use journal::{Journal, JournalError, RunningTable};
use serenity::model::id::{ChannelId, GuildId};
use table::config::TableConfig;
use table::ids::Millis;
use table::input::Input;
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{debug, info, warn};

use crate::choice_pool::ChoicePool;
use crate::clock::{Clock, system_time};
use crate::failpoint::Failpoints;
use crate::outbox::RestClient;
use crate::rng_source::RngSource;
use crate::table_message::{TableMessage, TableRequest};
use dormant::DormantTable;
use handle::TableHandle;
use quota::GuildQuota;

pub(crate) use open::OpenError;

/// Added to every deadline after a restart, on top of the time the process was down.
const RESTART_GRACE: Millis = Millis::seconds(5);

/// All tables of the process.
pub struct Registry<J> {
    journal: Arc<J>,
    rest: RestClient,
    clock: Clock,
    limits: Limits,
    tables: DashMap<ChannelId, TableHandle>,
    /// Tables that this process owns and has not loaded yet.
    dormant: DashMap<ChannelId, DormantTable>,
    quota: GuildQuota,
    next_serial: AtomicU64,
    tasks: TaskTracker,
    shutdown: CancellationToken,
    env: Env,
}

/// The process's environment: time, randomness, threads, failpoints. The simulator passes its own.
pub struct Env {
    /// The system's time at the start, in milliseconds since 1970.
    pub time: Millis,
    /// The source of all tables' randomness.
    pub rng_source: RngSource,
    /// The threads on which computer players search.
    pub choice_pool: ChoicePool,
    /// The observer of failpoints, if there is one.
    pub failpoints: Failpoints,
    /// The operator's configuration of tables.
    pub table_config: TableConfig,
}

impl Env {
    /// Returns the operating system's clock and randomness, no probe, and the configuration of
    /// tables as this project ships it.
    pub fn system() -> Self {
        Self {
            time: system_time(),
            rng_source: RngSource::System,
            choice_pool: ChoicePool::new(),
            failpoints: Failpoints::default(),
            table_config: TableConfig::default(),
        }
    }
}

/// The limits that the operator configures.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Tables that one server may have at once.
    pub games_per_server: usize,
    /// Messages that may wait in one table's mailbox.
    pub clicks_waiting: usize,
}

/// Why a message did not reach a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SendError {
    /// No table is in this channel.
    #[error("no table is in this channel")]
    NoTable,
    /// The table's mailbox is full.
    #[error("the table's mailbox is full")]
    MailboxFull,
    /// The journal could not be asked which process owns the channel's table.
    #[error("the journal is not available")]
    Unavailable,
}

impl<J: Journal + 'static> Registry<J> {
    /// Returns a registry of the running tables that the journal says this process owns, all of them
    /// dormant.
    ///
    /// # Errors
    /// If the journal cannot be read.
    pub async fn new(
        journal: Arc<J>,
        rest: RestClient,
        limits: Limits,
        env: Env,
    ) -> Result<Arc<Self>, JournalError> {
        let last_alive = journal.last_alive().await?;
        let clock = Clock::start(env.time, last_alive);
        let since = last_alive.unwrap_or_else(|| clock.now());
        let registry = Self {
            rest,
            clock,
            limits,
            tables: DashMap::new(),
            dormant: DashMap::new(),
            quota: GuildQuota::default(),
            next_serial: AtomicU64::new(0),
            tasks: TaskTracker::new(),
            shutdown: CancellationToken::new(),
            env,
            journal,
        };
        for running in registry.journal.running().await? {
            registry.insert_dormant(running, earlier(since, RESTART_GRACE));
        }
        info!(tables = registry.dormant.len(), "found running tables");
        Ok(Arc::new(registry))
    }

    /// Starts the background tasks, which run until [`Registry::close`]: heartbeats and pausing at
    /// once; recording that the process is running, takeovers and the search for forgotten tables once
    /// all dormant tables have been woken.
    ///
    /// The process records that it is running only once all tables are awake: if it dies before, the
    /// next one still knows since when the others have been waiting.
    pub fn start(self: &Arc<Self>) {
        let this = Arc::clone(self);
        self.tasks.spawn(async move {
            let shutdown = this.shutdown.clone();
            let after_waking = async {
                this.wake_all_at_start().await;
                tokio::join!(
                    this.record_alive_loop(),
                    this.takeover_loop(),
                    this.reconcile_loop()
                )
            };
            let all =
                async { tokio::join!(after_waking, this.heartbeat_loop(), this.pause_all_loop()) };
            shutdown.run_until_cancelled(all).await;
        });
    }

    /// Sends a request to the channel's table, whichever process owns it.
    pub(crate) async fn send(
        self: &Arc<Self>,
        channel: ChannelId,
        request: TableRequest,
    ) -> Result<(), SendError> {
        let message = match self.wake_or_get(channel) {
            None => TableMessage::Request(request),
            Some(mailbox) => match mailbox.try_send(TableMessage::Request(request)) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Full(_)) => return Err(SendError::MailboxFull),
                // The driver is ending: the table is closed, or belongs to another process.
                Err(TrySendError::Closed(message)) => message,
            },
        };
        self.forward(channel, message).await
    }

    /// Returns the configuration of this process's tables.
    pub(crate) fn table_config(&self) -> &TableConfig {
        &self.env.table_config
    }

    /// Returns true if this process owns or visits a table in this channel.
    pub fn has(&self, channel: ChannelId) -> bool {
        self.tables.contains_key(&channel) || self.dormant.contains_key(&channel)
    }

    /// Tells the channel's table that its channel has been deleted.
    pub fn channel_gone(self: &Arc<Self>, channel: ChannelId) {
        if let Some(mailbox) = self.wake_or_get(channel) {
            notify(&mailbox, TableMessage::Input(Input::ChannelGone));
        }
    }

    /// Tells all tables of a server that the bot has left it, or that it was deleted.
    pub fn guild_gone(self: &Arc<Self>, guild: GuildId) {
        let dormant = self.dormant.iter();
        let dormant = dormant.filter(|dormant| dormant.running.guild.0 == guild.get());
        let dormant: Vec<_> = dormant.map(|dormant| *dormant.key()).collect();
        for channel in dormant {
            self.wake_or_get(channel);
        }
        for handle in self.tables.iter().filter(|handle| handle.guild == guild) {
            notify(&handle.mailbox, TableMessage::Input(Input::ChannelGone));
        }
    }

    /// Extends the deadlines of all tables in servers of which nothing was heard since then.
    pub fn extend_deadlines(&self, since: Instant, is_affected: impl Fn(GuildId) -> bool) {
        let since = self.clock.at(since);
        let affected = self.tables.iter();
        for handle in affected.filter(|handle| is_affected(handle.guild)) {
            let resumed = TableMessage::Input(Input::Resumed { since });
            notify(&handle.mailbox, resumed);
        }
    }

    /// Takes no more messages and waits until all that are in mailboxes have been handled.
    pub async fn close(&self) {
        self.shutdown.cancel();
        let all_awake = self.dormant.is_empty();
        self.dormant.clear();
        self.tables.clear();
        self.tasks.close();
        self.tasks.wait().await;
        if all_awake && let Err(error) = self.journal.record_alive(self.clock.now()).await {
            warn!(%error, "could not record that the process was running");
        }
    }
}

/// Puts a message into a mailbox without waiting.
fn try_send(mailbox: &mpsc::Sender<TableMessage>, message: TableMessage) -> Result<(), SendError> {
    mailbox.try_send(message).map_err(|error| match error {
        TrySendError::Full(_) => SendError::MailboxFull,
        TrySendError::Closed(_) => SendError::NoTable,
    })
}

/// Sends news that a table can do without. If its mailbox is full, the table learns of the matter
/// when its next screen cannot be shown.
fn notify(mailbox: &mpsc::Sender<TableMessage>, news: TableMessage) {
    if mailbox.try_send(news).is_err() {
        debug!("a table's mailbox had no room for news");
    }
}

fn earlier(time: Millis, by: Millis) -> Millis {
    Millis(time.0.saturating_sub(by.0))
}

/// Discord's ids are never 0, and the journal holds only such; `max` satisfies the type.
fn channel_of(running: &RunningTable) -> ChannelId {
    ChannelId::new(running.channel.0.max(1))
}

fn guild_of(running: &RunningTable) -> GuildId {
    GuildId::new(running.guild.0.max(1))
}
