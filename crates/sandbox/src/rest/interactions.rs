//! Routes of interactions: the first response, follow-ups, and edits by token.

use super::{Reply, Resource, TokenMessage, Verb};
use crate::api_error::ApiError;
use crate::form_errors::FieldPath;
use crate::ids::Id;
use crate::rest_handler::Call;
use crate::world::World;

/// Answers routes of interactions.
pub(super) fn answer(
    world: &mut World,
    verb: Verb,
    resource: &Resource,
    call: &Call,
) -> Result<Reply, ApiError> {
    match (verb, resource) {
        (Verb::Post, Resource::Callback(id, token)) => callback(world, *id, token, call),
        (Verb::Post, Resource::FollowUps(application, token)) => {
            check_application(world, *application)?;
            let id = world.create_follow_up(token, &call.body, &call.files)?;
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
            answer_message(world, verb, channel, id, call)
        }
        _ => Err(ApiError::WRONG_METHOD),
    }
}

fn check_application(world: &World, application: Id) -> Result<(), ApiError> {
    if application == world.bot.id {
        Ok(())
    } else {
        Err(ApiError::UNKNOWN_WEBHOOK)
    }
}

fn callback(world: &mut World, id: Id, token: &str, call: &Call) -> Result<Reply, ApiError> {
    let response = world.answer_interaction(id, token, &call.body, &call.files)?;
    let with_response = call
        .query
        .get("with_response")
        .is_some_and(|value| value == "true");
    Ok(if with_response {
        Reply::ok(response)
    } else {
        Reply::empty()
    })
}

fn answer_message(
    world: &mut World,
    verb: Verb,
    channel: Id,
    id: Id,
    call: &Call,
) -> Result<Reply, ApiError> {
    match verb {
        Verb::Get => message(world, channel, id),
        Verb::Patch => {
            let thread = world
                .channels
                .get(&channel)
                .and_then(crate::channels::Channel::thread);
            if thread.is_some_and(|thread| thread.archived) {
                return Err(ApiError::THREAD_ARCHIVED);
            }
            world.update_message(channel, id, &call.body, &call.files, FieldPath::root())?;
            message(world, channel, id)
        }
        Verb::Delete => {
            world.delete_message(channel, id)?;
            Ok(Reply::empty())
        }
        _ => Err(ApiError::WRONG_METHOD),
    }
}

fn message(world: &World, channel: Id, id: Id) -> Result<Reply, ApiError> {
    let message = world.message(channel, id)?;
    Ok(Reply::ok(world.message_json(message)))
}
