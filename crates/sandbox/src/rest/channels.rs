//! Routes for opening direct messages, reading and deleting channels, and creating and editing threads.

use serde_json::{Value, json};

use super::reply::Success;
use crate::api_error::ApiError;
use crate::id::{Id, read_id};
use crate::validation::{Field, Form, Kind, check_body, optional, required};
use crate::world::{Channel, ChannelKind, FORUM, Permissions, World, message_kinds};

const NEW_THREAD: &[Field] = &[
    required("name", Kind::Text(1, 100)),
    required("type", Kind::Number(&[10, 11])),
    optional(
        "auto_archive_duration",
        Kind::Number(&[60, 1440, 4320, 10080]),
    ),
];
const THREAD_CHANGE: &[Field] = &[
    optional("archived", Kind::Boolean),
    optional("locked", Kind::Boolean),
];

pub(super) fn open_direct_messages(world: &mut World, body: &Value) -> Result<Success, ApiError> {
    let user = read_id(&body["recipient_id"]).filter(|user| world.person(*user).is_some());
    let channel = world.direct_channel(user.ok_or(ApiError::UNKNOWN_USER)?);
    read(world, channel)
}

pub(super) fn read(world: &World, id: Id) -> Result<Success, ApiError> {
    let channel = world.visible_channel(id)?;
    Ok(Success::ok(world.channel_json(channel)))
}

pub(super) fn delete(world: &mut World, id: Id) -> Result<Success, ApiError> {
    let required = match world.visible_channel(id)?.kind {
        ChannelKind::Thread(_) => Permissions::MANAGE_THREADS,
        _ => Permissions::MANAGE_CHANNELS,
    };
    world.permitted_channel(id, required)?;
    world.delete_channel(id).map(Success::ok)
}

/// Archives, locks or reopens a thread; other channels cannot be edited.
pub(super) fn edit_thread(world: &mut World, id: Id, body: &Value) -> Result<Success, ApiError> {
    check_edit(world, world.visible_channel(id)?, body)?;
    check_body(body, THREAD_CHANGE)?;
    world.update_thread(id, body["archived"].as_bool(), body["locked"].as_bool())?;
    read(world, id)
}

/// Checks that the bot may make this edit: without MANAGE_THREADS it may only archive and reopen threads that
/// are not locked.
fn check_edit(world: &World, channel: &Channel, body: &Value) -> Result<(), ApiError> {
    let thread = channel.thread().ok_or(ApiError::WRONG_CHANNEL_TYPE)?;
    if world
        .bot_permissions(channel)
        .allow(Permissions::MANAGE_THREADS)
    {
        return Ok(());
    }
    if thread.archived && body["archived"] != false {
        return Err(ApiError::THREAD_ARCHIVED);
    }
    if thread.locked || body.get("locked").is_some() {
        return Err(ApiError::MISSING_PERMISSIONS);
    }
    Ok(())
}

/// Opens a public thread, and posts the message that announces it in the parent channel.
pub(super) fn create_thread(
    world: &mut World,
    parent: Id,
    body: &Value,
) -> Result<Success, ApiError> {
    let channel = world.permitted_channel(parent, Permissions::CREATE_PUBLIC_THREADS)?;
    check_body(body, NEW_THREAD)?;
    let (_, number) = channel.new_threads().ok_or(ApiError::WRONG_CHANNEL_TYPE)?;
    if channel.type_number() == FORUM || body["type"] != number {
        return Err(ApiError::WRONG_CHANNEL_TYPE);
    }
    let name = body["name"].as_str().unwrap_or_default();
    let minutes = body["auto_archive_duration"].as_i64().unwrap_or(1440);
    let id = world.add_thread(parent, world.bot_id(), name, minutes)?;
    let form = world.read_form(Form::default(), &json!({"content": name}), &[], None)?;
    let mut message = world.new_message(parent, world.bot_id());
    message.kind = message_kinds::THREAD_CREATED;
    world.create_message(message, form, &[])?;
    let channel = world.visible_channel(id)?;
    Ok(Success::created(world.channel_json(channel)))
}
