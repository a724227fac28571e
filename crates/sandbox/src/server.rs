//! Starts and stops the one server that all faces share.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{any, get};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::config::SandboxConfig;
use crate::lines::{Cutter, Lines};
use crate::record::Recorder;
use crate::world::World;
use crate::{control, exchange, gateway, page};

/// How long a stop waits for open connections.
const STOP_PATIENCE: Duration = Duration::from_secs(2);

/// A running sandbox; dropping it stops it, too.
#[derive(Debug)]
pub struct Sandbox {
    address: SocketAddr,
    shared: Shared,
    stop: watch::Sender<bool>,
    server: JoinHandle<std::io::Result<()>>,
}

/// Why a sandbox did not start.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The port is taken or not to be had.
    #[error("cannot listen on 127.0.0.1:{port}: {source}")]
    Listen {
        /// The port that was asked for.
        port: u16,
        /// What the system says.
        source: std::io::Error,
    },
    /// The record's file cannot be made.
    #[error("cannot write the record {}: {source}", path.display())]
    Record {
        /// The file that was asked for.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
}

/// What every request needs.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    world: Arc<Mutex<World>>,
    stopping: watch::Receiver<bool>,
}

impl Shared {
    /// The world, for as long as the caller computes; never across an await.
    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        // A panic in one request must not silence all others.
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes when the sandbox is about to stop.
    pub(crate) fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.clone()
    }
}

impl Sandbox {
    /// Starts a sandbox on 127.0.0.1.
    ///
    /// # Errors
    /// If the port is taken or the record cannot be written.
    pub async fn start(config: SandboxConfig) -> Result<Self, SandboxError> {
        let port = config.port;
        let listening = |source| SandboxError::Listen { port, source };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .await
            .map_err(listening)?;
        let address = listener.local_addr().map_err(listening)?;
        let recorder = Recorder::open(config.record.as_deref()).map_err(|source| {
            let path = config.record.clone().unwrap_or_default();
            SandboxError::Record { path, source }
        })?;
        let world = World::new(&config, format!("http://{address}"), recorder);
        let (stop, stopping) = watch::channel(false);
        let shared = Shared {
            world: Arc::new(Mutex::new(world)),
            stopping,
        };
        shared.world().itself = Arc::downgrade(&shared.world);
        let server = tokio::spawn(serve(listener, shared.clone()));
        Ok(Self {
            address,
            shared,
            stop,
            server,
        })
    }

    /// Where the sandbox listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Skips `milliseconds` on the sandbox's clock, so that tokens and limits
    /// expire without waiting.
    pub fn advance(&self, milliseconds: u64) {
        let mut world = self.shared.world();
        world.clock.advance(Duration::from_millis(milliseconds));
        world.touch(None);
    }

    /// How many gateway connections there are.
    #[must_use]
    pub fn gateway_connections(&self) -> usize {
        self.shared.world().sessions.connected()
    }

    /// Stops the sandbox and waits until its port is free.
    pub async fn shutdown(self) {
        // Nobody left to hear it is fine.
        let _ = self.stop.send(true);
        let mut server = self.server;
        if tokio::time::timeout(STOP_PATIENCE, &mut server)
            .await
            .is_err()
        {
            server.abort();
        }
    }
}

async fn serve(listener: TcpListener, shared: Shared) -> std::io::Result<()> {
    let mut stopping = shared.stopping();
    let service = router(shared).into_make_service_with_connect_info::<Cutter>();
    axum::serve(Lines(listener), service)
        .with_graceful_shutdown(async move {
            // The sender's end means the same as its word.
            let _ = stopping.changed().await;
        })
        .await
}

fn router(shared: Shared) -> Router {
    Router::new()
        .route("/gateway", get(gateway::connect))
        .route("/gateway/", get(gateway::connect))
        .route("/api/v10/{*path}", any(exchange::answer))
        .nest("/sandbox", control::router())
        .merge(page::router())
        .layer(DefaultBodyLimit::max(exchange::LARGEST_BODY))
        .with_state(shared)
}
