//! Routes that read, edit and delete channels and threads.

use serde_json::Value;

use super::reply::Success;
use super::request::{Method, Request};
use super::route::{Resource, Route};
use crate::api_error::ApiError;
use crate::forms::form_errors::{FieldPath, FormErrors, char_count};
use crate::model::channels::{ChannelKind, Thread};
use crate::model::ids::Id;
use crate::model::permissions::Permissions;
use crate::world::World;

/// Answers routes of a channel itself.
pub(super) fn answer(
    world: &mut World,
    route: &Route,
    request: &Request<'_>,
) -> Result<Success, ApiError> {
    match (route.method, &route.resource) {
        (Method::Get, Resource::Channel(id)) => {
            let channel = world.visible_channel(*id)?;
            Ok(Success::ok(world.channel_json(channel)))
        }
        (Method::Patch, Resource::Channel(id)) => edit(world, *id, request.body),
        (Method::Delete, Resource::Channel(id)) => delete(world, *id),
        (Method::Post, Resource::Typing(id)) => {
            world.permitted_channel(*id, Permissions::SEND_MESSAGES)?;
            Ok(Success::empty())
        }
        _ => Err(ApiError::WRONG_METHOD),
    }
}

fn delete(world: &mut World, id: Id) -> Result<Success, ApiError> {
    let channel = world.visible_channel(id)?;
    let required = match channel.kind {
        ChannelKind::Thread(_) => Permissions::MANAGE_THREADS,
        _ => Permissions::MANAGE_CHANNELS,
    };
    world.permitted_channel(id, required)?;
    world.remove_channel(id).map(Success::ok)
}

fn edit(world: &mut World, id: Id, body: &Value) -> Result<Success, ApiError> {
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
    world.update_channel(id, |channel| {
        if let Some(name) = name {
            channel.name = name;
        }
        if let Some(topic) = body["topic"].as_str() {
            channel.topic = Some(topic.to_owned());
        }
        if let ChannelKind::Thread(thread) = &mut channel.kind {
            edit_thread(thread, body, archive_minutes, now);
        }
    })?;
    let channel = world.visible_channel(id)?;
    Ok(Success::ok(world.channel_json(channel)))
}

fn edit_thread(thread: &mut Thread, body: &Value, archive_minutes: Option<i64>, now: u64) {
    if let Some(archived) = body["archived"].as_bool() {
        thread.archived = archived;
        thread.archive_changed_ms = now;
    }
    thread.locked = body["locked"].as_bool().unwrap_or(thread.locked);
    thread.invitable = body["invitable"].as_bool().unwrap_or(thread.invitable);
    thread.auto_archive_minutes = archive_minutes.unwrap_or(thread.auto_archive_minutes);
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
        thread.owner == world.bot_id() || only_opens
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
