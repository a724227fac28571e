//! Control calls that act as a user: write, run commands, click, choose, submit, dismiss.

use std::collections::BTreeSet;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::sync::oneshot;

use super::command_options::{self, CommandInput};
use super::{ControlError, channel_of};
use crate::channels::Channel;
use crate::components::{self, kinds as component_kinds};
use crate::form_errors::FieldPath;
use crate::ids::Id;
use crate::interactions::{InteractionKind, InteractionResponse, RESPONSE_DEADLINE_MS, UserAction};
use crate::messages::{Message, NewMessage, Visibility, kinds};
use crate::modals;
use crate::permissions::Permissions;
use crate::server::Shared;
use crate::world::World;

type ControlResult = Result<Json<Value>, ControlError>;

/// Body of `say`.
#[derive(Debug, Deserialize)]
pub(super) struct SayRequest {
    user: Id,
    content: String,
}

/// Posts a message as a user.
pub(super) async fn say(
    State(shared): State<Shared>,
    Path(channel): Path<Id>,
    Json(request): Json<SayRequest>,
) -> ControlResult {
    let mut world = shared.world();
    check_open(channel_of(&world, channel, request.user)?)?;
    let invalid = |_| ControlError::bad("a message has 1 to 2000 characters");
    let body = json!({"content": request.content});
    let form = world
        .read_form(&body, &[], None, FieldPath::root())
        .map_err(invalid)?;
    let new = NewMessage {
        channel,
        author: request.user,
        kind: kinds::DEFAULT,
        flags: 0,
        interaction: None,
        visibility: Visibility::Public,
        reply_to: None,
    };
    let id = world.create_message(new, &form, &[]).map_err(invalid)?;
    let message = world
        .message(channel, id)
        .map_err(|_| ControlError::missing("message"))?;
    Ok(Json(world.message_json(message)))
}

/// Refuses messages, commands and clicks in an archived thread.
fn check_open(channel: &Channel) -> Result<(), ControlError> {
    match channel.thread() {
        Some(thread) if thread.archived => Err(ControlError::conflict("the thread is archived")),
        _ => Ok(()),
    }
}

/// Body of `command` and `autocomplete`.
#[derive(Debug, Deserialize)]
pub(super) struct CommandRequest {
    user: Id,
    command: String,
    #[serde(default)]
    path: Vec<String>,
    #[serde(default)]
    options: Map<String, Value>,
    focused: Option<String>,
    #[serde(default)]
    force: bool,
}

/// Runs a slash command as a user.
pub(super) async fn run_command(
    State(shared): State<Shared>,
    Path(channel): Path<Id>,
    Json(mut request): Json<CommandRequest>,
) -> ControlResult {
    request.focused = None;
    let pending = send_command(
        &mut shared.world(),
        InteractionKind::Command,
        channel,
        &request,
    )?;
    Ok(wait_for_outcome(&shared, pending).await)
}

/// Requests autocomplete choices for the option that a user is typing.
pub(super) async fn autocomplete(
    State(shared): State<Shared>,
    Path(channel): Path<Id>,
    Json(request): Json<CommandRequest>,
) -> ControlResult {
    if request.focused.is_none() {
        return Err(ControlError::bad("`focused` names the option being typed"));
    }
    let pending = send_command(
        &mut shared.world(),
        InteractionKind::Autocomplete,
        channel,
        &request,
    )?;
    Ok(wait_for_outcome(&shared, pending).await)
}

type PendingInteraction = (Id, oneshot::Receiver<()>);

fn send_command(
    world: &mut World,
    kind: InteractionKind,
    channel: Id,
    request: &CommandRequest,
) -> Result<PendingInteraction, ControlError> {
    let known = channel_of(world, channel, request.user)?;
    let permissions = world.member_permissions(known, request.user);
    if known.guild().is_some() && !permissions.allow(Permissions::USE_APPLICATION_COMMANDS) {
        return Err(ControlError::conflict(
            "that user may not use commands here",
        ));
    }
    check_open(known)?;
    let guild = known.guild();
    let command = world
        .command_named(guild, &request.command)
        .ok_or_else(|| ControlError::bad(format!("there is no command {}", request.command)))?;
    check_context(&command.json, guild)?;
    let input = CommandInput {
        path: &request.path,
        options: &request.options,
        focused: request.focused.as_deref(),
        force: request.force,
    };
    let (options, resolved) = command_options::build(world, &command.json, &input, guild)?;
    let mut data = json!({
        "id": command.id,
        "name": command.name(),
        "type": 1,
        "options": options,
        "resolved": resolved,
    });
    if let Some(guild) = command.guild {
        data["guild_id"] = json!(guild);
    }
    Ok(world.start_interaction(UserAction {
        kind,
        user: request.user,
        channel,
        data,
        source: None,
    }))
}

fn check_context(command: &Value, guild: Option<Id>) -> Result<(), ControlError> {
    let context = if guild.is_some() { 0 } else { 1 };
    let contexts = command["contexts"].as_array();
    if contexts.is_none_or(|contexts| contexts.iter().any(|known| *known == context)) {
        Ok(())
    } else {
        Err(ControlError::bad(
            "the command cannot be used in this kind of channel",
        ))
    }
}

/// Body of `click`.
#[derive(Debug, Deserialize)]
pub(super) struct ClickRequest {
    user: Id,
    message: Id,
    custom_id: String,
    values: Option<Vec<String>>,
    component_type: Option<u64>,
    #[serde(default)]
    force: bool,
}

/// Presses a button or chooses in a select as a user.
pub(super) async fn click(
    State(shared): State<Shared>,
    Path(channel): Path<Id>,
    Json(request): Json<ClickRequest>,
) -> ControlResult {
    let pending = send_click(&mut shared.world(), channel, &request)?;
    Ok(wait_for_outcome(&shared, pending).await)
}

fn send_click(
    world: &mut World,
    channel: Id,
    request: &ClickRequest,
) -> Result<PendingInteraction, ControlError> {
    let known = channel_of(world, channel, request.user)?;
    let guild = known.guild();
    let message = world
        .messages
        .get(&channel)
        .and_then(|all| all.get(&request.message));
    let message = message.ok_or_else(|| ControlError::missing("message"))?;
    let component = components::find(&message.components, &request.custom_id);
    if !request.force {
        check_open(known)?;
        check_click(message, component, request)?;
    }
    let fallback = if request.values.is_some() {
        component_kinds::STRING_SELECT
    } else {
        component_kinds::BUTTON
    };
    let kind = component.and_then(|component| component["type"].as_u64());
    let kind = kind.or(request.component_type).unwrap_or(fallback);
    let number = component.map_or(json!(1), |component| component["id"].clone());
    let mut data = json!({"component_type": kind, "custom_id": request.custom_id, "id": number});
    if kind != component_kinds::BUTTON {
        let values = request.values.clone().unwrap_or_default();
        let referred: BTreeSet<Id> = values.iter().filter_map(|one| one.parse().ok()).collect();
        data["values"] = json!(values);
        if kind != component_kinds::STRING_SELECT {
            data["resolved"] = command_options::resolved(world, &referred, guild);
        }
    }
    Ok(world.start_interaction(UserAction {
        kind: InteractionKind::Component,
        user: request.user,
        channel,
        data,
        source: Some(request.message),
    }))
}

fn check_click(
    message: &Message,
    component: Option<&Value>,
    request: &ClickRequest,
) -> Result<(), ControlError> {
    if !message.is_seen_by(Some(request.user)) {
        return Err(ControlError::conflict("that user cannot see that message"));
    }
    let component = component
        .ok_or_else(|| ControlError::conflict("the message has no such enabled component"))?;
    let Some(options) = component["options"].as_array() else {
        return Ok(());
    };
    let values = request.values.as_deref().unwrap_or_default();
    let offered = |value: &&String| {
        options
            .iter()
            .any(|option| option["value"] == value.as_str())
    };
    if let Some(value) = values.iter().find(|value| !offered(value)) {
        return Err(ControlError::conflict(format!(
            "{value} is not among the options"
        )));
    }
    let count = values.len() as u64;
    let min = component["min_values"].as_u64().unwrap_or(1);
    let max = component["max_values"].as_u64().unwrap_or(1);
    if (min..=max).contains(&count) {
        Ok(())
    } else {
        Err(ControlError::conflict(format!(
            "the select takes {min} to {max} values"
        )))
    }
}

/// Body of `modal`.
#[derive(Debug, Deserialize)]
pub(super) struct ModalRequest {
    user: Id,
    custom_id: String,
    message: Option<Id>,
    #[serde(default)]
    fields: Map<String, Value>,
    #[serde(default)]
    force: bool,
}

/// Submits a modal as a user.
pub(super) async fn submit_modal(
    State(shared): State<Shared>,
    Path(channel): Path<Id>,
    Json(request): Json<ModalRequest>,
) -> ControlResult {
    let pending = send_modal(&mut shared.world(), channel, &request)?;
    Ok(wait_for_outcome(&shared, pending).await)
}

fn send_modal(
    world: &mut World,
    channel: Id,
    request: &ModalRequest,
) -> Result<PendingInteraction, ControlError> {
    channel_of(world, channel, request.user)?;
    let shown = world.interactions.iter().filter_map(|interaction| {
        let modal = interaction.response()?.modal.as_ref()?;
        let fits = interaction.user == request.user
            && interaction.channel == channel
            && modal["custom_id"] == request.custom_id.as_str();
        fits.then_some((modal, interaction.source))
    });
    let (components, source) = match shown.last() {
        Some((modal, source)) if !request.force => {
            let filled = modals::fill_in(modal, &request.fields);
            (filled.map_err(ControlError::bad)?, source)
        }
        Some((_, source)) => (text_input_rows(&request.fields), source),
        None if request.force => (text_input_rows(&request.fields), None),
        None => return Err(ControlError::conflict("that user was shown no such modal")),
    };
    let source = request.message.or(source);
    Ok(world.start_interaction(UserAction {
        kind: InteractionKind::Modal,
        user: request.user,
        channel,
        data: json!({
            "custom_id": request.custom_id,
            "components": components,
            "resolved": {},
        }),
        source,
    }))
}

/// Returns each field as a text input in an action row.
fn text_input_rows(fields: &Map<String, Value>) -> Value {
    let rows = fields.iter().map(|(custom_id, value)| {
        let input = json!({"type": 4, "custom_id": custom_id, "value": value});
        json!({"type": 1, "components": [input]})
    });
    rows.collect()
}

/// Body of `dismiss`.
#[derive(Debug, Deserialize)]
pub(super) struct DismissRequest {
    user: Id,
}

/// Dismisses an ephemeral message as its viewer.
pub(super) async fn dismiss(
    State(shared): State<Shared>,
    Path((channel, id)): Path<(Id, Id)>,
    Json(request): Json<DismissRequest>,
) -> Result<StatusCode, ControlError> {
    let mut world = shared.world();
    let message = world
        .message_mut(channel, id)
        .ok_or_else(|| ControlError::missing("message"))?;
    let viewer = request.user;
    if message.visibility != (Visibility::Ephemeral { viewer }) {
        return Err(ControlError::conflict(
            "that user has no such ephemeral message",
        ));
    }
    message.visibility = Visibility::Dismissed { viewer };
    world.notify_change(Some(channel));
    Ok(StatusCode::NO_CONTENT)
}

/// Waits up to three seconds for the bot's response and returns the outcome of the interaction.
async fn wait_for_outcome(shared: &Shared, (id, answered): PendingInteraction) -> Json<Value> {
    let timeout = Duration::from_millis(RESPONSE_DEADLINE_MS);
    let mut stopping = shared.stopping();
    tokio::select! {
        _ = tokio::time::timeout(timeout, answered) => {}
        _ = stopping.changed() => {}
    }
    let world = shared.world();
    let interaction = world.interactions.get(id);
    let response = interaction.and_then(|interaction| interaction.response());
    let elapsed = interaction.map(|interaction| {
        let now = world.now();
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
        "modal": response.and_then(|response| response.modal.as_ref()),
        "choices": response.and_then(|response: &InteractionResponse| response.choices.as_ref()),
    }))
}
