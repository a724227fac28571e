//! Starts and stops the HTTP server for REST, gateway, control API and page.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{any, get};
use rand::TryRng as _;
use rand::rngs::{SysError, SysRng};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::listener::{AbortableListener, ConnectionAborter};
use super::local_client::LocalClient;
use super::recorder::Recorder;
use super::shared::Shared;
use super::state::{Clock, ServerState};
use super::{control, foreign_sites, gateway, page, rest_handler};
use crate::config::{CHANNELS, GUILD_NAME, SandboxConfig, USERS, UserConfig};
use crate::world::{World, WorldConfig};

const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// A running sandbox. Dropping it stops the server.
#[derive(Debug)]
pub struct Sandbox {
    address: SocketAddr,
    token: String,
    shared: Shared,
    stop: watch::Sender<bool>,
    server: JoinHandle<std::io::Result<()>>,
}

#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    #[error("cannot listen on {address}: {source}")]
    Listen {
        address: SocketAddr,
        source: std::io::Error,
    },
    #[error("the system provides no randomness for the bot's token")]
    Randomness,
    #[error("cannot write the record file {}: {source}", path.display())]
    Record {
        path: PathBuf,
        source: std::io::Error,
    },
}

impl Sandbox {
    pub async fn start(config: SandboxConfig) -> Result<Self, SandboxError> {
        let address = SocketAddr::from((config.listen, config.port));
        let listening = |source| SandboxError::Listen { address, source };
        let listener = TcpListener::bind(address).await.map_err(listening)?;
        let port = listener.local_addr().map_err(listening)?.port();
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let recorder = Recorder::open(config.record.as_deref()).map_err(|source| {
            let path = config.record.clone().unwrap_or_default();
            SandboxError::Record { path, source }
        })?;
        let clock = Clock::start();
        let token = random_bot_token().map_err(|_| SandboxError::Randomness)?;
        let base_url = format!("http://{address}");
        let world = initial_world(&config, token.clone(), base_url, clock.now());
        let (stop, stopping) = watch::channel(false);
        let state = ServerState::new(world, clock, recorder);
        let shared = Shared::new(state, stopping);
        let server = tokio::spawn(serve(listener, shared.clone()));
        Ok(Self {
            address,
            token,
            shared,
            stop,
            server,
        })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the bot's token, without the prefix `Bot`. Every sandbox has a different token, so that only its own bot
    /// can connect.
    pub fn token(&self) -> &str {
        &self.token
    }

    pub fn local_client(&self) -> LocalClient {
        LocalClient::new(self.shared.clone())
    }

    /// Moves the sandbox's clock forward, so that tests need not wait for tokens and rate limits to expire.
    pub fn advance(&self, milliseconds: u64) {
        let mut state = self.shared.lock();
        state.advance(Duration::from_millis(milliseconds));
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
            // The port is free only once the aborted task has ended.
            let _ = server.await;
        }
    }
}

/// Returns a new token for each start, so that other processes and web pages on this machine cannot guess it.
fn random_bot_token() -> Result<String, SysError> {
    let (high, low) = (SysRng.try_next_u64()?, SysRng.try_next_u64()?);
    Ok(format!("sandbox-{high:016x}{low:016x}"))
}

fn initial_world(config: &SandboxConfig, token: String, base_url: String, now: u64) -> World {
    let world_config = WorldConfig {
        token,
        bot_name: config.bot_name.clone(),
        base_url,
        has_rate_limits: config.has_rate_limits,
        keeps_outputs: true,
    };
    let mut world = World::new(world_config, now);
    for [name, display_name, locale] in USERS {
        let user = UserConfig {
            global_name: Some(display_name.to_owned()),
            ..UserConfig::new(name, locale)
        };
        world.add_user(now, &user);
    }
    let guild = world.add_guild(now, GUILD_NAME, "en-US");
    for channel in CHANNELS {
        world.add_channel(now, guild, channel);
    }
    world
}

async fn serve(listener: TcpListener, shared: Shared) -> std::io::Result<()> {
    let mut stopping = shared.stopping();
    let service = router(shared).into_make_service_with_connect_info::<ConnectionAborter>();
    axum::serve(AbortableListener(listener), service)
        .with_graceful_shutdown(async move {
            // A dropped sender also means shutdown.
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
        .layer(middleware::from_fn(foreign_sites::refuse))
        .with_state(shared)
}
