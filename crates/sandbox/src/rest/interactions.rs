//! Routes of interactions: the first response, and the message that it created or changed.

use super::reply::Success;
use super::request::{Method, Request};
use super::route::{Resource, Route};
use crate::api_error::ApiError;
use crate::forms::form_errors::FieldPath;
use crate::model::channels::Channel;
use crate::model::ids::Id;
use crate::world::World;

pub(super) fn answer(
    world: &mut World,
    route: &Route,
    request: &Request<'_>,
) -> Result<Success, ApiError> {
    match (route.method, &route.resource) {
        (Method::Post, Resource::Callback(id, token)) => callback(world, *id, token, request),
        (method, Resource::OriginalMessage(application, token)) => {
            if *application != world.bot_id() {
                return Err(ApiError::UNKNOWN_WEBHOOK);
            }
            let (channel, id) = world.original_message(token)?;
            answer_message(world, method, channel, id, request)
        }
        _ => Err(ApiError::WRONG_METHOD),
    }
}

fn callback(
    world: &mut World,
    id: Id,
    token: &str,
    request: &Request<'_>,
) -> Result<Success, ApiError> {
    world.answer_interaction(id, token, request.body, request.files)?;
    Ok(if request.query_field("with_response") == Some("true") {
        Success::ok(world.callback_response_json(id))
    } else {
        Success::empty()
    })
}

fn answer_message(
    world: &mut World,
    method: Method,
    channel: Id,
    id: Id,
    request: &Request<'_>,
) -> Result<Success, ApiError> {
    match method {
        Method::Get => {}
        Method::Patch => {
            let thread = world.channel(channel).and_then(Channel::thread);
            if thread.is_some_and(|thread| thread.archived) {
                return Err(ApiError::THREAD_ARCHIVED);
            }
            world.update_message(channel, id, request.body, request.files, FieldPath::root())?;
        }
        Method::Delete => {
            world.remove_message(channel, id)?;
            return Ok(Success::empty());
        }
        _ => return Err(ApiError::WRONG_METHOD),
    }
    let message = world.message(channel, id)?;
    Ok(Success::ok(world.message_json(message)))
}
