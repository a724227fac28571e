//! Builds serenity's gateway client, and describes why it stopped.

use std::sync::Arc;

use discord::BotToken;
use discord::{RestSetupError, build_http_client};
use serenity::Client;
use serenity::all::{ClientBuilder, GatewayIntents};
use serenity::http::{Http, HttpBuilder};

use crate::config::{ApiUrl, GatewayUrlError};
use crate::gateway::{Gateway, GatewayHandler};

/// Why the connection to the gateway ended.
pub(crate) enum GatewayExit {
    Closed,
    Failed(Box<serenity::Error>),
    /// The API returned a gateway address to which the token must not be sent.
    AddressRefused(GatewayUrlError),
    /// Discord could revoke the token if further sessions were started.
    StartLimitReached,
    Setup(RestSetupError),
}

impl From<serenity::Error> for GatewayExit {
    fn from(error: serenity::Error) -> Self {
        Self::Failed(Box::new(error))
    }
}

impl GatewayExit {
    /// Returns the reason without the gateway's address or the token. Completes "the gateway …".
    pub(crate) fn describe(&self) -> String {
        match self {
            Self::Closed => "was closed".to_owned(),
            Self::Failed(error) => describe(error).to_owned(),
            Self::AddressRefused(why) => why.to_string(),
            Self::StartLimitReached => "has reached its daily limit of session starts".to_owned(),
            Self::Setup(error) => format!("cannot be looked up: {error}"),
        }
    }
}

/// Returns the client that requests the gateway's address.
///
/// # Errors
/// If the system's TLS cannot be set up.
pub(crate) fn build_http(api_url: &ApiUrl, token: &BotToken) -> Result<Http, RestSetupError> {
    // While its own rate limiter is enabled, serenity ignores the proxy setting, which holds our API address.
    Ok(HttpBuilder::new(token.expose())
        .client(build_http_client()?)
        .proxy(api_url.as_str())
        .ratelimiter_disabled(true)
        .build())
}

/// Returns a client that delivers its events to `gateway`.
///
/// # Errors
/// If serenity refuses the configuration.
pub(crate) async fn build_client(
    http: Http,
    gateway: &Arc<Gateway>,
) -> Result<Client, serenity::Error> {
    ClientBuilder::new_with_http(http, GatewayIntents::GUILDS)
        .raw_event_handler(GatewayHandler(Arc::clone(gateway)))
        .await
}

/// Completes "the gateway …".
const TOKEN_REFUSED: &str = "does not accept the token: it may have been reset. Copy it once more, under \
     Bot on https://discord.com/developers/applications, and start again";
/// Completes "the gateway …".
const INTENTS_REFUSED: &str = "does not grant the intents, though the bot uses only one that every bot may \
     use: start again, with a newer version if there is one";

/// Describes a serenity error without the gateway's address or the token. Completes "the gateway …".
fn describe(error: &serenity::Error) -> &'static str {
    use serenity::gateway::GatewayError;
    match error {
        serenity::Error::Gateway(GatewayError::InvalidAuthentication) => TOKEN_REFUSED,
        serenity::Error::Gateway(
            GatewayError::DisallowedGatewayIntents | GatewayError::InvalidGatewayIntents,
        ) => INTENTS_REFUSED,
        serenity::Error::Gateway(_) => "closed the connection and allows no reconnect",
        serenity::Error::Http(error) if error.status_code().is_some_and(|status| status == 401) => {
            TOKEN_REFUSED
        }
        serenity::Error::Http(_) => "could not be looked up",
        _ => "cannot be reached",
    }
}
