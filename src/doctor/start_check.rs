//! Checks, before the bot connects, that Discord accepts the token, that the clock is right, and that clicks will
//! arrive over the gateway. `doctor` checks more.

pub(crate) mod clock_offset;
pub(crate) mod rest_probe;

use std::num::NonZeroU64;
use std::time::Duration;

use discord::BotToken;
use discord::RestSetupError;
use reqwest::StatusCode;
use serde_json::Value;
use tokio::time::sleep;
use tracing::warn;

use crate::config::ApiUrl;
use crate::doctor::start_check::clock_offset::{ClockOffset, REFUSED_OFFSET};
use crate::doctor::start_check::rest_probe::{ProbeResponse, RestProbe};

/// The API path of the bot's own application.
pub(crate) const APPLICATION_PATH: &str = "applications/@me";
/// The pause after the first failed request. It doubles with each retry.
const FIRST_BACKOFF: Duration = Duration::from_millis(250);
/// The longest pause. If the request fails after this pause, it is not retried.
const MAX_BACKOFF: Duration = Duration::from_secs(16);

#[derive(Debug, thiserror::Error)]
pub enum StartCheckError {
    #[error(transparent)]
    Rest(#[from] RestSetupError),
    /// The request failed. `Application::fetch` retries for at least half a minute before it returns this error.
    #[error(
        "{api_url} cannot be reached ({reason}): check this machine's network and firewall, and \
         discord.api_url"
    )]
    Unreachable {
        api_url: String,
        /// The system's error, or the status of the response.
        reason: String,
    },
    #[error(
        "{api_url} does not accept the token: copy the token of your bot once more, or reset it, under \
         Bot on https://discord.com/developers/applications"
    )]
    Token { api_url: String },
    #[error(
        "this machine's clock is {offset} that of {api_url}: set it, best by NTP (`timedatectl set-ntp \
         true`), and start again"
    )]
    Clock {
        /// The size and direction of the offset, as in "61 s behind".
        offset: String,
        api_url: String,
    },
    #[error(
        "Discord sends the clicks of this application to an Interactions Endpoint URL, not to the bot: \
         clear it under General Information on https://discord.com/developers/applications"
    )]
    InteractionsEndpoint,
}

/// The bot's own application, as Discord describes it.
#[derive(Debug)]
pub(crate) struct Application {
    api_url: ApiUrl,
    response: ProbeResponse,
}

impl Application {
    /// Asks Discord which application the token belongs to. Retries for at least half a minute if the server is
    /// unreachable or busy.
    pub(crate) async fn fetch(api_url: &ApiUrl, token: &BotToken) -> Result<Self, StartCheckError> {
        let response = fetch_application(&RestProbe::new(api_url, token)?).await?;
        let api_url = api_url.clone();
        if response.status == StatusCode::UNAUTHORIZED {
            let api_url = api_url.as_str().to_owned();
            return Err(StartCheckError::Token { api_url });
        }
        Ok(Self { api_url, response })
    }

    /// Checks that the clock is right and that interactions arrive over the gateway.
    pub(crate) fn check(&self) -> Result<(), StartCheckError> {
        let offset = ClockOffset::measure(&self.response);
        if let Some(offset) = offset.filter(|offset| offset.size() >= REFUSED_OFFSET) {
            let (offset, api_url) = (offset.to_string(), self.api_url.as_str().to_owned());
            return Err(StartCheckError::Clock { offset, api_url });
        }
        if has_endpoint(&self.response.body) {
            return Err(StartCheckError::InteractionsEndpoint);
        }
        Ok(())
    }

    /// Returns Discord's description of the application.
    pub(crate) fn fields(&self) -> &Value {
        &self.response.body
    }

    pub(crate) fn id(&self) -> Option<NonZeroU64> {
        application_id(&self.response.body)
    }
}

/// Returns true if Discord sends the application's interactions to an HTTP endpoint instead of the gateway.
pub(crate) fn has_endpoint(application: &Value) -> bool {
    application["interactions_endpoint_url"].is_string()
}

pub(crate) fn application_id(application: &Value) -> Option<NonZeroU64> {
    application["id"].as_str()?.parse().ok()
}

/// Retries the request for at least half a minute, so that a bot started during a short Discord outage starts a little
/// later instead of failing.
async fn fetch_application(probe: &RestProbe) -> Result<ProbeResponse, StartCheckError> {
    let mut backoff = FIRST_BACKOFF;
    loop {
        let reason = match probe.get(APPLICATION_PATH).await {
            Ok(response) if is_busy(response.status) => format!("status {}", response.status),
            Ok(response) => return Ok(response),
            Err(error) => error.to_string(),
        };
        if backoff > MAX_BACKOFF {
            let api_url = probe.api_url.as_str().to_owned();
            return Err(StartCheckError::Unreachable { api_url, reason });
        }
        let backoff_ms = backoff.as_millis();
        warn!(reason, backoff_ms, "Discord does not answer yet");
        sleep(backoff).await;
        backoff *= 2;
    }
}

/// Returns true if the request is worth retrying.
fn is_busy(status: StatusCode) -> bool {
    status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS
}
