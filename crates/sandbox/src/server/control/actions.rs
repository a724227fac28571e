//! Control calls that act as a user: write, run commands, click, choose, dismiss.

use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::error::ControlError;
use crate::model::ids::Id;
use crate::model::interactions::{Interaction, RESPONSE_DEADLINE_MS};
use crate::model::messages::Stranger;
use crate::people::{ActionError, Click, SlashCommand};
use crate::server::shared::Shared;
use crate::world::{StartedInteraction, World};

type ControlResult = Result<Json<Value>, ControlError>;

#[derive(Debug, Deserialize)]
pub(super) struct SayRequest {
    user: Id,
    content: String,
}

pub(super) async fn say(
    State(shared): State<Shared>,
    Path(channel): Path<Id>,
    Json(request): Json<SayRequest>,
) -> ControlResult {
    let world = &mut shared.lock().world;
    let now = world.now();
    let id = world.say(now, channel, request.user, &request.content)?;
    let message = world
        .message(channel, id)
        .map_err(|_| ControlError::missing("message"))?;
    Ok(Json(world.message_json(message)))
}

pub(super) async fn run_command(
    State(shared): State<Shared>,
    Path(channel): Path<Id>,
    Json(request): Json<SlashCommand>,
) -> ControlResult {
    let pending = start(&shared, |world, now| {
        world.run_command(now, channel, &request)
    })?;
    Ok(wait_for_outcome(&shared, pending).await)
}

/// Requests autocomplete choices for the option that a user is typing.
pub(super) async fn autocomplete(
    State(shared): State<Shared>,
    Path(channel): Path<Id>,
    Json(request): Json<SlashCommand>,
) -> ControlResult {
    let pending = start(&shared, |world, now| {
        world.autocomplete(now, channel, &request)
    })?;
    Ok(wait_for_outcome(&shared, pending).await)
}

pub(super) async fn click(
    State(shared): State<Shared>,
    Path(channel): Path<Id>,
    Json(request): Json<Click>,
) -> ControlResult {
    let pending = start(&shared, |world, now| world.click(now, channel, &request))?;
    Ok(wait_for_outcome(&shared, pending).await)
}

#[derive(Debug, Deserialize)]
pub(super) struct DismissRequest {
    user: Id,
}

pub(super) async fn dismiss(
    State(shared): State<Shared>,
    Path((channel, id)): Path<(Id, Id)>,
    Json(request): Json<DismissRequest>,
) -> Result<StatusCode, ControlError> {
    let world = &mut shared.lock().world;
    let now = world.now();
    world.dismiss(now, channel, id, request.user)?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Debug, Deserialize)]
pub(super) struct CopyRequest {
    #[serde(rename = "as")]
    stranger: Stranger,
}

pub(super) async fn copy(
    State(shared): State<Shared>,
    Path((channel, id)): Path<(Id, Id)>,
    Json(request): Json<CopyRequest>,
) -> ControlResult {
    let world = &mut shared.lock().world;
    let now = world.now();
    let copy = world.copy_as_stranger(now, channel, id, request.stranger)?;
    Ok(Json(json!({ "id": copy })))
}

/// An interaction that waits for the bot's response.
type PendingInteraction = (Id, oneshot::Receiver<()>);

/// Starts an interaction with `action`, which takes the world and its time.
fn start(
    shared: &Shared,
    action: impl FnOnce(&mut World, u64) -> Result<StartedInteraction, ActionError>,
) -> Result<PendingInteraction, ControlError> {
    let mut state = shared.lock();
    let now = state.world.now();
    let started = action(&mut state.world, now)?;
    let answered = state.wait_for_answer(started.id);
    Ok((started.id, answered))
}

/// Waits up to three seconds for the bot's response and returns the outcome of the interaction.
async fn wait_for_outcome(shared: &Shared, (id, answered): PendingInteraction) -> Json<Value> {
    let timeout = Duration::from_millis(RESPONSE_DEADLINE_MS);
    let mut stopping = shared.stopping();
    tokio::select! {
        _ = tokio::time::timeout(timeout, answered) => {}
        _ = stopping.changed() => {}
    }
    let mut state = shared.lock();
    state.stop_waiting(id);
    let interaction = state.world.interaction(id);
    let response = interaction.and_then(Interaction::response);
    let elapsed = interaction.map(|interaction| {
        let now = state.world.now();
        interaction
            .response_time_ms()
            .unwrap_or(now - interaction.created_ms)
    });
    Json(json!({
        "interaction_id": id,
        "answered": response.is_some(),
        "elapsed_ms": elapsed,
        "callback_type": response.map(|response| response.callback),
        "message": response.and_then(|response| response.message.as_ref()),
        "choices": response.and_then(|response| response.choices.as_ref()),
    }))
}
