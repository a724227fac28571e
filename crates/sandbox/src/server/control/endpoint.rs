//! The control call that sets the address of interactions, as its owner does in Discord's portal.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;

use super::error::ControlError;
use crate::server::interactions_endpoint::check;
use crate::server::shared::Shared;

/// Body of `PUT /interactions-endpoint`: no address for the gateway.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewEndpoint {
    url: Option<String>,
}

/// Checks an address as Discord does, and sends interactions there from now on.
pub(super) async fn set(
    State(shared): State<Shared>,
    Json(new): Json<NewEndpoint>,
) -> Result<StatusCode, ControlError> {
    if let Some(url) = &new.url {
        let (key, now) = {
            let state = shared.lock();
            (state.application_key.clone(), state.world.now())
        };
        let checked = check(url, &key, now).await;
        checked.map_err(|error| ControlError::bad(error.to_string()))?;
    }
    let world = &mut shared.lock().world;
    world.application.interactions_endpoint = new.url;
    world.notify_change(None);
    Ok(StatusCode::NO_CONTENT)
}
