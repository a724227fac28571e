//! What people do: talk, run commands, click, choose, fill in, dismiss.

use std::collections::BTreeSet;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::sync::oneshot;

use super::options::{self, Typed};
use super::{ControlError, channel_of};
use crate::channels::Channel;
use crate::components::{self, kinds as component_kinds};
use crate::forms::Place;
use crate::ids::Id;
use crate::interactions::{Deed, FIRST_ANSWER_MS, Given, Kind};
use crate::messages::{Message, NewMessage, Visibility, kinds};
use crate::modals;
use crate::permissions::Permissions;
use crate::server::Shared;
use crate::world::World;

type Answer = Result<Json<Value>, ControlError>;

/// Something said.
#[derive(Debug, Deserialize)]
pub(super) struct Saying {
    user: Id,
    content: String,
}

/// A person writes a message.
pub(super) async fn say(
    State(shared): State<Shared>,
    Path(channel): Path<Id>,
    Json(saying): Json<Saying>,
) -> Answer {
    let mut world = shared.world();
    check_open(channel_of(&world, channel, saying.user)?)?;
    let refused = |_| ControlError::bad("a message has 1 to 2000 characters");
    let body = json!({"content": saying.content});
    let form = world
        .read_form(&body, &[], None, Place::root())
        .map_err(refused)?;
    let new = NewMessage {
        channel,
        author: saying.user,
        kind: kinds::DEFAULT,
        flags: 0,
        interaction: None,
        visibility: Visibility::Public,
        reply_to: None,
    };
    let id = world.create_message(new, &form, &[]).map_err(refused)?;
    let message = world
        .message(channel, id)
        .map_err(|_| ControlError::missing("message"))?;
    Ok(Json(world.message_json(message)))
}

/// An archived thread takes neither words nor commands.
fn check_open(channel: &Channel) -> Result<(), ControlError> {
    match channel.thread() {
        Some(thread) if thread.archived => Err(ControlError::conflict("the thread is archived")),
        _ => Ok(()),
    }
}

/// A command typed, to the end or to one of its options.
#[derive(Debug, Deserialize)]
pub(super) struct Typing {
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

/// A person runs a command.
pub(super) async fn command(
    State(shared): State<Shared>,
    Path(channel): Path<Id>,
    Json(mut typing): Json<Typing>,
) -> Answer {
    typing.focused = None;
    let sent = send_typed(&mut shared.world(), Kind::Command, channel, &typing)?;
    Ok(outcome(&shared, sent).await)
}

/// A person types in an option that suggests choices.
pub(super) async fn autocomplete(
    State(shared): State<Shared>,
    Path(channel): Path<Id>,
    Json(typing): Json<Typing>,
) -> Answer {
    if typing.focused.is_none() {
        return Err(ControlError::bad("`focused` names the option being typed"));
    }
    let sent = send_typed(&mut shared.world(), Kind::Autocomplete, channel, &typing)?;
    Ok(outcome(&shared, sent).await)
}

type Sent = (Id, oneshot::Receiver<()>);

fn send_typed(
    world: &mut World,
    kind: Kind,
    channel: Id,
    typing: &Typing,
) -> Result<Sent, ControlError> {
    let known = channel_of(world, channel, typing.user)?;
    let permissions = world.member_permissions(known, typing.user);
    if known.guild().is_some() && !permissions.allow(Permissions::USE_APPLICATION_COMMANDS) {
        return Err(ControlError::conflict(
            "that user may not use commands here",
        ));
    }
    check_open(known)?;
    let guild = known.guild();
    let command = world
        .command_named(guild, &typing.command)
        .ok_or_else(|| ControlError::bad(format!("there is no command {}", typing.command)))?;
    check_context(&command.json, guild)?;
    let typed = Typed {
        path: &typing.path,
        options: &typing.options,
        focused: typing.focused.as_deref(),
        force: typing.force,
    };
    let (options, resolved) = options::filled(world, &command.json, &typed, guild)?;
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
    Ok(world.interact(Deed {
        kind,
        user: typing.user,
        channel,
        data,
        source: None,
    }))
}

fn check_context(command: &Value, guild: Option<Id>) -> Result<(), ControlError> {
    let here = if guild.is_some() { 0 } else { 1 };
    let contexts = command["contexts"].as_array();
    if contexts.is_none_or(|contexts| contexts.iter().any(|context| *context == here)) {
        Ok(())
    } else {
        Err(ControlError::bad(
            "the command cannot be used in this kind of channel",
        ))
    }
}

/// A component used.
#[derive(Debug, Deserialize)]
pub(super) struct Click {
    user: Id,
    message: Id,
    custom_id: String,
    values: Option<Vec<String>>,
    component_type: Option<u64>,
    #[serde(default)]
    force: bool,
}

/// A person clicks a button or chooses in a select.
pub(super) async fn click(
    State(shared): State<Shared>,
    Path(channel): Path<Id>,
    Json(click): Json<Click>,
) -> Answer {
    let sent = send_click(&mut shared.world(), channel, &click)?;
    Ok(outcome(&shared, sent).await)
}

fn send_click(world: &mut World, channel: Id, click: &Click) -> Result<Sent, ControlError> {
    let known = channel_of(world, channel, click.user)?;
    let guild = known.guild();
    let message = world
        .messages
        .get(&channel)
        .and_then(|all| all.get(&click.message));
    let message = message.ok_or_else(|| ControlError::missing("message"))?;
    let component = components::find(&message.components, &click.custom_id);
    if !click.force {
        check_open(known)?;
        check_click(message, component, click)?;
    }
    let fallback = if click.values.is_some() {
        component_kinds::STRING_SELECT
    } else {
        component_kinds::BUTTON
    };
    let kind = component.and_then(|component| component["type"].as_u64());
    let kind = kind.or(click.component_type).unwrap_or(fallback);
    let number = component.map_or(json!(1), |component| component["id"].clone());
    let mut data = json!({"component_type": kind, "custom_id": click.custom_id, "id": number});
    if kind != component_kinds::BUTTON {
        let values = click.values.clone().unwrap_or_default();
        let referred: BTreeSet<Id> = values.iter().filter_map(|one| one.parse().ok()).collect();
        data["values"] = json!(values);
        if kind != component_kinds::STRING_SELECT {
            data["resolved"] = options::resolved(world, &referred, guild);
        }
    }
    Ok(world.interact(Deed {
        kind: Kind::Component,
        user: click.user,
        channel,
        data,
        source: Some(click.message),
    }))
}

fn check_click(
    message: &Message,
    component: Option<&Value>,
    click: &Click,
) -> Result<(), ControlError> {
    if !message.is_seen_by(Some(click.user)) {
        return Err(ControlError::conflict(
            "that user does not see that message",
        ));
    }
    let component = component
        .ok_or_else(|| ControlError::conflict("the message has no such enabled component"))?;
    let Some(options) = component["options"].as_array() else {
        return Ok(());
    };
    let values = click.values.as_deref().unwrap_or_default();
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
    let least = component["min_values"].as_u64().unwrap_or(1);
    let most = component["max_values"].as_u64().unwrap_or(1);
    if (least..=most).contains(&count) {
        Ok(())
    } else {
        Err(ControlError::conflict(format!(
            "the select takes {least} to {most} values"
        )))
    }
}

/// A modal filled in.
#[derive(Debug, Deserialize)]
pub(super) struct Submission {
    user: Id,
    custom_id: String,
    message: Option<Id>,
    #[serde(default)]
    fields: Map<String, Value>,
    #[serde(default)]
    force: bool,
}

/// A person submits a modal.
pub(super) async fn modal(
    State(shared): State<Shared>,
    Path(channel): Path<Id>,
    Json(submission): Json<Submission>,
) -> Answer {
    let sent = send_modal(&mut shared.world(), channel, &submission)?;
    Ok(outcome(&shared, sent).await)
}

fn send_modal(
    world: &mut World,
    channel: Id,
    submission: &Submission,
) -> Result<Sent, ControlError> {
    channel_of(world, channel, submission.user)?;
    let shown = world.interactions.all().filter_map(|interaction| {
        let modal = interaction.given()?.modal.as_ref()?;
        let fits = interaction.user == submission.user
            && interaction.channel == channel
            && modal["custom_id"] == submission.custom_id.as_str();
        fits.then_some((modal, interaction.source))
    });
    let (components, source) = match shown.last() {
        Some((modal, source)) if !submission.force => {
            let filled = modals::filled(modal, &submission.fields);
            (filled.map_err(ControlError::bad)?, source)
        }
        Some((_, source)) => (plain_fields(&submission.fields), source),
        None if submission.force => (plain_fields(&submission.fields), None),
        None => return Err(ControlError::conflict("that user was shown no such modal")),
    };
    let source = submission.message.or(source);
    Ok(world.interact(Deed {
        kind: Kind::Modal,
        user: submission.user,
        channel,
        data: json!({
            "custom_id": submission.custom_id,
            "components": components,
            "resolved": {},
        }),
        source,
    }))
}

/// Fields as text inputs, each in a row of its own.
fn plain_fields(fields: &Map<String, Value>) -> Value {
    let rows = fields.iter().map(|(custom_id, value)| {
        let input = json!({"type": 4, "custom_id": custom_id, "value": value});
        json!({"type": 1, "components": [input]})
    });
    rows.collect()
}

/// Who dismisses.
#[derive(Debug, Deserialize)]
pub(super) struct Dismissal {
    user: Id,
}

/// A person dismisses an ephemeral message.
pub(super) async fn dismiss(
    State(shared): State<Shared>,
    Path((channel, id)): Path<(Id, Id)>,
    Json(dismissal): Json<Dismissal>,
) -> Result<StatusCode, ControlError> {
    let mut world = shared.world();
    let message = world
        .message_mut(channel, id)
        .ok_or_else(|| ControlError::missing("message"))?;
    let viewer = dismissal.user;
    if message.visibility != (Visibility::Ephemeral { viewer }) {
        return Err(ControlError::conflict(
            "that user sees no such ephemeral message",
        ));
    }
    message.visibility = Visibility::Dismissed { viewer };
    world.touch(Some(channel));
    Ok(StatusCode::NO_CONTENT)
}

/// Waits for the bot's answer and tells what came of it.
async fn outcome(shared: &Shared, (id, answered): Sent) -> Json<Value> {
    let patience = Duration::from_millis(FIRST_ANSWER_MS);
    let mut stopping = shared.stopping();
    tokio::select! {
        _ = tokio::time::timeout(patience, answered) => {}
        _ = stopping.changed() => {}
    }
    let world = shared.world();
    let interaction = world.interactions.get(id);
    let given = interaction.and_then(|interaction| interaction.given());
    let elapsed = interaction.map(|interaction| {
        let now = world.now();
        interaction
            .answered_after()
            .unwrap_or(now - interaction.created_ms)
    });
    Json(json!({
        "interaction_id": id,
        "answered": given.is_some(),
        "elapsed_ms": elapsed,
        "callback_type": given.map(|given| given.callback),
        "message": given.and_then(|given| given.message.as_ref()),
        "modal": given.and_then(|given| given.modal.as_ref()),
        "choices": given.and_then(|given: &Given| given.choices.as_ref()),
    }))
}
