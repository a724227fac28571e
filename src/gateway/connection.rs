//! The connection to the gateway: connects the shards, keeps the limit of session starts, and tells why
//! the connection ended. [`crate::gateway`] receives its events. Where several processes share the journal,
//! [`crate::gateway::shards`] decides which shards are this process's.

use std::sync::Arc;
use std::time::Duration;

use journal::SharedShards;
use outbox::BotToken;
use serenity::Client;
use serenity::all::ShardManager;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tracing::warn;

use crate::config::{ApiUrl, ShardCount};
use crate::gateway::Gateway;
use crate::gateway::client::{GatewayExit, build_client, build_http};
use crate::gateway::session_start_limit::{
    POLL_INTERVAL, acquire_one_start, acquire_start_permit, wait_until_exhausted, warn_of_too_few,
};
use crate::gateway::shards::ShardCoordinator;
use crate::registry::Registry;

/// How long a shutdown waits for the gateway to close.
const CLOSE_TIMEOUT: Duration = Duration::from_millis(3_500);
/// The pause after the database did not answer.
const RETRY_PAUSE: Duration = Duration::from_secs(1);

/// The shards of this process.
pub(crate) struct GatewayConnection {
    closing: CancellationToken,
    task: JoinHandle<GatewayExit>,
}

/// The addresses and numbers of a connection.
#[derive(Clone)]
pub(crate) struct GatewaySettings {
    pub(crate) api_url: ApiUrl,
    pub(crate) token: BotToken,
    pub(crate) shards: ShardCount,
}

impl GatewaySettings {
    /// Returns an error if the token may not be sent to this address of the gateway.
    pub(crate) fn check_address(&self, url: &str) -> Result<(), GatewayExit> {
        let checked = self.api_url.check_gateway(url);
        checked.map_err(GatewayExit::AddressRefused)
    }
}

impl GatewayConnection {
    /// Begins to connect all shards, or this process's share if others share the journal. Needs a
    /// Tokio runtime.
    pub(crate) fn start(
        settings: GatewaySettings,
        shared: Option<SharedShards>,
        gateway: Arc<Gateway>,
        registry: Arc<Registry>,
    ) -> Self {
        let closing = CancellationToken::new();
        let closed = closing.clone();
        let task = tokio::spawn(async move {
            let exit = match shared {
                None => run_all(&settings, &gateway, &closed).await,
                Some(shared) => run_share(&settings, shared, gateway, registry, &closed).await,
            };
            exit.unwrap_or_else(|exit| exit)
        });
        Self { closing, task }
    }

    /// Waits until the connection has ended for good, and returns why. Completes "the gateway …".
    pub(crate) async fn wait_until_ended(&mut self) -> String {
        match (&mut self.task).await {
            Ok(exit) => exit.describe(),
            Err(_) => "was lost: its task panicked".to_owned(),
        }
    }

    /// Leaves the gateway. Takes at most three and a half seconds.
    pub(crate) async fn close(mut self) {
        self.closing.cancel();
        if !self.task.is_finished() && timeout(CLOSE_TIMEOUT, &mut self.task).await.is_err() {
            warn!("the gateway did not close in time");
        }
        self.task.abort();
    }
}

/// Connects all shards, and returns once the gateway is lost for good or is to be left.
async fn run_all(
    settings: &GatewaySettings,
    gateway: &Arc<Gateway>,
    closed: &CancellationToken,
) -> Result<GatewayExit, GatewayExit> {
    let http = build_http(&settings.api_url, &settings.token).map_err(GatewayExit::Setup)?;
    let mut client = build_client(http, gateway)
        .await
        .map_err(GatewayExit::from)?;
    let shards = Arc::clone(&client.shard_manager);
    tokio::select! {
        exit = connect_all(&mut client, settings, gateway, &shards) => exit,
        () = closed.cancelled() => {
            shards.shutdown_all().await;
            Ok(GatewayExit::Closed)
        }
    }
}

async fn connect_all(
    client: &mut Client,
    settings: &GatewaySettings,
    gateway: &Gateway,
    shards: &ShardManager,
) -> Result<GatewayExit, GatewayExit> {
    let http = Arc::clone(&client.http);
    let permit = acquire_start_permit(&http, settings.shards).await;
    let permit = permit.map_err(GatewayExit::from)?;
    settings.check_address(&permit.url)?;
    // If serenity could not ask for the gateway's address, it has set that of Discord itself.
    *client.ws_url.lock().await = permit.url;
    gateway.set_shard_count(permit.shards);
    (0..permit.shards).for_each(|shard| gateway.expect_connection(shard));
    tokio::select! {
        outcome = client.start_shards(permit.shards) => match outcome {
            Ok(()) => Ok(GatewayExit::Closed),
            Err(error) => Err(error.into()),
        },
        () = wait_until_exhausted(&http, POLL_INTERVAL) => Err(GatewayExit::StartLimitReached),
        () = gateway.poll_heartbeats(shards) => Ok(GatewayExit::Closed),
    }
}

/// Connects this process's share of the shards, and returns once the gateway is lost for good or is
/// to be left.
async fn run_share(
    settings: &GatewaySettings,
    shared: SharedShards,
    gateway: Arc<Gateway>,
    registry: Arc<Registry>,
    closed: &CancellationToken,
) -> Result<GatewayExit, GatewayExit> {
    let http = build_http(&settings.api_url, &settings.token).map_err(GatewayExit::Setup)?;
    let permit = acquire_one_start(&http).await.map_err(GatewayExit::from)?;
    settings.check_address(&permit.url)?;
    let (advised, wanted) = (permit.shards, settings.shards.or(permit.shards));
    warn_of_too_few(settings.shards, advised);
    let total = join(&shared, wanted).await;
    if total != wanted {
        warn!(
            shards = total,
            wanted,
            "the processes that run share another number of shards; stop all of them to change it"
        );
    }
    let mut shards = ShardCoordinator::new(settings.clone(), shared, total, gateway, registry);
    let exit = tokio::select! {
        exit = shards.run() => Err(exit),
        () = wait_until_exhausted(&http, POLL_INTERVAL) => Err(GatewayExit::StartLimitReached),
        () = closed.cancelled() => Ok(GatewayExit::Closed),
    };
    shards.close().await;
    exit
}

/// Takes part in the gateway. Waits for the database as long as it takes.
async fn join(shared: &SharedShards, wanted: u32) -> u32 {
    loop {
        match shared.join(wanted).await {
            Ok(total) => return total.max(1),
            Err(error) => {
                warn!(%error, "could not look up the shards of the other processes");
                sleep(RETRY_PAUSE).await;
            }
        }
    }
}
