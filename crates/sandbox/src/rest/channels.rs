//! Routes that read channels, and that archive and delete threads.

use serde_json::Value;

use super::reply::Success;
use super::request::{Method, Request};
use super::route::{Resource, Route};
use crate::api_error::ApiError;
use crate::forms::form_errors::{FieldPath, FormErrors};
use crate::model::channels::{Channel, ChannelKind};
use crate::model::ids::Id;
use crate::model::permissions::Permissions;
use crate::world::World;

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
        (Method::Patch, Resource::Channel(id)) => edit_thread(world, *id, request.body),
        (Method::Delete, Resource::Channel(id)) => delete(world, *id),
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

/// Archives, locks or reopens a thread; other channels cannot be edited.
fn edit_thread(world: &mut World, id: Id, body: &Value) -> Result<Success, ApiError> {
    check_edit(world, world.visible_channel(id)?, body)?;
    let mut errors = FormErrors::default();
    errors.check_fields(&FieldPath::root(), body, &["archived", "locked"]);
    errors.into_result()?;
    let (archived, locked) = (body["archived"].as_bool(), body["locked"].as_bool());
    world.update_thread(id, archived, locked)?;
    let channel = world.visible_channel(id)?;
    Ok(Success::ok(world.channel_json(channel)))
}

/// Checks that the bot may make this edit: without MANAGE_THREADS it may archive its own threads and
/// reopen unlocked ones.
fn check_edit(world: &World, channel: &Channel, body: &Value) -> Result<(), ApiError> {
    let thread = channel.thread().ok_or(ApiError::WRONG_CHANNEL_TYPE)?;
    let permissions = world.bot_permissions(channel);
    if permissions.allow(Permissions::MANAGE_THREADS) {
        return Ok(());
    }
    let opens = body["archived"] == false;
    if thread.archived && !opens {
        return Err(ApiError::THREAD_ARCHIVED);
    }
    if thread.locked || body.get("locked").is_some() {
        return Err(ApiError::MISSING_PERMISSIONS);
    }
    Ok(())
}
