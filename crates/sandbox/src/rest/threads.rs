//! Routes that create threads, and that join and leave them.

use serde_json::Value;

use super::channels::{read_archive_minutes, read_name};
use super::{Reply, Resource, Verb};
use crate::api_error::ApiError;
use crate::channels::{Channel, ChannelKind, Thread};
use crate::form_errors::{FieldPath, FormErrors};
use crate::ids::Id;
use crate::messages::{NewMessage, Visibility, kinds};
use crate::permissions::Permissions;
use crate::rest_handler::Call;
use crate::sessions::Intent;
use crate::world::World;

/// Answers routes of threads.
pub(super) fn answer(
    world: &mut World,
    verb: Verb,
    resource: &Resource,
    call: &Call,
) -> Result<Reply, ApiError> {
    match (verb, resource) {
        (Verb::Post, Resource::Threads(channel)) => create(world, *channel, None, &call.body),
        (Verb::Post, Resource::MessageThreads(channel, message)) => {
            create(world, *channel, Some(*message), &call.body)
        }
        (Verb::Put | Verb::Delete, Resource::ThreadMember(id)) => {
            let channel = world.visible_channel(*id)?;
            match channel.thread() {
                None => Err(ApiError::WRONG_CHANNEL_TYPE),
                Some(thread) if thread.archived => Err(ApiError::THREAD_ARCHIVED),
                Some(_) => Ok(Reply::empty()),
            }
        }
        _ => Err(ApiError::WRONG_METHOD),
    }
}

fn create(
    world: &mut World,
    parent: Id,
    message: Option<Id>,
    body: &Value,
) -> Result<Reply, ApiError> {
    let is_private = message.is_none() && body["type"].as_u64().unwrap_or(12) == 12;
    let required = if is_private {
        Permissions::CREATE_PRIVATE_THREADS
    } else {
        Permissions::CREATE_PUBLIC_THREADS
    };
    let channel = world.permitted_channel(parent, required)?;
    let ChannelKind::Guild { guild, .. } = channel.kind else {
        return Err(ApiError::WRONG_CHANNEL_TYPE);
    };
    let mut errors = FormErrors::default();
    let name = read_name(body, &mut errors);
    if name.is_none() {
        errors.add_missing(&FieldPath::root().key("name"));
    }
    if message.is_none() && !matches!(body["type"].as_u64(), None | Some(11 | 12)) {
        errors.add_bad_choice(&FieldPath::root().key("type"), "11, 12");
    }
    let minutes = read_archive_minutes(body, &mut errors);
    errors.into_result()?;
    let id = new_thread_id(world, parent, message)?;
    let now = world.now();
    let thread = Thread {
        guild,
        parent,
        owner: world.bot.id,
        is_private,
        archived: false,
        locked: false,
        invitable: true,
        auto_archive_minutes: minutes.unwrap_or(1440),
        created_ms: now,
        archive_changed_ms: now,
        message_count: 0,
        members: vec![world.bot.id],
    };
    let name = name.unwrap_or_default();
    world
        .channels
        .insert(id, Channel::new(id, name, ChannelKind::Thread(thread)));
    dispatch_thread_create(world, id, guild);
    if message.is_none() && !is_private {
        post_thread_created_message(world, parent, id);
    }
    let channel = world.visible_channel(id)?;
    Ok(Reply::created(world.channel_json(channel)))
}

/// Returns the id for a new thread. A thread started from a message has the message's id.
fn new_thread_id(world: &mut World, parent: Id, message: Option<Id>) -> Result<Id, ApiError> {
    let Some(message) = message else {
        return Ok(world.new_id());
    };
    let known = world.message(parent, message)?;
    if known.visibility != Visibility::Public {
        return Err(ApiError::UNKNOWN_MESSAGE);
    }
    if known.has_thread {
        return Err(ApiError::THREAD_EXISTS);
    }
    if let Some(known) = world.message_mut(parent, message) {
        known.has_thread = true;
    }
    Ok(message)
}

fn dispatch_thread_create(world: &mut World, id: Id, guild: Id) {
    if let Some(channel) = world.channels.get(&id) {
        let mut json = channel.to_json(world.bot.id);
        json["newly_created"] = Value::Bool(true);
        world.dispatch("THREAD_CREATE", Some(guild), Intent::Guilds, json);
    }
    world.notify_change(Some(id));
}

/// Posts the system message about a new thread into its parent channel.
fn post_thread_created_message(world: &mut World, parent: Id, thread: Id) {
    let name = world
        .channels
        .get(&thread)
        .map(|thread| thread.name.clone());
    let body = serde_json::json!({"content": name});
    let Ok(form) = world.read_form(&body, &[], None, FieldPath::root()) else {
        return;
    };
    let new = NewMessage {
        channel: parent,
        author: world.bot.id,
        kind: kinds::THREAD_CREATED,
        flags: 0,
        interaction: None,
        visibility: Visibility::Public,
        reply_to: None,
    };
    // The name of a thread is never empty, so the message cannot be refused.
    let _ = world.create_message(new, &form, &[]);
}
