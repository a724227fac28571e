//! Starts and stops the HTTP server of REST, gateway, control API and page.

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
use crate::listener::{AbortableListener, ConnectionAborter};
use crate::recorder::Recorder;
use crate::world::World;
use crate::{control, gateway, page, rest_handler};

/// Longest time that a shutdown waits for open connections.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// A running sandbox. Dropping it stops it as well.
#[derive(Debug)]
pub struct Sandbox {
    address: SocketAddr,
    shared: Shared,
    stop: watch::Sender<bool>,
    server: JoinHandle<std::io::Result<()>>,
}

/// The error of a sandbox that did not start.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The port is taken or not available.
    #[error("cannot listen on 127.0.0.1:{port}: {source}")]
    Listen {
        /// The requested port.
        port: u16,
        /// The system's error.
        source: std::io::Error,
    },
    /// The file of the record cannot be created.
    #[error("cannot write the record {}: {source}", path.display())]
    Record {
        /// The requested file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
}

/// The state that all request handlers share.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    world: Arc<Mutex<World>>,
    stopping: watch::Receiver<bool>,
}

impl Shared {
    /// Locks the world. The guard must not be held across an await.
    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        // A panic in one request must not block all others.
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a receiver that changes when the sandbox shuts down.
    pub(crate) fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.clone()
    }
}

impl Sandbox {
    /// Starts a sandbox on 127.0.0.1.
    ///
    /// # Errors
    /// If the port is not available or the record cannot be created.
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
        shared.world().weak_self = Arc::downgrade(&shared.world);
        let server = tokio::spawn(serve(listener, shared.clone()));
        Ok(Self {
            address,
            shared,
            stop,
            server,
        })
    }

    /// Returns the address that the sandbox listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Moves the sandbox's clock forward, so that tokens and rate limits expire without waiting.
    pub fn advance(&self, milliseconds: u64) {
        let mut world = self.shared.world();
        world.clock.advance(Duration::from_millis(milliseconds));
        world.notify_change(None);
    }

    /// Returns the number of connected gateway sessions.
    #[must_use]
    pub fn gateway_connections(&self) -> usize {
        self.shared.world().sessions.connected_count()
    }

    /// Stops the sandbox and waits until its port is free.
    pub async fn shutdown(self) {
        // The server may have stopped already.
        let _ = self.stop.send(true);
        let mut server = self.server;
        if tokio::time::timeout(SHUTDOWN_TIMEOUT, &mut server)
            .await
            .is_err()
        {
            server.abort();
        }
    }
}

async fn serve(listener: TcpListener, shared: Shared) -> std::io::Result<()> {
    let mut stopping = shared.stopping();
    let service = router(shared).into_make_service_with_connect_info::<ConnectionAborter>();
    axum::serve(AbortableListener(listener), service)
        .with_graceful_shutdown(async move {
            // A dropped sender means shutdown, too.
            let _ = stopping.changed().await;
        })
        .await
}

fn router(shared: Shared) -> Router {
    Router::new()
        .route("/gateway", get(gateway::connect))
        .route("/gateway/", get(gateway::connect))
        .route("/api/v10/{*path}", any(rest_handler::handle))
        .nest("/sandbox", control::router())
        .merge(page::router())
        .layer(DefaultBodyLimit::max(rest_handler::MAX_BODY_BYTES))
        .with_state(shared)
}
