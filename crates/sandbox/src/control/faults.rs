//! What goes wrong: faults by script and by rate, and a gateway that misbehaves.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{ControlError, known_channel};
use crate::channels::Place;
use crate::faults::Fault;
use crate::guilds::Standing;
use crate::ids::Id;
use crate::server::Shared;
use crate::sessions::Frame;
use crate::starts::Starts;

type Done = Result<StatusCode, ControlError>;

/// The shortest time between two heartbeats, in milliseconds.
const SHORTEST_HEARTBEAT_MS: u64 = 50;

/// Adds a fault.
pub(super) async fn add(State(shared): State<Shared>, Json(asked): Json<Value>) -> Done {
    let fault = Fault::parse(&asked).map_err(|error| ControlError::bad(error.to_string()))?;
    shared.world().faults.add(fault);
    Ok(StatusCode::NO_CONTENT)
}

/// Tells of all faults, and how often each has struck.
pub(super) async fn list(State(shared): State<Shared>) -> Json<Value> {
    Json(json!({"faults": shared.world().faults.to_json()}))
}

/// Takes all faults away.
pub(super) async fn clear(State(shared): State<Shared>) -> StatusCode {
    shared.world().faults.clear();
    StatusCode::NO_CONTENT
}

/// Tells every connection to connect anew.
pub(super) async fn reconnect(State(shared): State<Shared>) -> StatusCode {
    let payload = json!({"op": 7, "d": null, "s": null, "t": null});
    let frame = Frame::Payload(payload.to_string());
    shared.world().sessions.broadcast(&frame);
    StatusCode::NO_CONTENT
}

/// Whether the sessions that are told to be invalid can go on.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Invalidation {
    resumable: bool,
}

/// Tells every connection that its session is invalid.
pub(super) async fn invalidate(
    State(shared): State<Shared>,
    Json(invalidation): Json<Invalidation>,
) -> StatusCode {
    let mut world = shared.world();
    world.sessions.invalidate(invalidation.resumable);
    StatusCode::NO_CONTENT
}

/// How connections end: with a code of Discord's, or without a word.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ending {
    code: Option<u16>,
}

/// Ends every connection; sessions can be resumed.
pub(super) async fn disconnect(State(shared): State<Shared>, Json(ending): Json<Ending>) -> Done {
    let frame = match ending.code {
        None => Frame::Cut,
        Some(code) if (1000..5000).contains(&code) => Frame::Close(code),
        Some(code) => return Err(ControlError::bad(format!("{code} is no close code"))),
    };
    shared.world().sessions.broadcast(&frame);
    Ok(StatusCode::NO_CONTENT)
}

/// What can change of the gateway's behaviour.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewManners {
    heartbeat_interval_ms: Option<u64>,
    answers_heartbeats: Option<bool>,
    takes_connections: Option<bool>,
    starts: Option<NewStarts>,
}

/// How many sessions may still begin.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NewStarts {
    total: u32,
    left: u32,
    reset_after_ms: u64,
}

/// Changes how the gateway behaves.
pub(super) async fn change_manners(
    State(shared): State<Shared>,
    Json(new): Json<NewManners>,
) -> Done {
    if new
        .heartbeat_interval_ms
        .is_some_and(|interval| interval < SHORTEST_HEARTBEAT_MS)
    {
        return Err(ControlError::bad(format!(
            "heartbeats come no faster than every {SHORTEST_HEARTBEAT_MS} ms"
        )));
    }
    let mut world = shared.world();
    let now = world.now();
    if let Some(starts) = new.starts {
        let resets_at = now.saturating_add(starts.reset_after_ms);
        world.sessions.starts = Starts::new(starts.total, starts.left, resets_at);
    }
    let manners = &mut world.manners;
    if let Some(interval) = new.heartbeat_interval_ms {
        manners.heartbeat_interval_ms = interval;
    }
    manners.answers_heartbeats = new.answers_heartbeats.unwrap_or(manners.answers_heartbeats);
    manners.takes_connections = new.takes_connections.unwrap_or(manners.takes_connections);
    Ok(StatusCode::NO_CONTENT)
}

/// What a server is to be to the bot.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewStanding {
    standing: Standing,
}

/// Removes the bot from a server, takes it in again, or lets the server be unavailable.
pub(super) async fn place_guild(
    State(shared): State<Shared>,
    Path(guild): Path<Id>,
    Json(new): Json<NewStanding>,
) -> Done {
    let placed = shared.world().place_guild(guild, new.standing);
    placed.map_err(|_| ControlError::missing("server"))?;
    Ok(StatusCode::NO_CONTENT)
}

/// What can change of a thread.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ThreadChange {
    archived: Option<bool>,
    locked: Option<bool>,
}

/// Somebody with the right to archives or locks a thread, or opens it again.
pub(super) async fn change_thread(
    State(shared): State<Shared>,
    Path(id): Path<Id>,
    Json(change): Json<ThreadChange>,
) -> Done {
    let mut world = shared.world();
    let now = world.now();
    let channel = world.channels.get_mut(&id);
    let channel = channel.ok_or_else(|| ControlError::missing("channel"))?;
    let Place::Thread(thread) = &mut channel.place else {
        return Err(ControlError::bad("only a thread is archived or locked"));
    };
    if let Some(archived) = change.archived {
        thread.archived = archived;
        thread.archive_changed_ms = now;
    }
    thread.locked = change.locked.unwrap_or(thread.locked);
    world.announce_channel("THREAD_UPDATE", id);
    Ok(StatusCode::NO_CONTENT)
}

/// Lets the tokens of all interactions in a channel die.
pub(super) async fn expire_tokens(State(shared): State<Shared>, Path(channel): Path<Id>) -> Done {
    let mut world = shared.world();
    known_channel(&world, channel)?;
    let now = world.now();
    world.interactions.expire(channel, now);
    Ok(StatusCode::NO_CONTENT)
}
