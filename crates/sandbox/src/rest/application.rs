//! Routes for reading gateway information, emojis, servers and members.

use serde_json::{Value, json};

use super::reply::Success;
use crate::api_error::ApiError;
use crate::id::Id;
use crate::world::{Guild, World};

pub(super) fn gateway_bot(world: &World) -> Success {
    Success::ok(json!({
        "url": world.gateway_url(),
        "shards": world.application.advised_shards,
        "session_start_limit": world.application.session_starts_json(world.now()),
    }))
}

pub(super) fn emojis(world: &World) -> Success {
    let items: Value = world.emojis().map(|one| world.emoji_json(one)).collect();
    Success::ok(json!({"items": items}))
}

pub(super) fn guild(world: &World, id: Id) -> Result<Success, ApiError> {
    let guild = joined_guild(world, id)?;
    Ok(Success::ok(world.guild_json(guild)))
}

pub(super) fn member(world: &World, id: Id, user: Id) -> Result<Success, ApiError> {
    let guild = joined_guild(world, id)?;
    world.user(user).ok_or(ApiError::UNKNOWN_MEMBER)?;
    Ok(Success::ok(world.member_json(guild, user)))
}

fn joined_guild(world: &World, id: Id) -> Result<&Guild, ApiError> {
    let guild = world.guild(id).ok_or(ApiError::UNKNOWN_GUILD)?;
    if guild.has_bot() {
        Ok(guild)
    } else {
        Err(ApiError::MISSING_ACCESS)
    }
}
