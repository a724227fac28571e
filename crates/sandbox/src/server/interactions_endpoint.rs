//! The delivery of interactions by HTTP, as Discord does it for an application with an Interactions
//! Endpoint URL: signed by the application's key, once, without retries, in place of the gateway.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedReceiver;

use super::application_key::{ApplicationKey, HttpDelivery};
use super::shared::Shared;
use crate::model::interactions::RESPONSE_DEADLINE_MS;

/// The reason why Discord would not accept an address.
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
        let (client, key, shared) = (client.clone(), key.clone(), shared.clone());
        tokio::spawn(async move { deliver(&client, &key, &shared, delivery).await });
    }
}

/// Checks an address as Discord does when it is entered: a PING has to be answered, and one with a wrong
/// signature refused.
///
/// # Errors
/// [`EndpointError`], if Discord would not accept it.
pub(crate) async fn check(url: &str, key: &ApplicationKey, now: u64) -> Result<(), EndpointError> {
    let is_loopback = ["http://127.0.0.1:", "http://localhost:", "http://[::1]:"]
        .iter()
        .any(|start| url.starts_with(start));
    if !is_loopback {
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

async fn deliver(
    client: &reqwest::Client,
    key: &ApplicationKey,
    shared: &Shared,
    delivery: HttpDelivery,
) {
    let (timestamp, body) = (timestamp(delivery.now), delivery.interaction.to_string());
    let signature = key.sign(&timestamp, &body);
    let sent = request(client, &delivery.url, &timestamp, signature, body).send();
    let answer = match sent.await {
        Ok(response) if response.status() == StatusCode::OK => response.json::<Value>().await,
        Ok(response) if response.status().is_success() => return,
        Ok(response) => {
            let status = response.status().as_u16();
            return shared
                .lock()
                .problems
                .record_undelivered(&delivery.interaction["id"], status);
        }
        Err(error) => Err(error),
    };
    let mut state = shared.lock();
    let id = &delivery.interaction["id"];
    match answer {
        Ok(answer) => state.take_http_answer(&delivery.interaction, &answer),
        Err(_) => state.problems.record_undelivered(id, 0),
    }
}

fn request(
    client: &reqwest::Client,
    url: &str,
    timestamp: &str,
    signature: String,
    body: String,
) -> reqwest::RequestBuilder {
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
