//! Control calls that inject faults and disturb the gateway, server membership, threads and tokens.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};

use super::error::ControlError;
use crate::model::guilds::BotMembership;
use crate::model::ids::Id;
use crate::model::session_start_limit::SessionStartLimit;
use crate::server::faults::Fault;
use crate::server::sessions::Frame;
use crate::server::shared::Shared;

type NoContent = Result<StatusCode, ControlError>;

const MIN_HEARTBEAT_INTERVAL_MS: u64 = 50;

pub(super) async fn add(State(shared): State<Shared>, Json(request): Json<Value>) -> NoContent {
    let fault = Fault::parse(&request).map_err(|error| ControlError::bad(error.to_string()))?;
    shared.lock().faults.add(fault);
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn list(State(shared): State<Shared>) -> Json<Value> {
    Json(json!({"faults": shared.lock().faults.to_json()}))
}

pub(super) async fn clear(State(shared): State<Shared>) -> StatusCode {
    shared.lock().faults.clear();
    StatusCode::NO_CONTENT
}

/// Sends op 7 (reconnect) on every connection.
pub(super) async fn reconnect(State(shared): State<Shared>) -> StatusCode {
    let payload = json!({"op": 7, "d": null, "s": null, "t": null});
    let frame = Frame::Payload(payload.to_string().into());
    shared.lock().sessions.broadcast(&frame);
    StatusCode::NO_CONTENT
}

/// Body of `POST /gateway/invalidate`: `resumable` is sent on to the bot.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct InvalidateRequest {
    resumable: bool,
}

/// Sends op 9 (invalid session) on every connection.
pub(super) async fn invalidate(
    State(shared): State<Shared>,
    Json(request): Json<InvalidateRequest>,
) -> StatusCode {
    let mut state = shared.lock();
    state.sessions.invalidate(request.resumable);
    StatusCode::NO_CONTENT
}

/// Body of `POST /gateway/disconnect`: a close code, or none for an aborted connection.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DisconnectRequest {
    code: Option<u16>,
}

/// Ends every connection. The sessions can be resumed.
pub(super) async fn disconnect(
    State(shared): State<Shared>,
    Json(request): Json<DisconnectRequest>,
) -> NoContent {
    let frame = match request.code {
        None => Frame::Abort,
        Some(code) if (1000..5000).contains(&code) => Frame::Close(code),
        Some(code) => return Err(ControlError::bad(format!("{code} is not a close code"))),
    };
    shared.lock().sessions.broadcast(&frame);
    Ok(StatusCode::NO_CONTENT)
}

/// Body of `PATCH /gateway`; absent fields stay as they are.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GatewayBehaviourChange {
    heartbeat_interval_ms: Option<u64>,
    answers_heartbeats: Option<bool>,
    #[serde(rename = "takes_connections")]
    accepts_connections: Option<bool>,
    #[serde(rename = "starts")]
    session_start_limit: Option<NewSessionStartLimit>,
    shards: Option<u64>,
    max_concurrency: Option<u64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NewSessionStartLimit {
    total: u32,
    #[serde(rename = "left")]
    remaining: u32,
    reset_after_ms: u64,
}

pub(super) async fn change_gateway_behaviour(
    State(shared): State<Shared>,
    Json(change): Json<GatewayBehaviourChange>,
) -> NoContent {
    if change
        .heartbeat_interval_ms
        .is_some_and(|interval| interval < MIN_HEARTBEAT_INTERVAL_MS)
    {
        return Err(ControlError::bad(format!(
            "the heartbeat interval must be at least {MIN_HEARTBEAT_INTERVAL_MS} ms"
        )));
    }
    let mut state = shared.lock();
    if let Some(limit) = change.session_start_limit {
        let resets_at = state.world.now().saturating_add(limit.reset_after_ms);
        let application = &mut state.world.application;
        let buckets = application.session_start_limit.max_concurrency();
        let limit = SessionStartLimit::new(limit.total, limit.remaining, resets_at);
        application.session_start_limit = limit.with_max_concurrency(buckets);
    }
    if let Some(buckets) = change.max_concurrency {
        let limit = &mut state.world.application.session_start_limit;
        *limit = limit.with_max_concurrency(buckets);
        state.gateway_behaviour.paces_sessions = true;
    }
    if let Some(shards) = change.shards {
        state.world.application.advised_shards = shards.max(1);
    }
    let behaviour = &mut state.gateway_behaviour;
    if let Some(interval) = change.heartbeat_interval_ms {
        behaviour.heartbeat_interval_ms = interval;
    }
    behaviour.answers_heartbeats = change
        .answers_heartbeats
        .unwrap_or(behaviour.answers_heartbeats);
    behaviour.accepts_connections = change
        .accepts_connections
        .unwrap_or(behaviour.accepts_connections);
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MembershipChange {
    #[serde(rename = "standing")]
    membership: BotMembership,
}

/// Changes the bot's membership in a server, and sends the bot the matching event.
pub(super) async fn set_bot_membership(
    State(shared): State<Shared>,
    Path(guild): Path<Id>,
    Json(change): Json<MembershipChange>,
) -> NoContent {
    let world = &mut shared.lock().world;
    world.set_bot_membership(world.now(), guild, change.membership)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Body of `PATCH /channels/{thread}`; absent fields stay as they are.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ThreadChange {
    archived: Option<bool>,
    locked: Option<bool>,
}

pub(super) async fn change_thread(
    State(shared): State<Shared>,
    Path(id): Path<Id>,
    Json(change): Json<ThreadChange>,
) -> NoContent {
    let world = &mut shared.lock().world;
    world.change_thread(world.now(), id, change.archived, change.locked)?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn expire_tokens(
    State(shared): State<Shared>,
    Path(channel): Path<Id>,
) -> NoContent {
    let world = &mut shared.lock().world;
    if world.channel(channel).is_none() {
        return Err(ControlError::missing("channel"));
    }
    world.expire_tokens(world.now(), channel);
    Ok(StatusCode::NO_CONTENT)
}
