//! The session of one shard: waits for its turn among all processes, connects, and tells why it ended.

use std::convert::Infallible;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use journal::SharedShards;
use outbox::metrics::ShardSample;
use serenity::all::ShardManager;
use serenity::gateway::ConnectionStage;
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tracing::{info, warn};

use crate::background_tasks::BackgroundTasks;
use crate::gateway::Gateway;
use crate::gateway::client::{GatewayExit, build_client, build_http};
use crate::gateway::connection::GatewaySettings;
use crate::gateway::session_start_limit::acquire_one_start;

/// How long the end of a session may take.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);
/// Time between two looks whether a session has begun.
const CONNECTED_POLL: Duration = Duration::from_millis(50);
/// The pause after the database did not answer.
const RETRY_PAUSE: Duration = Duration::from_secs(1);

/// Everything that a session needs to begin.
pub(super) struct Connector {
    pub(super) settings: GatewaySettings,
    pub(super) gateway: Arc<Gateway>,
    pub(super) shared: SharedShards,
    pub(super) background_tasks: BackgroundTasks,
    /// The number of shards that all processes use.
    pub(super) total: u32,
    /// Gets the reason why a session ended for good.
    pub(super) exits: UnboundedSender<GatewayExit>,
}

/// A shard that this process connects, or is connected with.
pub(super) struct Session {
    shard: u32,
    task: JoinHandle<()>,
    /// Set once its turn has come.
    manager: Arc<OnceLock<Arc<ShardManager>>>,
}

impl Session {
    /// Begins a session. Needs a Tokio runtime.
    pub(super) fn start(connector: Arc<Connector>, shard: u32) -> Self {
        let manager = Arc::new(OnceLock::new());
        let known = Arc::clone(&manager);
        let background_tasks = connector.background_tasks.clone();
        let task = background_tasks.spawn("connects a shard", async move {
            if let Err(exit) = connector.run(shard, &known).await {
                // The receiver lives as long as the process receives events.
                let _ = connector.exits.send(exit);
            }
        });
        Self {
            shard,
            task,
            manager,
        }
    }

    /// Returns the state of the connection; none before its turn has come.
    pub(super) async fn sample(&self) -> Option<ShardSample> {
        let manager = self.manager.get()?;
        let runners = manager.runners.lock().await;
        let runner = runners.values().next()?;
        Some(ShardSample {
            shard: self.shard,
            is_connected: runner.stage == ConnectionStage::Connected,
            latency: runner.latency,
        })
    }

    pub(super) async fn close(self) {
        if let Some(manager) = self.manager.get()
            && timeout(CLOSE_TIMEOUT, manager.shutdown_all())
                .await
                .is_err()
        {
            warn!(shard = self.shard, "a shard did not close in time");
        }
        self.task.abort();
    }
}

/// Returns true if the only shard of a manager is connected.
async fn is_connected(manager: &ShardManager) -> bool {
    let runners = manager.runners.lock().await;
    let runner = runners.values().next();
    runner.is_some_and(|runner| runner.stage == ConnectionStage::Connected)
}

impl Connector {
    /// Connects a shard once its turn has come, and runs it until it is closed.
    async fn run(
        &self,
        shard: u32,
        manager: &OnceLock<Arc<ShardManager>>,
    ) -> Result<(), GatewayExit> {
        let http =
            build_http(&self.settings.api_url, &self.settings.token).map_err(GatewayExit::Setup)?;
        let permit = acquire_one_start(&http).await.map_err(GatewayExit::from)?;
        self.settings.check_address(&permit.url)?;
        let bucket = shard % permit.max_concurrency.max(1);
        self.wait_for_turn(bucket).await;
        let client = build_client(http, &self.gateway).await;
        let mut client = client.map_err(GatewayExit::from)?;
        *client.ws_url.lock().await = permit.url;
        // Set once: each session has a cell of its own.
        let _ = manager.set(Arc::clone(&client.shard_manager));
        info!(shard, shards = self.total, "connecting a shard");
        let shards = Arc::clone(&client.shard_manager);
        tokio::select! {
            outcome = client.start_shard(shard, self.total) => outcome.map_err(GatewayExit::from),
            never = self.record_start(bucket, &shards) => match never {},
        }
    }

    /// Records the start of a session once it is connected, and then does nothing.
    async fn record_start(&self, bucket: u32, shards: &ShardManager) -> Infallible {
        while !is_connected(shards).await {
            sleep(CONNECTED_POLL).await;
        }
        if let Err(error) = self.shared.record_start(bucket).await {
            warn!(%error, "could not record the start of a session");
        }
        std::future::pending().await
    }

    /// Waits until Discord allows the next start in this bucket, of all processes together.
    async fn wait_for_turn(&self, bucket: u32) {
        loop {
            match self.shared.reserve_start(bucket).await {
                Ok(Duration::ZERO) => return,
                Ok(wait) => sleep(wait).await,
                Err(error) => {
                    warn!(%error, "could not reserve the start of a session");
                    sleep(RETRY_PAUSE).await;
                }
            }
        }
    }
}
