//! Control calls that inject faults and disturb the gateway.

use serde::Deserialize;
use serde_json::{Value, json};

use super::ControlResult;
use crate::people::ActionError;
use crate::server::faults::Fault;
use crate::server::sessions::Frame;
use crate::server::sessions::control_payload;
use crate::server::state::ServerState;
use crate::world::SessionStartLimit;

pub(super) fn add_fault(state: &mut ServerState, (): (), fault: Value) -> ControlResult {
    let fault = Fault::parse(&fault).map_err(ActionError::Invalid)?;
    state.faults.add(fault);
    Ok(Value::Null)
}

pub(super) fn list_faults(state: &mut ServerState, (): (), (): ()) -> ControlResult {
    Ok(json!({"faults": state.faults.to_json()}))
}

/// Sends op 7 (reconnect) on every connection.
pub(super) fn reconnect(state: &mut ServerState, (): (), (): ()) -> ControlResult {
    let payload = control_payload(7, Value::Null);
    state.sessions.broadcast(&Frame::Payload(payload));
    Ok(Value::Null)
}

/// Body of `POST /gateway/invalidate`: `resumable` is passed on to the bot.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Invalidate {
    resumable: bool,
}

/// Sends op 9 (invalid session) on every connection; removes all sessions unless they are resumable.
pub(super) fn invalidate(state: &mut ServerState, (): (), body: Invalidate) -> ControlResult {
    state.sessions.invalidate(body.resumable);
    Ok(Value::Null)
}

/// Body of `POST /gateway/disconnect`: a close code, or none to abort the connections.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Disconnect {
    code: Option<u16>,
}

/// Ends every connection. The sessions can be resumed.
pub(super) fn disconnect(state: &mut ServerState, (): (), body: Disconnect) -> ControlResult {
    let frame = match body.code {
        None => Frame::Abort,
        Some(code) if (1000..5000).contains(&code) => Frame::Close(code),
        Some(code) => return Err(ActionError::invalid(format!("{code} is not a close code"))),
    };
    state.sessions.broadcast(&frame);
    Ok(Value::Null)
}

/// Body of `PATCH /gateway`; absent fields stay unchanged.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GatewayChange {
    heartbeat_interval_ms: Option<u64>,
    answers_heartbeats: Option<bool>,
    takes_connections: Option<bool>,
    starts: Option<NewSessionStartLimit>,
    shards: Option<u64>,
    max_concurrency: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewSessionStartLimit {
    total: u32,
    left: u32,
    reset_after_ms: u64,
}

pub(super) fn change_gateway(
    state: &mut ServerState,
    (): (),
    change: GatewayChange,
) -> ControlResult {
    let now = state.world.now();
    let application = &mut state.world.application;
    if let Some(limit) = change.starts {
        application.session_start_limit = SessionStartLimit {
            total: limit.total,
            remaining: limit.left,
            resets_at_ms: Some(now.saturating_add(limit.reset_after_ms)),
        };
    }
    if let Some(buckets) = change.max_concurrency {
        application.max_concurrency = buckets.max(1);
        state.gateway_behaviour.paces_sessions = true;
    }
    if let Some(shards) = change.shards {
        application.advised_shards = shards.max(1);
    }
    let behaviour = &mut state.gateway_behaviour;
    let (answers, accepts) = (change.answers_heartbeats, change.takes_connections);
    let interval = change.heartbeat_interval_ms;
    behaviour.heartbeat_interval_ms = interval.unwrap_or(behaviour.heartbeat_interval_ms);
    behaviour.answers_heartbeats = answers.unwrap_or(behaviour.answers_heartbeats);
    behaviour.accepts_connections = accepts.unwrap_or(behaviour.accepts_connections);
    Ok(Value::Null)
}
