//! The whole bot, from a token and an address to a clean end.

use std::sync::Arc;
use std::time::Duration;

use journal::{JournalError, Store, StoreError};
use serenity::Client;
use serenity::all::{ClientBuilder, GatewayIntents, ShardManager};
use serenity::http::HttpBuilder;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::task::TaskTracker;
use tracing::{info, warn};

use crate::config::{ApiUrl, Config};
use crate::desk::Desk;
use crate::editions::{self, EditionsError};
use crate::from_config;
use crate::gateway::{Ears, Gateway};
use crate::outbox::{RestClient, RestSetupError};
use crate::registry::{Env, Registry};
use crate::starts;
use crate::token::Token;

/// The end of a shutdown is never later than ten seconds after its beginning.
const GATEWAY_CLOSES: Duration = Duration::from_secs(3);
const WORK_ENDS: Duration = Duration::from_secs(6);

/// A bot that runs.
pub struct Bot {
    api_url: String,
    shards: Arc<ShardManager>,
    client: JoinHandle<Ended>,
    registry: Arc<Registry<Store>>,
    store: Arc<Store>,
    serving: TaskTracker,
    ready: watch::Receiver<bool>,
}

/// Why the gateway is heard no more.
enum Ended {
    Closed,
    Failed(serenity::Error),
    /// One more session and Discord may take the token away.
    Exhausted,
}

/// Why the bot does not run.
#[derive(Debug, thiserror::Error)]
pub enum BotError {
    /// There is no way to Discord's REST API.
    #[error(transparent)]
    Rest(#[from] RestSetupError),
    /// A file of an edition cannot be used.
    #[error(transparent)]
    Editions(#[from] EditionsError),
    /// Games cannot be kept where they are to be.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The games that are kept cannot be read, or none can be kept any more.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The gateway could not be reached or refused the bot. What serenity says of it can hold
    /// addresses and is not repeated.
    #[error("the gateway of {api_url} {why}")]
    Gateway {
        /// Where its address was asked for.
        api_url: String,
        /// What happened.
        why: &'static str,
    },
}

impl Bot {
    /// Connects to the Discord at the configured address. Needs a Tokio runtime.
    ///
    /// # Errors
    /// If an edition's file cannot be used, or if there is no way to it. Whether it lets the bot in shows later: [`Bot::ready`],
    /// [`Bot::failed`].
    pub async fn start(config: &Config, token: &Token) -> Result<Self, BotError> {
        let table_config = from_config::table_config(config, editions::load()?);
        let rest = RestClient::new(&config.discord.api_url, token)?;
        let store = Arc::new(Store::open(&config.storage.url).await?);
        let limits = from_config::limits(config);
        let env = Env {
            table_config,
            ..Env::system()
        };
        let registry = Registry::new(Arc::clone(&store), rest.clone(), limits, env).await?;
        let budget = from_config::budget(config);
        let desk = Desk {
            rest: rest.clone(),
            registry: Arc::clone(&registry),
            preferences: Arc::<Store>::clone(&store),
            budget,
        };
        let serving = TaskTracker::new();
        let gateway = Arc::new(Gateway::new(
            desk,
            Arc::clone(&registry),
            rest,
            serving.clone(),
        ));
        let ready = gateway.ready();
        let mut client = client(&config.discord.api_url, token, &gateway).await?;
        let shards = Arc::clone(&client.shard_manager);
        let client = tokio::spawn(async move { listen(&mut client, &gateway).await });
        Ok(Self {
            api_url: config.discord.api_url.as_str().to_owned(),
            shards,
            client,
            registry,
            store,
            serving,
            ready,
        })
    }

    /// Waits until the gateway is open and the commands are registered.
    pub async fn ready(&mut self) {
        // The sender lives as long as the client; when that ends, `failed` says so.
        if self.ready.wait_for(|ready| *ready).await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// Waits until the bot cannot go on: the gateway gives up, which it does only when Discord does
    /// not let the bot in or cannot be reached at all, or the disk fails under the journal.
    pub async fn failed(&mut self) -> BotError {
        let why = tokio::select! {
            ended = &mut self.client => match ended {
                Ok(Ended::Closed) => "was closed",
                Ok(Ended::Failed(error)) => reason(&error),
                Ok(Ended::Exhausted) => "has let the bot in so often today that it has to wait",
                Err(_) => "was lost with the task that held it",
            },
            () = self.store.broken() => {
                let why = "its disk failed, and what it holds has to be looked at".to_owned();
                return JournalError::Unavailable(why).into();
            }
        };
        let api_url = self.api_url.clone();
        BotError::Gateway { api_url, why }
    }

    /// Takes no more clicks, finishes what is in hand and leaves the gateway; within ten seconds.
    pub async fn shutdown(self) {
        if timeout(GATEWAY_CLOSES, self.shards.shutdown_all())
            .await
            .is_err()
        {
            warn!("the gateway did not close in time");
        }
        self.client.abort();
        self.serving.close();
        let finish = async {
            self.serving.wait().await;
            self.registry.close().await;
            self.store.close().await;
        };
        match timeout(WORK_ENDS, finish).await {
            Ok(()) => info!("everything in hand is finished"),
            Err(_) => warn!("something in hand was not finished in time"),
        }
    }
}

async fn client<J>(
    api_url: &ApiUrl,
    token: &Token,
    gateway: &Arc<Gateway<J>>,
) -> Result<Client, BotError>
where
    J: journal::Journal + 'static,
{
    // serenity only asks for the gateway's address; with its own limiter on it would ignore ours.
    let http = HttpBuilder::new(token.expose())
        .proxy(api_url.as_str())
        .ratelimiter_disabled(true)
        .build();
    let builder = ClientBuilder::new_with_http(http, GatewayIntents::GUILDS)
        .event_handler(Ears(Arc::clone(gateway)))
        .raw_event_handler(Ears(Arc::clone(gateway)));
    let failed = |error| BotError::Gateway {
        api_url: api_url.as_str().to_owned(),
        why: reason(&error),
    };
    builder.await.map_err(failed)
}

/// As many shards as Discord advises; one where the server knows no advice.
async fn listen<J>(client: &mut Client, gateway: &Gateway<J>) -> Ended
where
    J: journal::Journal + 'static,
{
    let (http, shards) = (Arc::clone(&client.http), Arc::clone(&client.shard_manager));
    let admission = match starts::admission(&http).await {
        Ok(admission) => admission,
        Err(error) => return Ended::Failed(error),
    };
    // Where serenity could not ask for the address it has put Discord's own.
    *client.ws_url.lock().await = admission.url;
    gateway.shared_out(admission.shards);
    tokio::select! {
        ended = client.start_shards(admission.shards) => match ended {
            Ok(()) => Ended::Closed,
            Err(error) => Ended::Failed(error),
        },
        () = starts::exhausted(&http, starts::BETWEEN_LOOKS) => Ended::Exhausted,
        () = gateway.feel_the_pulse(&shards) => Ended::Closed,
    }
}

/// What went wrong, in words that hold no address and no token.
fn reason(error: &serenity::Error) -> &'static str {
    use serenity::gateway::GatewayError;
    match error {
        serenity::Error::Gateway(GatewayError::InvalidAuthentication) => {
            "does not accept the token"
        }
        serenity::Error::Gateway(
            GatewayError::DisallowedGatewayIntents | GatewayError::InvalidGatewayIntents,
        ) => "does not grant the intents",
        serenity::Error::Gateway(_) => "closed the connection for good",
        serenity::Error::Http(error) if error.status_code().is_some_and(|status| status == 401) => {
            "does not accept the token"
        }
        serenity::Error::Http(_) => "cannot be asked for",
        _ => "cannot be reached",
    }
}
