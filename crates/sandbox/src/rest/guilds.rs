//! Routes with which the bot reads servers and leaves them.

use serde_json::{Value, json};

use super::{Reply, Resource, Verb};
use crate::api_error::ApiError;
use crate::guilds::{BotMembership, Guild};
use crate::ids::Id;
use crate::permissions::Permissions;
use crate::rest_handler::Call;
use crate::world::World;

/// Answers routes of servers.
pub(super) fn answer(
    world: &mut World,
    verb: Verb,
    resource: &Resource,
    _call: &Call,
) -> Result<Reply, ApiError> {
    match (verb, resource) {
        (Verb::Get, Resource::CurrentGuilds) => Ok(Reply::ok(current_guilds(world))),
        (Verb::Delete, Resource::CurrentGuild(id)) => leave(world, *id),
        (Verb::Get, Resource::Guild(id)) => {
            let guild = joined_guild(world, *id)?;
            Ok(Reply::ok(world.guild_json(guild)))
        }
        (Verb::Get, Resource::GuildRoles(id)) => {
            joined_guild(world, *id)?;
            Ok(Reply::ok(json!([world.everyone_role(*id)])))
        }
        (Verb::Get, Resource::GuildMember(id, user)) => {
            let guild = joined_guild(world, *id)?;
            world.user(*user).ok_or(ApiError::UNKNOWN_MEMBER)?;
            Ok(Reply::ok(world.member_json(guild, *user)))
        }
        (Verb::Get, Resource::GuildChannels(id)) => {
            joined_guild(world, *id)?;
            Ok(Reply::ok(channels(world, *id, false)))
        }
        (Verb::Get, Resource::ActiveThreads(id)) => {
            joined_guild(world, *id)?;
            let threads = channels(world, *id, true);
            Ok(Reply::ok(json!({"threads": threads, "members": []})))
        }
        _ => Err(ApiError::WRONG_METHOD),
    }
}

fn joined_guild(world: &World, id: Id) -> Result<&Guild, ApiError> {
    let guild = world.guilds.get(&id).ok_or(ApiError::UNKNOWN_GUILD)?;
    if guild.has_bot() {
        Ok(guild)
    } else {
        Err(ApiError::MISSING_ACCESS)
    }
}

fn current_guilds(world: &World) -> Value {
    let joined = world.guilds.values().filter(|guild| guild.has_bot());
    joined
        .map(|guild| {
            json!({
                "id": guild.id,
                "name": guild.name,
                "icon": null,
                "owner": false,
                "permissions": Permissions::EVERYONE.0.to_string(),
                "features": [],
            })
        })
        .collect()
}

fn channels(world: &World, guild: Id, threads: bool) -> Value {
    let of_guild = world
        .channels
        .values()
        .filter(|channel| channel.guild() == Some(guild));
    of_guild
        .filter(|channel| channel.thread().is_some() == threads)
        .filter(|channel| !channel.thread().is_some_and(|thread| thread.archived))
        .map(|channel| channel.to_json(world.bot.id))
        .collect()
}

fn leave(world: &mut World, id: Id) -> Result<Reply, ApiError> {
    joined_guild(world, id)?;
    world.set_bot_membership(id, BotMembership::Removed)?;
    Ok(Reply::empty())
}
