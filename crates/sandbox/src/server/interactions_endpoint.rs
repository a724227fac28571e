//! The delivery of interactions by HTTP, as Discord does it for an application with an Interactions
//! Endpoint URL: signed by the application's key, once, without retries, in place of the gateway.

use std::time::Duration;

use reqwest::{RequestBuilder, StatusCode};
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedReceiver;

use super::secrets::ApplicationKey;
use super::shared::Shared;
use crate::world::RESPONSE_DEADLINE_MS;

#[derive(Debug)]
pub(crate) struct HttpDelivery {
    pub(crate) url: String,
    pub(crate) interaction: Value,
    /// The time of the sandbox, in milliseconds since 1970.
    pub(crate) now: u64,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum EndpointError {
    #[error("only addresses on this machine, such as http://127.0.0.1:8080/, are allowed")]
    NotLoopback,
    #[error("the endpoint cannot be reached")]
    Unreachable,
    #[error("the endpoint answers a PING with {0} instead of a PONG")]
    NoPong(u16),
    #[error("the endpoint answers a wrong signature with {0} instead of 401")]
    NotVerified(u16),
}

/// Delivers interactions, each in a task of its own, until the sandbox is dropped.
pub(crate) async fn deliver_all(
    mut deliveries: UnboundedReceiver<HttpDelivery>,
    key: ApplicationKey,
    shared: Shared,
) {
    let client = client();
    while let Some(delivery) = deliveries.recv().await {
        let (timestamp, body) = (timestamp(delivery.now), delivery.interaction.to_string());
        let signature = key.sign(&timestamp, &body);
        let request = request(&client, &delivery.url, &timestamp, signature, body);
        tokio::spawn(deliver(request, delivery.interaction, shared.clone()));
    }
}

/// Checks an address as Discord does when it is entered: a PING has to be answered, and one with a wrong
/// signature refused.
pub(crate) async fn check(url: &str, key: &ApplicationKey, now: u64) -> Result<(), EndpointError> {
    let mut loopback = ["http://127.0.0.1:", "http://localhost:", "http://[::1]:"].iter();
    if !loopback.any(|start| url.starts_with(start)) {
        return Err(EndpointError::NotLoopback);
    }
    let (timestamp, body) = (timestamp(now), json!({"type": 1}).to_string());
    let ping = async |signature: String| {
        let sent = request(&client(), url, &timestamp, signature, body.clone()).send();
        sent.await.map_err(|_| EndpointError::Unreachable)
    };
    let answer = ping(key.sign(&timestamp, &body)).await?;
    let status = answer.status();
    let answer: Value = answer.json().await.unwrap_or_default();
    if status != StatusCode::OK || answer["type"] != 1 {
        return Err(EndpointError::NoPong(status.as_u16()));
    }
    match ping(key.sign(&timestamp, "another body")).await?.status() {
        StatusCode::UNAUTHORIZED => Ok(()),
        status => Err(EndpointError::NotVerified(status.as_u16())),
    }
}

async fn deliver(request: RequestBuilder, interaction: Value, shared: Shared) {
    let answer = match request.send().await {
        Ok(response) if response.status() == StatusCode::OK => {
            response.json::<Value>().await.map_err(|_| 0)
        }
        Ok(response) if response.status().is_success() => return,
        Ok(response) => Err(response.status().as_u16()),
        Err(_) => Err(0),
    };
    let mut state = shared.lock();
    match answer {
        Ok(answer) => state.take_http_answer(&interaction, &answer),
        Err(status) => state
            .problems
            .record_undelivered(&interaction["id"], status),
    }
}

fn request(
    client: &reqwest::Client,
    url: &str,
    timestamp: &str,
    signature: String,
    body: String,
) -> RequestBuilder {
    client
        .post(url)
        .header("content-type", "application/json")
        .header("x-signature-ed25519", signature)
        .header("x-signature-timestamp", timestamp)
        .body(body)
}

/// Returns a client that connects anew for each delivery: Discord's come from many machines.
fn client() -> reqwest::Client {
    let builder = reqwest::Client::builder()
        .pool_max_idle_per_host(0)
        .timeout(Duration::from_millis(RESPONSE_DEADLINE_MS))
        .redirect(reqwest::redirect::Policy::none());
    builder.build().unwrap_or_default()
}

fn timestamp(now: u64) -> String {
    (now / 1_000).to_string()
}
