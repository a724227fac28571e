//! Routes of the application: the bot user, gateway address, commands, emojis, direct messages.

use serde_json::{Value, json};

use super::reply::Success;
use super::request::{Method, Request};
use super::route::{Resource, Route};
use crate::api_error::ApiError;
use crate::model::ids::read_id;
use crate::world::World;

pub(super) fn answer(
    world: &mut World,
    route: &Route,
    request: &Request<'_>,
) -> Result<Success, ApiError> {
    match (route.method, &route.resource) {
        (Method::Get, Resource::Gateway) => Ok(Success::ok(json!({"url": world.gateway_url()}))),
        (Method::Get, Resource::GatewayBot) => Ok(Success::ok(gateway_bot(world))),
        (Method::Get, Resource::CurrentUser) => Ok(Success::ok(world.bot().to_json())),
        (Method::Get, Resource::CurrentApplication) => Ok(Success::ok(application(world))),
        (Method::Post, Resource::DirectMessages) => open_direct_messages(world, request.body),
        _ => Err(ApiError::WRONG_METHOD),
    }
}

fn gateway_bot(world: &World) -> Value {
    json!({
        "url": world.gateway_url(),
        "shards": world.application.advised_shards,
        "session_start_limit": world.application.session_start_limit.to_json(world.now()),
    })
}

fn application(world: &World) -> Value {
    json!({
        "id": world.bot_id(),
        "name": world.bot().username,
        "icon": null,
        "description": "",
        "bot_public": true,
        "bot_require_code_grant": false,
        "bot": world.bot().to_json(),
        "verify_key": world.application.public_key,
        "flags": 0,
        "team": null,
        "approximate_guild_count": world.guilds().count(),
        "integration_types_config": {"0": {}},
        "interactions_endpoint_url": world.application.interactions_endpoint,
    })
}

fn open_direct_messages(world: &mut World, body: &Value) -> Result<Success, ApiError> {
    let user = read_id(&body["recipient_id"]).filter(|user| world.person(*user).is_some());
    let user = user.ok_or(ApiError::UNKNOWN_USER)?;
    let channel = world.direct_channel(user);
    let channel = world.channel(channel).ok_or(ApiError::UNKNOWN_CHANNEL)?;
    Ok(Success::ok(world.channel_json(channel)))
}

/// Answers routes of an application; the caller has checked that it is the bot's own.
pub(super) fn answer_owned(
    world: &mut World,
    route: &Route,
    request: &Request<'_>,
) -> Result<Success, ApiError> {
    match (route.method, &route.resource) {
        (Method::Get, Resource::Commands(_)) => Ok(Success::ok(world.commands_json())),
        (Method::Put, Resource::Commands(_)) => {
            world.overwrite_commands(request.body).map(Success::ok)
        }
        (Method::Get, Resource::Emojis(_)) => {
            let items: Value = world.emojis().map(|one| world.emoji_json(one)).collect();
            Ok(Success::ok(json!({"items": items})))
        }
        (Method::Post, Resource::Emojis(_)) => {
            world.create_emoji(request.body).map(Success::created)
        }
        (Method::Delete, Resource::Emoji(_, id)) => {
            world.delete_emoji(*id).map(|()| Success::empty())
        }
        _ => Err(ApiError::WRONG_METHOD),
    }
}
