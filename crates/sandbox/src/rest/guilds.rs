//! Routes with which the bot reads servers and leaves them.

use serde_json::{Value, json};

use super::reply::Success;
use super::request::Method;
use super::route::{Resource, Route};
use crate::api_error::ApiError;
use crate::model::guilds::{BotMembership, Guild};
use crate::model::ids::Id;
use crate::model::permissions::Permissions;
use crate::world::World;

/// Answers routes of servers.
pub(super) fn answer(world: &mut World, route: &Route) -> Result<Success, ApiError> {
    match (route.method, &route.resource) {
        (Method::Get, Resource::CurrentGuilds) => Ok(Success::ok(current_guilds(world))),
        (Method::Delete, Resource::CurrentGuild(id)) => leave(world, *id),
        (Method::Get, Resource::Guild(id)) => {
            let guild = joined_guild(world, *id)?;
            Ok(Success::ok(world.guild_json(guild)))
        }
        (Method::Get, Resource::GuildRoles(id)) => {
            joined_guild(world, *id)?;
            Ok(Success::ok(json!([world.everyone_role(*id)])))
        }
        (Method::Get, Resource::GuildMember(id, user)) => {
            let guild = joined_guild(world, *id)?;
            world.user(*user).ok_or(ApiError::UNKNOWN_MEMBER)?;
            Ok(Success::ok(world.member_json(guild, *user)))
        }
        (Method::Get, Resource::GuildChannels(id)) => {
            joined_guild(world, *id)?;
            Ok(Success::ok(channels(world, *id, false)))
        }
        (Method::Get, Resource::ActiveThreads(id)) => {
            joined_guild(world, *id)?;
            let threads = channels(world, *id, true);
            Ok(Success::ok(json!({"threads": threads, "members": []})))
        }
        _ => Err(ApiError::WRONG_METHOD),
    }
}

fn joined_guild(world: &World, id: Id) -> Result<&Guild, ApiError> {
    let guild = world.guild(id).ok_or(ApiError::UNKNOWN_GUILD)?;
    if guild.has_bot() {
        Ok(guild)
    } else {
        Err(ApiError::MISSING_ACCESS)
    }
}

fn current_guilds(world: &World) -> Value {
    let joined = world.guilds().filter(|guild| guild.has_bot());
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
        .channels()
        .filter(|channel| channel.guild() == Some(guild));
    of_guild
        .filter(|channel| channel.thread().is_some() == threads)
        .filter(|channel| !channel.thread().is_some_and(|thread| thread.archived))
        .map(|channel| channel.to_json(world.bot_id()))
        .collect()
}

fn leave(world: &mut World, id: Id) -> Result<Success, ApiError> {
    joined_guild(world, id)?;
    world.change_bot_membership(id, BotMembership::Removed)?;
    Ok(Success::empty())
}
