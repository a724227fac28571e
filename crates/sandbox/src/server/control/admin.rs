//! Control calls that change the world (users, servers, channels, messages, permissions) or move its clock.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use super::ControlResult;
use super::queries::guild_json;
use crate::config::UserConfig;
use crate::id::Id;
use crate::people::ActionError;
use crate::server::state::ServerState;
use crate::validation::LOCALES;
use crate::world::{BotMembership, Permissions, World};

pub(super) fn create_user(state: &mut ServerState, (): (), new: UserConfig) -> ControlResult {
    check_locale(&new.locale)?;
    let id = state.world.add_user(state.world.now(), &new);
    user_json(&state.world, id)
}

fn user_json(world: &World, id: Id) -> ControlResult {
    let user = world.person(id).ok_or(ActionError::Unknown("user"))?;
    Ok(user.to_control_json())
}

fn check_locale(locale: &str) -> Result<(), ActionError> {
    if LOCALES.contains(&locale) {
        Ok(())
    } else {
        Err(ActionError::invalid(format!(
            "{locale} is not a locale of Discord"
        )))
    }
}

/// Body of `PATCH /users/{user}`; absent fields stay unchanged.
#[derive(Deserialize)]
pub(super) struct UserChange {
    locale: Option<String>,
    accepts_direct_messages: Option<bool>,
}

pub(super) fn change_user(state: &mut ServerState, id: Id, change: UserChange) -> ControlResult {
    change.locale.as_deref().map_or(Ok(()), check_locale)?;
    let changed = state.world.update_person(id, |user| {
        user.locale = change.locale.unwrap_or_else(|| user.locale.clone());
        let accepts = change.accepts_direct_messages;
        user.accepts_direct_messages = accepts.unwrap_or(user.accepts_direct_messages);
    });
    changed.ok_or(ActionError::Unknown("user"))?;
    user_json(&state.world, id)
}

#[derive(Deserialize)]
pub(super) struct NewGuild {
    name: String,
    preferred_locale: Option<String>,
}

pub(super) fn create_guild(state: &mut ServerState, (): (), new: NewGuild) -> ControlResult {
    let locale = new.preferred_locale.unwrap_or_else(|| "en-US".to_owned());
    check_locale(&locale)?;
    let world = &mut state.world;
    let id = world.add_guild(world.now(), new.name, locale);
    let guild = world.guild(id).ok_or(ActionError::Unknown("server"))?;
    Ok(guild_json(world, guild))
}

#[derive(Deserialize)]
pub(super) struct NewChannel {
    name: String,
    /// Discord's number for the channel's type; defaults to a text channel.
    #[serde(default, rename = "type")]
    number: u8,
}

pub(super) fn create_channel(state: &mut ServerState, guild: Id, new: NewChannel) -> ControlResult {
    let world = &mut state.world;
    world.guild(guild).ok_or(ActionError::Unknown("server"))?;
    let id = world.add_channel_of_type(guild, new.name, new.number);
    let channel = world.channel(id).ok_or(ActionError::Unknown("channel"))?;
    Ok(channel.to_control_json())
}

/// Opens a thread as the owner of the server. In a forum, the thread is a post.
pub(super) fn create_thread(state: &mut ServerState, parent: Id, new: NewChannel) -> ControlResult {
    let world = &mut state.world;
    let id = world.add_thread(parent, world.owner(), &new.name, 1440)?;
    let channel = world.channel(id).ok_or(ActionError::Unknown("channel"))?;
    Ok(channel.to_control_json())
}

pub(super) fn delete_channel(state: &mut ServerState, id: Id, (): ()) -> ControlResult {
    state.world.delete_channel(id)?;
    Ok(Value::Null)
}

pub(super) fn delete_message(
    state: &mut ServerState,
    (channel, id): (Id, Id),
    (): (),
) -> ControlResult {
    state.world.delete_message(channel, id)?;
    Ok(Value::Null)
}

/// Body of `PUT /channels/{channel}/permissions`: the bot's permission bits as a decimal string.
#[derive(Deserialize)]
pub(super) struct NewPermissions {
    bot: String,
}

pub(super) fn set_permissions(
    state: &mut ServerState,
    channel: Id,
    new: NewPermissions,
) -> ControlResult {
    let wrong = |_| ActionError::invalid("the bits are not a decimal number");
    let bits = new.bot.parse().map(Permissions).map_err(wrong)?;
    state.world.set_bot_permissions(channel, bits)?;
    Ok(Value::Null)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MembershipChange {
    #[serde(rename = "standing")]
    membership: BotMembership,
}

pub(super) fn set_bot_membership(
    state: &mut ServerState,
    guild: Id,
    change: MembershipChange,
) -> ControlResult {
    state.world.set_bot_membership(guild, change.membership)?;
    Ok(Value::Null)
}

/// Body of `PATCH /channels/{thread}`; absent fields stay unchanged.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ThreadChange {
    archived: Option<bool>,
    locked: Option<bool>,
    /// Makes the thread private, with or without the bot as a member.
    has_bot: Option<bool>,
}

pub(super) fn change_thread(
    state: &mut ServerState,
    id: Id,
    change: ThreadChange,
) -> ControlResult {
    let world = &mut state.world;
    if let Some(has_bot) = change.has_bot {
        world.set_private(id, has_bot)?;
    }
    world.update_thread(id, change.archived, change.locked)?;
    Ok(Value::Null)
}

#[derive(Deserialize)]
pub(super) struct Advance {
    milliseconds: u64,
}

pub(super) fn advance(state: &mut ServerState, (): (), advance: Advance) -> ControlResult {
    state.advance(Duration::from_millis(advance.milliseconds));
    Ok(json!({"now": state.world.now()}))
}
