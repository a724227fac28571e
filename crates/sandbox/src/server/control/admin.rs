//! Control calls that inspect and change users, servers, channels, permissions and the clock.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};

use super::error::ControlError;
use crate::config::UserConfig;
use crate::model::channels::{Channel, ChannelKind};
use crate::model::guilds::Guild;
use crate::model::ids::Id;
use crate::model::permissions::Permissions;
use crate::model::users::{LOCALES, User};
use crate::server::shared::Shared;
use crate::world::World;

type ControlResult = Result<Json<Value>, ControlError>;

/// Returns everything that does not belong to a single channel.
pub(super) async fn state(State(shared): State<Shared>) -> Json<Value> {
    let state = shared.lock();
    let world = &state.world;
    let users: Value = world.users().map(User::to_control_json).collect();
    let guilds: Value = world
        .guilds()
        .map(|guild| guild_json(world, guild))
        .collect();
    let emojis: Value = world
        .emojis()
        .map(|emoji| {
            let url = format!("/cdn/emojis/{}.png", emoji.id);
            json!({"id": emoji.id, "name": emoji.name, "url": url})
        })
        .collect();
    let direct: Value = world
        .channels()
        .filter_map(|channel| match channel.kind {
            ChannelKind::Direct { user } => Some(json!({"id": channel.id, "user": user})),
            _ => None,
        })
        .collect();
    Json(json!({
        "application": {"id": world.bot_id(), "name": world.bot().username},
        "bot": world.bot().to_json(),
        "users": users,
        "guilds": guilds,
        "direct_messages": direct,
        "commands": world.commands_json(),
        "emojis": emojis,
        "gateway_connections": state.sessions.connected_count(),
        "shard_connections": state.sessions.connections_by_shard(),
        "early_session_starts": state.sessions.early_starts(),
        "session_starts": world.application.session_start_limit.to_json(world.now()),
        "now": world.now(),
        "revision": world.revision(),
    }))
}

fn guild_json(world: &World, guild: &Guild) -> Value {
    let channels = world.channels();
    let channels = channels.filter(|channel| channel.guild() == Some(guild.id));
    json!({
        "id": guild.id,
        "name": guild.name,
        "preferred_locale": guild.preferred_locale,
        "channels": channels.map(Channel::to_control_json).collect::<Value>(),
    })
}

#[derive(Debug, Deserialize)]
pub(super) struct NewUser {
    username: String,
    global_name: Option<String>,
    locale: String,
}

pub(super) async fn create_user(
    State(shared): State<Shared>,
    Json(new): Json<NewUser>,
) -> ControlResult {
    check_locale(&new.locale)?;
    let world = &mut shared.lock().world;
    let now = world.now();
    let user = UserConfig {
        username: new.username,
        global_name: new.global_name,
        locale: new.locale,
    };
    let id = world.add_user(now, &user);
    user_json(world, id)
}

fn user_json(world: &World, id: Id) -> ControlResult {
    let user = world.person(id);
    let user = user.ok_or_else(|| ControlError::missing("user"))?;
    Ok(Json(user.to_control_json()))
}

fn check_locale(locale: &str) -> Result<(), ControlError> {
    if LOCALES.contains(&locale) {
        Ok(())
    } else {
        Err(ControlError::bad(format!(
            "{locale} is not a locale of Discord"
        )))
    }
}

/// Body of `PATCH /users/{user}`; absent fields stay as they are.
#[derive(Debug, Deserialize)]
pub(super) struct UserChange {
    locale: Option<String>,
    accepts_direct_messages: Option<bool>,
}

pub(super) async fn change_user(
    State(shared): State<Shared>,
    Path(id): Path<Id>,
    Json(change): Json<UserChange>,
) -> ControlResult {
    if let Some(locale) = &change.locale {
        check_locale(locale)?;
    }
    let world = &mut shared.lock().world;
    let changed = world.update_person(id, |user| {
        if let Some(locale) = change.locale {
            user.locale = locale;
        }
        if let Some(accepts) = change.accepts_direct_messages {
            user.accepts_direct_messages = accepts;
        }
    });
    changed.ok_or_else(|| ControlError::missing("user"))?;
    user_json(world, id)
}

#[derive(Debug, Deserialize)]
pub(super) struct NewGuild {
    name: String,
    preferred_locale: Option<String>,
}

pub(super) async fn create_guild(
    State(shared): State<Shared>,
    Json(new): Json<NewGuild>,
) -> ControlResult {
    let locale = new.preferred_locale.unwrap_or_else(|| "en-US".to_owned());
    check_locale(&locale)?;
    let world = &mut shared.lock().world;
    let now = world.now();
    let id = world.add_guild(now, new.name, locale);
    let guild = world.guild(id);
    let guild = guild.ok_or_else(|| ControlError::missing("server"))?;
    Ok(Json(guild_json(world, guild)))
}

#[derive(Debug, Deserialize)]
pub(super) struct NewChannel {
    name: String,
}

pub(super) async fn create_channel(
    State(shared): State<Shared>,
    Path(guild): Path<Id>,
    Json(new): Json<NewChannel>,
) -> ControlResult {
    let world = &mut shared.lock().world;
    if world.guild(guild).is_none() {
        return Err(ControlError::missing("server"));
    }
    let now = world.now();
    let id = world.add_channel(now, guild, new.name);
    let channel = world.channel(id);
    let channel = channel.ok_or_else(|| ControlError::missing("channel"))?;
    Ok(Json(channel.to_control_json()))
}

pub(super) async fn delete_channel(
    State(shared): State<Shared>,
    Path(id): Path<Id>,
) -> Result<StatusCode, ControlError> {
    let world = &mut shared.lock().world;
    world.delete_channel(world.now(), id)?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn delete_message(
    State(shared): State<Shared>,
    Path((channel, id)): Path<(Id, Id)>,
) -> Result<StatusCode, ControlError> {
    let world = &mut shared.lock().world;
    world.delete_message(world.now(), channel, id)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Body of `PUT /channels/{channel}/permissions`: permission bits as decimal strings.
#[derive(Debug, Deserialize)]
pub(super) struct NewPermissions {
    bot: Option<String>,
    #[serde(default)]
    members: BTreeMap<Id, String>,
}

pub(super) async fn set_permissions(
    State(shared): State<Shared>,
    Path(id): Path<Id>,
    Json(new): Json<NewPermissions>,
) -> Result<StatusCode, ControlError> {
    let bot = new.bot.as_deref().map(read_bits).transpose()?;
    let mut members = Vec::new();
    for (user, bits) in &new.members {
        members.push((*user, read_bits(bits)?));
    }
    let world = &mut shared.lock().world;
    world.set_permissions(world.now(), id, bot, &members)?;
    Ok(StatusCode::NO_CONTENT)
}

fn read_bits(bits: &str) -> Result<Permissions, ControlError> {
    let read = bits.parse().map(Permissions);
    read.map_err(|_| ControlError::bad(format!("{bits} is not a set of permission bits")))
}

#[derive(Debug, Deserialize)]
pub(super) struct AdvanceRequest {
    milliseconds: u64,
}

pub(super) async fn advance(
    State(shared): State<Shared>,
    Json(request): Json<AdvanceRequest>,
) -> Json<Value> {
    let mut state = shared.lock();
    state.advance(Duration::from_millis(request.milliseconds));
    Json(json!({"now": state.world.now()}))
}
