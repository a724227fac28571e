//! The control API below `/sandbox`, for tests, scripts and the page.
//!
//! `actions` acts as a user, `queries` reads and waits, `admin` changes the world and its clock, and `disturbances`
//! injects faults and disturbs the gateway. `README.md` describes the calls.

mod actions;
mod admin;
mod disturbances;
mod queries;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, MethodRouter, get, on};
use axum::{Json, Router};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::shared::Shared;
use super::state::ServerState;
use crate::people::ActionError;
use crate::world::World;

/// The response to a control call. Null is sent as a 204 without a body.
type ControlResult = Result<Value, ActionError>;

pub(crate) fn router() -> Router<Shared> {
    const DELETE: MethodFilter = MethodFilter::DELETE;
    const GET: MethodFilter = MethodFilter::GET;
    const PATCH: MethodFilter = MethodFilter::PATCH;
    const POST: MethodFilter = MethodFilter::POST;
    const PUT: MethodFilter = MethodFilter::PUT;
    let in_channel = Router::new()
        .route("/", call(DELETE, admin::delete_channel))
        .route("/", call(PATCH, admin::change_thread))
        .route("/threads", call(POST, admin::create_thread))
        .route("/permissions", call(PUT, admin::set_permissions))
        .route("/messages", get(queries::messages))
        .route("/messages/{message}", call(DELETE, admin::delete_message))
        .route("/messages/{message}/dismiss", call(POST, actions::dismiss))
        .route("/messages/{message}/copy", call(POST, actions::copy))
        .route("/say", call(POST, actions::say))
        .route("/command", actions::interaction(World::run_command))
        .route(
            "/menu-command",
            actions::interaction(World::run_menu_command),
        )
        .route("/autocomplete", actions::interaction(World::autocomplete))
        .route("/click", actions::interaction(World::click))
        .route("/submit", actions::interaction(World::submit));
    Router::new()
        .nest("/channels/{channel}", in_channel)
        .route("/state", call(GET, queries::state))
        .route("/users", call(POST, admin::create_user))
        .route("/users/{user}", call(PATCH, admin::change_user))
        .route("/guilds", call(POST, admin::create_guild))
        .route(
            "/guilds/{guild}/channels",
            call(POST, admin::create_channel),
        )
        .route(
            "/guilds/{guild}/standing",
            call(PUT, admin::set_bot_membership),
        )
        .route("/advance", call(POST, admin::advance))
        .route("/faults", call(GET, disturbances::list_faults))
        .route("/faults", call(POST, disturbances::add_fault))
        .route("/gateway", call(PATCH, disturbances::change_gateway))
        .route("/gateway/reconnect", call(POST, disturbances::reconnect))
        .route("/gateway/invalidate", call(POST, disturbances::invalidate))
        .route("/gateway/disconnect", call(POST, disturbances::disconnect))
        .route("/wait", get(queries::wait))
        .route("/events", get(queries::events))
        .route("/problems", call(GET, queries::problems))
}

/// Serves a call with a function that takes the state, the path's parameters and the body (null if there is none).
fn call<P, B>(
    method: MethodFilter,
    handle: fn(&mut ServerState, P, B) -> ControlResult,
) -> MethodRouter<Shared>
where
    P: DeserializeOwned + Send + 'static,
    B: DeserializeOwned + Send + 'static,
{
    let handler =
        async move |State(shared): State<Shared>, Path(parameters): Path<P>, body: Bytes| {
            let body = read_body(&body);
            let result = body.and_then(|body| handle(&mut shared.lock(), parameters, body));
            respond(result)
        };
    on(method, handler)
}

/// Reads a JSON body. An empty body counts as null, whatever the content type.
fn read_body<B: DeserializeOwned>(body: &[u8]) -> Result<B, ActionError> {
    let json = if body.is_empty() { b"null" } else { body };
    serde_json::from_slice(json).map_err(|error| ActionError::invalid(error.to_string()))
}

fn respond(result: ControlResult) -> Response {
    let status = match &result {
        Ok(Value::Null) => return StatusCode::NO_CONTENT.into_response(),
        Ok(_) => StatusCode::OK,
        Err(ActionError::Invalid(_)) => StatusCode::BAD_REQUEST,
        Err(ActionError::Unknown(_)) => StatusCode::NOT_FOUND,
        Err(ActionError::Refused(_)) => StatusCode::CONFLICT,
    };
    let body = result.unwrap_or_else(|error| json!({"error": error.to_string()}));
    (status, Json(body)).into_response()
}
