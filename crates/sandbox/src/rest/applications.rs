//! The application itself: who it is, its commands, its emojis, its gateway.

use serde_json::{Value, json};

use super::{Reply, Resource, Verb};
use crate::exchange::Call;
use crate::forms::{FormErrors, Place};
use crate::guilds::Guild;
use crate::ids::Id;
use crate::mentions::read_id;
use crate::refusal::Refusal;
use crate::world::World;

/// Answers what needs no application id.
pub(super) fn answer(
    world: &mut World,
    verb: Verb,
    resource: &Resource,
    call: &Call,
) -> Result<Reply, Refusal> {
    match (verb, resource) {
        (Verb::Get, Resource::Gateway) => Ok(Reply::ok(json!({"url": world.gateway_url()}))),
        (Verb::Get, Resource::GatewayBot) => Ok(Reply::ok(gateway_bot(world))),
        (Verb::Get, Resource::CurrentUser) => Ok(Reply::ok(world.bot.to_json())),
        (Verb::Get, Resource::User(id)) => {
            let user = world.user(*id).ok_or(Refusal::UNKNOWN_USER)?;
            Ok(Reply::ok(user.to_json()))
        }
        (Verb::Get, Resource::CurrentApplication) => Ok(Reply::ok(application(world))),
        (Verb::Post, Resource::DirectMessages) => open_direct_messages(world, &call.body),
        _ => Err(Refusal::WRONG_METHOD),
    }
}

fn gateway_bot(world: &World) -> Value {
    json!({
        "url": world.gateway_url(),
        "shards": 1,
        "session_start_limit": world.sessions.starts.to_json(world.now()),
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

fn open_direct_messages(world: &mut World, body: &Value) -> Result<Reply, Refusal> {
    let mut errors = FormErrors::default();
    let user = read_id(&body["recipient_id"]);
    if user.is_none() {
        errors.required(&Place::root().key("recipient_id"));
    }
    errors.finish()?;
    let user = user
        .filter(|user| world.users.contains_key(user))
        .ok_or(Refusal::UNKNOWN_USER)?;
    let channel = world.direct_channel(user);
    let channel = world
        .channels
        .get(&channel)
        .ok_or(Refusal::UNKNOWN_CHANNEL)?;
    Ok(Reply::ok(world.channel_json(channel)))
}

/// Answers what belongs to the application; its id has been checked.
pub(super) fn answer_owned(
    world: &mut World,
    verb: Verb,
    resource: &Resource,
    call: &Call,
) -> Result<Reply, Refusal> {
    match *resource {
        Resource::Commands(_, guild) => {
            check_guild(world, guild)?;
            answer_commands(world, verb, guild, call)
        }
        Resource::Command(_, guild, id) => match verb {
            Verb::Get => Ok(Reply::ok(world.command(guild, id)?.json.clone())),
            Verb::Patch => world.edit_command(guild, id, &call.body).map(Reply::ok),
            Verb::Delete => world.delete_command(guild, id).map(|()| Reply::empty()),
            _ => Err(Refusal::WRONG_METHOD),
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
            _ => Err(Refusal::WRONG_METHOD),
        },
        Resource::Emoji(_, id) => answer_emoji(world, verb, id, call),
        _ => Err(Refusal::WRONG_METHOD),
    }
}

fn check_guild(world: &World, guild: Option<Id>) -> Result<(), Refusal> {
    match guild {
        Some(guild) if !world.guilds.get(&guild).is_some_and(Guild::has_bot) => {
            Err(Refusal::MISSING_ACCESS)
        }
        _ => Ok(()),
    }
}

fn answer_commands(
    world: &mut World,
    verb: Verb,
    guild: Option<Id>,
    call: &Call,
) -> Result<Reply, Refusal> {
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
        _ => Err(Refusal::WRONG_METHOD),
    }
}

fn answer_emoji(world: &mut World, verb: Verb, id: Id, call: &Call) -> Result<Reply, Refusal> {
    match verb {
        Verb::Get => {
            let emoji = world.emojis.get(&id).ok_or(Refusal::UNKNOWN_EMOJI)?;
            Ok(Reply::ok(world.emoji_json(emoji)))
        }
        Verb::Patch => world.rename_emoji(id, &call.body).map(Reply::ok),
        Verb::Delete => {
            world.emojis.remove(&id).ok_or(Refusal::UNKNOWN_EMOJI)?;
            world.files.remove(&id);
            world.touch(None);
            Ok(Reply::empty())
        }
        _ => Err(Refusal::WRONG_METHOD),
    }
}
