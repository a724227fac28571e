//! Routes with which the bot creates, reads, edits and deletes messages of a channel.

use serde_json::Value;

use super::reply::Success;
use super::request::{Method, Request};
use super::route::{Resource, Route};
use crate::api_error::ApiError;
use crate::forms::form_errors::FieldPath;
use crate::model::channels::ChannelKind;
use crate::model::ids::Id;
use crate::model::messages::{Message, Visibility, kinds};
use crate::model::permissions::Permissions;
use crate::world::{NewMessage, World};

pub(super) fn answer(
    world: &mut World,
    route: &Route,
    request: &Request<'_>,
) -> Result<Success, ApiError> {
    match (route.method, &route.resource) {
        (Method::Get, Resource::Messages(channel)) => list(world, *channel, request),
        (Method::Post, Resource::Messages(channel)) => create(world, *channel, request),
        (Method::Patch, Resource::Message(channel, id)) => edit(world, *channel, *id, request),
        (Method::Delete, Resource::Message(channel, id)) => delete(world, *channel, *id),
        _ => Err(ApiError::WRONG_METHOD),
    }
}

/// Returns a public message. The channel's routes do not reach ephemeral messages.
fn public_message(world: &World, channel: Id, id: Id) -> Result<&Message, ApiError> {
    let message = world.message(channel, id)?;
    match message.visibility {
        Visibility::Public => Ok(message),
        _ => Err(ApiError::UNKNOWN_MESSAGE),
    }
}

fn list(world: &World, channel: Id, request: &Request<'_>) -> Result<Success, ApiError> {
    let known = world.visible_channel(channel)?;
    let permissions = world.bot_permissions(known);
    if known.guild().is_some() && !permissions.allow(Permissions::READ_MESSAGE_HISTORY) {
        return Ok(Success::ok(Value::Array(Vec::new())));
    }
    let after = request.query_field("after");
    let after = after.and_then(|text| text.parse::<Id>().ok());
    let limit = request.query_field("limit");
    let limit = limit.and_then(|text| text.parse().ok()).unwrap_or(50);
    let messages = world.public_messages_after(channel, after);
    // Discord returns those that follow directly, or else the newest; in any case the newest of them first.
    let mut page: Vec<_> = match after {
        Some(_) => messages.take(limit).collect(),
        None => messages.rev().take(limit).collect(),
    };
    if after.is_some() {
        page.reverse();
    }
    let page = page.into_iter().map(|message| world.message_json(message));
    Ok(Success::ok(page.collect()))
}

fn create(world: &mut World, channel: Id, request: &Request<'_>) -> Result<Success, ApiError> {
    check_may_write(world, channel)?;
    let form = world.read_form(request.body, request.files, None, FieldPath::root())?;
    if !request.files.is_empty() {
        world.permitted_channel(channel, Permissions::ATTACH_FILES)?;
    }
    if let Some(nonce) = form.nonce.as_ref().filter(|_| form.enforce_nonce)
        && let Some(known) = world.message_by_nonce(channel, nonce)
    {
        let known = world.message(channel, known)?;
        return Ok(Success::ok(world.message_json(known)));
    }
    let new = NewMessage {
        channel,
        author: world.bot_id(),
        kind: kinds::DEFAULT,
        flags: 0,
        interaction: None,
        visibility: Visibility::Public,
        reply_to: None,
    };
    let id = world.create_message(new, form, request.files)?;
    world.unarchive(channel)?;
    let message = world.message(channel, id)?;
    Ok(Success::ok(world.message_json(message)))
}

fn check_may_write(world: &World, channel: Id) -> Result<(), ApiError> {
    let known = world.visible_channel(channel)?;
    match &known.kind {
        ChannelKind::Direct { user } => {
            let user = world.person(*user);
            if user.is_some_and(|user| user.accepts_direct_messages) {
                Ok(())
            } else {
                Err(ApiError::NO_DIRECT_MESSAGES)
            }
        }
        ChannelKind::Guild { .. } => {
            world.permitted_channel(channel, Permissions::SEND_MESSAGES)?;
            Ok(())
        }
        ChannelKind::Thread(thread) => {
            world.permitted_channel(channel, Permissions::SEND_MESSAGES_IN_THREADS)?;
            let permissions = world.bot_permissions(known);
            if thread.locked && !permissions.allow(Permissions::MANAGE_THREADS) {
                return Err(ApiError::THREAD_LOCKED);
            }
            Ok(())
        }
    }
}

fn edit(
    world: &mut World,
    channel: Id,
    id: Id,
    request: &Request<'_>,
) -> Result<Success, ApiError> {
    let known = world.visible_channel(channel)?;
    let is_archived = known.thread().is_some_and(|thread| thread.archived);
    let message = public_message(world, channel, id)?;
    if message.author != world.bot_id() {
        return Err(ApiError::NOT_THE_AUTHOR);
    }
    if is_archived {
        return Err(ApiError::THREAD_ARCHIVED);
    }
    let created_ms = message.created_ms;
    world.count_edit(channel, created_ms)?;
    world.update_message(channel, id, request.body, request.files, FieldPath::root())?;
    let message = world.message(channel, id)?;
    Ok(Success::ok(world.message_json(message)))
}

fn delete(world: &mut World, channel: Id, id: Id) -> Result<Success, ApiError> {
    world.visible_channel(channel)?;
    if public_message(world, channel, id)?.author != world.bot_id() {
        world.permitted_channel(channel, Permissions::MANAGE_MESSAGES)?;
    }
    let is_archived = world
        .visible_channel(channel)?
        .thread()
        .is_some_and(|thread| thread.archived);
    if is_archived {
        return Err(ApiError::THREAD_ARCHIVED);
    }
    world.remove_message(channel, id)?;
    Ok(Success::empty())
}
