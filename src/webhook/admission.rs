//! Decides which requests to the webhook are served: a plain function of the request, the key and the
//! time. A request that Discord has not signed now is refused with 401 before any of it is parsed.

use hyper::StatusCode;
use hyper::header::HeaderMap;
use serde_json::Value;
use serenity::model::id::InteractionId;
use tokio::time::Instant;
use tracing::debug;

use super::signature::{RequestVerifier, SIGNATURE_HEADER, TIMESTAMP_HEADER};

/// Discord's type of the request by which it checks the endpoint.
pub(super) const PING: u64 = 1;

#[derive(Clone, Debug, PartialEq)]
pub enum Admitted {
    /// Discord's check of the endpoint.
    Ping,
    /// Something that a person did, as JSON with an id.
    Interaction(InteractionId, Value),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Discord has not signed it, or too long ago.
    Unverified,
    /// Discord has signed it, but it is no interaction.
    Unreadable,
}

impl Refused {
    pub fn status(self) -> StatusCode {
        match self {
            Self::Unverified => StatusCode::UNAUTHORIZED,
            Self::Unreadable => StatusCode::BAD_REQUEST,
        }
    }
}

/// Decides about a request that was received at `now`.
pub fn admit(
    verifier: &RequestVerifier,
    headers: &HeaderMap,
    body: &[u8],
    now: Instant,
) -> Result<Admitted, Refused> {
    let signature = header_text(headers, SIGNATURE_HEADER);
    let timestamp = header_text(headers, TIMESTAMP_HEADER);
    let verified = verifier.verify(signature, timestamp, body, now);
    verified.map_err(|why| {
        debug!(%why, "refused a request to the webhook");
        Refused::Unverified
    })?;
    let interaction: Value = serde_json::from_slice(body).map_err(|_| Refused::Unreadable)?;
    if interaction["type"] == PING {
        return Ok(Admitted::Ping);
    }
    let id = interaction_id(&interaction).ok_or(Refused::Unreadable)?;
    Ok(Admitted::Interaction(id, interaction))
}

/// Returns a header's value, empty if it is missing, repeated or no text.
fn header_text<'h>(headers: &'h HeaderMap, name: &str) -> &'h str {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().unwrap_or_default(),
        _ => "",
    }
}

/// Returns an interaction's id. No id is 0.
fn interaction_id(interaction: &Value) -> Option<InteractionId> {
    let id = interaction["id"].as_str()?.parse::<u64>().ok();
    id.filter(|&id| id != 0).map(InteractionId::new)
}
