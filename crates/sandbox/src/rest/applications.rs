//! Routes of the application: the bot user, gateway address, commands, emojis, direct messages.

use serde_json::{Value, json};

use super::{Reply, Resource, Verb};
use crate::api_error::ApiError;
use crate::form_errors::{FieldPath, FormErrors};
use crate::guilds::Guild;
use crate::ids::Id;
use crate::mentions::read_id;
use crate::rest_handler::Call;
use crate::world::World;

/// Answers routes without an application id.
pub(super) fn answer(
    world: &mut World,
    verb: Verb,
    resource: &Resource,
    call: &Call,
) -> Result<Reply, ApiError> {
    match (verb, resource) {
        (Verb::Get, Resource::Gateway) => Ok(Reply::ok(json!({"url": world.gateway_url()}))),
        (Verb::Get, Resource::GatewayBot) => Ok(Reply::ok(gateway_bot(world))),
        (Verb::Get, Resource::CurrentUser) => Ok(Reply::ok(world.bot.to_json())),
        (Verb::Get, Resource::User(id)) => {
            let user = world.user(*id).ok_or(ApiError::UNKNOWN_USER)?;
            Ok(Reply::ok(user.to_json()))
        }
        (Verb::Get, Resource::CurrentApplication) => Ok(Reply::ok(application(world))),
        (Verb::Post, Resource::DirectMessages) => open_direct_messages(world, &call.body),
        _ => Err(ApiError::WRONG_METHOD),
    }
}

fn gateway_bot(world: &World) -> Value {
    json!({
        "url": world.gateway_url(),
        "shards": 1,
        "session_start_limit": world.sessions.start_limit.to_json(world.now()),
    })
}

fn application(world: &World) -> Value {
    json!({
        "id": world.bot.id,
        "name": world.bot.username,
        "icon": null,
        "description": "",
        "bot_public": true,
        "bot_require_code_grant": false,
        "bot": world.bot.to_json(),
        "verify_key": "0".repeat(64),
        "flags": 0,
        "team": null,
        "approximate_guild_count": world.guilds.len(),
        "integration_types_config": {"0": {}},
    })
}

fn open_direct_messages(world: &mut World, body: &Value) -> Result<Reply, ApiError> {
    let mut errors = FormErrors::default();
    let user = read_id(&body["recipient_id"]);
    if user.is_none() {
        errors.add_missing(&FieldPath::root().key("recipient_id"));
    }
    errors.into_result()?;
    let user = user
        .filter(|user| world.users.contains_key(user))
        .ok_or(ApiError::UNKNOWN_USER)?;
    let channel = world.direct_channel(user);
    let channel = world
        .channels
        .get(&channel)
        .ok_or(ApiError::UNKNOWN_CHANNEL)?;
    Ok(Reply::ok(world.channel_json(channel)))
}

/// Answers routes of an application; the caller has checked that it is the bot's own.
pub(super) fn answer_owned(
    world: &mut World,
    verb: Verb,
    resource: &Resource,
    call: &Call,
) -> Result<Reply, ApiError> {
    match *resource {
        Resource::Commands(_, guild) => {
            check_guild(world, guild)?;
            answer_commands(world, verb, guild, call)
        }
        Resource::Command(_, guild, id) => match verb {
            Verb::Get => Ok(Reply::ok(world.command(guild, id)?.json.clone())),
            Verb::Patch => world.edit_command(guild, id, &call.body).map(Reply::ok),
            Verb::Delete => world.delete_command(guild, id).map(|()| Reply::empty()),
            _ => Err(ApiError::WRONG_METHOD),
        },
        Resource::Emojis(_) => match verb {
            Verb::Get => {
                let items: Value = world
                    .emojis
                    .values()
                    .map(|one| world.emoji_json(one))
                    .collect();
                Ok(Reply::ok(json!({"items": items})))
            }
            Verb::Post => world.create_emoji(&call.body).map(Reply::created),
            _ => Err(ApiError::WRONG_METHOD),
        },
        Resource::Emoji(_, id) => answer_emoji(world, verb, id, call),
        _ => Err(ApiError::WRONG_METHOD),
    }
}

fn check_guild(world: &World, guild: Option<Id>) -> Result<(), ApiError> {
    match guild {
        Some(guild) if !world.guilds.get(&guild).is_some_and(Guild::has_bot) => {
            Err(ApiError::MISSING_ACCESS)
        }
        _ => Ok(()),
    }
}

fn answer_commands(
    world: &mut World,
    verb: Verb,
    guild: Option<Id>,
    call: &Call,
) -> Result<Reply, ApiError> {
    match verb {
        Verb::Get => Ok(Reply::ok(world.commands_json(guild))),
        Verb::Put => world.overwrite_commands(guild, &call.body).map(Reply::ok),
        Verb::Post => {
            let (is_new, command) = world.create_command(guild, &call.body)?;
            Ok(if is_new {
                Reply::created(command)
            } else {
                Reply::ok(command)
            })
        }
        _ => Err(ApiError::WRONG_METHOD),
    }
}

fn answer_emoji(world: &mut World, verb: Verb, id: Id, call: &Call) -> Result<Reply, ApiError> {
    match verb {
        Verb::Get => {
            let emoji = world.emojis.get(&id).ok_or(ApiError::UNKNOWN_EMOJI)?;
            Ok(Reply::ok(world.emoji_json(emoji)))
        }
        Verb::Patch => world.rename_emoji(id, &call.body).map(Reply::ok),
        Verb::Delete => {
            world.emojis.remove(&id).ok_or(ApiError::UNKNOWN_EMOJI)?;
            world.files.remove(&id);
            world.notify_change(None);
            Ok(Reply::empty())
        }
        _ => Err(ApiError::WRONG_METHOD),
    }
}
