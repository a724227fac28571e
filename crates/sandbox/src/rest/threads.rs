//! Routes that create threads, and that join and leave them.

use serde_json::{Value, json};

use super::channels::{read_archive_minutes, read_name};
use super::reply::Success;
use super::request::{Method, Request};
use super::route::{Resource, Route};
use crate::api_error::ApiError;
use crate::forms::form_errors::{FieldPath, FormErrors};
use crate::model::channels::ChannelKind;
use crate::model::ids::Id;
use crate::model::messages::{Visibility, kinds};
use crate::model::permissions::Permissions;
use crate::world::{NewMessage, NewThread, World};

/// Answers routes of threads.
pub(super) fn answer(
    world: &mut World,
    route: &Route,
    request: &Request<'_>,
) -> Result<Success, ApiError> {
    match (route.method, &route.resource) {
        (Method::Post, Resource::Threads(channel)) => create(world, *channel, None, request.body),
        (Method::Post, Resource::MessageThreads(channel, message)) => {
            create(world, *channel, Some(*message), request.body)
        }
        (Method::Put | Method::Delete, Resource::ThreadMember(id)) => {
            let channel = world.visible_channel(*id)?;
            match channel.thread() {
                None => Err(ApiError::WRONG_CHANNEL_TYPE),
                Some(thread) if thread.archived => Err(ApiError::THREAD_ARCHIVED),
                Some(_) => Ok(Success::empty()),
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
) -> Result<Success, ApiError> {
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
    world.add_thread(NewThread {
        id,
        guild,
        parent,
        name: name.unwrap_or_default(),
        is_private,
        auto_archive_minutes: minutes.unwrap_or(1440),
    });
    if message.is_none() && !is_private {
        post_thread_created_message(world, parent, id);
    }
    let channel = world.visible_channel(id)?;
    Ok(Success::created(world.channel_json(channel)))
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
    world.mark_thread_started(parent, message);
    Ok(message)
}

/// Posts the system message about a new thread into its parent channel.
fn post_thread_created_message(world: &mut World, parent: Id, thread: Id) {
    let name = world.channel(thread).map(|thread| &thread.name);
    let body = json!({"content": name});
    let Ok(form) = world.read_form(&body, &[], None, FieldPath::root()) else {
        return;
    };
    let new = NewMessage {
        channel: parent,
        author: world.bot_id(),
        kind: kinds::THREAD_CREATED,
        flags: 0,
        interaction: None,
        visibility: Visibility::Public,
        reply_to: None,
    };
    // The name of a thread is never empty, so the message cannot be refused.
    let _ = world.create_message(new, form, &[]);
}
