//! Servers, as the bot may look at them and leave them.

use serde_json::{Value, json};

use super::{Reply, Resource, Verb};
use crate::exchange::Call;
use crate::guilds::{Guild, Standing};
use crate::ids::Id;
use crate::permissions::Permissions;
use crate::refusal::Refusal;
use crate::world::World;

/// Answers what concerns servers.
pub(super) fn answer(
    world: &mut World,
    verb: Verb,
    resource: &Resource,
    _call: &Call,
) -> Result<Reply, Refusal> {
    match (verb, resource) {
        (Verb::Get, Resource::CurrentGuilds) => Ok(Reply::ok(current_guilds(world))),
        (Verb::Delete, Resource::CurrentGuild(id)) => leave(world, *id),
        (Verb::Get, Resource::Guild(id)) => {
            let guild = joined(world, *id)?;
            Ok(Reply::ok(world.guild_json(guild)))
        }
        (Verb::Get, Resource::GuildRoles(id)) => {
            joined(world, *id)?;
            Ok(Reply::ok(json!([world.everyone_role(*id)])))
        }
        (Verb::Get, Resource::GuildMember(id, user)) => {
            let guild = joined(world, *id)?;
            world.user(*user).ok_or(Refusal::UNKNOWN_MEMBER)?;
            Ok(Reply::ok(world.member_json(guild, *user)))
        }
        (Verb::Get, Resource::GuildChannels(id)) => {
            joined(world, *id)?;
            Ok(Reply::ok(channels(world, *id, false)))
        }
        (Verb::Get, Resource::ActiveThreads(id)) => {
            joined(world, *id)?;
            let threads = channels(world, *id, true);
            Ok(Reply::ok(json!({"threads": threads, "members": []})))
        }
        _ => Err(Refusal::WRONG_METHOD),
    }
}

fn joined(world: &World, id: Id) -> Result<&Guild, Refusal> {
    let guild = world.guilds.get(&id).ok_or(Refusal::UNKNOWN_GUILD)?;
    if guild.has_bot() {
        Ok(guild)
    } else {
        Err(Refusal::MISSING_ACCESS)
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

fn leave(world: &mut World, id: Id) -> Result<Reply, Refusal> {
    joined(world, id)?;
    world.place_guild(id, Standing::Removed)?;
    Ok(Reply::empty())
}
