//! Single requests to Discord's REST API outside the running bot, for `start_check`, `doctor` and `publish`. Each
//! request is sent once, without waiting for rate limits. The running bot uses `discord` instead.
//!
//! No error and no log line contains the token: it is only in a header.

use std::error::Error as _;
use std::time::{Duration, Instant, SystemTime};

use discord::BotToken;
use discord::{RestSetupError, authorization, build_http_client};
use reqwest::header::{AUTHORIZATION, DATE, HeaderMap, HeaderValue};
use reqwest::{Client, StatusCode};
use serde_json::Value;

use crate::config::ApiUrl;

const TIMEOUT: Duration = Duration::from_secs(8);

/// A client for single requests with the bot's token.
pub(crate) struct RestProbe {
    client: Client,
    pub(crate) api_url: ApiUrl,
    authorization: HeaderValue,
}

#[derive(Debug)]
pub(crate) struct ProbeResponse {
    pub(crate) status: StatusCode,
    /// The body as JSON; `Null` if it is not JSON.
    pub(crate) body: Value,
    /// The time from the request to the head of the response.
    pub(crate) round_trip: Duration,
    /// This machine's time halfway through the round trip.
    pub(crate) local_time: SystemTime,
    /// The server's time, to the second.
    pub(crate) server_time: Option<SystemTime>,
}

#[derive(Debug, thiserror::Error)]
#[error("{reason}")]
pub(crate) struct ProbeError {
    /// The innermost cause, such as "Connection refused". Does not contain the URL.
    reason: String,
}

impl RestProbe {
    pub(crate) fn new(api_url: &ApiUrl, token: &BotToken) -> Result<Self, RestSetupError> {
        Ok(Self {
            client: build_http_client()?,
            api_url: api_url.clone(),
            authorization: authorization(token)?,
        })
    }

    /// Reads a path below `/api/v10/`.
    ///
    /// # Errors
    /// If the request fails or takes more than eight seconds. A refusal counts as a response.
    pub(crate) async fn get(&self, path: &str) -> Result<ProbeResponse, ProbeError> {
        let url = format!("{}/api/v10/{path}", self.api_url.as_str());
        let request = self.client.get(url);
        send(request.header(AUTHORIZATION, self.authorization.clone())).await
    }

    /// Requests a path below `/api/v10/`, and returns the body of the response.
    ///
    /// # Errors
    /// If there is no response, or Discord refuses the request. The text follows a phrase such as "cannot be read".
    pub(crate) async fn read(&self, path: &str) -> Result<Value, String> {
        let response = self.get(path).await.map_err(|error| format!(": {error}"))?;
        if response.status.is_success() {
            return Ok(response.body);
        }
        let status = response.status.as_u16();
        Err(format!(" (status {status}): try again later"))
    }

    /// Patches the resource at a path below `/api/v10/` with the fields in `body`.
    ///
    /// # Errors
    /// Same as [`Self::get`].
    pub(crate) async fn patch(
        &self,
        path: &str,
        body: &Value,
    ) -> Result<ProbeResponse, ProbeError> {
        let url = format!("{}/api/v10/{path}", self.api_url.as_str());
        let request = self.client.patch(url).json(body);
        send(request.header(AUTHORIZATION, self.authorization.clone())).await
    }

    /// Requests an address such as the gateway's, without sending the token.
    pub(crate) async fn get_without_token(&self, url: &str) -> Result<ProbeResponse, ProbeError> {
        send(self.client.get(url)).await
    }
}

async fn send(request: reqwest::RequestBuilder) -> Result<ProbeResponse, ProbeError> {
    let (started, started_at) = (Instant::now(), SystemTime::now());
    let response = request
        .timeout(TIMEOUT)
        .send()
        .await
        .map_err(to_probe_error)?;
    let round_trip = started.elapsed();
    let (status, server_time) = (response.status(), server_time(response.headers()));
    let body = response.bytes().await.map_err(to_probe_error)?;
    Ok(ProbeResponse {
        status,
        body: serde_json::from_slice(&body).unwrap_or(Value::Null),
        round_trip,
        local_time: started_at + round_trip / 2,
        server_time,
    })
}

fn to_probe_error(error: reqwest::Error) -> ProbeError {
    if error.is_timeout() {
        let reason = format!("no response within {} s", TIMEOUT.as_secs());
        return ProbeError { reason };
    }
    let error = error.without_url();
    let mut reason = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        reason = cause.to_string();
        source = cause.source();
    }
    ProbeError { reason }
}

fn server_time(headers: &HeaderMap) -> Option<SystemTime> {
    httpdate::parse_http_date(headers.get(DATE)?.to_str().ok()?).ok()
}
