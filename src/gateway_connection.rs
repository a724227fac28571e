//! The connection to the gateway: connects the shards, keeps the limit of session starts, and tells why
//! the connection ended. [`crate::gateway`] receives its events.

use std::sync::Arc;
use std::time::Duration;

use journal::Journal;
use serenity::Client;
use serenity::all::{ClientBuilder, GatewayIntents, ShardManager};
use serenity::http::HttpBuilder;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tracing::warn;

use crate::bot_token::BotToken;
use crate::config::{ApiUrl, GatewayUrlError};
use crate::gateway::{Gateway, GatewayHandler};
use crate::outbox::{RestSetupError, build_http_client};
use crate::session_start_limit::{POLL_INTERVAL, acquire_start_permit, wait_until_exhausted};

/// How long a shutdown waits for the gateway to close.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(3);

/// The shards of this process.
pub(crate) struct GatewayConnection {
    shards: Arc<ShardManager>,
    task: JoinHandle<GatewayExit>,
}

/// Why no connection can be set up.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ConnectError {
    #[error(transparent)]
    Rest(#[from] RestSetupError),
    /// Completes "the gateway …".
    #[error("{0}")]
    Gateway(&'static str),
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

impl GatewayConnection {
    /// Begins to connect. Needs a Tokio runtime.
    pub(crate) async fn start<J: Journal + 'static>(
        api_url: &ApiUrl,
        token: &BotToken,
        gateway: Arc<Gateway<J>>,
    ) -> Result<Self, ConnectError> {
        let mut client = build_client(api_url, token, &gateway).await?;
        let shards = Arc::clone(&client.shard_manager);
        let api_url = api_url.clone();
        let task = tokio::spawn(async move { run_gateway(&mut client, &gateway, &api_url).await });
        Ok(Self { shards, task })
    }

    /// Waits until the connection has ended for good, and returns why. Completes "the gateway …".
    pub(crate) async fn wait_until_ended(&mut self) -> String {
        match (&mut self.task).await {
            Ok(GatewayExit::Closed) => "was closed".to_owned(),
            Ok(GatewayExit::Failed(error)) => describe(&error).to_owned(),
            Ok(GatewayExit::AddressRefused(why)) => why.to_string(),
            Ok(GatewayExit::StartLimitReached) => {
                "has reached its daily limit of session starts".to_owned()
            }
            Err(_) => "was lost: its task panicked".to_owned(),
        }
    }

    /// Leaves the gateway. Takes at most three seconds.
    pub(crate) async fn close(self) {
        if timeout(CLOSE_TIMEOUT, self.shards.shutdown_all())
            .await
            .is_err()
        {
            warn!("the gateway did not close in time");
        }
        self.task.abort();
    }
}

async fn build_client<J>(
    api_url: &ApiUrl,
    token: &BotToken,
    gateway: &Arc<Gateway<J>>,
) -> Result<Client, ConnectError>
where
    J: Journal + 'static,
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
    let failed = |error| ConnectError::Gateway(describe(&error));
    builder.await.map_err(failed)
}

/// Connects as many shards as Discord advises, and returns once the gateway is lost for good.
async fn run_gateway<J>(client: &mut Client, gateway: &Gateway<J>, api_url: &ApiUrl) -> GatewayExit
where
    J: Journal + 'static,
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
