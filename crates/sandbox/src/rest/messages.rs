//! Routes with which the bot creates, reads, edits and deletes messages of a channel.

use serde_json::Value;

use super::{Reply, Resource, Verb};
use crate::api_error::ApiError;
use crate::channels::{Channel, ChannelKind};
use crate::form_errors::FieldPath;
use crate::ids::Id;
use crate::message_form::MessageForm;
use crate::messages::{Message, NewMessage, Visibility, kinds};
use crate::permissions::Permissions;
use crate::rest_handler::Call;
use crate::world::World;

/// Age from which on edits have a rate limit of their own, in milliseconds.
const OLD_MESSAGE_MS: u64 = 60 * 60 * 1000;

/// Answers routes of messages.
pub(super) fn answer(
    world: &mut World,
    verb: Verb,
    resource: &Resource,
    call: &Call,
) -> Result<Reply, ApiError> {
    match (verb, resource) {
        (Verb::Get, Resource::Messages(channel)) => list(world, *channel, call),
        (Verb::Post, Resource::Messages(channel)) => create(world, *channel, call),
        (Verb::Post, Resource::BulkDelete(channel)) => delete_many(world, *channel, &call.body),
        (Verb::Get, Resource::Message(channel, id)) => {
            world.permitted_channel(*channel, Permissions::READ_MESSAGE_HISTORY)?;
            let message = public_message(world, *channel, *id)?;
            Ok(Reply::ok(world.message_json(message)))
        }
        (Verb::Patch, Resource::Message(channel, id)) => edit(world, *channel, *id, call),
        (Verb::Delete, Resource::Message(channel, id)) => delete(world, *channel, *id),
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

fn list(world: &World, channel: Id, call: &Call) -> Result<Reply, ApiError> {
    let known = world.visible_channel(channel)?;
    let may_read = known.guild().is_none()
        || world
            .bot_permissions(known)
            .allow(Permissions::READ_MESSAGE_HISTORY);
    let number = |key: &str| call.query.get(key).and_then(|text| text.parse::<Id>().ok());
    let (before, after) = (number("before"), number("after"));
    let limit = call
        .query
        .get("limit")
        .and_then(|text| text.parse().ok())
        .unwrap_or(50);
    let all = world
        .messages
        .get(&channel)
        .into_iter()
        .flat_map(|all| all.values().rev());
    let messages: Value = all
        .filter(|message| may_read && message.is_seen_by(None))
        .filter(|message| before.is_none_or(|before| message.id < before))
        .filter(|message| after.is_none_or(|after| message.id > after))
        .take(limit)
        .map(|message| world.message_json(message))
        .collect();
    Ok(Reply::ok(messages))
}

fn create(world: &mut World, channel: Id, call: &Call) -> Result<Reply, ApiError> {
    check_may_write(world, channel)?;
    let form = world.read_form(&call.body, &call.files, None, FieldPath::root())?;
    check_content_permissions(world, channel, &form, call)?;
    if let Some(nonce) = form.nonce.as_ref().filter(|_| form.enforce_nonce)
        && let Some(known) = world.message_by_nonce(channel, nonce)
    {
        let known = world.message(channel, known)?;
        return Ok(Reply::ok(world.message_json(known)));
    }
    if let Some(replied) = form.reply_to {
        public_message(world, channel, replied)?;
    }
    let new = NewMessage {
        channel,
        author: world.bot.id,
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
    let id = world.create_message(new, &form, &call.files)?;
    unarchive(world, channel);
    let message = world.message(channel, id)?;
    Ok(Reply::ok(world.message_json(message)))
}

fn check_may_write(world: &World, channel: Id) -> Result<(), ApiError> {
    let known = world.visible_channel(channel)?;
    match &known.kind {
        ChannelKind::Direct { user } => {
            let user = world.users.get(user);
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
    call: &Call,
) -> Result<(), ApiError> {
    if form
        .embeds
        .as_ref()
        .is_some_and(|embeds| !embeds.is_empty())
    {
        world.permitted_channel(channel, Permissions::EMBED_LINKS)?;
    }
    if !call.files.is_empty() {
        world.permitted_channel(channel, Permissions::ATTACH_FILES)?;
    }
    Ok(())
}

/// Reopens an archived thread, as a new message in it does.
fn unarchive(world: &mut World, channel: Id) {
    let now = world.now();
    let Some(known) = world.channels.get_mut(&channel) else {
        return;
    };
    if let ChannelKind::Thread(thread) = &mut known.kind
        && thread.archived
    {
        thread.archived = false;
        thread.archive_changed_ms = now;
        world.announce_channel("THREAD_UPDATE", channel);
    }
}

fn edit(world: &mut World, channel: Id, id: Id, call: &Call) -> Result<Reply, ApiError> {
    let known = world.visible_channel(channel)?;
    let is_archived = known.thread().is_some_and(|thread| thread.archived);
    let message = public_message(world, channel, id)?;
    if message.author != world.bot.id {
        return Err(ApiError::NOT_THE_AUTHOR);
    }
    if is_archived {
        return Err(ApiError::THREAD_ARCHIVED);
    }
    let created_ms = message.created_ms;
    check_old_edit_limit(world, channel, created_ms)?;
    world.update_message(channel, id, &call.body, &call.files, FieldPath::root())?;
    let message = world.message(channel, id)?;
    Ok(Reply::ok(world.message_json(message)))
}

/// Applies the rate limit of edits of messages over an hour old.
fn check_old_edit_limit(world: &mut World, channel: Id, created_ms: u64) -> Result<(), ApiError> {
    let now = world.now();
    let Some(limits) = world.rate_limiter.limits() else {
        return Ok(());
    };
    if now < created_ms + OLD_MESSAGE_MS {
        return Ok(());
    }
    let limit = limits.edit_old_message;
    let channel = world
        .channels
        .get_mut(&channel)
        .ok_or(ApiError::UNKNOWN_CHANNEL)?;
    channel.old_edits.retain(|at| now < at + limit.milliseconds);
    if channel.old_edits.len() >= usize::try_from(limit.calls).unwrap_or(usize::MAX) {
        let oldest = channel.old_edits.front().copied().unwrap_or(now);
        let wait = (oldest + limit.milliseconds).saturating_sub(now);
        return Err(ApiError::old_message_edits(wait));
    }
    channel.old_edits.push_back(now);
    Ok(())
}

fn delete(world: &mut World, channel: Id, id: Id) -> Result<Reply, ApiError> {
    world.visible_channel(channel)?;
    if public_message(world, channel, id)?.author != world.bot.id {
        world.permitted_channel(channel, Permissions::MANAGE_MESSAGES)?;
    }
    let is_archived = world
        .visible_channel(channel)?
        .thread()
        .is_some_and(|thread| thread.archived);
    if is_archived {
        return Err(ApiError::THREAD_ARCHIVED);
    }
    world.delete_message(channel, id)?;
    Ok(Reply::empty())
}

fn delete_many(world: &mut World, channel: Id, body: &Value) -> Result<Reply, ApiError> {
    world.permitted_channel(channel, Permissions::MANAGE_MESSAGES)?;
    let ids = body["messages"].as_array().into_iter().flatten();
    let ids: Vec<Id> = ids.filter_map(crate::mentions::read_id).collect();
    let mut errors = crate::form_errors::FormErrors::default();
    errors.check_length(&FieldPath::root().key("messages"), ids.len(), 2, 100);
    errors.into_result()?;
    for id in ids {
        if public_message(world, channel, id).is_ok() {
            world.delete_message(channel, id)?;
        }
    }
    Ok(Reply::empty())
}
