//! Routes for messages, by channel or by an interaction's token, and for answering interactions.

use serde_json::json;

use super::reply::Success;
use super::request::Request;
use crate::api_error::ApiError;
use crate::id::Id;
use crate::validation::Form;
use crate::world::{Channel, ChannelKind, FORUM, Message, Permissions, World};

/// Returns a public message. Ephemeral messages are not accessible through the channel's routes.
fn public_message(world: &World, channel: Id, id: Id) -> Result<&Message, ApiError> {
    let message = world.message(channel, id)?;
    if message.is_public() {
        Ok(message)
    } else {
        Err(ApiError::UNKNOWN_MESSAGE)
    }
}

fn check_not_archived(channel: &Channel) -> Result<(), ApiError> {
    match channel.thread() {
        Some(thread) if thread.archived => Err(ApiError::THREAD_ARCHIVED),
        _ => Ok(()),
    }
}

fn read(world: &World, channel: Id, id: Id) -> Result<Success, ApiError> {
    let message = world.message(channel, id)?;
    Ok(Success::ok(world.message_json(message)))
}

pub(super) fn list(world: &World, channel: Id, request: &Request<'_>) -> Result<Success, ApiError> {
    let known = world.visible_channel(channel)?;
    let permissions = world.bot_permissions(known);
    if known.guild().is_some() && !permissions.allow(Permissions::READ_MESSAGE_HISTORY) {
        return Ok(Success::ok(json!([])));
    }
    let after = request
        .query_field("after")
        .and_then(|text| text.parse().ok());
    let limit = request
        .query_field("limit")
        .and_then(|text| text.parse().ok());
    let public = world
        .messages_after(channel, after)
        .filter(|message| message.is_public());
    // With `after`, Discord returns the messages that directly follow this id; without it, the latest. Both lists are
    // newest first.
    let found: Vec<_> = match after {
        Some(_) => public.take(limit.unwrap_or(50)).collect(),
        None => public.rev().take(limit.unwrap_or(50)).collect(),
    };
    let page = found.into_iter().map(|message| world.message_json(message));
    Ok(Success::ok(match after {
        Some(_) => page.rev().collect(),
        None => page.collect(),
    }))
}

pub(super) fn read_one(world: &World, channel: Id, id: Id) -> Result<Success, ApiError> {
    world.permitted_channel(channel, Permissions::READ_MESSAGE_HISTORY)?;
    let message = public_message(world, channel, id)?;
    Ok(Success::ok(world.message_json(message)))
}

pub(super) fn create(
    world: &mut World,
    channel: Id,
    request: &Request<'_>,
) -> Result<Success, ApiError> {
    check_may_write(world, channel)?;
    let form = world.read_form(Form::default(), request.body, request.files, None)?;
    check_may_attach(world, channel, request)?;
    if let Some(nonce) = form.nonce.as_ref().filter(|_| form.enforce_nonce)
        && let Some(known) = world.message_by_nonce(channel, nonce)
    {
        return Ok(Success::ok(world.message_json(known)));
    }
    let message = world.new_message(channel, world.bot_id());
    let id = world.create_message(message, form, request.files)?;
    world.unarchive(channel)?;
    read(world, channel, id)
}

fn check_may_attach(world: &World, channel: Id, request: &Request<'_>) -> Result<(), ApiError> {
    if !request.files.is_empty() {
        world.permitted_channel(channel, Permissions::ATTACH_FILES)?;
    }
    Ok(())
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
        ChannelKind::Guild { number: FORUM, .. } => Err(ApiError::NO_TEXT_CHANNEL),
        ChannelKind::Guild { .. } => world
            .permitted_channel(channel, Permissions::SEND_MESSAGES)
            .map(drop),
        ChannelKind::Thread(thread) => {
            world.permitted_channel(channel, Permissions::SEND_MESSAGES_IN_THREADS)?;
            let permissions = world.bot_permissions(known);
            if thread.locked && !permissions.allow(Permissions::MANAGE_THREADS) {
                Err(ApiError::THREAD_LOCKED)
            } else {
                Ok(())
            }
        }
    }
}

pub(super) fn edit(
    world: &mut World,
    channel: Id,
    id: Id,
    request: &Request<'_>,
) -> Result<Success, ApiError> {
    let known = world.visible_channel(channel)?;
    let message = public_message(world, channel, id)?;
    if message.author != world.bot_id() {
        return Err(ApiError::NOT_THE_AUTHOR);
    }
    check_not_archived(known)?;
    check_may_attach(world, channel, request)?;
    world.count_edit(channel, message.created_ms)?;
    world.update_message(channel, id, request.body, request.files, Form::default())?;
    read(world, channel, id)
}

pub(super) fn delete(world: &mut World, channel: Id, id: Id) -> Result<Success, ApiError> {
    let known = world.visible_channel(channel)?;
    if public_message(world, channel, id)?.author != world.bot_id() {
        world.permitted_channel(channel, Permissions::MANAGE_MESSAGES)?;
    }
    check_not_archived(known)?;
    world.delete_message(channel, id).map(|()| Success::empty())
}

pub(super) fn callback(
    world: &mut World,
    id: Id,
    token: &str,
    request: &Request<'_>,
) -> Result<Success, ApiError> {
    world.answer_interaction(id, token, request.body, request.files)?;
    Ok(match request.query_field("with_response") {
        Some("true") => Success::ok(world.callback_response_json(id)),
        _ => Success::empty(),
    })
}

pub(super) fn read_original(world: &World, token: &str) -> Result<Success, ApiError> {
    let (channel, id) = world.original_message(token)?;
    read(world, channel, id)
}

pub(super) fn edit_original(
    world: &mut World,
    token: &str,
    request: &Request<'_>,
) -> Result<Success, ApiError> {
    let (channel, id) = world.original_message(token)?;
    world.channel(channel).map_or(Ok(()), check_not_archived)?;
    world.update_message(channel, id, request.body, request.files, Form::default())?;
    read(world, channel, id)
}

pub(super) fn follow_up(
    world: &mut World,
    token: &str,
    request: &Request<'_>,
) -> Result<Success, ApiError> {
    let (channel, id) = world.follow_up(token, request.body, request.files)?;
    read(world, channel, id)
}

pub(super) fn edit_follow_up(
    world: &mut World,
    token: &str,
    id: Id,
    request: &Request<'_>,
) -> Result<Success, ApiError> {
    let channel = world.channel_of_follow_up(token, id)?;
    world.channel(channel).map_or(Ok(()), check_not_archived)?;
    world.update_message(channel, id, request.body, request.files, Form::default())?;
    read(world, channel, id)
}
