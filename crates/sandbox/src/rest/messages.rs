//! Routes with which the bot creates, reads, edits and deletes messages of a channel.

use serde_json::Value;

use super::reply::Success;
use super::request::{Method, Request};
use super::route::{Resource, Route};
use crate::api_error::ApiError;
use crate::forms::form_errors::{FieldPath, FormErrors};
use crate::forms::message_form::MessageForm;
use crate::model::channels::{Channel, ChannelKind};
use crate::model::ids::{Id, read_id};
use crate::model::messages::{Message, Visibility, kinds};
use crate::model::permissions::Permissions;
use crate::world::{NewMessage, World};

/// Answers routes of messages.
pub(super) fn answer(
    world: &mut World,
    route: &Route,
    request: &Request<'_>,
) -> Result<Success, ApiError> {
    match (route.method, &route.resource) {
        (Method::Get, Resource::Messages(channel)) => list(world, *channel, request),
        (Method::Post, Resource::Messages(channel)) => create(world, *channel, request),
        (Method::Post, Resource::BulkDelete(channel)) => delete_many(world, *channel, request.body),
        (Method::Get, Resource::Message(channel, id)) => {
            world.permitted_channel(*channel, Permissions::READ_MESSAGE_HISTORY)?;
            let message = public_message(world, *channel, *id)?;
            Ok(Success::ok(world.message_json(message)))
        }
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
    let may_read = known.guild().is_none()
        || world
            .bot_permissions(known)
            .allow(Permissions::READ_MESSAGE_HISTORY);
    let number = |name: &str| request.query_field(name)?.parse::<Id>().ok();
    let (before, after) = (number("before"), number("after"));
    let limit = request.query_field("limit");
    let limit = limit.and_then(|text| text.parse().ok()).unwrap_or(50);
    if !may_read {
        return Ok(Success::ok(Value::Array(Vec::new())));
    }
    let between = world.public_messages_between(channel, after, before);
    let mut messages: Vec<Value> = match after {
        // Discord returns those that follow directly, and the newest of them first.
        Some(_) => between
            .take(limit)
            .map(|one| world.message_json(one))
            .collect(),
        None => between
            .rev()
            .take(limit)
            .map(|one| world.message_json(one))
            .collect(),
    };
    if after.is_some() {
        messages.reverse();
    }
    Ok(Success::ok(Value::Array(messages)))
}

fn create(world: &mut World, channel: Id, request: &Request<'_>) -> Result<Success, ApiError> {
    check_may_write(world, channel)?;
    let form = world.read_form(request.body, request.files, None, FieldPath::root())?;
    check_content_permissions(world, channel, &form, request)?;
    if let Some(nonce) = form.nonce.as_ref().filter(|_| form.enforce_nonce)
        && let Some(known) = world.message_by_nonce(channel, nonce)
    {
        let known = world.message(channel, known)?;
        return Ok(Success::ok(world.message_json(known)));
    }
    if let Some(replied) = form.reply_to {
        public_message(world, channel, replied)?;
    }
    let new = NewMessage {
        channel,
        author: world.bot_id(),
        kind: if form.reply_to.is_some() {
            kinds::REPLY
        } else {
            kinds::DEFAULT
        },
        flags: 0,
        interaction: None,
        visibility: Visibility::Public,
        reply_to: form.reply_to,
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
            if thread.locked && !manages_threads(world, known) {
                return Err(ApiError::THREAD_LOCKED);
            }
            Ok(())
        }
    }
}

fn manages_threads(world: &World, channel: &Channel) -> bool {
    world
        .bot_permissions(channel)
        .allow(Permissions::MANAGE_THREADS)
}

fn check_content_permissions(
    world: &World,
    channel: Id,
    form: &MessageForm,
    request: &Request<'_>,
) -> Result<(), ApiError> {
    if form
        .embeds
        .as_ref()
        .is_some_and(|embeds| !embeds.is_empty())
    {
        world.permitted_channel(channel, Permissions::EMBED_LINKS)?;
    }
    if !request.files.is_empty() {
        world.permitted_channel(channel, Permissions::ATTACH_FILES)?;
    }
    Ok(())
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

fn delete_many(world: &mut World, channel: Id, body: &Value) -> Result<Success, ApiError> {
    world.permitted_channel(channel, Permissions::MANAGE_MESSAGES)?;
    let ids = body["messages"].as_array().into_iter().flatten();
    let ids: Vec<Id> = ids.filter_map(read_id).collect();
    let mut errors = FormErrors::default();
    errors.check_length(&FieldPath::root().key("messages"), ids.len(), 2, 100);
    errors.into_result()?;
    for id in ids {
        if public_message(world, channel, id).is_ok() {
            world.remove_message(channel, id)?;
        }
    }
    Ok(Success::empty())
}
