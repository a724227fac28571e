//! Routes of the application: the bot user, gateway address, commands, emojis, direct messages.

use serde_json::{Value, json};

use super::reply::Success;
use super::request::{Method, Request};
use super::route::{Resource, Route};
use crate::api_error::ApiError;
use crate::forms::form_errors::{FieldPath, FormErrors};
use crate::model::guilds::Guild;
use crate::model::ids::Id;
use crate::model::ids::read_id;
use crate::world::World;

/// Answers routes without an application id.
pub(super) fn answer(
    world: &mut World,
    route: &Route,
    request: &Request<'_>,
) -> Result<Success, ApiError> {
    match (route.method, &route.resource) {
        (Method::Get, Resource::Gateway) => Ok(Success::ok(json!({"url": world.gateway_url()}))),
        (Method::Get, Resource::GatewayBot) => Ok(Success::ok(gateway_bot(world))),
        (Method::Get, Resource::CurrentUser) => Ok(Success::ok(world.bot().to_json())),
        (Method::Get, Resource::User(id)) => {
            let user = world.user(*id).ok_or(ApiError::UNKNOWN_USER)?;
            Ok(Success::ok(user.to_json()))
        }
        (Method::Get, Resource::CurrentApplication) => Ok(Success::ok(application(world))),
        (Method::Post, Resource::DirectMessages) => open_direct_messages(world, request.body),
        _ => Err(ApiError::WRONG_METHOD),
    }
}

fn gateway_bot(world: &World) -> Value {
    json!({
        "url": world.gateway_url(),
        "shards": world.advised_shards(),
        "session_start_limit": world.session_start_limit().to_json(world.now()),
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
        "verify_key": world.public_key(),
        "flags": 0,
        "team": null,
        "approximate_guild_count": world.guilds().count(),
        "integration_types_config": {"0": {}},
        "interactions_endpoint_url": world.interactions_endpoint(),
    })
}

fn open_direct_messages(world: &mut World, body: &Value) -> Result<Success, ApiError> {
    let mut errors = FormErrors::default();
    let user = read_id(&body["recipient_id"]);
    if user.is_none() {
        errors.add_missing(&FieldPath::root().key("recipient_id"));
    }
    errors.into_result()?;
    let user = user
        .filter(|user| world.person(*user).is_some())
        .ok_or(ApiError::UNKNOWN_USER)?;
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
    match route.resource {
        Resource::Commands(_, guild) => {
            check_guild(world, guild)?;
            answer_commands(world, route.method, guild, request)
        }
        Resource::Command(_, guild, id) => match route.method {
            Method::Get => Ok(Success::ok(world.command(guild, id)?.json.clone())),
            Method::Patch => world.edit_command(guild, id, request.body).map(Success::ok),
            Method::Delete => world.delete_command(guild, id).map(|()| Success::empty()),
            _ => Err(ApiError::WRONG_METHOD),
        },
        Resource::Emojis(_) => match route.method {
            Method::Get => {
                let items: Value = world.emojis().map(|one| world.emoji_json(one)).collect();
                Ok(Success::ok(json!({"items": items})))
            }
            Method::Post => world.create_emoji(request.body).map(Success::created),
            _ => Err(ApiError::WRONG_METHOD),
        },
        Resource::Emoji(_, id) => answer_emoji(world, route.method, id, request),
        _ => Err(ApiError::WRONG_METHOD),
    }
}

fn check_guild(world: &World, guild: Option<Id>) -> Result<(), ApiError> {
    match guild {
        Some(guild) if !world.guild(guild).is_some_and(Guild::has_bot) => {
            Err(ApiError::MISSING_ACCESS)
        }
        _ => Ok(()),
    }
}

fn answer_commands(
    world: &mut World,
    method: Method,
    guild: Option<Id>,
    request: &Request<'_>,
) -> Result<Success, ApiError> {
    match method {
        Method::Get => Ok(Success::ok(world.commands_json(guild))),
        Method::Put => world
            .overwrite_commands(guild, request.body)
            .map(Success::ok),
        Method::Post => {
            let (is_new, command) = world.create_command(guild, request.body)?;
            Ok(if is_new {
                Success::created(command)
            } else {
                Success::ok(command)
            })
        }
        _ => Err(ApiError::WRONG_METHOD),
    }
}

fn answer_emoji(
    world: &mut World,
    method: Method,
    id: Id,
    request: &Request<'_>,
) -> Result<Success, ApiError> {
    match method {
        Method::Get => {
            let emoji = world.emoji(id)?;
            Ok(Success::ok(world.emoji_json(emoji)))
        }
        Method::Patch => world.rename_emoji(id, request.body).map(Success::ok),
        Method::Delete => {
            world.delete_emoji(id)?;
            Ok(Success::empty())
        }
        _ => Err(ApiError::WRONG_METHOD),
    }
}
