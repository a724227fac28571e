//! Routes with which the bot reads servers.

use super::reply::Success;
use super::request::Method;
use super::route::{Resource, Route};
use crate::api_error::ApiError;
use crate::model::guilds::Guild;
use crate::model::ids::Id;
use crate::world::World;

pub(super) fn answer(world: &World, route: &Route) -> Result<Success, ApiError> {
    match (route.method, &route.resource) {
        (Method::Get, Resource::Guild(id)) => {
            let guild = joined_guild(world, *id)?;
            Ok(Success::ok(world.guild_json(guild)))
        }
        (Method::Get, Resource::GuildMember(id, user)) => {
            let guild = joined_guild(world, *id)?;
            world.user(*user).ok_or(ApiError::UNKNOWN_MEMBER)?;
            Ok(Success::ok(world.member_json(guild, *user)))
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
