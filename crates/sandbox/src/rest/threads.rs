//! The route that opens public threads.

use serde_json::{Value, json};

use super::reply::Success;
use super::request::{Method, Request};
use super::route::{Resource, Route};
use crate::api_error::ApiError;
use crate::forms::form_errors::{FieldPath, FormErrors};
use crate::model::channels::ChannelKind;
use crate::model::ids::Id;
use crate::model::messages::{Visibility, kinds};
use crate::model::permissions::Permissions;
use crate::world::{NewMessage, World};

pub(super) fn answer(
    world: &mut World,
    route: &Route,
    request: &Request<'_>,
) -> Result<Success, ApiError> {
    match (route.method, &route.resource) {
        (Method::Post, Resource::Threads(channel)) => create(world, *channel, request.body),
        _ => Err(ApiError::WRONG_METHOD),
    }
}

fn create(world: &mut World, parent: Id, body: &Value) -> Result<Success, ApiError> {
    let channel = world.permitted_channel(parent, Permissions::CREATE_PUBLIC_THREADS)?;
    let ChannelKind::Guild { guild, .. } = channel.kind else {
        return Err(ApiError::WRONG_CHANNEL_TYPE);
    };
    let (name, minutes) = read(body)?;
    let id = world.add_thread(guild, parent, name, minutes);
    post_thread_created_message(world, parent, name);
    let channel = world.visible_channel(id)?;
    Ok(Success::created(world.channel_json(channel)))
}

/// Returns the name of a new thread, and the idle time after which it is archived, in minutes.
fn read(body: &Value) -> Result<(&str, i64), ApiError> {
    let (mut errors, path) = (FormErrors::default(), FieldPath::root());
    errors.check_fields(&path, body, &["name", "type", "auto_archive_duration"]);
    let name = errors.require_text(&path, body, "name", 100);
    if body["type"] != 11 {
        errors.add_bad_choice(&path.key("type"), "11");
    }
    let minutes = errors.read_integer(&path, body, "auto_archive_duration");
    if !matches!(minutes, None | Some(60 | 1440 | 4320 | 10080)) {
        let path = path.key("auto_archive_duration");
        errors.add_bad_choice(&path, "60, 1440, 4320, 10080");
    }
    errors.into_result()?;
    Ok((name.unwrap_or_default(), minutes.unwrap_or(1440)))
}

fn post_thread_created_message(world: &mut World, parent: Id, name: &str) {
    let body = json!({ "content": name });
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
