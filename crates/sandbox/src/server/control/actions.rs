//! Control calls that act as a user: they write, click or run a command, for example. Another call copies a message
//! under another author's name.

use axum::Json;
use axum::extract::{Path, State};
use axum::routing::{MethodRouter, post};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{ControlResult, respond};
use crate::id::Id;
use crate::people::ActionError;
use crate::server::shared::Shared;
use crate::server::state::ServerState;
use crate::world::{StartedInteraction, Stranger, World};

#[derive(Deserialize)]
pub(super) struct Say {
    user: Id,
    content: String,
}

pub(super) fn say(state: &mut ServerState, channel: Id, say: Say) -> ControlResult {
    let world = &mut state.world;
    let id = world.say(world.now(), channel, say.user, &say.content)?;
    Ok(world.message_json(world.message(channel, id)?))
}

#[derive(Deserialize)]
pub(super) struct Dismiss {
    user: Id,
}

pub(super) fn dismiss(
    state: &mut ServerState,
    (channel, message): (Id, Id),
    dismiss: Dismiss,
) -> ControlResult {
    let world = &mut state.world;
    world.dismiss(world.now(), channel, message, dismiss.user)?;
    Ok(Value::Null)
}

#[derive(Deserialize)]
pub(super) struct Copy {
    #[serde(rename = "as")]
    stranger: Stranger,
}

pub(super) fn copy(
    state: &mut ServerState,
    (channel, message): (Id, Id),
    copy: Copy,
) -> ControlResult {
    let world = &mut state.world;
    let copy = world.copy_message(channel, message, copy.stranger)?;
    Ok(json!({"id": copy}))
}

/// Serves a call with a function of the world that starts an interaction, and waits for the bot's response.
pub(super) fn interaction<B: DeserializeOwned + Send + Sync + 'static>(
    start: fn(&mut World, u64, Id, &B) -> Result<StartedInteraction, ActionError>,
) -> MethodRouter<Shared> {
    let handler =
        async move |State(shared): State<Shared>, Path(channel): Path<Id>, Json(body): Json<B>| {
            let action = |world: &mut World, now| start(world, now, channel, &body);
            respond(outcome(&shared, action).await)
        };
    post(handler)
}

async fn outcome(
    shared: &Shared,
    action: impl FnOnce(&mut World, u64) -> Result<StartedInteraction, ActionError>,
) -> ControlResult {
    let id = shared.interact(action).await?;
    let world = &shared.lock().world;
    let interaction = world
        .interaction(id)
        .ok_or(ActionError::Unknown("interaction"))?;
    let response = interaction.response.as_ref();
    let so_far = world.now() - interaction.created_ms;
    Ok(json!({
        "interaction_id": id,
        "answered": response.is_some(),
        "elapsed_ms": interaction.response_time_ms().unwrap_or(so_far),
        "callback_type": response.map(|response| response.callback),
        "message": response.and_then(|response| response.message.as_ref()),
        "choices": response.and_then(|response| response.choices.as_ref()),
        "modal": response.and_then(|response| response.modal.as_ref()),
    }))
}
