//! The metrics and the readiness of a running bot, for the monitor.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use discord::RestClient;
use discord::metrics::Sample;
use journal::Store;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::application::startup::Startup;
use crate::gateway::Gateway;
use crate::monitor::{self, NotReady, Status};
use crate::tables::registry::Registry;

/// The parts of a running bot that the monitor queries.
pub(crate) struct BotStatus {
    gateway: Arc<Gateway>,
    startup: Arc<Startup>,
    registry: Arc<Registry>,
    store: Arc<dyn Store>,
    rest: RestClient,
    shutting_down: AtomicBool,
}

impl BotStatus {
    pub(crate) fn new(
        gateway: Arc<Gateway>,
        startup: &Arc<Startup>,
        registry: &Arc<Registry>,
        store: &Arc<dyn Store>,
        rest: &RestClient,
    ) -> Self {
        Self {
            gateway,
            startup: Arc::clone(startup),
            registry: Arc::clone(registry),
            store: Arc::clone(store),
            rest: rest.clone(),
            shutting_down: AtomicBool::new(false),
        }
    }
}

/// The monitor of a running bot. Serves nothing if the settings turn the monitor off.
pub(crate) struct RunningMonitor {
    status: Arc<BotStatus>,
    address: Option<SocketAddr>,
    task: Option<JoinHandle<()>>,
}

impl RunningMonitor {
    /// Serves on this listener, if any. Needs a Tokio runtime.
    pub(crate) fn start(listener: Option<TcpListener>, status: BotStatus) -> Self {
        let status = Arc::new(status);
        let address = listener.as_ref().map(TcpListener::local_addr);
        let background_tasks = &status.registry.env().background_tasks;
        let serve = |listener: TcpListener| {
            let status = Arc::clone(&status);
            let serving = async move { match monitor::serve(&listener, status).await {} };
            background_tasks.spawn("serves metrics and health", serving)
        };
        Self {
            address: address.and_then(Result::ok),
            task: listener.map(serve),
            status,
        }
    }

    pub(crate) fn address(&self) -> Option<SocketAddr> {
        self.address
    }

    /// Makes `/readyz` report that the bot is not ready.
    pub(crate) fn begin_shutdown(&self) {
        self.status.shutting_down.store(true, Ordering::Relaxed);
    }

    pub(crate) fn stop(self) {
        if let Some(task) = self.task {
            task.abort();
        }
    }
}

impl Status for BotStatus {
    fn metrics(&self) -> String {
        let (tables, gateway) = (self.registry.sample(), &self.gateway);
        let stages = tables
            .stages
            .iter()
            .map(|&(stage, count)| (stage.name(), count));
        self.rest.metrics().render(&Sample {
            tables: stages.collect(),
            loaded_tables: tables.loaded,
            mailbox_messages: tables.mailbox_messages,
            mailbox_longest: tables.mailbox_longest,
            shard_count: gateway.shard_count(),
            shards: gateway.shard_samples(),
            invalid_responses: self.rest.invalid_responses(),
            commits: self.store.commit_stats(),
        })
    }

    async fn check_ready(&self) -> Result<&'static str, NotReady> {
        if self.shutting_down.load(Ordering::Relaxed) {
            return Err(NotReady::ShuttingDown);
        }
        let is_connected = self.gateway.is_connected();
        if !self.startup.is_ready() || !is_connected {
            return Err(NotReady::Discord);
        }
        let writable = self.store.check_writable().await;
        writable.map(|()| "ready").map_err(|_| NotReady::Journal)
    }
}
