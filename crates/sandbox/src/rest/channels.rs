//! Routes that read, edit and delete channels and threads.

use serde_json::Value;

use super::{Reply, Resource, Verb};
use crate::api_error::ApiError;
use crate::channels::ChannelKind;
use crate::form_errors::{FieldPath, FormErrors, char_count};
use crate::ids::Id;
use crate::permissions::Permissions;
use crate::rest_handler::Call;
use crate::world::World;

/// Answers routes of a channel itself.
pub(super) fn answer(
    world: &mut World,
    verb: Verb,
    resource: &Resource,
    call: &Call,
) -> Result<Reply, ApiError> {
    match (verb, resource) {
        (Verb::Get, Resource::Channel(id)) => {
            let channel = world.visible_channel(*id)?;
            Ok(Reply::ok(world.channel_json(channel)))
        }
        (Verb::Patch, Resource::Channel(id)) => edit(world, *id, &call.body),
        (Verb::Delete, Resource::Channel(id)) => delete(world, *id),
        (Verb::Post, Resource::Typing(id)) => {
            world.permitted_channel(*id, Permissions::SEND_MESSAGES)?;
            Ok(Reply::empty())
        }
        _ => Err(ApiError::WRONG_METHOD),
    }
}

fn delete(world: &mut World, id: Id) -> Result<Reply, ApiError> {
    let channel = world.visible_channel(id)?;
    let required = match channel.kind {
        ChannelKind::Thread(_) => Permissions::MANAGE_THREADS,
        _ => Permissions::MANAGE_CHANNELS,
    };
    world.permitted_channel(id, required)?;
    world.remove_channel(id).map(Reply::ok)
}

fn edit(world: &mut World, id: Id, body: &Value) -> Result<Reply, ApiError> {
    let channel = world.visible_channel(id)?;
    match &channel.kind {
        ChannelKind::Direct { .. } => return Err(ApiError::WRONG_CHANNEL_TYPE),
        ChannelKind::Guild { .. } => {
            world.permitted_channel(id, Permissions::MANAGE_CHANNELS)?;
        }
        ChannelKind::Thread(_) => check_thread_edit(world, id, body)?,
    }
    let mut errors = FormErrors::default();
    let name = read_name(body, &mut errors);
    let archive_minutes = read_archive_minutes(body, &mut errors);
    errors.into_result()?;
    let now = world.now();
    let channel = world
        .channels
        .get_mut(&id)
        .ok_or(ApiError::UNKNOWN_CHANNEL)?;
    if let Some(name) = name {
        channel.name = name;
    }
    if let Some(topic) = body["topic"].as_str() {
        channel.topic = Some(topic.to_owned());
    }
    let is_thread = channel.thread().is_some();
    if let ChannelKind::Thread(thread) = &mut channel.kind {
        if let Some(archived) = body["archived"].as_bool() {
            thread.archived = archived;
            thread.archive_changed_ms = now;
        }
        thread.locked = body["locked"].as_bool().unwrap_or(thread.locked);
        thread.invitable = body["invitable"].as_bool().unwrap_or(thread.invitable);
        thread.auto_archive_minutes = archive_minutes.unwrap_or(thread.auto_archive_minutes);
    }
    world.announce_channel(
        if is_thread {
            "THREAD_UPDATE"
        } else {
            "CHANNEL_UPDATE"
        },
        id,
    );
    let channel = world.visible_channel(id)?;
    Ok(Reply::ok(world.channel_json(channel)))
}

/// Checks that the bot may make this edit: without MANAGE_THREADS it may edit its own threads and
/// reopen unlocked ones.
fn check_thread_edit(world: &World, id: Id, body: &Value) -> Result<(), ApiError> {
    let channel = world.visible_channel(id)?;
    if world
        .bot_permissions(channel)
        .allow(Permissions::MANAGE_THREADS)
    {
        return Ok(());
    }
    let Some(thread) = channel.thread() else {
        return Ok(());
    };
    let opens = body["archived"] == false;
    if thread.archived && !opens {
        return Err(ApiError::THREAD_ARCHIVED);
    }
    let only_opens = body.as_object().is_some_and(|fields| fields.len() == 1) && opens;
    let is_allowed = if thread.locked || body.get("locked").is_some() {
        false
    } else {
        thread.owner == world.bot.id || only_opens
    };
    if is_allowed {
        Ok(())
    } else {
        Err(ApiError::MISSING_PERMISSIONS)
    }
}

/// Reads the name of a channel or thread.
pub(super) fn read_name(body: &Value, errors: &mut FormErrors) -> Option<String> {
    let name = errors.read_text(&FieldPath::root(), body, "name")?;
    errors.check_length(&FieldPath::root().key("name"), char_count(name), 1, 100);
    Some(name.to_owned())
}

/// Reads the idle time after which a thread is archived, in minutes.
pub(super) fn read_archive_minutes(body: &Value, errors: &mut FormErrors) -> Option<i64> {
    let minutes = errors.read_integer(&FieldPath::root(), body, "auto_archive_duration")?;
    if !matches!(minutes, 60 | 1440 | 4320 | 10080) {
        let path = FieldPath::root().key("auto_archive_duration");
        errors.add_bad_choice(&path, "60, 1440, 4320, 10080");
    }
    Some(minutes)
}
