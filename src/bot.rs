//! The bot as a whole: connects its parts at the start and shuts them down in order.

mod from_config;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use discord::pictures::EndPictures;
use discord::{BotToken, RestClient, RestSetupError};
use journal::{JournalError, Lease, RecordCipher, StorageUrl, Store, StoreError};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::task::TaskTracker;
use tracing::{info, warn};

use crate::application::startup::Startup;
use crate::config::Config;
use crate::config::editions::{self, EditionsError};
use crate::doctor::start_check::{Application, StartCheckError};
use crate::gateway::Gateway;
use crate::gateway::connection::{GatewayConnection, GatewaySettings};
use crate::gateway::receive::InteractionIntake;
use crate::interaction::MissingPermissions;
use crate::monitor::bot_status::{BotStatus, RunningMonitor};
use crate::monitor::{self, MonitorError};
use crate::pages::Dispatcher;
use crate::pages::personal_data::DataRequests;
use crate::pages::weekly_board::WeeklyBoards;
use crate::tables::clock::system_time;
use crate::tables::lease::{OtherClustersError, wait_for_lease};
use crate::tables::registry::{Env, Registry};
use crate::tables::rng_source::RngSource;

/// How long a shutdown waits for running interactions, tables and the journal. Together with the time to close the
/// gateway connection, this stays below ten seconds.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(6);

/// A running bot. Stop it with [`Bot::shutdown`].
pub struct Bot {
    api_url: String,
    connection: GatewayConnection,
    /// Erases people's data and deletes expired data. Can be aborted at any time, because each step is a transaction.
    retention_task: JoinHandle<()>,
    weekly_board_task: JoinHandle<()>,
    /// Uploads the pictures. Can be aborted at any time, because the next start resumes the upload.
    emoji_task: Option<JoinHandle<()>>,
    registry: Arc<Registry>,
    rest: RestClient,
    store: Arc<dyn Store>,
    interaction_tasks: TaskTracker,
    ready: watch::Receiver<bool>,
    /// Serves metrics and health if the settings enable the monitor.
    monitor: RunningMonitor,
}

/// Selects whether to check the token, the clock and the application before the bot connects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartChecks {
    /// For the real Discord, and for any server that the caller does not control.
    Run,
    /// For a sandbox, which has a new application at each start.
    Skip,
}

/// Why the bot cannot start or continue.
#[derive(Debug, thiserror::Error)]
pub enum BotError {
    #[error(transparent)]
    StartCheck(#[from] StartCheckError),
    #[error(transparent)]
    Monitor(#[from] MonitorError),
    #[error(transparent)]
    Rest(#[from] RestSetupError),
    #[error(transparent)]
    Editions(#[from] EditionsError),
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A process that divides the storage among a different number of clusters is running.
    #[error(transparent)]
    OtherClusters(#[from] OtherClustersError),
    #[error(
        "the lease of the cluster is lost: another process serves it, or the row was deleted; start again to wait for it"
    )]
    LeaseLost,
    /// The journal cannot be read at the start, or can no longer be written to.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A background task has panicked. The panic message is in the log.
    #[error("the task that {0} has panicked")]
    BackgroundTask(&'static str),
    /// The gateway could not be reached or refused the bot. serenity's own error is not included, because it
    /// can contain addresses.
    #[error("the gateway of {api_url} {why}")]
    Gateway {
        /// The base URL of the API that returns the gateway's address.
        api_url: String,
        /// The predicate of the error sentence, such as "does not accept the token".
        why: String,
    },
}

impl Bot {
    /// Runs the checks, opens the storage, waits for the cluster's lease, and starts connecting to Discord.
    /// Needs a Tokio runtime.
    ///
    /// # Errors
    /// If an edition's file or the monitor's address cannot be used, a check fails, an HTTP client or the storage
    /// cannot be set up, the journal cannot be read, or a process with a different number of clusters is running. A
    /// connection refused by Discord is reported later, by [`Bot::wait_until_failed`].
    pub async fn start(
        config: &Config,
        token: &BotToken,
        cipher: RecordCipher,
        checks: StartChecks,
    ) -> Result<Self, BotError> {
        Self::start_with_chance(config, token, cipher, checks, RngSource::System).await
    }

    /// Like [`Bot::start`], but all tables use `rng_source`. For tests and screenshots, in which the same clicks must
    /// lead to the same game.
    ///
    /// # Errors
    /// Same as [`Bot::start`].
    pub async fn start_with_chance(
        config: &Config,
        token: &BotToken,
        cipher: RecordCipher,
        checks: StartChecks,
        rng_source: RngSource,
    ) -> Result<Self, BotError> {
        let table_config = from_config::table_config(config, editions::load()?);
        let monitor = bind_monitor(config).await?;
        let lease = lease(config);
        let rest = RestClient::new(&config.discord.api_url, token, lease.clone())?;
        let application = ask_application(config, token, checks).await?;
        let store = open_store(config, cipher, application.as_ref()).await?;
        // Only one process per cluster gets past this point at a time.
        let waiting = wait_for_lease(&*store, &lease);
        monitor::while_waiting(monitor.as_ref(), waiting).await?;
        let limits = from_config::limits(config);
        let env = Env {
            table_config,
            preferences: Some(Arc::<dyn Store>::clone(&store)),
            results: Some(Arc::<dyn Store>::clone(&store)),
            rng_source,
            end_pictures: EndPictures::drawn().with_avatars(&config.discord.api_url)?,
            ..Env::system()
        };
        let registry =
            Registry::new(Arc::<dyn Store>::clone(&store), rest.clone(), limits, env).await?;
        let data_requests = DataRequests::new(Arc::<dyn Store>::clone(&store));
        let parts = Parts {
            config,
            startup: Arc::new(Startup::new(Arc::clone(&registry), rest.clone())),
            registry,
            rest,
            store,
            data_requests: Arc::new(data_requests),
            interaction_tasks: TaskTracker::new(),
        };
        let intake = parts.intake();
        let (connection, gateway) = parts.connect(token, intake);
        let status = BotStatus::new(
            gateway,
            &parts.startup,
            &parts.registry,
            &parts.store,
            &parts.rest,
        );
        let monitor = RunningMonitor::start(monitor, status);
        Ok(parts.run(connection, monitor))
    }

    /// Returns the address of the metrics and health endpoints; `None` if they are disabled.
    pub fn monitor_address(&self) -> Option<SocketAddr> {
        self.monitor.address()
    }

    /// Waits until the gateway is connected and the registration of the commands has finished.
    pub async fn wait_until_ready(&mut self) {
        // If the gateway's task ends, the sender is dropped, and `wait_until_failed` reports the reason.
        if self.ready.wait_for(|ready| *ready).await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// Waits until the bot cannot continue, and returns the reason: Discord refuses the bot or cannot be reached at the
    /// start, the cluster's lease is lost, the journal fails, or a background task panics. A lost connection is not a
    /// failure, because serenity reconnects.
    pub async fn wait_until_failed(&mut self) -> BotError {
        let why = tokio::select! {
            why = self.connection.wait_until_ended() => why,
            task = self.registry.env().background_tasks.wait_until_failed() => {
                return BotError::BackgroundTask(task);
            }
            () = self.rest.wait_until_failed() => {
                return BotError::BackgroundTask("gives requests their turn");
            }
            () = self.rest.lease().wait_until_lost() => return BotError::LeaseLost,
            () = self.store.wait_until_failed() => {
                let why = "its writer stopped, as after a disk error; its content has to be checked";
                return JournalError::Unavailable(why.to_owned()).into();
            }
        };
        let api_url = self.api_url.clone();
        BotError::Gateway { api_url, why }
    }

    /// Stops accepting interactions, and waits for a limited time until the running interactions, the tables and the
    /// journal are finished. Takes less than ten seconds.
    pub async fn shutdown(self) {
        self.monitor.begin_shutdown();
        self.connection.close().await;
        self.retention_task.abort();
        self.weekly_board_task.abort();
        self.emoji_task.inspect(JoinHandle::abort);
        self.interaction_tasks.close();
        let drain = async {
            self.interaction_tasks.wait().await;
            self.registry.close().await;
            self.store.close().await;
        };
        match timeout(DRAIN_TIMEOUT, drain).await {
            Ok(()) => info!("all running work is finished"),
            Err(_) => warn!("some running work was not finished in time"),
        }
        self.monitor.stop();
    }
}

pub(crate) async fn bind_monitor(config: &Config) -> Result<Option<TcpListener>, MonitorError> {
    match config.monitor.listen.0 {
        Some(address) => monitor::bind(address).await.map(Some),
        None => Ok(None),
    }
}

/// The parts of the bot before it is connected.
struct Parts<'a> {
    config: &'a Config,
    startup: Arc<Startup>,
    registry: Arc<Registry>,
    rest: RestClient,
    store: Arc<dyn Store>,
    data_requests: Arc<DataRequests>,
    interaction_tasks: TaskTracker,
}

impl Parts<'_> {
    fn intake(&self) -> Arc<InteractionIntake> {
        let click_rate_limit = from_config::click_rate_limit(self.config);
        let dispatcher = Dispatcher::new(
            self.rest.clone(),
            Arc::clone(&self.registry),
            Arc::<dyn Store>::clone(&self.store),
            Arc::<dyn Store>::clone(&self.store),
            Arc::<dyn Store>::clone(&self.store),
            Arc::clone(&self.data_requests),
            click_rate_limit,
        );
        let missing_permissions = if self.config.discord.api_url.is_loopback() {
            MissingPermissions::Granted
        } else {
            MissingPermissions::Refused
        };
        let (rest, tasks) = (self.rest.clone(), self.interaction_tasks.clone());
        let intake = InteractionIntake::new(dispatcher, rest, tasks, missing_permissions);
        Arc::new(intake)
    }

    fn connect(
        &self,
        token: &BotToken,
        intake: Arc<InteractionIntake>,
    ) -> (GatewayConnection, Arc<Gateway>) {
        let gateway = Arc::new(Gateway::new(
            intake,
            Arc::clone(&self.registry),
            Arc::clone(&self.startup),
            Arc::clone(&self.data_requests),
            Arc::<dyn Store>::clone(&self.store),
        ));
        let settings = GatewaySettings {
            api_url: self.config.discord.api_url.clone(),
            token: token.clone(),
            shards: self.config.discord.shards,
            cluster: self.config.discord.cluster,
            session_starts: self.store.session_starts(),
        };
        let connection = GatewayConnection::start(settings, Arc::clone(&gateway));
        (connection, gateway)
    }

    fn run(self, connection: GatewayConnection, monitor: RunningMonitor) -> Bot {
        let background_tasks = &self.registry.env().background_tasks;
        let (retention, store) = (from_config::retention(self.config), Arc::clone(&self.store));
        let retaining = async move { retention.run(&*store, system_time).await };
        let retention_task = background_tasks.spawn("deletes what has expired", retaining);
        let weekly_boards = WeeklyBoards {
            store: Arc::clone(&self.store),
            rest: self.rest.clone(),
        };
        let posting = weekly_boards.run(system_time);
        let weekly_board_task = background_tasks.spawn("posts the boards of the week", posting);
        let application = self.startup.subscribe_application();
        let uploading = from_config::picture_upload(self.config, self.rest.clone(), application);
        let emoji_task = uploading.map(|task| background_tasks.spawn("uploads the pictures", task));
        Bot {
            api_url: self.config.discord.api_url.as_str().to_owned(),
            connection,
            retention_task,
            weekly_board_task,
            emoji_task,
            ready: self.startup.subscribe_ready(),
            registry: self.registry,
            rest: self.rest,
            store: self.store,
            interaction_tasks: self.interaction_tasks,
            monitor,
        }
    }
}

/// Fetches the application from Discord and checks it. Returns `None` if the checks are skipped.
async fn ask_application(
    config: &Config,
    token: &BotToken,
    checks: StartChecks,
) -> Result<Option<Application>, BotError> {
    if checks == StartChecks::Skip {
        return Ok(None);
    }
    let application = Application::fetch(&config.discord.api_url, token).await?;
    application.check()?;
    Ok(Some(application))
}

/// Returns the lease of this process: unlimited for SQLite, which locks its file, and for memory, which is private.
fn lease(config: &Config) -> Lease {
    match config.storage.url {
        StorageUrl::Postgres(_) => Lease::waiting(config.discord.cluster, Arc::new(system_time)),
        StorageUrl::Sqlite(_) | StorageUrl::Memory => Lease::unlimited(),
    }
}

async fn open_store(
    config: &Config,
    cipher: RecordCipher,
    application: Option<&Application>,
) -> Result<Arc<dyn Store>, BotError> {
    let cluster = config.discord.cluster;
    let store = journal::open_cluster(&config.storage.url, cipher, cluster).await?;
    if let Some(id) = application.and_then(Application::id) {
        store.claim_application(id.get()).await?;
    }
    Ok(store)
}
