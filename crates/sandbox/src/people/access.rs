//! Which channels a person sees, and in which they can act.

use super::action_error::ActionError;
use crate::model::channels::{Channel, ChannelKind};
use crate::model::guilds::BotMembership;
use crate::model::ids::Id;
use crate::model::permissions::Permissions;
use crate::world::World;

/// Returns a channel that the user can see.
pub(crate) fn visible_channel(world: &World, id: Id, user: Id) -> Result<&Channel, ActionError> {
    world.person(user).ok_or(ActionError::Unknown("user"))?;
    let channel = world.channel(id).ok_or(ActionError::Unknown("channel"))?;
    let guild = channel.guild().and_then(|guild| world.guild(guild));
    if guild.is_some_and(|guild| guild.bot_membership == BotMembership::Unavailable) {
        return Err(ActionError::refused("that server is unavailable"));
    }
    let can_see = match channel.kind {
        ChannelKind::Direct { user: other } => other == user,
        _ => world
            .member_permissions(channel, user)
            .allow(Permissions::VIEW_CHANNEL),
    };
    if can_see {
        Ok(channel)
    } else {
        Err(ActionError::refused("that user cannot see that channel"))
    }
}

/// Refuses messages, commands and clicks in an archived thread.
pub(super) fn check_open(channel: &Channel) -> Result<(), ActionError> {
    match channel.thread() {
        Some(thread) if thread.archived => Err(ActionError::refused("the thread is archived")),
        _ => Ok(()),
    }
}
