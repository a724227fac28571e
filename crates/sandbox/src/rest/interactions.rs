//! Routes of interactions: the first response, follow-ups, and edits by token.

use super::reply::Success;
use super::request::{Method, Request};
use super::route::{Resource, Route, TokenMessage};
use crate::api_error::ApiError;
use crate::forms::form_errors::FieldPath;
use crate::model::channels::Channel;
use crate::model::ids::Id;
use crate::world::World;

/// Answers routes of interactions.
pub(super) fn answer(
    world: &mut World,
    route: &Route,
    request: &Request<'_>,
) -> Result<Success, ApiError> {
    match (route.method, &route.resource) {
        (Method::Post, Resource::Callback(id, token)) => callback(world, *id, token, request),
        (Method::Post, Resource::FollowUps(application, token)) => {
            check_application(world, *application)?;
            let id = world.create_follow_up(token, request.body, request.files)?;
            let channel = world.interaction_by_token(token)?.channel;
            message(world, channel, id)
        }
        (_, Resource::TokenMessage(application, token, target)) => {
            check_application(world, *application)?;
            let id = match target {
                TokenMessage::Original => None,
                TokenMessage::FollowUp(id) => Some(*id),
            };
            let (channel, id) = world.message_by_token(token, id)?;
            answer_message(world, route.method, channel, id, request)
        }
        _ => Err(ApiError::WRONG_METHOD),
    }
}

fn check_application(world: &World, application: Id) -> Result<(), ApiError> {
    if application == world.bot_id() {
        Ok(())
    } else {
        Err(ApiError::UNKNOWN_WEBHOOK)
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
        Method::Get => message(world, channel, id),
        Method::Patch => {
            let thread = world.channel(channel).and_then(Channel::thread);
            if thread.is_some_and(|thread| thread.archived) {
                return Err(ApiError::THREAD_ARCHIVED);
            }
            world.update_message(channel, id, request.body, request.files, FieldPath::root())?;
            message(world, channel, id)
        }
        Method::Delete => {
            world.remove_message(channel, id)?;
            Ok(Success::empty())
        }
        _ => Err(ApiError::WRONG_METHOD),
    }
}

fn message(world: &World, channel: Id, id: Id) -> Result<Success, ApiError> {
    let message = world.message(channel, id)?;
    Ok(Success::ok(world.message_json(message)))
}
