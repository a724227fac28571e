//! Connects the shards to the gateway, within the session start limit, and reports why the connection ended.
//! [`crate::gateway`] receives the events. `journal::Cluster` decides which shards this process connects.

use std::convert::Infallible;
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use discord::BotToken;
use futures_util::future::{join_all, try_join_all};
use journal::{Cluster, SessionStarts};
use serenity::Client;
use serenity::all::ShardManager;
use serenity::gateway::ConnectionStage;
use serenity::http::Http;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use crate::config::{ApiUrl, ShardCount};
use crate::gateway::Gateway;
use crate::gateway::client::{GatewayExit, build_client, build_http};
use crate::gateway::session_start_limit::{
    POLL_INTERVAL, StartPermit, acquire_start_permit, wait_until_exhausted,
};

/// How long a shutdown waits for the gateway to close.
const CLOSE_TIMEOUT: Duration = Duration::from_millis(3_500);
/// The pause before a database query is retried.
const RETRY_PAUSE: Duration = Duration::from_secs(1);
/// How often a connecting shard is polled until it is connected.
const CONNECTED_POLL: Duration = Duration::from_millis(50);

/// The connection of this process's shards.
pub(crate) struct GatewayConnection {
    closing: CancellationToken,
    task: JoinHandle<GatewayExit>,
}

#[derive(Clone)]
pub(crate) struct GatewaySettings {
    pub(crate) api_url: ApiUrl,
    pub(crate) token: BotToken,
    pub(crate) shards: ShardCount,
    pub(crate) cluster: Cluster,
    /// Coordinates session starts among clusters; `None` if there can be only one cluster.
    pub(crate) session_starts: Option<SessionStarts>,
}

impl GatewaySettings {
    fn build_http(&self) -> Result<Http, GatewayExit> {
        build_http(&self.api_url, &self.token).map_err(GatewayExit::Setup)
    }

    /// Returns an error if the token must not be sent to this gateway address.
    pub(crate) fn check_address(&self, url: &str) -> Result<(), GatewayExit> {
        let checked = self.api_url.check_gateway(url);
        checked.map_err(GatewayExit::AddressRefused)
    }
}

impl GatewayConnection {
    /// Starts connecting the shards of this process's cluster. Needs a Tokio runtime.
    pub(crate) fn start(settings: GatewaySettings, gateway: Arc<Gateway>) -> Self {
        let closing = CancellationToken::new();
        let closed = closing.clone();
        let task = tokio::spawn(async move {
            let exit = run(&settings, &gateway, &closed).await;
            exit.unwrap_or_else(|exit| exit)
        });
        Self { closing, task }
    }

    /// Waits until the connection has ended for good, and returns the reason, which completes "the gateway …".
    pub(crate) async fn wait_until_ended(&mut self) -> String {
        match (&mut self.task).await {
            Ok(exit) => exit.describe(),
            Err(_) => "was lost: its task panicked".to_owned(),
        }
    }

    /// Disconnects from the gateway. Takes at most three and a half seconds.
    pub(crate) async fn close(mut self) {
        self.closing.cancel();
        if !self.task.is_finished() && timeout(CLOSE_TIMEOUT, &mut self.task).await.is_err() {
            warn!("the gateway did not close in time");
        }
        self.task.abort();
    }
}

/// Connects the shards. Returns when the connection has ended for good, or after a shutdown was requested.
async fn run(
    settings: &GatewaySettings,
    gateway: &Arc<Gateway>,
    closed: &CancellationToken,
) -> Result<GatewayExit, GatewayExit> {
    let http = settings.build_http()?;
    let permit = acquire_start_permit(&http, settings.cluster, settings.shards)
        .await
        .map_err(GatewayExit::from)?;
    settings.check_address(&permit.url)?;
    let shards: Vec<u32> = settings.cluster.shards(permit.shards).collect();
    gateway.expect_shards(permit.shards, &shards);
    // A client of serenity connects consecutive shards. With several clusters, the shards of a cluster are not
    // consecutive, so each shard gets its own client.
    let parts = if settings.cluster.is_whole() {
        1
    } else {
        shards.len()
    };
    let mut clients = Vec::with_capacity(parts);
    for _ in 0..parts {
        let client = build_client(settings.build_http()?, gateway)
            .await
            .map_err(GatewayExit::from)?;
        // Overwrites Discord's own address, which serenity falls back to if it cannot query the gateway's address.
        client.ws_url.lock().await.clone_from(&permit.url);
        clients.push(client);
    }
    let managers: Vec<_> = clients
        .iter()
        .map(|client| Arc::clone(&client.shard_manager))
        .collect();
    tokio::select! {
        outcome = connect(settings, &permit, &shards, &mut clients) => match outcome {
            Ok(()) => Ok(GatewayExit::Closed),
            Err(error) => Err(error.into()),
        },
        () = wait_until_exhausted(&http, POLL_INTERVAL) => Err(GatewayExit::StartLimitReached),
        () = gateway.poll_heartbeats(&managers) => Ok(GatewayExit::Closed),
        () = closed.cancelled() => {
            join_all(managers.iter().map(|manager| manager.shutdown_all())).await;
            Ok(GatewayExit::Closed)
        }
    }
}

/// Connects these shards and runs them until they are closed.
async fn connect(
    settings: &GatewaySettings,
    permit: &StartPermit,
    shards: &[u32],
    clients: &mut [Client],
) -> Result<(), serenity::Error> {
    let Some(starts) = settings
        .session_starts
        .as_ref()
        .filter(|_| !settings.cluster.is_whole())
    else {
        let started = clients
            .iter_mut()
            .map(|client| client.start_shards(permit.shards));
        return try_join_all(started).await.map(drop);
    };
    let started = clients
        .iter_mut()
        .zip(shards)
        .map(|(client, &shard)| connect_in_turn(starts, permit, client, shard));
    try_join_all(started).await.map(drop)
}

/// Waits for the shard's turn among all clusters, connects it, and runs it until it is closed.
async fn connect_in_turn(
    starts: &SessionStarts,
    permit: &StartPermit,
    client: &mut Client,
    shard: u32,
) -> Result<(), serenity::Error> {
    let bucket = shard % permit.max_concurrency.max(1);
    wait_for_turn(starts, bucket).await;
    info!(shard, shards = permit.shards, "connecting a shard");
    let manager = Arc::clone(&client.shard_manager);
    tokio::select! {
        outcome = client.start_shard(shard, permit.shards) => outcome,
        never = record_start(starts, bucket, &manager) => match never {},
    }
}

/// Waits until Discord allows a session start in this bucket, which all clusters share, and reserves the start.
async fn wait_for_turn(starts: &SessionStarts, bucket: u32) {
    loop {
        match starts.reserve(bucket).await {
            Ok(Duration::ZERO) => return,
            Ok(wait) => sleep(wait).await,
            Err(error) => {
                warn!(%error, "could not reserve a session start");
                sleep(RETRY_PAUSE).await;
            }
        }
    }
}

/// Records the session start once the shard is connected. Never returns.
async fn record_start(starts: &SessionStarts, bucket: u32, shards: &ShardManager) -> Infallible {
    while !is_connected(shards).await {
        sleep(CONNECTED_POLL).await;
    }
    if let Err(error) = starts.record(bucket).await {
        warn!(%error, "could not record a session start");
    }
    pending().await
}

/// Returns true if the manager's only shard is connected.
async fn is_connected(manager: &ShardManager) -> bool {
    let runners = manager.runners.lock().await;
    let runner = runners.values().next();
    runner.is_some_and(|runner| runner.stage == ConnectionStage::Connected)
}
