//! The bot as a whole: connects its parts at the start, and shuts them down in order.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use journal::{JournalError, RecordCipher, Store, StoreError};
use serenity::Client;
use serenity::all::{ClientBuilder, GatewayIntents, ShardManager};
use serenity::http::HttpBuilder;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::task::TaskTracker;
use tracing::{info, warn};

use crate::bot_status::{BotStatus, RunningMonitor};
use crate::bot_token::BotToken;
use crate::clock::system_time;
use crate::config::{ApiUrl, Config, GatewayUrlError};
use crate::discord::from_discord::MissingPermissions;
use crate::dispatcher::Dispatcher;
use crate::editions::{self, EditionsError};
use crate::from_config;
use crate::gateway::{Gateway, GatewayHandler};
use crate::monitor::{self, MonitorError};
use crate::outbox::{RestClient, RestSetupError, build_http_client};
use crate::personal_data::DataRequests;
use crate::registry::{Env, Registry};
use crate::rng_source::RngSource;
use crate::session_start_limit::{POLL_INTERVAL, acquire_start_permit, wait_until_exhausted};
use crate::start_check::{StartCheckError, check_start};

/// How long a shutdown waits for the gateway to close. With [`DRAIN_TIMEOUT`] it stays below ten
/// seconds.
const GATEWAY_CLOSE_TIMEOUT: Duration = Duration::from_secs(3);
/// How long a shutdown waits for running interactions, tables and the journal.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(6);

/// A running bot. Stop it with [`Bot::shutdown`].
pub struct Bot {
    api_url: String,
    shards: Arc<ShardManager>,
    gateway_task: JoinHandle<GatewayExit>,
    /// Forgets people and deletes what has expired. Can be stopped at any time: each step is a
    /// transaction.
    retention_task: JoinHandle<()>,
    /// Uploads the pictures. Can be stopped at any time: the next start goes on.
    emoji_task: Option<JoinHandle<()>>,
    registry: Arc<Registry<Store>>,
    store: Arc<Store>,
    interaction_tasks: TaskTracker,
    ready: watch::Receiver<bool>,
    /// Serves metrics and health, if the settings ask for it.
    monitor: RunningMonitor,
}

/// Why the connection to the gateway ended.
enum GatewayExit {
    Closed,
    Failed(serenity::Error),
    /// The API named an address to which the token may not be sent.
    AddressRefused(GatewayUrlError),
    /// Further session starts could make Discord revoke the token.
    StartLimitReached,
}

/// The checks of token, clock and application before the bot connects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartChecks {
    /// On a Discord that is not under the caller's control.
    Run,
    /// On a sandbox, which has another application at each start.
    Skip,
}

/// Why the bot cannot start or go on.
#[derive(Debug, thiserror::Error)]
pub enum BotError {
    /// A check before the first connection failed.
    #[error(transparent)]
    StartCheck(#[from] StartCheckError),
    /// The monitor's address cannot be used.
    #[error(transparent)]
    Monitor(#[from] MonitorError),
    /// The client of Discord's REST API cannot be built.
    #[error(transparent)]
    Rest(#[from] RestSetupError),
    /// A file of an edition cannot be used.
    #[error(transparent)]
    Editions(#[from] EditionsError),
    /// The configured storage cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The journal cannot be read at the start, or can no longer be written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The gateway could not be reached or refused the bot. serenity's own error is not repeated:
    /// it can contain addresses.
    #[error("the gateway of {api_url} {why}")]
    Gateway {
        /// The API that was asked for the gateway's address.
        api_url: String,
        /// The predicate of the error sentence, such as "does not accept the token".
        why: String,
    },
}

impl Bot {
    /// Carries out the checks, opens the storage, whose records this cipher encrypts, and begins to
    /// connect to the configured Discord. Needs a Tokio runtime.
    ///
    /// # Errors
    /// If an edition's file cannot be used, a check fails, or the storage or the REST client cannot be
    /// set up. A connection refused by Discord is reported later, by [`Bot::wait_until_failed`].
    pub async fn start(
        config: &Config,
        token: &BotToken,
        cipher: RecordCipher,
        checks: StartChecks,
    ) -> Result<Self, BotError> {
        Self::start_with_chance(config, token, cipher, checks, RngSource::System).await
    }

    /// Starts as [`Bot::start`] does, with this source of all tables' randomness. For tests and
    /// screenshots, in which the same clicks have to lead to the same game.
    ///
    /// # Errors
    /// As [`Bot::start`].
    pub async fn start_with_chance(
        config: &Config,
        token: &BotToken,
        cipher: RecordCipher,
        checks: StartChecks,
        rng_source: RngSource,
    ) -> Result<Self, BotError> {
        let table_config = from_config::table_config(config, editions::load()?);
        let monitor = bind_monitor(config).await?;
        let rest = RestClient::new(&config.discord.api_url, token)?;
        let store = Arc::new(open_store(config, token, cipher, checks).await?);
        let limits = from_config::limits(config);
        let env = Env {
            table_config,
            preferences: Some(Arc::<Store>::clone(&store)),
            rng_source,
            ..Env::system()
        };
        let registry = Registry::new(Arc::clone(&store), rest.clone(), limits, env).await?;
        let budget = from_config::budget(config);
        let data_requests = Arc::new(DataRequests::new(Arc::<Store>::clone(&store)));
        let dispatcher = Dispatcher::new(
            rest.clone(),
            Arc::clone(&registry),
            Arc::<Store>::clone(&store),
            Arc::clone(&data_requests),
            budget,
        );
        let retention = from_config::retention(config);
        let interaction_tasks = TaskTracker::new();
        let missing_permissions = match config.discord.api_url.is_loopback() {
            true => MissingPermissions::Granted,
            false => MissingPermissions::Refused,
        };
        let gateway = Arc::new(Gateway::new(
            dispatcher,
            Arc::clone(&registry),
            rest.clone(),
            Arc::clone(&data_requests),
            interaction_tasks.clone(),
            missing_permissions,
        ));
        let ready = gateway.subscribe_ready();
        let application = gateway.subscribe_application();
        let status = BotStatus::new(&gateway, &registry, &store, &rest);
        let monitor = RunningMonitor::start(monitor, status);
        let mut client = build_client(&config.discord.api_url, token, &gateway).await?;
        let shards = Arc::clone(&client.shard_manager);
        let api_url = config.discord.api_url.clone();
        let gateway_task =
            tokio::spawn(async move { run_gateway(&mut client, &gateway, &api_url).await });
        let retention_task =
            tokio::spawn(async move { retention.run(&data_requests, system_time).await });
        let emoji_task = from_config::picture_upload(config, rest, application).map(tokio::spawn);
        Ok(Self {
            api_url: config.discord.api_url.as_str().to_owned(),
            shards,
            gateway_task,
            retention_task,
            emoji_task,
            registry,
            store,
            interaction_tasks,
            ready,
            monitor,
        })
    }

    /// Returns the address on which metrics and health are served; none if they are not.
    pub fn monitor_address(&self) -> Option<SocketAddr> {
        self.monitor.address()
    }

    /// Waits until the gateway is open and the commands are registered.
    pub async fn wait_until_ready(&mut self) {
        // The sender lives as long as the gateway's task; `wait_until_failed` reports its end.
        if self.ready.wait_for(|ready| *ready).await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// Waits until the bot cannot go on, and returns why: Discord refuses the bot or cannot be
    /// reached at the start, or the journal's disk fails. Lost connections are not failures;
    /// serenity reconnects.
    pub async fn wait_until_failed(&mut self) -> BotError {
        let why = tokio::select! {
            exit = &mut self.gateway_task => match exit {
                Ok(GatewayExit::Closed) => "was closed".to_owned(),
                Ok(GatewayExit::Failed(error)) => describe(&error).to_owned(),
                Ok(GatewayExit::AddressRefused(why)) => why.to_string(),
                Ok(GatewayExit::StartLimitReached) => {
                    "has reached its daily limit of session starts".to_owned()
                }
                Err(_) => "was lost: its task panicked".to_owned(),
            },
            () = self.store.wait_until_failed() => {
                let why = "its disk failed; its content has to be checked".to_owned();
                return JournalError::Unavailable(why).into();
            }
        };
        let api_url = self.api_url.clone();
        BotError::Gateway { api_url, why }
    }

    /// Leaves the gateway, and finishes the interactions and tables that are running. Takes less
    /// than ten seconds.
    pub async fn shutdown(self) {
        self.monitor.begin_shutdown();
        if timeout(GATEWAY_CLOSE_TIMEOUT, self.shards.shutdown_all())
            .await
            .is_err()
        {
            warn!("the gateway did not close in time");
        }
        self.gateway_task.abort();
        self.retention_task.abort();
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

/// Takes the address of the monitor, if there is to be one.
pub(crate) async fn bind_monitor(config: &Config) -> Result<Option<TcpListener>, MonitorError> {
    match config.monitor.listen.get() {
        Some(address) => monitor::bind(address).await.map(Some),
        None => Ok(None),
    }
}

/// Opens the storage, after the checks if there are any.
async fn open_store(
    config: &Config,
    token: &BotToken,
    cipher: RecordCipher,
    checks: StartChecks,
) -> Result<Store, BotError> {
    let application = match checks {
        StartChecks::Run => check_start(&config.discord.api_url, token).await?,
        StartChecks::Skip => None,
    };
    let store = Store::open_encrypted(&config.storage.url, cipher).await?;
    if let Some(application) = application {
        store.claim_application(application.get()).await?;
    }
    Ok(store)
}

async fn build_client<J>(
    api_url: &ApiUrl,
    token: &BotToken,
    gateway: &Arc<Gateway<J>>,
) -> Result<Client, BotError>
where
    J: journal::Journal + 'static,
{
    // serenity sends only the requests for the gateway's address; with its own rate limiter on, it
    // would ignore the proxy, which is our API address.
    let http = HttpBuilder::new(token.expose())
        .client(build_http_client()?)
        .proxy(api_url.as_str())
        .ratelimiter_disabled(true)
        .build();
    let builder = ClientBuilder::new_with_http(http, GatewayIntents::GUILDS)
        .event_handler(GatewayHandler(Arc::clone(gateway)))
        .raw_event_handler(GatewayHandler(Arc::clone(gateway)));
    let failed = |error| BotError::Gateway {
        api_url: api_url.as_str().to_owned(),
        why: describe(&error).to_owned(),
    };
    builder.await.map_err(failed)
}

/// Connects as many shards as Discord advises, and returns once the gateway is lost for good.
async fn run_gateway<J>(client: &mut Client, gateway: &Gateway<J>, api_url: &ApiUrl) -> GatewayExit
where
    J: journal::Journal + 'static,
{
    let (http, shards) = (Arc::clone(&client.http), Arc::clone(&client.shard_manager));
    let permit = match acquire_start_permit(&http).await {
        Ok(permit) => permit,
        Err(error) => return GatewayExit::Failed(error),
    };
    if let Err(why) = api_url.check_gateway(&permit.url) {
        return GatewayExit::AddressRefused(why);
    }
    // If serenity could not ask for the gateway's address, it has set that of Discord itself.
    *client.ws_url.lock().await = permit.url;
    gateway.set_shard_count(permit.shards);
    tokio::select! {
        outcome = client.start_shards(permit.shards) => match outcome {
            Ok(()) => GatewayExit::Closed,
            Err(error) => GatewayExit::Failed(error),
        },
        () = wait_until_exhausted(&http, POLL_INTERVAL) => GatewayExit::StartLimitReached,
        () = gateway.poll_heartbeats(&shards) => GatewayExit::Closed,
    }
}

/// Describes an error of serenity without any address or token. Completes "the gateway …".
fn describe(error: &serenity::Error) -> &'static str {
    use serenity::gateway::GatewayError;
    match error {
        serenity::Error::Gateway(GatewayError::InvalidAuthentication) => {
            "does not accept the token"
        }
        serenity::Error::Gateway(
            GatewayError::DisallowedGatewayIntents | GatewayError::InvalidGatewayIntents,
        ) => "does not grant the intents",
        serenity::Error::Gateway(_) => "closed the connection and allows no reconnect",
        serenity::Error::Http(error) if error.status_code().is_some_and(|status| status == 401) => {
            "does not accept the token"
        }
        serenity::Error::Http(_) => "could not be looked up",
        _ => "cannot be reached",
    }
}
