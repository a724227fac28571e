//! Answers to interactions, and what their tokens reach afterwards.

use super::{Reply, Resource, TokenMessage, Verb};
use crate::exchange::Call;
use crate::forms::Place;
use crate::ids::Id;
use crate::refusal::Refusal;
use crate::world::World;

/// Answers what an interaction's token is for.
pub(super) fn answer(
    world: &mut World,
    verb: Verb,
    resource: &Resource,
    call: &Call,
) -> Result<Reply, Refusal> {
    match (verb, resource) {
        (Verb::Post, Resource::Callback(id, token)) => callback(world, *id, token, call),
        (Verb::Post, Resource::FollowUps(application, token)) => {
            check_application(world, *application)?;
            let id = world.follow_up(token, &call.body, &call.files)?;
            let channel = world.interaction_of_token(token)?.channel;
            message(world, channel, id)
        }
        (_, Resource::TokenMessage(application, token, wanted)) => {
            check_application(world, *application)?;
            let wanted = match wanted {
                TokenMessage::Original => None,
                TokenMessage::FollowUp(id) => Some(*id),
            };
            let (channel, id) = world.message_of_token(token, wanted)?;
            answer_message(world, verb, channel, id, call)
        }
        _ => Err(Refusal::WRONG_METHOD),
    }
}

fn check_application(world: &World, application: Id) -> Result<(), Refusal> {
    if application == world.bot.id {
        Ok(())
    } else {
        Err(Refusal::UNKNOWN_WEBHOOK)
    }
}

fn callback(world: &mut World, id: Id, token: &str, call: &Call) -> Result<Reply, Refusal> {
    let response = world.answer(id, token, &call.body, &call.files)?;
    let wanted = call
        .query
        .get("with_response")
        .is_some_and(|value| value == "true");
    Ok(if wanted {
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
) -> Result<Reply, Refusal> {
    match verb {
        Verb::Get => message(world, channel, id),
        Verb::Patch => {
            let thread = world
                .channels
                .get(&channel)
                .and_then(crate::channels::Channel::thread);
            if thread.is_some_and(|thread| thread.archived) {
                return Err(Refusal::THREAD_ARCHIVED);
            }
            world.change_message(channel, id, &call.body, &call.files, Place::root())?;
            message(world, channel, id)
        }
        Verb::Delete => {
            world.delete_message(channel, id)?;
            Ok(Reply::empty())
        }
        _ => Err(Refusal::WRONG_METHOD),
    }
}

fn message(world: &World, channel: Id, id: Id) -> Result<Reply, Refusal> {
    let message = world.message(channel, id)?;
    Ok(Reply::ok(world.message_json(message)))
}
